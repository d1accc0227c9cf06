/* desktops.c - what shows a set: lists for GNOME and Plasma, commands for all desktops.
 *
 * In: the pictures with their paths.  Out: the forms gnome-list.xml.in and gnome-day.xml.in
 * (gnome-background-properties and the slide shows of gnome-desktop, which Cinnamon, MATE,
 * Budgie and Deepin read, too; they take the text of an element with its blanks),
 * plasma.json.in, and commands.sh.in for a shell.  The program itself changes no settings.
 */
#include "cli/common/form.h"
#include "cli/common/say.h"
#include "cli/wallpaper/wallpaper.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DAY_SECONDS 86400

#define PLAIN "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

/* Characters that need no escape in the path of a URI (RFC 3986, 3.3). */
#define URI_PLAIN PLAIN "-._~/:@!$&()*+,="

/* What sway takes: swaymsg passes its words as one line, which sway splits again. */
#define SWAY_PLAIN PLAIN "/._-+@:"

/* The most paths that a form is given. */
#define PATHS 5

/* A form that is being filled in. */
struct page {
    const wallpaper *set;
    int light; /* of the pictures that are named */
    char *paths[PATHS];
    int path_count, has_failed; /* for lack of memory */
    char name[sizeof((wallpaper *)0)->name + 16], colour[8];
};

/* Keeps a path until the page is written. */
static const char *keep(struct page *page, char *path)
{
    page->has_failed |= path == NULL;
    page->paths[page->path_count++] = path;
    return path;
}

static rl_status write_page(form *out, const char *name, rl_sink *sink, rl_error *error)
{
    struct page *page = out->user;
    rl_status status = RL_NO_MEMORY;
    if (page->has_failed)
        *error = (rl_error){RL_NO_MEMORY, "wallpaper: out of memory"};
    else
        status = form_write(out, name, sink, error);
    while (page->path_count > 0)
        free(page->paths[--page->path_count]);
    return status;
}

/* ---- GNOME's list ------------------------------------------------------- */

/* Steps through "background": one for the set, with --each one for each monitor. */
static int next_background(form *out, const char *section, int index)
{
    struct page *page = out->user;
    const wallpaper *set = page->set;
    int is_each = set->own->each, view = is_each ? index : wallpaper_main(set);
    (void)section;
    if (index >= (is_each ? set->monitor_count : 1))
        return 0;
    snprintf(page->name, sizeof page->name, "%s %d", set->name, index + 1);
    form_set(out, "name", is_each ? page->name : set->name);
    form_set(out, "light", page->path_count > 0 ? page->paths[0] : wallpaper_file(set, view, 0));
    form_set(out, "dark", set->own->dark != NULL ? wallpaper_file(set, view, 1) : "");
    return 1;
}

static rl_status write_list(const void *user, rl_sink *sink, rl_error *error)
{
    const wallpaper *set = user;
    struct page page = {.set = set};
    form out = {.language = FORM_XML, .section = next_background, .user = &page};
    if (set->own->timed > 0)
        (void)keep(&page, wallpaper_path(set, "-timed.xml"));
    snprintf(page.colour, sizeof page.colour, "#%06x", (unsigned)set->sky & 0xffffff);
    form_set(&out, "options", wallpaper_has_span(set) ? "spanned" : "zoom");
    form_set(&out, "colour", page.colour);
    return write_page(&out, "gnome-list.xml", sink, error);
}

/* ---- GNOME's slide show of a day ---------------------------------------- */

/* Seconds that local time is ahead of UTC at a time. */
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

/* Seconds from a picture to the next. */
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

/* Steps through "picture" and, in it, "size".  A picture is shown for a quarter of the gaps
 * before and after its own minute; the other half of a gap is the blend into the next one.
 * Gaps are whole minutes, so quarters are whole seconds. */
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
    set_files(out, wallpaper_main(set));
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
    /* The show counts from a local date and knows no summer time: 1 January or the last 1 July,
     * whichever has the offset from UTC of now, else today.  The date is not in the future, as
     * some readers divide the time since then with a remainder that may be negative. */
    struct tm today, start;
    memset(&today, 0, sizeof today);
    localtime_r(&set->now, &today);
    start = today;
    int is_past_july = today.tm_mon > 6 || (today.tm_mon == 6 && today.tm_mday > 1);
    for (int month = 6; month >= 0; month -= 6) {
        int is_future = month == 0 ? today.tm_yday == 0 : !is_past_july;
        const struct tm date = {.tm_year = today.tm_year - is_future,
                                .tm_mon = month,
                                .tm_mday = 1,
                                .tm_hour = 12, /* certainly under the rule of the day */
                                .tm_isdst = -1};
        struct tm day = date;
        time_t noon = mktime(&day);
        if (noon != (time_t)-1 && utc_offset(noon) == utc_offset(set->now))
            start = date;
    }
    form_number(&out, "year", start.tm_year + 1900);
    form_number(&out, "month", start.tm_mon + 1);
    form_number(&out, "day", start.tm_mday);
    form_number(&out, "hour", second / 3600);
    form_number(&out, "minute", second / 60 % 60);
    form_number(&out, "second", second % 60);
    form_number(&out, "single", !has_sizes);
    form_number(&out, "many", has_sizes);
    return write_page(&out, "gnome-day.xml", sink, error);
}

/* ---- Plasma's package ---------------------------------------------------- */

/* Plasma identifies a package by a plain Id.  Names that differ only in other characters get
 * different numbers. */
static rl_status write_metadata(const void *user, rl_sink *sink, rl_error *error)
{
    const wallpaper *set = user;
    struct page page = {.set = set};
    form out = {.language = FORM_JSON, .user = &page};
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
    return write_page(&out, "plasma.json", sink, error);
}

/* ---- the files ----------------------------------------------------------- */

/* A file comes after those that it names. */
rl_status wallpaper_write_lists(const wallpaper *set, rl_error *error)
{
    const struct {
        int is_due;
        const char *rest;
        rl_status (*write)(const void *set, rl_sink *sink, rl_error *error);
    } files[] = {{set->own->kde, "/metadata.json", write_metadata},
                 {set->own->timed > 0, "-timed.xml", write_day},
                 {1, ".xml", write_list}};
    rl_status status = RL_OK;
    for (size_t i = 0; i < sizeof files / sizeof *files && status == RL_OK; i++) {
        char *path = files[i].is_due ? wallpaper_path(set, files[i].rest) : NULL;
        if (path != NULL)
            status = replace_text(path, files[i].write, set, error);
        else if (files[i].is_due) {
            *error = (rl_error){RL_NO_MEMORY, "wallpaper: out of memory"};
            status = RL_NO_MEMORY;
        }
        free(path);
    }
    return status;
}

/* ---- the commands -------------------------------------------------------- */

/* Returns the URI of a path, or NULL. */
static char *uri_of(const char *path)
{
    char *uri = malloc(3 * strlen(path) + sizeof "file://"), *end = uri;
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

/* Steps through "monitor". */
static int next_monitor(form *out, const char *section, int index)
{
    const struct page *page = out->user;
    const wallpaper *set = page->set;
    (void)section;
    if (index >= set->monitor_count)
        return 0;
    form_number(out, "number", index + 1);
    form_set(out, "picture", wallpaper_file(set, index + wallpaper_has_span(set), page->light));
    return 1;
}

int wallpaper_print_commands(const wallpaper *set)
{
    struct page page = {.set = set};
    form out = {.language = FORM_SHELL, .section = next_monitor, .user = &page};
    const wallpaper_options *own = set->own;
    int view = wallpaper_main(set), has_monitors = set->monitor_count > 0;
    int is_for_sway = set->root[strspn(set->root, SWAY_PLAIN)] == '\0' &&
                      set->name[strspn(set->name, SWAY_PLAIN)] == '\0';
    rl_sink *text = NULL;
    rl_error error;
    size_t size;
    struct tm now;
    if (own->timed > 0 && localtime_r(&set->now, &now) != NULL) {
        /* where one picture is shown: of a day the last one before now */
        page.light = set->light_count - 1;
        for (int i = 0; i < set->light_count; i++)
            if (set->lights[i].minute <= now.tm_hour * 60 + now.tm_min)
                page.light = i;
    }
    const char *path = wallpaper_file(set, view, page.light);
    const char *light = own->timed > 0 ? keep(&page, wallpaper_path(set, "-timed.xml")) : path;
    /* in dark mode GNOME shows the dark picture alone: both are set in any case */
    const char *dark = own->dark != NULL ? wallpaper_file(set, view, 1) : light;
    form_number(&out, "count", set->picture_count);
    form_number(&out, "plural", set->picture_count != 1);
    form_number(&out, "kept", set->unchanged_count);
    form_set(&out, "were", set->unchanged_count == 1 ? "it was" : "they were");
    form_set(&out, "name", set->name);
    form_set(&out, "root", set->root);
    if (!page.has_failed) {
        form_set(&out, "light_uri", keep(&page, uri_of(light)));
        form_set(&out, "dark_uri", keep(&page, uri_of(dark)));
    }
    form_set(&out, "options", wallpaper_has_span(set) ? "spanned" : "zoom");
    form_set(&out, "list", keep(&page, wallpaper_path(set, ".xml")));
    form_set(&out, "package", own->kde ? keep(&page, wallpaper_path(set, "")) : NULL);
    form_number(&out, "plasma_screens", has_monitors);
    form_number(&out, "plasma_picture", !own->kde && !has_monitors);
    form_number(&out, "sway_refuses", !is_for_sway);
    form_number(&out, "sway_monitors", is_for_sway && has_monitors);
    form_number(&out, "sway_picture", is_for_sway && !has_monitors);
    form_number(&out, "monitors", has_monitors);
    form_number(&out, "single", !has_monitors);
    form_set(&out, "path", path);
    rl_status status = rl_sink_to_memory(&text, NULL, &error);
    if (status == RL_OK)
        status = write_page(&out, "commands.sh", text, &error);
    if (status == RL_OK) {
        const void *bytes = rl_sink_bytes(text, &size);
        (void)out_write(bytes, size);
    }
    rl_sink_free(text);
    return status == RL_OK ? CODE_OK : say_status(&error);
}
