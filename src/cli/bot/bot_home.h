/* bot_home.h - what a web server shows of a bot: latest.png, gallery and feed. */
#ifndef RL_CLI_BOT_BOT_HOME_H
#define RL_CLI_BOT_BOT_HOME_H

#include "cli/bot/bot.h"

/* bot_home_write brings latest.png, index.html and feed.xml up to the current slot;
 * bot_home_prune removes the pictures that --keep does not keep.  Both return an exit code;
 * errors are told. */
int bot_home_write(const bot *run);
int bot_home_prune(const bot *run);

#endif
