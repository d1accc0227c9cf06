/* home.c - latest.png, gallery and feed of a bot, and which pictures it keeps.
 *
 * In: the folder with the pictures of this run.  Out: the three files; later, no more
 * pictures than --keep allows.  Pictures are removed last of all, so that no page names a
 * missing one and none is removed before it was posted.  Slots in the future, of a clock that
 * was once wrong, are neither shown nor removed: their time may come.  The records of posts
 * are kept for ever: they prevent a second post after the clock was set back.
 */
#include "base/status.h"
#include "cli/bot/bot.h"
#include "cli/common/output.h"
#include "cli/common/say.h"

#include <errno.h>
#include <unistd.h>

#define PICTURE_MAX ((size_t)1 << 30)

static int is_shown(const bot *run, const bot_slot *slot)
{
    return slot->time <= run->slot && (slot->files & BOT_PICTURE) != 0;
}

/* Returns the oldest slot that is kept; the first of all when no picture is too many. */
static size_t oldest_kept(const bot *run, const bot_slots *list)
{
    size_t left = run->keep;
    for (size_t i = list->count; i > 0; i--)
        if (is_shown(run, &list->slot[i - 1]) && --left == 0)
            return i - 1;
    return 0;
}

/* Both pages are tried; the first error counts. */
static rl_status write_pages(const bot *run, const bot_slots *list, rl_error *error)
{
    char path[BOT_PATH];
    size_t oldest = oldest_kept(run, list);
    bot_entry *entries = arena_array(run->memory, list->count - oldest + 1, sizeof *entries);
    bot_pages pages = {.name = run->name, .url = run->own->url, .entries = entries};
    int has_memory = entries != NULL;
    rl_error other;
    for (size_t i = list->count; i > oldest && has_memory; i--) {
        if (!is_shown(run, &list->slot[i - 1]))
            continue;
        int result = bot_json_read(&entries[pages.count], run, list->slot[i - 1].time);
        pages.count += result > 0;
        has_memory = result >= 0;
    }
    if (!has_memory) /* pages without an existing picture would be wrong */
        return status_fail(error, RL_NO_MEMORY, "pages: out of memory");
    if (pages.count == 0)
        return RL_OK;
    bot_file(path, run, "index.html");
    rl_status status = replace_text(path, bot_gallery, &pages, error);
    bot_file(path, run, "feed.xml");
    rl_status second = replace_text(path, bot_feed, &pages, status == RL_OK ? error : &other);
    return status == RL_OK ? second : status;
}

/* latest.png stays as it is while the current slot has no picture. */
int bot_home_write(const bot *run)
{
    char path[BOT_PATH];
    void *png = NULL;
    size_t size;
    bot_slots list;
    rl_error error;
    int code = CODE_OK;
    STEP(bot_slots_read(&list, run));
    if ((bot_slots_find(&list, run->slot) & BOT_PICTURE) != 0) {
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
    return write_pages(run, &list, &error) == RL_OK ? code : say_status(&error);
}

/* Removes everything before the oldest slot that is kept, also texts without a picture; but
 * not what --retry may post.  A slot's picture is removed last: while it exists, the slot is
 * found again. */
int bot_home_prune(const bot *run)
{
    static const int files[] = {BOT_ALT, BOT_JSON, BOT_PICTURE};
    bot_slots list;
    int code = CODE_OK;
    STEP(bot_slots_read(&list, run));
    size_t oldest = oldest_kept(run, &list);
    for (size_t i = 0; i < oldest; i++) {
        const bot_slot *slot = &list.slot[i];
        for (size_t k = 0; k < sizeof files / sizeof *files && !bot_slot_is_unknown(slot); k++) {
            char path[BOT_PATH];
            bot_path(path, run, slot->time, files[k]);
            if ((slot->files & files[k]) != 0 && unlink(path) != 0 && errno != ENOENT)
                code = say_error(CODE_IO, "%s: cannot be removed: %s", SHOW(path), REASON(errno));
        }
    }
    return code;
}
