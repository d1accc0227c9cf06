/* home.c - latest.png, gallery and feed of a bot, and which pictures it keeps.
 *
 * In: the folder with the pictures of this run.  Out: the three files; later, no more
 * pictures than --keep allows.  Pictures are removed last of all, so that no page names a
 * missing one and none is removed before it was posted.  Slots in the future, of a clock that
 * was once wrong, are neither shown nor removed: their time may come.  The records of posts
 * are kept for ever: they prevent a second post after the clock was set back.
 */
#include "cli/bot/bot.h"
#include "cli/common/output.h"
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
    size_t count, keep; /* all, and those to keep */
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
    slots->keep = run->own->keeps_all || slots->count < keep ? slots->count : keep;
    return CODE_OK;
}

static void free_slots(shown_slots *slots)
{
    free(slots->list.slot);
    free(slots->time);
}

/* ---- files -------------------------------------------------------------- */

/* Both pages are tried; the first error counts. */
static rl_status write_pages(const bot *run, const shown_slots *slots, rl_error *error)
{
    char path[BOT_PATH];
    bot_entry *entries = malloc((slots->keep + 1) * sizeof *entries);
    bot_pages pages = {.name = run->name, .url = run->own->url, .entries = entries};
    int has_memory = entries != NULL;
    rl_error other;
    *error = (rl_error){RL_OK, ""};
    for (size_t i = 0; i < slots->keep && has_memory; i++) {
        int result = bot_json_read(&entries[pages.count], run, slots->time[i]);
        pages.count += result > 0;
        has_memory = result >= 0;
    }
    if (!has_memory) /* pages without an existing picture would be wrong */
        *error = (rl_error){RL_NO_MEMORY, "pages: out of memory"};
    else if (pages.count > 0) {
        bot_file(path, run, "index.html");
        (void)replace_text(path, bot_gallery, &pages, error);
        bot_file(path, run, "feed.xml");
        if (replace_text(path, bot_feed, &pages, &other) != RL_OK && error->status == RL_OK)
            *error = other;
    }
    free(entries);
    return error->status;
}

/* latest.png stays as it is while the current slot has no picture. */
int bot_home_write(const bot *run)
{
    char path[BOT_PATH];
    void *png = NULL;
    size_t size;
    shown_slots slots;
    rl_error error;
    int code = read_slots(&slots, run);
    if ((bot_slots_find(&slots.list, run->slot) & BOT_PICTURE) != 0) {
        bot_path(path, run, run->slot, BOT_PICTURE);
        rl_status status = rl_file_read(&png, &size, path, PICTURE_MAX, NULL, &error);
        if (status == RL_NO_INPUT) /* not an input of the user */
            error.status = RL_IO_ERROR;
        bot_file(path, run, "latest.png");
        if (status == RL_OK)
            status = replace_file(path, png, size, &error);
        if (status != RL_OK)
            code = say_status(&error);
        rl_file_free(png, NULL);
    }
    if (slots.time != NULL && write_pages(run, &slots, &error) != RL_OK)
        code = say_status(&error);
    free_slots(&slots);
    return code;
}

/* Removes everything before the oldest slot that is kept, also texts without a picture; but
 * not what --retry may post.  A slot's picture is removed last: while it exists, the slot is
 * found again. */
int bot_home_prune(const bot *run)
{
    static const int files[] = {BOT_ALT, BOT_JSON, BOT_PICTURE};
    shown_slots slots;
    int code = read_slots(&slots, run);
    int64_t oldest = slots.keep > 0 && slots.keep < slots.count ? slots.time[slots.keep - 1] : 0;
    for (size_t i = 0; i < slots.list.count && slots.list.slot[i].time < oldest; i++) {
        const bot_slot *slot = &slots.list.slot[i];
        for (size_t k = 0; k < sizeof files / sizeof *files && !bot_slot_is_unknown(slot); k++) {
            char path[BOT_PATH];
            bot_path(path, run, slot->time, files[k]);
            if ((slot->files & files[k]) != 0 && unlink(path) != 0 && errno != ENOENT)
                code = say_error(CODE_IO, "%s: cannot be removed: %s", SHOW(path), REASON(errno));
        }
    }
    free_slots(&slots);
    return code;
}
