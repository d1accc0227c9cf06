/* heights.h - services for the readers of heights, which make a grid of floats from a file.
 *
 * Files are untrusted: sizes are bounded and compared with the bytes of the file before memory is
 * allocated, and errors name the file and the line of a fault.  Grids have the top row first.  A
 * format is one C file that defines a heights_format, and a row in heights_table.c.
 */
#ifndef RL_DECODE_HEIGHTS_H
#define RL_DECODE_HEIGHTS_H

#include "base/memory.h"
#include "base/scene.h"
#include "base/status.h"

/* Greatest side of a grid, cells; the same as that of a heightmap: 2^14 + 1. */
enum { HEIGHTS_SIDE = 16385 };

typedef struct heights_reader {
    const unsigned char *bytes;
    size_t size;             /* size of the file */
    size_t offset;           /* offset of the next byte */
    int line;                /* number of the line of a text, from 1 */
    char comment;            /* character that begins a comment in a text; '\n' = none does */
    const char *place;       /* name of the file in error texts */
    const rl_limits *limits; /* limits of the caller, or NULL */
    const rl_allocator *allocator;
    rl_error *error;

    /* The result; rl_dem_read frees it after a failure. */
    int width, height;
    float *heights; /* samples 0..most, or metres; NaN = no data */
    int most;       /* greatest value of a sample; 0 = `heights` are metres */
    rl_georeference reference;
} heights_reader;

typedef struct heights_format {
    /* Returns 1 if the file has this format; may set `offset` to the first byte for `read`. */
    int (*is_one)(heights_reader *self);
    rl_status (*read)(heights_reader *self);
} heights_format;

/* heights_reader_of returns a reader at the start of a file; file->text NULL = an empty file. */
heights_reader heights_reader_of(const rl_data *file, const rl_allocator *allocator,
                                 rl_error *error);

/* heights_bad fails with `place: value: rule`, or with `place:line: value: rule` if the line is not
 * 0. `value` must be safe to show. */
rl_status heights_bad(const heights_reader *self, int line, const char *value, const char *rule);

/* heights_memory returns RL_OK if `has_memory`, else RL_NO_MEMORY `place: out of memory`. */
rl_status heights_memory(const heights_reader *self, int has_memory);

/* heights_allocate allocates width * height floats; the reader must have checked that both sides
 * are 1 .. HEIGHTS_SIDE.  Errors: RL_NO_MEMORY, RL_BAD_DATA (beyond the limits). */
rl_status heights_allocate(heights_reader *self);

/* heights_starts_with returns 1 if the file begins with `size` bytes. */
int heights_starts_with(const heights_reader *self, const char *bytes, size_t size);

/* A word of a text file: bytes without blanks; not ended by a NUL. */
typedef struct heights_word {
    const char *bytes;
    size_t size;
    int line;
} heights_word;

/* heights_bad_word fails as heights_bad, with the word as value and its line. */
rl_status heights_bad_word(const heights_reader *self, const heights_word *word, const char *rule);

/* heights_next finds the next word and returns 1; returns 0 at the end of the file.  Comments are
 * skipped; one also ends a word. */
int heights_next(heights_reader *self, heights_word *word);

/* heights_integer returns the value of a word of digits; -1 if it has other characters or is above
 * `max`. */
int heights_integer(const heights_word *word, int max);

/* heights_number reads a number such as "-12.5e3" and returns 1; returns 0 if the word is no number
 * or beyond the greatest float. */
int heights_number(double *value, const heights_word *word);

/* heights_read reads a file of any format in heights_table.c; readers of a format must not call it.
 * Errors: RL_BAD_DATA, and those of the reader. */
rl_status heights_read(heights_reader *self);

/* heights_fill interpolates the heights of holes, which are cells without data (NaN), from the
 * cells round them.  It sets *holes to an array with a 1 for each of these cells, which the caller
 * frees; NULL = there are none.  Errors: RL_NO_MEMORY; RL_BAD_DATA (no cell has data). */
rl_status heights_fill(heights_reader *self, uint8_t **holes);

/* heights_projection copies the text of a projection (WKT) to self->reference.  Errors:
 * RL_NO_MEMORY, RL_BAD_DATA (too long, or with a NUL). */
rl_status heights_projection(heights_reader *self, const rl_data *file);

/* projection_measure sets metres_x and metres_y, the size of a cell in metres, from the size of a
 * cell in units of the projection; for degrees it is the size in the middle of the grid, whose
 * `height` is in rows.  Without a projection the unit is a metre. */
void projection_measure(rl_georeference *reference, int height);

#endif
