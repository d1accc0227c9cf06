/* bot_json.h - SLOT.json: everything to know of a picture, years later. */
#ifndef RL_CLI_BOT_BOT_JSON_H
#define RL_CLI_BOT_BOT_JSON_H

#include "cli/bot/bot_pages.h"
#include "cli/bot/bot_picture.h"

/* bot_json_write writes one object with sorted keys.  Errors: RL_NO_MEMORY. */
rl_status bot_json_write(const bot_picture *made, const bot *run, rl_sink *sink, rl_error *error);

/* bot_json_read fills an entry of the pages from a slot's file and returns 1; 0 when that is
 * none of ours, -1 when there is no memory to tell. */
int bot_json_read(bot_entry *entry, const bot *run, int64_t time);

/* bot_json_owner tells which bot made a slot's picture; 0 and -1 as above. */
#define BOT_NAME_SIZE 65
int bot_json_owner(char owner[BOT_NAME_SIZE], const bot *run, int64_t time);

#endif
