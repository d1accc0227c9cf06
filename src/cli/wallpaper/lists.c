/* lists.c - files that name the pictures of a set: lists for GNOME and Plasma.
 *
 * In: the pictures with their paths.  Out: the forms gnome-list.xml.in and gnome-day.xml.in
 * (gnome-background-properties and the slide shows of gnome-desktop, which Cinnamon, MATE,
 * Budgie and Deepin read, too; they take the text of an element with its blanks), and
 * plasma.json.in.
 */
#include "base/status.h"
#include "cli/common/form.h"
#include "cli/wallpaper/wallpaper.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define DAY_SECONDS 86400

#define PLAIN "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

/* Characters that need no escape in the path of a URI (RFC 3986, 3.3). */
#define URI_PLAIN PLAIN "-._~/:@!$&()*+,="

/* State of the form of one list. */
struct page {
    const wallpaper *set;
    int light; /* light of the pictures that are listed */
};

/* ---- GNOME's list ------------------------------------------------------- */

/* Sets the values of item `index` of section "background" and returns 1, or 0 past the last: one
 * item for the set, with --each one for each monitor. */
static int next_background(form *out, const char *section, int index)
{
    const struct page *page = out->user;
    const wallpaper *set = page->set;
    int is_each = set->own->each, view = is_each ? index : set->first_view;
    (void)section;
    if (index >= (is_each ? set->monitor_count : 1))
        return 0;
    form_set(out, "name", set->name);
    form_number(out, "number", is_each ? index + 1 : 0);
    form_set(out, "light", set->day != NULL ? set->day : wallpaper_file(set, view, 0));
    form_set(out, "dark", set->own->dark != NULL ? wallpaper_file(set, view, 1) : "");
    return 1;
}

static rl_status write_list(const void *user, rl_sink *sink, rl_error *error)
{
    const wallpaper *set = user;
    struct page page = {.set = set};
    form out = {.language = FORM_XML, .section = next_background, .user = &page};
    form_set(&out, "options", set->has_span ? "spanned" : "zoom");
    form_set(&out, "colour", set->sky);
    return form_write(&out, "gnome-list.xml", sink, error);
}

/* ---- GNOME's slide show of a day ---------------------------------------- */

/* Returns the seconds by which local time is ahead of UTC at `time`. */
static int64_t utc_offset(time_t time)
{
    struct tm local, utc;
    if (localtime_r(&time, &local) == NULL || gmtime_r(&time, &utc) == NULL)
        return 0;
    int days =
        local.tm_year != utc.tm_year ? local.tm_year - utc.tm_year : local.tm_yday - utc.tm_yday;
    return ((days * 24 + local.tm_hour - utc.tm_hour) * 60 + local.tm_min - utc.tm_min) * 60 +
           local.tm_sec - utc.tm_sec;
}

/* Returns the seconds from the minute of a light to that of the next. */
static int gap_after(const wallpaper *set, int light)
{
    int next = set->lights[(light + 1) % set->light_count].minute;
    int minutes = next - set->lights[light].minute;
    return 60 * (minutes > 0 ? minutes : minutes + DAY_MINUTES);
}

static void set_files(form *out, int view)
{
    const struct page *page = out->user;
    const wallpaper *set = page->set;
    form_set(out, "path", wallpaper_file(set, view, page->light));
    form_set(out, "next", wallpaper_file(set, view, (page->light + 1) % set->light_count));
    form_number(out, "width", set->views[view].width);
    form_number(out, "height", set->views[view].height);
}

/* Sets the values of an item of section "picture" or, in it, "size".  A picture is shown from a
 * quarter of the gap before its minute to a quarter of the gap after it; the middle half of a gap
 * blends into the next picture.  Gaps are whole minutes, so quarters are whole seconds. */
static int next_picture(form *out, const char *section, int index)
{
    struct page *page = out->user;
    const wallpaper *set = page->set;
    if (strcmp(section, "size") == 0) {
        if (index < set->view_count)
            set_files(out, index);
        return index < set->view_count;
    }
    if (index >= set->light_count)
        return 0;
    int before = gap_after(set, index > 0 ? index - 1 : set->light_count - 1);
    int after = gap_after(set, index);
    page->light = index;
    set_files(out, set->first_view);
    form_number(out, "still", before / 4 + after / 4);
    form_number(out, "change", after / 2);
    return 1;
}

static rl_status write_day(const void *user, rl_sink *sink, rl_error *error)
{
    const wallpaper *set = user;
    struct page page = {.set = set};
    form out = {.language = FORM_XML, .section = next_picture, .user = &page};
    int has_sizes = set->monitor_count == 0 && set->size_count > 1;
    int first = set->lights[0].minute * 60 - gap_after(set, set->light_count - 1) / 4;
    int second = (first + DAY_SECONDS) % DAY_SECONDS;
    /* The show counts from a local date, without summer time.  So it starts on the last 1 January
     * or 1 July with the same offset from UTC as now, else today; never in the future, because
     * some readers take a remainder of the time since then, which would be negative. */
    struct tm today;
    memset(&today, 0, sizeof today);
    localtime_r(&set->now, &today);
    struct tm start = today;
    for (int month = 6; month >= 0; month -= 6) {
        int is_past = 100 * today.tm_mon + today.tm_mday > 100 * month + 1;
        struct tm day = {.tm_year = today.tm_year - !is_past,
                         .tm_mon = month,
                         .tm_mday = 1,
                         .tm_hour = 12, /* summer time has never begun or ended at noon */
                         .tm_isdst = -1};
        time_t noon = mktime(&day);
        if (noon != (time_t)-1 && utc_offset(noon) == utc_offset(set->now))
            start = day;
    }
    form_number(&out, "year", start.tm_year + 1900);
    form_number(&out, "month", start.tm_mon + 1);
    form_number(&out, "day", start.tm_mday);
    form_number(&out, "hour", second / 3600);
    form_number(&out, "minute", second / 60 % 60);
    form_number(&out, "second", second % 60);
    form_number(&out, "single", !has_sizes);
    form_number(&out, "many", has_sizes);
    return form_write(&out, "gnome-day.xml", sink, error);
}

/* ---- Plasma's package ---------------------------------------------------- */

/* Writes metadata.json.  Plasma identifies a package by an Id of plain characters; a name with
 * others gets a hash behind it, so that names that differ only in them have different Ids. */
static rl_status write_metadata(const void *user, rl_sink *sink, rl_error *error)
{
    const wallpaper *set = user;
    form out = {.language = FORM_JSON};
    char id[sizeof set->name + 32];
    uint64_t number = 0;
    int length = snprintf(id, sizeof id, "ridgeline-%s", set->name), is_changed = 0;
    for (size_t i = strspn(id, PLAIN "-_"); id[i] != '\0'; i += strspn(id + i, PLAIN "-_")) {
        id[i] = '-';
        is_changed = 1;
    }
    if (is_changed && rl_seed_parse(&number, set->name, NULL) == RL_OK)
        snprintf(id + length, sizeof id - (size_t)length, "-%08" PRIx32, (uint32_t)number);
    form_set(&out, "id", id);
    form_set(&out, "name", set->name);
    return form_write(&out, "plasma.json", sink, error);
}

/* ---- the files ----------------------------------------------------------- */

/* Each list is written after the files that it names. */
rl_status wallpaper_write_lists(const wallpaper *set, rl_error *error)
{
    const struct {
        const char *path;
        rl_status (*write)(const void *set, rl_sink *sink, rl_error *error);
    } files[] = {{set->metadata, write_metadata}, {set->day, write_day}, {set->list, write_list}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i].path != NULL)
            TRY(replace_text(files[i].path, files[i].write, set, error));
    return RL_OK;
}

/* ---- URIs -------------------------------------------------------------- */

const char *wallpaper_uri(wallpaper *set, const char *path)
{
    char *uri = arena_array(&set->memory, 3 * strlen(path) + sizeof "file://", 1), *end = uri;
    if (uri == NULL)
        return NULL;
    end += snprintf(end, sizeof "file://", "file://");
    for (; *path != '\0'; path++)
        if (strchr(URI_PLAIN, *path) != NULL)
            *end++ = *path;
        else
            end += snprintf(end, 4, "%%%02X", (unsigned)(unsigned char)*path);
    *end = '\0';
    return uri;
}
