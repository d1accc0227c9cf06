/* pages.c - the pages of a bot: its gallery index.html and its feed feed.xml.
 *
 * In: the slots that are kept.  Out: the forms gallery.html.in and feed.xml.in with their values.
 * The gallery has no script and loads nothing from elsewhere, so that it works from a folder, a
 * memory stick or any static server; its text has a contrast of 5.8 at least, in light and dark.
 * The feed is Atom (RFC 4287); its ids are made of the bot's name and the slot alone, so that a
 * second machine or a folder that has moved writes the same ids and no reader shows a picture
 * twice.
 */
#include "cli/bot/bot.h"
#include "cli/common/form.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ID_SIZE 46 /* of "urn:uuid:", 32 digits, four dashes and the NUL */

/* The values of the entry that is being written. */
struct page {
    const bot_pages *pages;
    char id[ID_SIZE], time[BOT_TIME_SIZE], date[48];
};

static uint64_t hash(const char *prefix, const char *name, const char *slot)
{
    char text[128];
    uint64_t bits = 0;
    rl_error error;
    snprintf(text, sizeof text, "%s/%.64s%s%s", prefix, name, slot[0] != '\0' ? "/" : "", slot);
    (void)rl_seed_parse(&bits, text, &error);
    return bits;
}

/* Writes a UUID of version 8, "vendor-specific", and the usual variant (RFC 9562, 4.1, 5.8); of
 * the feed itself for the slot "". */
static void make_id(char id[ID_SIZE], const char *name, const char *slot)
{
    uint64_t high = hash("atom id", name, slot);
    uint64_t low = hash("atom id, lower half", name, slot);
    high = (high & ~UINT64_C(0xf000)) | UINT64_C(0x8000);
    low = (low & ~(UINT64_C(3) << 62)) | UINT64_C(2) << 62;
    snprintf(
        id, ID_SIZE, "urn:uuid:%08" PRIx64 "-%04" PRIx64 "-%04" PRIx64 "-%04" PRIx64 "-%012" PRIx64,
        high >> 32, high >> 16 & 0xffff, high & 0xffff, low >> 48, low & UINT64_C(0xffffffffffff));
}

static void set_entry(form *out, const bot_entry *entry)
{
    static const char *const months[] = {"January",   "February", "March",    "April",
                                         "May",       "June",     "July",     "August",
                                         "September", "October",  "November", "December"};
    struct page *page = out->user;
    bot_date date = bot_date_of(entry->time);
    bot_time_text(page->time, entry->time);
    snprintf(page->date, sizeof page->date, "%d %s %d, %02d:%02d UTC", date.day,
             months[date.month - 1], date.year, date.second / 3600, date.second / 60 % 60);
    form_set(out, "slot", entry->slot);
    form_set(out, "time", page->time);
    form_set(out, "date", page->date);
    form_set(out, "title", entry->title);
    form_set(out, "alt", entry->alt);
    form_number(out, "width", entry->width);
    form_number(out, "height", entry->height);
    form_number(out, "bytes", (int64_t)entry->bytes);
}

/* Steps through "picture": the gallery shows the newest outside of it. */
static int next_picture(form *out, const char *name, int index)
{
    struct page *page = out->user;
    const bot_pages *pages = page->pages;
    int is_feed = page->id[0] != '\0', first = is_feed ? 0 : 1;
    (void)name;
    if (index + first >= pages->count || (is_feed && index >= BOT_FEED_MAX))
        return 0;
    const bot_entry *entry = &pages->entries[index + first];
    set_entry(out, entry);
    if (is_feed)
        make_id(page->id, pages->name, entry->slot);
    return 1;
}

static rl_status write_page(const char *name, struct page *page, rl_sink *sink, rl_error *error)
{
    const bot_pages *pages = page->pages;
    form out = {.section = next_picture, .user = page};
    out.language = page->id[0] != '\0' ? FORM_XML : FORM_HTML;
    form_set(&out, "name", pages->name);
    form_set(&out, "url", pages->url);
    form_set(&out, "id", page->id);
    form_set(&out, "version", rl_version());
    form_number(&out, "count", pages->count);
    form_number(&out, "earlier", pages->count - 1);
    set_entry(&out, &pages->entries[0]);
    return form_write(&out, name, sink, error);
}

rl_status bot_gallery(const void *pages, rl_sink *sink, rl_error *error)
{
    struct page page = {.pages = pages};
    return write_page("gallery.html", &page, sink, error);
}

rl_status bot_feed(const void *pages, rl_sink *sink, rl_error *error)
{
    struct page page = {.pages = pages};
    make_id(page.id, page.pages->name, "");
    return write_page("feed.xml", &page, sink, error);
}
