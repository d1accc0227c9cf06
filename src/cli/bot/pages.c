/* pages.c - latest.png, gallery and feed of a bot, and which pictures it keeps.
 *
 * In: the folder with the pictures of this run.  Out: latest.png; index.html and feed.xml, the
 * forms gallery.html.in and feed.xml.in with their values; later, no more pictures than --keep
 * allows.  Pictures are removed last of all, so that no page names a missing one and none is
 * removed before it was posted.  Slots in the future, of a clock that was once wrong, are
 * neither shown nor removed: their time may come.  The records of posts are kept for ever: they
 * prevent a second post after the clock was set back.
 *
 * The gallery has no script and loads nothing from elsewhere, so that it works from a folder, a
 * memory stick or any static server; its text has a contrast of 5.8 at least, in light and dark.
 * The feed is Atom (RFC 4287); its ids are made of the bot's name and the slot alone, so that a
 * second machine or a folder that has moved writes the same ids and no reader shows a picture
 * twice.
 */
#include "base/status.h"
#include "cli/bot/bot.h"
#include "cli/common/form.h"
#include "cli/common/output.h"
#include "cli/common/say.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#define PICTURE_MAX ((size_t)1 << 30)

/* ---- forms -------------------------------------------------------------- */

static uint64_t hash(const char *prefix, const char *name, const char *slot)
{
    char text[128];
    uint64_t bits = 0;
    rl_error error;
    snprintf(text, sizeof text, "%s/%.64s%s%s", prefix, name, slot[0] != '\0' ? "/" : "", slot);
    (void)rl_seed_parse(&bits, text, &error);
    return bits;
}

/* Sets the field "id" to a UUID of version 8, "vendor-specific", and the usual variant (RFC
 * 9562, 4.1, 5.8), from the name of the bot and a slot; slot "" gives the id of the feed itself. */
static void set_id(form *out, const char *name, const char *slot)
{
    uint64_t high = hash("atom id", name, slot);
    uint64_t low = hash("atom id, lower half", name, slot);
    high = (high & ~UINT64_C(0xf000)) | UINT64_C(0x8000);
    low = (low & ~(UINT64_C(3) << 62)) | UINT64_C(2) << 62;
    form_print(
        out, "id", "urn:uuid:%08" PRIx64 "-%04" PRIx64 "-%04" PRIx64 "-%04" PRIx64 "-%012" PRIx64,
        high >> 32, high >> 16 & 0xffff, high & 0xffff, low >> 48, low & UINT64_C(0xffffffffffff));
}

static void set_entry(form *out, const bot_entry *entry)
{
    static const char *const months[] = {"January",   "February", "March",    "April",
                                         "May",       "June",     "July",     "August",
                                         "September", "October",  "November", "December"};
    char time[BOT_TIME_SIZE];
    almanac_day date = almanac_day_of(entry->time);
    bot_time_text(time, entry->time);
    form_set(out, "slot", entry->slot);
    form_print(out, "time", "%s", time);
    form_print(out, "date", "%d %s %d, %02d:%02d UTC", date.day, months[date.month - 1], date.year,
               date.second / 3600, date.second / 60 % 60);
    form_set(out, "title", entry->title);
    form_set(out, "alt", entry->alt);
    form_set(out, "command", entry->command);
    form_number(out, "width", entry->width);
    form_number(out, "height", entry->height);
    form_number(out, "bytes", (int64_t)entry->bytes);
}

/* Sets the values of item `index` of section "picture" and returns 1, or 0 past the last.  In the
 * gallery the items begin with the second entry, because the newest one is above the section. */
static int next_picture(form *out, const char *name, int index)
{
    const bot_pages *pages = out->user;
    int number = pages->is_feed ? index : index + 1;
    (void)name;
    if (number >= pages->count || (pages->is_feed && index >= BOT_FEED_MAX))
        return 0;
    set_entry(out, &pages->entries[number]);
    set_id(out, pages->name, pages->entries[number].slot);
    return 1;
}

rl_status bot_page(const void *user, rl_sink *sink, rl_error *error)
{
    const bot_pages *pages = user;
    /* The cast drops const, but next_picture only reads the pages. */
    form out = {.language = pages->is_feed ? FORM_XML : FORM_HTML,
                .section = next_picture,
                .user = (void *)(uintptr_t)pages};
    form_set(&out, "name", pages->name);
    form_set(&out, "url", pages->url);
    set_id(&out, pages->name, "");
    form_set(&out, "version", rl_version());
    form_number(&out, "count", pages->count);
    form_number(&out, "earlier", pages->count - 1);
    set_entry(&out, &pages->entries[0]);
    return form_write(&out, pages->is_feed ? "feed.xml" : "gallery.html", sink, error);
}

/* ---- files -------------------------------------------------------------- */

static int is_shown(const bot *run, const bot_slot *slot)
{
    return slot->time <= run->slot && (slot->files & BOT_PICTURE) != 0;
}

/* Returns the index of the oldest slot that --keep keeps; 0 when no picture is too many. */
static size_t oldest_kept(const bot *run, const bot_slots *list)
{
    size_t left = run->keep;
    for (size_t i = list->count; i > 0; i--)
        if (is_shown(run, &list->slot[i - 1]) && --left == 0)
            return i - 1;
    return 0;
}

/* Writes index.html and feed.xml.  Both are tried; the first error is returned. */
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
    /* Pages without an existing picture would be wrong. */
    TRY(status_memory(has_memory, "pages", error));
    if (pages.count == 0)
        return RL_OK;
    bot_file(path, run, "index.html");
    rl_status status = replace_text(path, bot_page, &pages, error);
    pages.is_feed = 1;
    bot_file(path, run, "feed.xml");
    rl_status second = replace_text(path, bot_page, &pages, status == RL_OK ? error : &other);
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
        if (status == RL_NO_INPUT) /* the bot's file, not an input of the user */
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
