/* bot_home.c - what a web server shows of a bot: latest.png, gallery and feed.
 *
 * In: the folder with the pictures of this run.  Out: the three files; later, no more
 * pictures than are to be kept.  Those go last of all: no page may name one that is gone, and
 * none may go before it was posted.
 * Slots that lie in the future, of a clock that was wrong once, are neither shown nor
 * removed: their time may come.  The records of posts stay for ever: they are what keeps a
 * clock that is set back from posting twice.
 */
#include "cli/bot/bot_home.h"
#include "cli/bot/bot_json.h"
#include "cli/bot/bot_pages.h"
#include "cli/common/replace.h"
#include "cli/common/say.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PICTURE_MAX ((size_t)1 << 30)

/* ---- which slots are kept ----------------------------------------------- */

/* Slots with a picture up to the current one, newest first. */
static int64_t *shown_slots(const bot *run, const bot_slots *list, size_t *count)
{
    int64_t *slots = malloc((list->count + 1) * sizeof *slots);
    *count = 0;
    for (size_t i = list->count; slots != NULL && i > 0; i--)
        if (list->slot[i - 1].time <= run->slot && (list->slot[i - 1].has & BOT_PICTURE) != 0)
            slots[(*count)++] = list->slot[i - 1].time;
    return slots;
}

static size_t kept_count(const bot *run, size_t count)
{
    size_t keep = bot_own(run->wanted)->keep > 0 ? (size_t)bot_own(run->wanted)->keep : BOT_KEEP;
    return bot_own(run->wanted)->keeps_all || count < keep ? count : keep;
}

static int remove_slot(const bot *run, int64_t time)
{
    /* the picture last: while it stands there, the slot is found again */
    static const int files[] = {BOT_ALT, BOT_JSON, BOT_PICTURE};
    int code = CODE_OK;
    for (size_t j = 0; j < sizeof files / sizeof *files; j++) {
        char path[BOT_PATH];
        bot_path(path, run, time, bot_ending(files[j]));
        if (unlink(path) != 0 && errno != ENOENT)
            code = say_error(CODE_IO, "%s: cannot be removed: %s", SHOW(path), REASON(errno));
    }
    return code;
}

/* Everything before the oldest slot that stays, also texts whose picture never came; but not
 * what --retry is to post. */
static int remove_before(const bot *run, const bot_slots *list, int64_t oldest)
{
    int code = CODE_OK;
    for (size_t i = 0; i < list->count && list->slot[i].time < oldest; i++) {
        const bot_slot *slot = &list->slot[i];
        if ((slot->has & (BOT_PICTURE | BOT_ALT | BOT_JSON)) == 0 || bot_slot_waits(slot))
            continue;
        int failed = remove_slot(run, slot->time);
        code = code == CODE_OK ? failed : code;
    }
    return code;
}

/* ---- files -------------------------------------------------------------- */

static rl_status write_latest(const bot *run, rl_error *error)
{
    char path[BOT_PATH];
    void *png;
    size_t size;
    bot_path(path, run, run->slot, bot_ending(BOT_PICTURE));
    rl_status status = rl_file_read(&png, &size, path, PICTURE_MAX, NULL, error);
    if (status == RL_NO_INPUT) /* it is no input of the user's */
        status = error->status = RL_IO_ERROR;
    if (status != RL_OK)
        return status;
    bot_path(path, run, BOT_NO_SLOT, "latest.png");
    status = replace_file(path, png, size, error);
    rl_file_free(png, NULL);
    return status;
}

static rl_status write_index(const void *pages, rl_sink *sink, rl_error *error)
{
    return bot_index(pages, sink, error);
}

static rl_status write_feed(const void *pages, rl_sink *sink, rl_error *error)
{
    return bot_feed(pages, sink, error);
}

static rl_status write_pages(const bot *run, const int64_t *slots, size_t kept, rl_error *error)
{
    char path[BOT_PATH];
    bot_entry *entries = malloc((kept + 1) * sizeof *entries);
    bot_pages pages = {.name = run->name, .url = bot_own(run->wanted)->url, .entries = entries};
    rl_error other;
    if (entries == NULL) {
        *error = (rl_error){RL_NO_MEMORY, "out of memory"};
        return RL_NO_MEMORY;
    }
    *error = (rl_error){RL_OK, ""};
    for (size_t i = 0; i < kept && error->status == RL_OK; i++) {
        int is_ours = bot_json_read(&entries[pages.count], run, slots[i]);
        pages.count += is_ours > 0;
        if (is_ours < 0) /* pages without a picture that is there would be wrong */
            *error = (rl_error){RL_NO_MEMORY, "out of memory"};
    }
    if (error->status != RL_OK)
        pages.count = 0;
    bot_path(path, run, BOT_NO_SLOT, "index.html");
    if (pages.count > 0)
        (void)replace_text(path, write_index, &pages, error);
    bot_path(path, run, BOT_NO_SLOT, "feed.xml");
    if (pages.count > 0 && replace_text(path, write_feed, &pages, &other) != RL_OK &&
        error->status == RL_OK)
        *error = other;
    free(entries);
    return error->status;
}

/* latest.png stays as it was while the current slot has no picture. */
int bot_home_write(const bot *run)
{
    bot_slots list;
    rl_error error = {RL_OK, ""};
    size_t count;
    int code = bot_slots_read(&list, run);
    if (code != CODE_OK)
        return code;
    int64_t *slots = shown_slots(run, &list, &count);
    if (slots == NULL)
        code = say_error(CODE_NO_MEMORY, "out of memory");
    if ((bot_slots_find(&list, run->slot) & BOT_PICTURE) != 0 && write_latest(run, &error) != RL_OK)
        code = say_status(&error);
    if (slots != NULL && write_pages(run, slots, kept_count(run, count), &error) != RL_OK)
        code = say_status(&error);
    free(slots);
    bot_slots_free(&list);
    return code;
}

int bot_home_prune(const bot *run)
{
    bot_slots list;
    size_t count;
    int code = bot_slots_read(&list, run);
    if (code != CODE_OK)
        return code;
    int64_t *slots = shown_slots(run, &list, &count);
    size_t kept = kept_count(run, count);
    if (slots == NULL)
        code = say_error(CODE_NO_MEMORY, "out of memory");
    else if (kept > 0 && kept < count)
        code = remove_before(run, &list, slots[kept - 1]);
    free(slots);
    bot_slots_free(&list);
    return code;
}
