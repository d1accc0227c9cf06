/* lines.h - splits the line of a command into words, joins words to a line, and prints texts. */
#ifndef RL_CLI_COMMON_LINES_H
#define RL_CLI_COMMON_LINES_H

#include "base/arena.h"

/* Words of a command, the last one NULL. */
typedef const char *const *line_words;

/* line_count returns the number of words before the NULL; 0 for NULL. */
size_t line_count(line_words words);

/* line_split splits a line as a shell does, without its variables and patterns: '...', "..." and
 * \ quote.  Returns NULL without memory. */
line_words line_split(const char *line, arena *memory);

/* line_join returns the line that a shell splits into these words, or NULL without memory. */
const char *line_join(line_words words, arena *memory);

/* line_print returns a text written as by printf, or NULL without memory. */
const char *line_print(arena *memory, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* line_cut returns the next line of a text, with a NUL in the place of its end, and moves `rest`
 * behind it; NULL after the last. */
char *line_cut(char **rest);

#endif
