/* plan.c - what a set of wallpapers consists of, and the names of its files.
 *
 * In: the lists of -s and --monitors, the folder of -o.  Out: monitors moved so that the box
 * round them begins at 0,0, views of the land, folders, and the list of pictures with their
 * paths.
 */
#include "base/os.h"
#include "cli/common/lines.h"
#include "cli/common/say.h"
#include "cli/wallpaper/wallpaper.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Bytes of an item of a list; longer than any correct size or rectangle. */
#define ITEM_BYTES 64

/* Sizes for Plasma, which chooses by aspect: 16:9, 21:9, 32:9 and two phones. */
static const char kde_sizes[] = "4k,uw5k,suw,phone,1080x1920";

/* Size of the thumbnail in Plasma's list, pixels. */
#define THUMBNAIL_WIDTH 440
#define THUMBNAIL_HEIGHT 247

/* Range of aspects near 16:9, including 16:10: desktops crop such a picture very little. */
#define WIDE_LEAST 1.55
#define WIDE_MOST 1.95
#define WIDE_ASPECT (16.0 / 9.0)

/* ---- lists -------------------------------------------------------------- */

/* Appends the items of an option's list to `items`, which has room for `most`.  Returns an exit
 * code. */
static int read_list(const char *option, const char *list, const char *rule,
                     int (*read)(geometry *item, const char *text, const char *place),
                     geometry *items, int *count, int most)
{
    size_t size;
    for (const char *text = list;; text += size + 1) {
        char item[ITEM_BYTES] = "";
        size = strcspn(text, ",");
        if (*count == most)
            return say_error(CODE_USAGE, "%s %s: has more than %d", option, SHOW(list), most);
        if (size == 0 || size >= ITEM_BYTES)
            return say_error(CODE_USAGE, "%s %s: must be %s, with commas between", option,
                             SHOW(list), rule);
        memcpy(item, text, size);
        STEP(read(&items[(*count)++], item, option));
        if (text[size] == '\0')
            return CODE_OK;
    }
}

/* Reads --monitors.  Monitors without positions are put side by side, from left to right.  Then all
 * are moved so that their bounding box begins at 0,0.  Returns an exit code. */
static int read_monitors(wallpaper *set, const char *text)
{
    int has_places = strchr(text, '+') != NULL, left = INT_MAX, top = INT_MAX;
    geometry *box = &set->box, *end;
    STEP(read_list("--monitors", text,
                   has_places ? "WxH+X+Y of each monitor" : "WxH of each monitor",
                   has_places ? geometry_region : geometry_size, set->monitors, &set->monitor_count,
                   WALLPAPER_MONITORS));
    end = set->monitors + set->monitor_count;
    for (geometry *monitor = set->monitors; monitor < end; monitor++) {
        if (!has_places && monitor > set->monitors)
            monitor->x = monitor[-1].x + monitor[-1].width;
        left = monitor->x < left ? monitor->x : left;
        top = monitor->y < top ? monitor->y : top;
    }
    for (geometry *monitor = set->monitors; monitor < end; monitor++) {
        monitor->x -= left;
        monitor->y -= top;
        int right = monitor->x + monitor->width, bottom = monitor->y + monitor->height;
        box->width = right > box->width ? right : box->width;
        box->height = bottom > box->height ? bottom : box->height;
    }
    if (box->width <= RL_MAX_SIDE && box->height <= RL_MAX_SIDE)
        return CODE_OK;
    return say_error(CODE_USAGE, "--monitors %s: %dx%d in all: must be within %d a side",
                     SHOW(text), box->width, box->height, RL_MAX_SIDE);
}

/* What the folder has of the set of a day. */
struct day_files {
    const char *name; /* name of the set */
    int64_t area;     /* pixels of the largest picture; 0 = none */
    char size[32];    /* its size, "WxH" */
    int has_span;     /* 1: there are pictures for several monitors */
};

static int look_at(void *user, const char *file)
{
    struct day_files *day = user;
    size_t size = strlen(day->name);
    uint64_t width, height;
    if (strncmp(file, day->name, size) != 0 || file[size] != '-')
        return 1;
    const char *begin = file + size + 1;
    size_t wide = strspn(begin, "0123456789"),
           high = begin[wide] == 'x' ? strspn(begin + wide + 1, "0123456789") : 0;
    day->has_span |= strncmp(begin, "span", 4) == 0;
    if (!geometry_integer(&width, begin, wide, RL_MAX_SIDE) ||
        !geometry_integer(&height, begin + wide + 1, high, RL_MAX_SIDE) ||
        (int64_t)(width * height) <= day->area)
        return 1;
    day->area = (int64_t)(width * height);
    snprintf(day->size, sizeof day->size, "%dx%d", (int)width, (int)height);
    return 1;
}

int wallpaper_read_sizes(wallpaper *set)
{
    const wallpaper_options *own = set->own;
    const char *monitors = own->monitors;
    char one[32];
    int is_auto = monitors != NULL && strcmp(monitors, "auto") == 0;
    if (is_auto && set->asked[0] == '\0')
        return say_error(CODE_UNAVAILABLE,
                         "--monitors auto: cannot find the monitors: give WxH+X+Y of "
                         "each");
    /* --set without sizes makes the pictures for the monitors that were found */
    if (is_auto || (own->show && !own->kde && own->sizes == NULL && monitors == NULL))
        monitors = set->asked[0] != '\0' ? set->asked : NULL;
    if (monitors != NULL)
        STEP(read_monitors(set, monitors));
    const char *text = own->sizes;
    /* The part of a single monitor would be the whole span: only a size is needed. */
    if (monitors == set->asked && set->output_count == 1 && !own->each) {
        snprintf(one, sizeof one, "%dx%d", set->monitors[0].width, set->monitors[0].height);
        STEP(geometry_size(&set->sizes[set->size_count++], one, "--monitors"));
        set->monitor_count = 0;
    } else if (text == NULL)
        text = own->kde ? kde_sizes : monitors == NULL ? "4k" : NULL;
    /* Where no monitor answers, the picture of a day is not made again in another size. */
    if (text != own->sizes && !own->kde && (own->today || own->is_repeated) && own->show) {
        struct day_files day = {.name = set->job.opts->name};
        (void)os_list(set->job.opts->output, look_at, &day);
        if (day.has_span)
            return say_error(CODE_UNAVAILABLE, "--set: no monitor answers, and the pictures of "
                                               "this day are there: run it in the session");
        snprintf(one, sizeof one, "%s", day.size);
        text = day.area > 0 ? one : text;
    }
    if (text != NULL)
        STEP(read_list("-s", text, "sizes such as 4k or 1080x2400", geometry_size, set->sizes,
                       &set->size_count, WALLPAPER_SIZES));
    for (int i = 0; i < set->size_count; i++)
        for (int k = 0; k < i; k++)
            if (set->sizes[i].width == set->sizes[k].width &&
                set->sizes[i].height == set->sizes[k].height)
                return say_error(CODE_USAGE, "-s %s: %dx%d: is given twice", SHOW(text),
                                 set->sizes[i].width, set->sizes[i].height);
    return CODE_OK;
}

/* ---- views -------------------------------------------------------------- */

static wallpaper_view whole(int width, int height)
{
    wallpaper_view view = {.width = width, .height = height, .part = {width, height, 0, 0}};
    snprintf(view.name, sizeof view.name, "%dx%d", width, height);
    return view;
}

/* Fills set->views: the span and the part of each monitor, or with --each a whole picture for each
 * monitor; then the sizes.  Returns an exit code. */
static int choose_views(wallpaper *set)
{
    int is_each = set->own->each, typed = scene_integer(set->scenes[0], "output.zoom"),
        zoom = typed > 1 ? typed : 1;
    wallpaper_view span = whole(set->box.width, set->box.height), *view = set->views;
    snprintf(span.name, sizeof span.name, "span");
    set->has_span = set->monitor_count > 0 && !is_each;
    if (set->has_span)
        *view++ = span;
    for (int i = 0; i < set->monitor_count; i++, view++) {
        const geometry *monitor = &set->monitors[i];
        *view = is_each ? whole(monitor->width, monitor->height) : span;
        view->land = is_each ? i : 0;
        if (!is_each)
            view->part = *monitor;
        snprintf(view->name, sizeof view->name, "%d", i + 1);
    }
    for (int i = 0; i < set->size_count; i++)
        *view++ = whole(set->sizes[i].width, set->sizes[i].height);
    set->view_count = (int)(view - set->views);
    set->thumbnail =
        whole(THUMBNAIL_WIDTH - THUMBNAIL_WIDTH % zoom, THUMBNAIL_HEIGHT - THUMBNAIL_HEIGHT % zoom);
    for (int i = 0; i < set->view_count; i++) { /* a large pixel of pixel art may not be cut */
        const geometry *part = &set->views[i].part;
        char place[64] = "";
        if (part->x % zoom == 0 && part->y % zoom == 0 && part->width % zoom == 0 &&
            part->height % zoom == 0)
            continue;
        if (i < set->view_count - set->size_count)
            snprintf(place, sizeof place, "+%d+%d", part->x, part->y);
        return say_error(CODE_USAGE, "%s %dx%d%s: must be multiples of %d, the --scale",
                         place[0] != '\0' ? "--monitors" : "-s", part->width, part->height, place,
                         zoom);
    }
    return CODE_OK;
}

/* Returns the view of the thumbnail: the largest of the sizes whose aspect is nearest to 16:9; with
 * monitors view 0. */
static int choose_first(const wallpaper *set)
{
    const wallpaper_view *views = set->views;
    int best = 0;
    double best_off = 0.0, best_area = 0.0;
    for (int i = 0; i < set->view_count && set->monitor_count == 0; i++) {
        double aspect = (double)views[i].width / views[i].height, wide = WIDE_ASPECT;
        double area = (double)views[i].width * views[i].height;
        double off = aspect > wide ? aspect / wide : wide / aspect;
        if (aspect >= WIDE_LEAST && aspect <= WIDE_MOST)
            off = 0.0;
        if (i == 0 || off < best_off || (off <= best_off && area > best_area)) {
            best = i;
            best_off = off;
            best_area = area;
        }
    }
    return best;
}

/* ---- names and files ----------------------------------------------------- */

/* Returns ROOT/NAME and `rest`; without memory "", and set->is_short becomes 1. */
static const char *path_of(wallpaper *set, const char *rest)
{
    const char *path = line_print(&set->memory, "%s/%s%s", set->root, set->name, rest);
    set->is_short |= path == NULL;
    return path != NULL ? path : "";
}

static void add_picture(wallpaper *set, const wallpaper_view *view, int light)
{
    char rest[96];
    if (view == &set->thumbnail)
        snprintf(rest, sizeof rest, "/contents/screenshot.png");
    else if (set->own->kde)
        snprintf(rest, sizeof rest, "/contents/images%s/%s.png", light > 0 ? "_dark" : "",
                 view->name);
    else
        snprintf(rest, sizeof rest, "-%s%s.png", view->name, set->lights[light].ending);
    set->pictures[set->picture_count++] =
        (wallpaper_picture){.scene = set->scenes[view->land * set->light_count + light],
                            .view = view,
                            .path = path_of(set, rest),
                            .area = (int64_t)view->part.width * view->part.height};
}

const char *wallpaper_file(const wallpaper *set, int view, int light)
{
    return set->pictures[view * set->light_count + light].path;
}

int wallpaper_plan(wallpaper *set)
{
    static const char *const parts[] = {"", "/contents", "/contents/images",
                                        "/contents/images_dark"};
    const wallpaper_options *own = set->own;
    const char *name = set->job.opts->name, *paths[WALLPAPER_FOLDERS] = {set->job.opts->output};
    int path_count = !own->kde ? 1 : own->dark == NULL ? 4 : 5;
    STEP(choose_views(set));
    set->first_view = choose_first(set);
    STEP(path_root(&set->root, "-o", paths[0])); /* desktops keep paths, so the root is absolute */
    if (!show_is_plain(set->root, strlen(set->root))) /* it is written into XML */
        return say_error(CODE_CANNOT_CREATE, "-o %s: must be UTF-8 without control characters",
                         SHOW(set->root));
    /* The default name may contain that of a palette, which may have any characters. */
    snprintf(set->name, sizeof set->name, "%s", name != NULL ? name : set->kind);
    for (char *c = set->name; name == NULL && *c != '\0'; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || (*c >= 'A' && *c <= 'Z')))
            *c = '-';
    for (int i = 1; i < path_count; i++)
        paths[i] = path_of(set, parts[i - 1]);
    set->list = path_of(set, ".xml");
    set->day = own->timed > 0 ? path_of(set, "-timed.xml") : NULL;
    set->package = own->kde ? paths[1] : NULL;
    set->metadata = own->kde ? path_of(set, "/metadata.json") : NULL;
    set->pictures =
        arena_array(&set->memory, (size_t)set->view_count * (size_t)set->light_count + 1,
                    sizeof *set->pictures);
    for (int i = 0; i < set->view_count && set->pictures != NULL; i++)
        for (int k = 0; k < set->light_count; k++)
            add_picture(set, &set->views[i], k);
    if (own->kde && set->pictures != NULL)
        add_picture(set, &set->thumbnail, 0);
    STEP(say_memory(set->pictures != NULL && !set->is_short, "wallpaper"));
    for (int i = 0; i < path_count && !own->dry_run; i++)
        STEP(folder_open(&set->folders[set->folder_count++], paths[i], "-o", 0));
    return CODE_OK;
}

/* Returns the index of the light shown now: the last hour of a timed set, or 0. */
static int light_now(const wallpaper *set)
{
    struct tm now;
    if (set->own->timed == 0 || localtime_r(&set->now, &now) == NULL)
        return 0;
    int light = set->light_count - 1;
    for (int i = 0; i < set->light_count; i++)
        if (set->lights[i].minute <= now.tm_hour * 60 + now.tm_min)
            light = i;
    return light;
}

const char *wallpaper_shown(const wallpaper *set, int monitor, int is_dark)
{
    int light = is_dark && set->own->dark != NULL ? 1 : light_now(set);
    return wallpaper_file(set, monitor < 0 ? set->first_view : monitor + set->has_span, light);
}
