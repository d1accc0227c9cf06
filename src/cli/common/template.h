/* template.h - names of output files made from a pattern. */
#ifndef RL_CLI_COMMON_TEMPLATE_H
#define RL_CLI_COMMON_TEMPLATE_H

#include <stdint.h>

/* What the words in braces stand for. */
typedef struct template_values {
    uint64_t seed;
    const char *seed_text; /* as typed, or NULL */
    int width, height;
    const char *palette;   /* its name */
    uint64_t index, count; /* 1..count */
} template_values;

/* template_check tells an unknown word in braces; of {index} and {frame} only that
 * named `counter` is known.  Returns an exit code. */
int template_check(const char *pattern, const char *counter);

/* template_has is 1 when the pattern holds {word}. */
int template_has(const char *pattern, const char *word);

/* template_expand returns the name in memory that free() gives back, or NULL
 * when there is none left. */
char *template_expand(const char *pattern, const template_values *values);

#endif
