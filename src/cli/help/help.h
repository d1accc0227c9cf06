/* help.h - usage, help, version, completions, parts of the manual: all made from the tables. */
#ifndef RL_CLI_HELP_HELP_H
#define RL_CLI_HELP_HELP_H

#include "cli/command.h"

/* help_usage writes some lines to standard error and returns CODE_USAGE. */
int help_usage(void);

/* These write to standard output and return CODE_OK: the help of a command; the versions. */
int help_command(const struct command *command);
int help_version(void);

/* help_lists prints, for each option that was given as in `-w help`, its names with a description
 * each; returns 0 if there was none. */
int help_lists(const options *opts);

/* completion_script prints the script of a shell ("bash").  Returns an exit code. */
int completion_script(const char *shell);

/* completion_words prints what the last word may become, after the words before it: lines of
 * `WORD`, tab, description; `:files` or `:folders` where the shell lists those.  The program's
 * name is not among the words. */
void completion_words(const char *const *words, int count);

#endif
