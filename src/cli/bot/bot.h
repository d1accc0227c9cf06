/* bot.h - what the parts of `ridgeline bot` share: a run, its slots, the picture of a slot.
 *
 * A slot is a span of `period_s` seconds of UTC, named after the minute at which it begins:
 * "20261121T0600Z".  Its files are in the bot's folder under that name; they are the bot's
 * only state:
 *
 *     SLOT.alt.txt SLOT.json SLOT.png   complete when the .png, which is written last, is as
 *                                       long as the .json says
 *     SLOT.pending                      a post was begun, its outcome is unknown
 *     SLOT.posted                       posted; holds what the command printed
 *
 * Functions that return an exit code have printed one line for each error.
 */
#ifndef RL_CLI_BOT_BOT_H
#define RL_CLI_BOT_BOT_H

#include "base/arena.h"
#include "cli/common/almanac.h"
#include "cli/common/job.h"
#include "words/alt_text.h"
#include "words/title.h"

#define BOT_PERIOD_DEFAULT 10800 /* s: three hours */
#define BOT_WIDTH 1600
#define BOT_HEIGHT 900
#define BOT_KEEP 100
#define BOT_MAX_BYTES 2000000 /* the smallest limit of today's networks, see ridgeline(1) */
#define BOT_PATH 4096         /* bytes of a path: the limit of the kernel */
#define BOT_FEED_MAX 100      /* entries of a feed, which its readers fetch whole */
#define BOT_NAME_SIZE 65
#define BOT_COMMAND_SIZE 1024

/* The command's own options; 0 and NULL when not given. */
typedef struct bot_options {
    const char *post, *url;
    int64_t period_s;
    double latitude, longitude; /* degrees */
    int keep, catch_up, retry, dry_run;
    uint64_t max_bytes;
} bot_options;

#define BOT_BLOCK_MAX 56 /* most slots of a block, see choice.c */

/* The block of slots whose worlds were chosen last. */
typedef struct bot_block {
    int64_t begin, end;               /* slots since 1970, `end` excluded; equal: no block yet */
    signed char world[BOT_BLOCK_MAX]; /* world of each slot: index of rl_world_name */
} bot_block;

typedef struct bot {
    const options *options;
    const bot_options *own;
    struct job *job;  /* its scene is empty */
    rl_scene **scene; /* scene of the slot at work, or of none */
    arena *memory;    /* arena that lives as long as the run */
    const char *name, *folder;
    const char *text; /* template of posts, with fields such as {title} */
    char *root;       /* absolute path of the folder */
    int64_t period_s;
    int64_t slot;               /* start of the current slot, seconds since 1970 */
    double latitude, longitude; /* degrees */
    int has_place;
    size_t keep; /* number of pictures to keep */
    uint64_t max_bytes;
    bot_block *block; /* cache of worlds; all zero at first */
} bot;

/* bot_options_read checks the options and fills name, folder, period, slot, place and limits of
 * a run.  Returns an exit code. */
int bot_options_read(bot *run);

/* ---- time.c: times as text, names of slots ---- */

#define BOT_SLOT_SIZE 15 /* size of "20261121T0600Z" with its NUL */
#define BOT_TIME_SIZE 21 /* size of "2026-11-21T06:00:00Z" with its NUL */

/* bot_time_text writes a time as in RFC 3339; bot_slot_name the name of the slot that begins
 * at the minute of `time`; bot_slot_parse reads such a name, or returns 0. */
void bot_time_text(char text[BOT_TIME_SIZE], int64_t time);
void bot_slot_name(char name[BOT_SLOT_SIZE], int64_t time);
int bot_slot_parse(int64_t *time, const char *name);

/* ---- slots and their files: slots.c --------------------------------- */

/* The files of a slot. */
enum { BOT_PICTURE = 1, BOT_ALT = 2, BOT_JSON = 4, BOT_PENDING = 8, BOT_POSTED = 16 };

typedef struct bot_slot {
    int64_t time;
    int files; /* BOT_... bits of the files that exist */
} bot_slot;

/* The slots of a folder, oldest first. */
typedef struct bot_slots {
    bot_slot *slot;
    size_t count;
} bot_slots;

/* bot_path writes the path of one of a slot's files (BOT_...); bot_file that of another file
 * of the folder. */
void bot_path(char path[BOT_PATH], const bot *run, int64_t time, int file);
void bot_file(char path[BOT_PATH], const bot *run, const char *name);

/* bot_slots_read lists the folder and returns an exit code. */
int bot_slots_read(bot_slots *list, const bot *run);

/* bot_slots_find returns which files of a slot exist: bits BOT_..., 0 for none. */
int bot_slots_find(const bot_slots *list, int64_t time);

/* bot_slot_is_unknown is 1 when a post was begun and not recorded: --retry posts it again. */
int bot_slot_is_unknown(const bot_slot *slot);

/* ---- what a slot shows: choice.c, picture.c ------------------ */

/* Choices for a slot; NULL leaves a choice to the options or the seed. */
typedef struct bot_choice {
    const char *mood, *world, *composition, *print;
} bot_choice;

/* bot_choose returns mood, world, composition and print of the slot that begins at `time`, the same
 * for equal name, period and options on every machine; bot_mood only the mood. */
bot_choice bot_choose(const bot *run, int64_t time);
const char *bot_mood(const bot *run, int64_t time);

/* bot_is_list is 1 for the value of -m or -w that is a list: "dawn,dusk". */
int bot_is_list(const char *value);

/* A way to make the picture; step_down in picture.c leads to smaller files, for --max-bytes. */
typedef struct bot_step {
    int width, height;
    int compress; /* rl_compress */
    int colours;  /* size of the palette; 0 = true colour */
} bot_step;

/* A slot as the pages show it.  All texts pass show_is_plain; `name` and `command` may be empty. */
typedef struct bot_entry {
    char name[BOT_NAME_SIZE]; /* name of the bot that made the slot */
    char slot[BOT_SLOT_SIZE];
    int64_t time;                   /* beginning of the slot, seconds since 1970 UTC */
    char title[TITLE_SIZE];         /* UTF-8, such as "The dunes at dawn" */
    char alt[ALT_TEXT_SIZE];        /* ASCII */
    char command[BOT_COMMAND_SIZE]; /* command that makes the first step of the picture; "": none,
                                     * or too long */
    int width, height;              /* size of SLOT.png, pixels */
    uint64_t bytes;                 /* length of SLOT.png */
} bot_entry;

typedef struct bot_picture {
    const bot *run;
    bot_entry is;
    char seed[96];
    bot_choice choice;
    bot_step step;         /* first step whose file fits --max-bytes */
    int first_width;       /* width of the first step, pixels; set by the options */
    uint64_t first_bytes;  /* size of the first step's file */
    char made[80];         /* how it differs from the first step: ", best compression" or "" */
    uint32_t crc32;        /* CRC-32 of the file's pixels: packed RGB, 8 bits each */
    rl_sink *png, *recipe; /* recipe ends with a NUL */
} bot_picture;

/* bot_picture_check fails for options that no scene can have.  Returns an exit code. */
int bot_picture_check(const bot *run);

/* bot_picture_make makes the picture of a slot, then writes the slot's files or, if `entry` is not
 * NULL, only fills it with what SLOT.json would hold.  Returns an exit code. */
int bot_picture_make(bot_entry *entry, const bot *run, int64_t time);

/* ---- pages: json.c, pages.c ---------------------------------- */

/* bot_json_write writes SLOT.json.  For replace_text: `picture` is a bot_picture.  Errors: those of
 * rl_sink_write. */
rl_status bot_json_write(const void *picture, rl_sink *sink, rl_error *error);

/* bot_json_read fills an entry from SLOT.json.  Returns 1; 0 when the file is missing or wrong; -1
 * without memory.  A missing or wrong name is no error, it becomes "". */
int bot_json_read(bot_entry *entry, const bot *run, int64_t time);

typedef struct bot_pages {
    const char *name;         /* name of the bot; UTF-8, up to 64 bytes */
    const char *url;          /* URL of the folder, ends with '/'; or NULL */
    const bot_entry *entries; /* newest first */
    int count;                /* number of entries, at least 1 */
    int is_feed;
} bot_pages;

/* bot_page writes index.html: all entries, the newest large; or feed.xml: Atom, the newest
 * BOT_FEED_MAX entries.  For replace_text: `pages` is a bot_pages.  Errors: those of
 * rl_sink_write. */
rl_status bot_page(const void *pages, rl_sink *sink, rl_error *error);

/* bot_home_write updates latest.png, index.html and feed.xml; bot_home_prune removes the
 * pictures that --keep does not keep.  Both return an exit code. */
int bot_home_write(const bot *run);
int bot_home_prune(const bot *run);

/* ---- posts: post.c --------------------------------------------------- */

/* bot_post_check fails when --post is no program.  Returns an exit code. */
int bot_post_check(const bot *run);

/* bot_post publishes a slot whose files exist: claims it by SLOT.pending, runs the command,
 * writes SLOT.posted.  A slot that was claimed before is posted only when `is_retry`.
 * Returns an exit code. */
int bot_post(const bot *run, const bot_entry *entry, int is_retry);

/* bot_post_text returns what the post says, in memory of the run: its template with the fields
 * {title} {name} {slot} {time} {url} replaced.  NULL without memory. */
const char *bot_post_text(const bot *run, const bot_entry *entry);

/* ---- --dry-run: dry_run.c -------------------------------------------- */

/* bot_show prints what would be posted, or why nothing would be; `files` are the files of the slot,
 * BOT_... */
void bot_show(const bot *run, const bot_entry *entry, int files);

#endif
