/* bot_picture.h - the picture of a slot, under its limit, with all there is to know of it. */
#ifndef RL_CLI_BOT_BOT_PICTURE_H
#define RL_CLI_BOT_BOT_PICTURE_H

#include "cli/bot/bot.h"
#include "cli/bot/bot_choice.h"
#include "cli/common/alt_text.h"

/* One way down the ladder of --max-bytes. */
typedef struct bot_step {
    int width, height;
    int compress; /* rl_compress */
    int colours;  /* of a palette; 0 = true colour */
} bot_step;

typedef struct bot_picture {
    int64_t time;
    char slot[BOT_SLOT_SIZE], seed[96], title[80];
    char alt[ALT_TEXT_SIZE];
    bot_choice choice;
    bot_step first, step; /* what was asked for; what fits */
    int zoom;             /* of the file: its pixels for each of the step's */
    uint64_t first_bytes; /* what the first step has */
    uint32_t crc32;       /* of the pixels: RGB, a byte each, row by row */
    rl_sink *png, *recipe;
    size_t bytes;
} bot_picture;

/* bot_picture_check tells of options that no scene can have.  Returns an exit code. */
int bot_picture_check(const bot *run);

/* bot_picture_make makes the picture of the slot that begins at `time`, in memory.
 * Returns an exit code; errors are told.  bot_picture_free gives back what it took. */
int bot_picture_make(bot_picture *made, const bot *run, int64_t time);
void bot_picture_free(bot_picture *made);

/* bot_picture_write puts it into the folder: the texts, then the picture itself. */
int bot_picture_write(const bot_picture *made, const bot *run);

#endif
