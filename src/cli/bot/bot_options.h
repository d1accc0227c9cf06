/* bot_options.h - what a command line asks of a bot. */
#ifndef RL_CLI_BOT_BOT_OPTIONS_H
#define RL_CLI_BOT_BOT_OPTIONS_H

#include "cli/bot/bot.h"

extern const option_row bot_rows[];

/* bot_options_read fills name, folder, period, slot and place of a run from its options.
 * Returns an exit code; errors are told. */
int bot_options_read(bot *run);

#endif
