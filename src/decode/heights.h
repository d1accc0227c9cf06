/* heights.h - services for the readers of heights, which make a grid of floats from a file.
 *
 * Files are untrusted: sizes are bounded and compared with the bytes of the file before memory is
 * allocated, and errors name the place of a fault.  Grids have the top row first.  A format is one
 * file with a heights_format and a row in heights_table.c.
 */
#ifndef RL_DECODE_HEIGHTS_H
#define RL_DECODE_HEIGHTS_H

#include "base/memory.h"
#include "base/scene.h"
#include "base/status.h"

/* Greatest side of a map that passes can shape: 2^14 + 1. */
enum { HEIGHTS_SIDE = 16385 };

typedef struct heights_reader {
    const unsigned char *bytes;
    size_t size;   /* size of the file */
    size_t offset; /* offset of the next byte */
    int line;      /* number of the line of a text, from 1 */
    char comment;  /* character that begins a comment in a text; '\n' = none does */
    const char *place;
    const rl_limits *limits; /* limits, or NULL */
    const rl_allocator *allocator;
    rl_error *error;

    /* The result; the dispatcher frees it after a failure. */
    int width, height;
    float *heights; /* integers 0 .. most, or metres; NaN = no data */
    int most;       /* 0 = the numbers are metres */
    rl_georeference reference;
} heights_reader;

typedef struct heights_format {
    int (*is_one)(heights_reader *self); /* may set `offset` to the first byte for `read` */
    rl_status (*read)(heights_reader *self);
} heights_format;

/* heights_reader_of makes a reader that is at the start of a file; NULL as text = an empty file. */
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

int heights_starts_with(const heights_reader *self, const char *bytes, size_t size);

/* A run of bytes without blanks. */
typedef struct heights_word {
    const char *bytes;
    size_t size;
    int line;
} heights_word;

rl_status heights_bad_word(const heights_reader *self, const heights_word *word, const char *rule);

/* heights_next finds the next word; 0 at the end of the file.  A comment ends a word, and is
 * skipped. */
int heights_next(heights_reader *self, heights_word *word);

/* heights_integer reads digits up to `max`; -1 if the word is anything else. */
int heights_integer(const heights_word *word, int max);

/* heights_number reads a number, "-12.5e3"; 0 if the word is no number or beyond a float. */
int heights_number(double *value, const heights_word *word);

/* heights_read reads a file of any format of the table.  No reader calls it.  Errors: RL_BAD_DATA,
 * those of the reader. */
rl_status heights_read(heights_reader *self);

/* heights_fill interpolates the heights of cells without data (NaN) from the cells round them, and
 * sets *holes to the map of these cells; NULL = there are none. Errors: RL_NO_MEMORY; RL_BAD_DATA
 * (no cell has data). */
rl_status heights_fill(heights_reader *self, uint8_t **holes);

/* heights_projection copies the text of a projection to the reference.  Errors: RL_NO_MEMORY,
 * RL_BAD_DATA (too long). */
rl_status heights_projection(heights_reader *self, const rl_data *file);

/* projection_measure sets the size of the reference's cells in metres, by the unit of its
 * projection; for degrees it is that at the middle of the grid.  Without a projection cells are
 * metres. */
void projection_measure(rl_georeference *reference, int height);

#endif
