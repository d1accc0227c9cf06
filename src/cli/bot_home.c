/* bot_home.c - what a web server shows of a bot: latest.png, gallery and feed.
 *
 * In: the folder as it is after a run.  Out: the three files, and no more pictures than are
 * to be kept.  Pages come before old pictures go, so that no page names one that is gone.
 * Slots that lie in the future, of a clock that was wrong once, are neither shown nor
 * removed: their time may come.  The records of posts stay for ever: they are what keeps a
 * clock that is set back from posting twice.
 */
#include "cli/bot_home.h"
#include "cli/bot_json.h"
#include "cli/bot_pages.h"
#include "cli/replace.h"
#include "cli/say.h"

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
    size_t keep = run->wanted->keep > 0 ? (size_t)run->wanted->keep : BOT_KEEP;
    return run->wanted->keeps_all || count < keep ? count : keep;
}

static int remove_old(const bot *run, const int64_t *slots, size_t kept, size_t count)
{
    /* the picture last: while it stands there, the slot is found again */
    static const int files[] = {BOT_ALT, BOT_JSON, BOT_PICTURE};
    int code = CODE_OK;
    for (size_t i = kept; i < count; i++)
        for (size_t j = 0; j < sizeof files / sizeof *files; j++) {
            char path[BOT_PATH];
            bot_path(path, run, slots[i], bot_ending(files[j]));
            if (unlink(path) != 0 && errno != ENOENT)
                code = say_error(CODE_IO, "%s: cannot be removed: %s", SHOW(path), strerror(errno));
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
    bot_pages pages = {.name = run->name, .url = run->wanted->url, .entries = entries};
    rl_status status = RL_OK;
    if (entries == NULL) {
        *error = (rl_error){RL_NO_MEMORY, "out of memory"};
        return RL_NO_MEMORY;
    }
    for (size_t i = 0; i < kept; i++)
        pages.count += bot_json_read(&entries[pages.count], run, slots[i]);
    bot_path(path, run, BOT_NO_SLOT, "index.html");
    if (pages.count > 0)
        status = replace_text(path, write_index, &pages, error);
    bot_path(path, run, BOT_NO_SLOT, "feed.xml");
    if (pages.count > 0 && status == RL_OK)
        status = replace_text(path, write_feed, &pages, error);
    free(entries);
    return status;
}

/* The slots that are shown, newest first, and how many of them stay. */
static int list_shown(const bot *run, int64_t **slots, size_t *kept, size_t *count)
{
    bot_slots list;
    int code = bot_slots_read(&list, run);
    if (code != CODE_OK)
        return code;
    *slots = shown_slots(run, &list, count);
    *kept = kept_count(run, *count);
    bot_slots_free(&list);
    return *slots != NULL ? CODE_OK : say_error(CODE_NO_MEMORY, "out of memory");
}

int bot_home_write(const bot *run)
{
    rl_error error = {RL_OK, ""};
    int64_t *slots;
    size_t kept, count;
    int code = list_shown(run, &slots, &kept, &count);
    if (code != CODE_OK)
        return code;
    if (write_latest(run, &error) != RL_OK)
        code = say_status(&error);
    if (write_pages(run, slots, kept, &error) != RL_OK)
        code = say_status(&error);
    free(slots);
    return code;
}

int bot_home_prune(const bot *run)
{
    int64_t *slots;
    size_t kept, count;
    int code = list_shown(run, &slots, &kept, &count);
    if (code != CODE_OK)
        return code;
    code = remove_old(run, slots, kept, count);
    free(slots);
    return code;
}
