/* heights.h - what the readers of heights share: the bytes of a file on their way to a grid.
 *
 * In: the bytes of a file from anywhere.  Out: a float for each cell, top row first: numbers of the
 * file.  Nothing in a file is trusted: sizes are bounded and compared with the bytes that
 * are there before memory is allocated, and every fault is named with its place.  A format is one
 * file with a heights_format and a row in heights.c.
 */
#ifndef RL_DECODE_HEIGHTS_H
#define RL_DECODE_HEIGHTS_H

#include "base/memory.h"
#include "base/status.h"
#include "ridgeline-map.h"

/* 2^14 + 1: the largest map that passes work on. */
enum { HEIGHTS_SIDE = 16385 };

typedef struct heights_reader {
    const unsigned char *bytes;
    size_t size, offset; /* of the file, of the next byte */
    int line;            /* of texts, from 1 */
    char comment;        /* what begins one in a text; '\n' where none can be */
    const char *place;
    const rl_limits *limits; /* or NULL */
    const rl_allocator *allocator;
    rl_error *error;
    /* What is read.  The dispatcher frees it after a failure. */
    int width, height;
    float *heights; /* counts 0 .. most, or metres; NaN where there is no data */
    int most;       /* 0: the numbers are metres */
    rl_georeference reference;
} heights_reader;

typedef struct heights_format {
    int (*is_one)(heights_reader *self); /* may set `offset` to the first byte of what counts */
    rl_status (*read)(heights_reader *self);
} heights_format;

/* Fails with `place: value: rule`, or `place:line: value: rule` when the line is not 0.  `value`
 * must be safe to show. */
rl_status heights_bad(const heights_reader *self, int line, const char *value, const char *rule);
rl_status heights_no_memory(const heights_reader *self);

/* heights_allocate allocates width * height floats, both of which the reader has checked to be
 * 1 .. HEIGHTS_SIDE.  Errors: RL_NO_MEMORY, RL_BAD_DATA (beyond the limits). */
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

/* heights_integer reads digits alone, at most `max`; -1 when the word is anything else. */
int heights_integer(const heights_word *word, int max);

/* heights_number reads "-12.5e3"; 0 when the word is no number or none of a float. */
int heights_number(double *value, const heights_word *word);

/* heights_fill gives cells without data (NaN) heights that go on from those around them, between
 * their least and most, and sets *holes to where they are, NULL where there are none.
 * Errors: RL_NO_MEMORY; RL_BAD_DATA (no cell has data). */
rl_status heights_fill(heights_reader *self, uint8_t **holes);

/* heights_projection gives the reference the text of a projection.  Errors: RL_NO_MEMORY,
 * RL_BAD_DATA (too long). */
rl_status heights_projection(heights_reader *self, const rl_data *file);

/* projection_measure sets the metres of the reference's cells: by the unit that its projection
 * names, in degrees at the middle of the grid, else the cells are metres. */
void projection_measure(rl_georeference *reference, int height);

#endif
