/* bot_home.c - latest.png, gallery and feed of a bot, and which pictures it keeps.
 *
 * In: the folder with the pictures of this run.  Out: the three files; later, no more
 * pictures than --keep allows.  Pictures are removed last of all, so that no page names a
 * missing one and none is removed before it was posted.  Slots in the future, of a clock that
 * was once wrong, are neither shown nor removed: their time may come.  The records of posts
 * are kept for ever: they prevent a second post after the clock was set back.
 */
#include "cli/bot/bot.h"
#include "cli/common/files.h"
#include "cli/common/say.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PICTURE_MAX ((size_t)1 << 30)

/* ---- which slots are kept ----------------------------------------------- */

/* The slots with a picture up to the current one, newest first. */
typedef struct shown_slots {
    bot_slots list;
    int64_t *time;
    size_t count, kept;
} shown_slots;

/* Returns an exit code; then, also after an error, call free_slots. */
static int read_slots(shown_slots *slots, const bot *run)
{
    size_t keep = run->own->keep > 0 ? (size_t)run->own->keep : BOT_KEEP;
    *slots = (shown_slots){0};
    int code = bot_slots_read(&slots->list, run);
    if (code != CODE_OK)
        return code;
    slots->time = malloc((slots->list.count + 1) * sizeof *slots->time);
    if (slots->time == NULL)
        return say_error(CODE_NO_MEMORY, "list of slots: out of memory");
    for (size_t i = slots->list.count; i > 0; i--) {
        const bot_slot *slot = &slots->list.slot[i - 1];
        if (slot->time <= run->slot && (slot->files & BOT_PICTURE) != 0)
            slots->time[slots->count++] = slot->time;
    }
    slots->kept = run->own->keeps_all || slots->count < keep ? slots->count : keep;
    return CODE_OK;
}

static void free_slots(shown_slots *slots)
{
    free(slots->list.slot);
    free(slots->time);
}

/* ---- files -------------------------------------------------------------- */

static rl_status write_latest(const bot *run, rl_error *error)
{
    char path[BOT_PATH];
    void *png;
    size_t size;
    bot_path(path, run, run->slot, BOT_PICTURE);
    rl_status status = rl_file_read(&png, &size, path, PICTURE_MAX, NULL, error);
    if (status == RL_NO_INPUT) /* not an input of the user */
        status = error->status = RL_IO_ERROR;
    if (status != RL_OK)
        return status;
    bot_file(path, run, "latest.png");
    status = replace_file(path, png, size, error);
    rl_file_free(png, NULL);
    return status;
}

static rl_status write_gallery(const void *pages, rl_sink *sink, rl_error *error)
{
    return bot_gallery(pages, sink, error);
}

static rl_status write_feed(const void *pages, rl_sink *sink, rl_error *error)
{
    return bot_feed(pages, sink, error);
}

/* Both pages are tried; the first error counts. */
static rl_status write_pages(const bot *run, const shown_slots *slots, rl_error *error)
{
    char path[BOT_PATH];
    bot_entry *entries = malloc((slots->kept + 1) * sizeof *entries);
    bot_pages pages = {.name = run->name, .url = run->own->url, .entries = entries};
    int has_memory = entries != NULL;
    rl_error other;
    *error = (rl_error){RL_OK, ""};
    for (size_t i = 0; i < slots->kept && has_memory; i++) {
        int result = bot_json_read(&entries[pages.count], run, slots->time[i]);
        pages.count += result > 0;
        has_memory = result >= 0;
    }
    if (!has_memory) /* pages without an existing picture would be wrong */
        *error = (rl_error){RL_NO_MEMORY, "pages: out of memory"};
    else if (pages.count > 0) {
        bot_file(path, run, "index.html");
        (void)replace_text(path, write_gallery, &pages, error);
        bot_file(path, run, "feed.xml");
        if (replace_text(path, write_feed, &pages, &other) != RL_OK && error->status == RL_OK)
            *error = other;
    }
    free(entries);
    return error->status;
}

/* latest.png stays as it is while the current slot has no picture. */
int bot_home_write(const bot *run)
{
    shown_slots slots;
    rl_error error;
    int code = read_slots(&slots, run);
    int has_picture = (bot_slots_find(&slots.list, run->slot) & BOT_PICTURE) != 0;
    if (has_picture && write_latest(run, &error) != RL_OK)
        code = say_status(&error);
    if (slots.time != NULL && write_pages(run, &slots, &error) != RL_OK)
        code = say_status(&error);
    free_slots(&slots);
    return code;
}

/* ---- old pictures -------------------------------------------------------- */

static int remove_slot(const bot *run, int64_t time)
{
    /* the picture last: while it exists, the slot is found again */
    static const int files[] = {BOT_ALT, BOT_JSON, BOT_PICTURE};
    int code = CODE_OK;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[BOT_PATH];
        bot_path(path, run, time, files[i]);
        if (unlink(path) != 0 && errno != ENOENT)
            code = say_error(CODE_IO, "%s: cannot be removed: %s", SHOW(path), REASON(errno));
    }
    return code;
}

/* Removes everything before the oldest slot that is kept, also texts without a picture; but
 * not what --retry may post. */
int bot_home_prune(const bot *run)
{
    enum { FILES = BOT_PICTURE | BOT_ALT | BOT_JSON };
    shown_slots slots;
    int code = read_slots(&slots, run);
    int64_t oldest = slots.kept > 0 && slots.kept < slots.count ? slots.time[slots.kept - 1] : 0;
    for (size_t i = 0; i < slots.list.count && slots.list.slot[i].time < oldest; i++) {
        const bot_slot *slot = &slots.list.slot[i];
        int failed = (slot->files & FILES) != 0 && !bot_slot_is_unknown(slot)
                         ? remove_slot(run, slot->time)
                         : CODE_OK;
        code = code == CODE_OK ? failed : code;
    }
    free_slots(&slots);
    return code;
}
