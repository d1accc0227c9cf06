/* bot.h - what the parts of `ridgeline bot` share: one run, and the slots of its folder.
 *
 * A slot is a span of `period_s` seconds of UTC; it is called by the minute it begins at,
 * "20261121T0600Z", and its files lie in the folder under that name.  There is no other
 * state: what exists tells what has been done.
 *
 *     SLOT.alt.txt SLOT.json SLOT.png   made when the .png, the last of them, is as long
 *                                       as the .json says
 *     SLOT.pending                      it may have been posted
 *     SLOT.posted                       it was; says what the command printed
 */
#ifndef RL_CLI_BOT_BOT_H
#define RL_CLI_BOT_BOT_H

#include "cli/bot/bot_time.h"
#include "cli/common/progress.h"
#include "cli/options.h"

#define BOT_PERIOD_DEFAULT 10800 /* s: three hours */
#define BOT_WIDTH 1600
#define BOT_HEIGHT 900
#define BOT_KEEP 100

/* The least limit of the networks of today; see --max-bytes in ridgeline(1). */
#define BOT_MAX_BYTES 2000000

/* Letters of a path: the kernel's own limit. */
#define BOT_PATH 4096

/* What only this command is given. */
typedef struct bot_options {
    const char *every, *post, *latitude, *longitude, *url;
    int keep, keeps_all; /* keeps_all: --keep 0 */
    int catch_up, retry;
    uint64_t max_bytes;
} bot_options;

static inline const bot_options *bot_own(const options *opts)
{
    return opts->own;
}

typedef struct bot {
    const options *wanted;
    progress *bar;
    const char *name, *folder;
    char *place; /* the folder's path from the root, for the command that posts */
    int64_t period_s;
    int64_t slot;               /* begin of the current one, seconds since 1970 */
    double latitude, longitude; /* degrees */
    int has_latitude;
} bot;

/* Which files of a slot there are. */
enum { BOT_PICTURE = 1, BOT_ALT = 2, BOT_JSON = 4, BOT_PENDING = 8, BOT_POSTED = 16 };

typedef struct bot_slot {
    int64_t time;
    int has; /* BOT_... */
} bot_slot;

/* The slots of a folder, oldest first. */
typedef struct bot_slots {
    bot_slot *slot;
    size_t count, room;
} bot_slots;

/* The ending of one of BOT_...: ".png". */
const char *bot_ending(int file);

/* bot_path writes the path of a slot's file, or with an ending like "lock" of another file
 * of the folder when `time` is BOT_NO_SLOT. */
#define BOT_NO_SLOT INT64_MIN
void bot_path(char path[BOT_PATH], const bot *run, int64_t time, const char *ending);

/* bot_slots_read lists the folder; bot_slots_free gives the list back.  Returns an exit
 * code; errors are told. */
int bot_slots_read(bot_slots *list, const bot *run);
void bot_slots_free(bot_slots *list);

/* bot_slot_waits is 1 when its post failed or was cut off: --retry posts it. */
int bot_slot_waits(const bot_slot *slot);

/* bot_slots_find returns what there is of a slot: BOT_..., 0 for nothing. */
int bot_slots_find(const bot_slots *list, int64_t time);

/* bot_note tells of an event, one line, unless -q. */
void bot_note(const bot *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
