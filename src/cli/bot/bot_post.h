/* bot_post.h - the command that publishes a picture, at most once for each slot. */
#ifndef RL_CLI_BOT_BOT_POST_H
#define RL_CLI_BOT_BOT_POST_H

#include "cli/bot/bot.h"
#include "cli/bot/bot_pages.h"

/* bot_post_check tells when --post names no program.  Returns an exit code. */
int bot_post_check(const bot *run);

/* bot_post publishes a slot whose files stand in the folder: claims it by SLOT.pending,
 * runs the command, writes SLOT.posted.  What was claimed before is tried again only when
 * `is_retry`.  Returns an exit code; errors are told. */
int bot_post(const bot *run, const bot_entry *entry, int is_retry);

#endif
