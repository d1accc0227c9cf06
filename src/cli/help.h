/* help.h - usage, help and version texts. */
#ifndef RL_CLI_HELP_H
#define RL_CLI_HELP_H

/* help_usage writes eight lines to standard error and returns CODE_USAGE. */
int help_usage(void);

/* help_command writes the help of a command (ON_...) to standard output. */
int help_command(int command);

/* help_passes writes the keys of each pass of a map, with their defaults. */
int help_passes(void);

int help_version(void);

#endif
