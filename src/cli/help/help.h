/* help.h - usage, help and version texts. */
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

#endif
