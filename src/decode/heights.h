/* heights.h - the inside of rl_heights_read: one reader for each format.
 *
 * In: the bytes of a file from anywhere.  Out: floats 0..1, top row first, or one line
 * with the fault and its place.
 */
#ifndef RL_DECODE_HEIGHTS_H
#define RL_DECODE_HEIGHTS_H

#include "ridgeline.h"

/* 2^14 + 1: the largest map that passes work on. */
enum { HEIGHTS_SIDE = 16385 };

typedef struct heights_reader {
    const unsigned char *bytes;
    size_t size, offset; /* of the file, of the next byte */
    int line;            /* of texts, from 1 */
    const char *place;
    const rl_allocator *allocator;
    rl_error *error;
    int width, height;
    float *heights; /* the dispatcher frees it after a failure */
} heights_reader;

/* heights_allocate makes room for width * height floats; the reader has checked that both are
 * 1 .. HEIGHTS_SIDE. */
rl_status heights_allocate(heights_reader *self);

/* heights_bad fails with `place: value: rule`, or `place:line: value: rule` when the line
 * is not 0.  `value` must be safe to show. */
rl_status heights_bad(const heights_reader *self, int line, const char *value, const char *rule);

/* A run of bytes without blanks. */
typedef struct heights_word {
    const char *bytes;
    size_t size;
    int line;
} heights_word;

/* heights_next finds the next word; 0 at the end of the file. */
int heights_next(heights_reader *self, heights_word *word);

/* heights_integer reads digits alone, at most `max`; -1 when the word is anything else. */
int heights_integer(const heights_word *word, int max);

rl_status heights_read_png(heights_reader *self);
rl_status heights_read_pgm(heights_reader *self);
rl_status heights_read_asc(heights_reader *self);

#endif
