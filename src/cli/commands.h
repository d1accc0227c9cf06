/* commands.h - the commands: options in, exit code out, errors told. */
#ifndef RL_CLI_COMMANDS_H
#define RL_CLI_COMMANDS_H

#include "cli/options.h"
#include "cli/common/source.h"

int command_render(const options *wanted);
int command_sheet(const options *wanted);
int command_palette(const options *wanted);
int command_map(const options *wanted);

/* command_map_of is `map` for a source that was read already; it stays the caller's. */
int command_map_of(const options *wanted, const source *from);
int command_animate(const options *wanted);
int command_layers(const options *wanted);
int command_wallpaper(const options *wanted);
int command_bot(const options *wanted);
int command_info(const options *wanted);

#endif
