/* commands.h - the commands: options in, exit code out, errors told. */
#ifndef RL_CLI_COMMANDS_H
#define RL_CLI_COMMANDS_H

#include "cli/options.h"

int command_render(const options *wanted);
int command_sheet(const options *wanted);
int command_palette(const options *wanted);
int command_map(const options *wanted);
int command_animate(const options *wanted);
int command_info(const options *wanted);

#endif
