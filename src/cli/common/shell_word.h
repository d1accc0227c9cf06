/* shell_word.h - words as a shell reads them. */
#ifndef RL_CLI_COMMON_SHELL_WORD_H
#define RL_CLI_COMMON_SHELL_WORD_H

#include <stdio.h>

/* shell_word writes a blank and `word`, quoted where a shell would not take it as it is. */
void shell_word(FILE *line, const char *word);

#endif
