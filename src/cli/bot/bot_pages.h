/* bot_pages.h - the pages of a bot: its gallery and its feed. */
#ifndef RL_CLI_BOT_BOT_PAGES_H
#define RL_CLI_BOT_BOT_PAGES_H

#include "cli/bot/bot_time.h"
#include "cli/common/alt_text.h"
#include "ridgeline.h"

/* A slot that is kept. */
typedef struct bot_entry {
    char slot[BOT_SLOT_SIZE];
    int64_t time;            /* its begin, seconds since 1970 UTC */
    char title[80];          /* UTF-8, e.g. "Moonlight, alpine" */
    char alt[ALT_TEXT_SIZE]; /* ASCII */
    int width, height;       /* of SLOT.png */
    uint64_t bytes;          /* of SLOT.png */
} bot_entry;

/* No text is empty or holds what show_is_plain refuses: XML has no way to write it. */
typedef struct bot_pages {
    const char *name;         /* of the bot; UTF-8, up to 64 bytes, may hold & < > " ' */
    const char *url;          /* where the folder is served, ends with '/', or NULL */
    const bot_entry *entries; /* newest first */
    int count;                /* from 1 */
} bot_pages;

/* bot_index writes the gallery, index.html: all entries, the newest large.
 * Errors: those of rl_sink_write. */
rl_status bot_index(const bot_pages *pages, rl_sink *sink, rl_error *error);

/* bot_feed writes the feed, feed.xml: Atom, the newest BOT_FEED_MAX entries.
 * Errors: RL_NO_MEMORY, those of rl_sink_write. */
rl_status bot_feed(const bot_pages *pages, rl_sink *sink, rl_error *error);

/* Readers fetch a feed whole, again and again. */
#define BOT_FEED_MAX 100

#endif
