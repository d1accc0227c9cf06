/* help.h - usage, help, version, completions, parts of the manual: all made from the tables. */
#ifndef RL_CLI_HELP_HELP_H
#define RL_CLI_HELP_HELP_H

#include "cli/command.h"

/* help_usage writes some lines to standard error and returns CODE_USAGE. */
int help_usage(void);

/* help_command writes the help of a command to standard output. */
int help_command(const struct command *command);

/* help_passes writes the keys of each pass of a map, with their defaults. */
int help_passes(void);

int help_version(void);

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
