/* bot_choice.h - which mood and style a slot has. */
#ifndef RL_CLI_BOT_BOT_CHOICE_H
#define RL_CLI_BOT_BOT_CHOICE_H

#include "cli/bot/bot.h"

/* NULL: not chosen here; the options or the seed say. */
typedef struct bot_choice {
    const char *mood, *style;
} bot_choice;

/* bot_choose chooses for the slot that begins at `time`; equal for equal name, period and
 * options on every machine. */
bot_choice bot_choose(const bot *run, int64_t time);

/* bot_mood returns the mood of a slot alone, or NULL. */
const char *bot_mood(const bot *run, int64_t time);

#endif
