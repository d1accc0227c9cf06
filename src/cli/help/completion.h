/* completion.h - completions for shells and parts of the manual, made from the tables. */
#ifndef RL_CLI_HELP_COMPLETION_H
#define RL_CLI_HELP_COMPLETION_H

#include "cli/command.h"

/* completion_script prints the script of a shell ("bash").  Returns an exit code. */
int completion_script(const char *shell);

/* completion_words prints what the last word may become, after the words before it: lines of
 * `WORD`, tab, description; `:files` or `:folders` where the shell lists those.  The program's
 * name is not among the words. */
void completion_words(const char *const *words, int count);

/* manual_synopsis and manual_options print these parts of ridgeline(1), manual_keys the keys of
 * ridgeline-scene(5), all in mdoc; help_keys prints the keys for a terminal. */
void manual_synopsis(void);
void manual_options(void);
void manual_keys(void);
void help_keys(void);

#endif
