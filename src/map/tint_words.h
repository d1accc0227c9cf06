/* tint_words.h - a file of colours line by line: words, numbers, colours.
 *
 * In: bytes that anyone may have written.  Numbers are read strictly: a height read wrongly
 * is worse than none.
 */
#ifndef RL_MAP_TINT_WORDS_H
#define RL_MAP_TINT_WORDS_H

#include <stddef.h>

#include "ridgeline.h"

typedef struct tint_word {
    const char *text;
    size_t size;
} tint_word;

enum { TINT_WORDS = 10 };

typedef struct tint_lines {
    const char *at, *end; /* what is still to be read */
    const char *place;
    int number; /* of the line, from 1 */
    tint_word line;
    tint_word words[TINT_WORDS];
    int count; /* of words, at most TINT_WORDS */
    rl_error *error;
} tint_lines;

/* tint_fail says `place:line: value: rule`.  Returns RL_BAD_DATA. */
rl_status tint_fail(const tint_lines *in, tint_word value, const char *rule);

/* tint_line_next goes to the next line and splits it; 0 behind the last. */
int tint_line_next(tint_lines *in);

/* tint_word_at returns word i of the line, or one of no letters. */
tint_word tint_word_at(const tint_lines *in, int i);

/* tint_word_is compares without regard to case; `text` is in lower case. */
int tint_word_is(tint_word w, const char *text);

/* These return 0 where a word is no such number.  A level is 0..255. */
int tint_word_to_real(double *value, tint_word from);
int tint_word_to_level(int64_t *level, tint_word from);

/* tint_colour_read reads a colour from word `*at` on and steps over it: a name of GDAL's,
 * #rrggbb, three levels.  Errors: RL_BAD_DATA. */
rl_status tint_colour_read(const tint_lines *in, int *at, rl_colour *colour);

#endif
