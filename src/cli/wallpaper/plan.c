/* plan.c - what a set of wallpapers consists of, and the names of its files.
 *
 * In: the lists of -s and --monitors, the folder of -o.  Out: monitors moved so that the box
 * round them begins at 0,0, views of the land, folders, and the list of pictures with their
 * paths.
 */
#include "cli/common/say.h"
#include "cli/wallpaper/wallpaper.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longer than any correct size or rectangle. */
#define ITEM_BYTES 64

/* What Plasma's choice by aspect needs: 16:9, 21:9, 32:9 and two phones. */
static const char kde_sizes[] = "4k,uw5k,suw,phone,1080x1920";

/* What Plasma shows in its list. */
#define THUMBNAIL_WIDTH 440
#define THUMBNAIL_HEIGHT 247

/* Aspects near 16:9, from 16:10 on: a desktop shows nearly all of such a picture. */
#define WIDE_LEAST 1.55
#define WIDE_MOST 1.95

/* ---- lists -------------------------------------------------------------- */

/* A list of -s or --monitors and where its items go. */
typedef struct item_list {
    const char *option, *text;
    const char *rule; /* of one item */
    int (*read)(geometry *item, const char *text, const char *place);
    geometry *items;
    int *count, most;
} item_list;

static int read_list(const item_list *list)
{
    const char *text = list->text;
    char item[ITEM_BYTES];
    for (;; text++) {
        size_t size = strcspn(text, ",");
        if (*list->count == list->most)
            return say_error(CODE_USAGE, "%s %s: has more than %d", list->option, SHOW(list->text),
                             list->most);
        if (size == 0 || size >= ITEM_BYTES)
            return say_error(CODE_USAGE, "%s %s: must be %s, with commas between", list->option,
                             SHOW(list->text), list->rule);
        memcpy(item, text, size);
        item[size] = '\0';
        geometry found = {0, 0, 0, 0};
        int code = list->read(&found, item, list->option);
        if (code != CODE_OK)
            return code;
        list->items[(*list->count)++] = found;
        text += size;
        if (*text == '\0')
            return CODE_OK;
    }
}

/* Monitors without places are side by side, from left to right.  Then all are moved so that their
 * box begins at 0,0. */
static int read_monitors(wallpaper *set, const char *text)
{
    int has_places = strchr(text, '+') != NULL, left = INT_MAX, top = INT_MAX;
    const item_list list = {"--monitors",
                            text,
                            has_places ? "WxH+X+Y of each monitor" : "WxH of each monitor",
                            has_places ? geometry_region : geometry_size,
                            set->monitors,
                            &set->monitor_count,
                            WALLPAPER_MONITORS};
    int code = read_list(&list);
    if (code != CODE_OK)
        return code;
    geometry *box = &set->box;
    for (int i = 0; i < set->monitor_count; i++) {
        geometry *monitor = &set->monitors[i];
        if (!has_places && i > 0)
            monitor->x = set->monitors[i - 1].x + set->monitors[i - 1].width;
        left = monitor->x < left ? monitor->x : left;
        top = monitor->y < top ? monitor->y : top;
    }
    for (int i = 0; i < set->monitor_count; i++) {
        geometry *monitor = &set->monitors[i];
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

int wallpaper_read_sizes(wallpaper *set)
{
    const wallpaper_options *own = set->own;
    const char *otherwise = own->kde ? kde_sizes : own->monitors == NULL ? "4k" : NULL;
    const char *text = own->sizes != NULL ? own->sizes : otherwise;
    const item_list list = {"-s",           text,       "sizes such as 4k or 1080x2400",
                            geometry_size,  set->sizes, &set->size_count,
                            WALLPAPER_SIZES};
    int code = own->monitors != NULL ? read_monitors(set, own->monitors) : CODE_OK;
    if (code == CODE_OK && text != NULL)
        code = read_list(&list);
    for (int i = 0; i < set->size_count && code == CODE_OK; i++)
        for (int k = 0; k < i && code == CODE_OK; k++)
            if (set->sizes[i].width == set->sizes[k].width &&
                set->sizes[i].height == set->sizes[k].height)
                code = say_error(CODE_USAGE, "-s %s: %dx%d: is given twice", SHOW(text),
                                 set->sizes[i].width, set->sizes[i].height);
    return code;
}

/* ---- views -------------------------------------------------------------- */

int wallpaper_has_span(const wallpaper *set)
{
    return set->monitor_count > 0 && !set->own->each;
}

static wallpaper_view whole(int width, int height)
{
    wallpaper_view view = {.width = width, .height = height, .part = {width, height, 0, 0}};
    snprintf(view.name, sizeof view.name, "%dx%d", width, height);
    return view;
}

/* The span and the part of each monitor, or with --each a whole picture for each; then the
 * sizes. */
static int choose_views(wallpaper *set)
{
    int is_each = set->own->each, zoom = set->scenes[0].zoom > 1 ? set->scenes[0].zoom : 1;
    int monitors = wallpaper_has_span(set) + set->monitor_count;
    wallpaper_view span = whole(set->box.width, set->box.height);
    snprintf(span.name, sizeof span.name, "span");
    if (wallpaper_has_span(set))
        set->views[set->view_count++] = span;
    for (int i = 0; i < set->monitor_count; i++) {
        const geometry *monitor = &set->monitors[i];
        wallpaper_view view = is_each ? whole(monitor->width, monitor->height) : span;
        view.land = is_each ? i : 0;
        if (!is_each)
            view.part = *monitor;
        snprintf(view.name, sizeof view.name, "%d", i + 1);
        set->views[set->view_count++] = view;
    }
    for (int i = 0; i < set->size_count; i++)
        set->views[set->view_count++] = whole(set->sizes[i].width, set->sizes[i].height);
    set->thumbnail =
        whole(THUMBNAIL_WIDTH - THUMBNAIL_WIDTH % zoom, THUMBNAIL_HEIGHT - THUMBNAIL_HEIGHT % zoom);
    for (int i = 0; i < set->view_count; i++) { /* a large pixel of pixel art may not be cut */
        const wallpaper_view *view = &set->views[i];
        const geometry *part = &view->part;
        char place[64] = "";
        if (view->width % zoom == 0 && view->height % zoom == 0 && part->x % zoom == 0 &&
            part->y % zoom == 0 && part->width % zoom == 0 && part->height % zoom == 0)
            continue;
        if (i < monitors)
            snprintf(place, sizeof place, "+%d+%d", part->x, part->y);
        return say_error(CODE_USAGE, "%s %dx%d%s: must be multiples of %d, the size of a pixel",
                         i < monitors ? "--monitors" : "-s", part->width, part->height, place,
                         zoom);
    }
    return CODE_OK;
}

int wallpaper_main(const wallpaper *set)
{
    const wallpaper_view *views = set->views;
    int best = 0;
    double best_off = 0.0, best_area = 0.0;
    for (int i = 0; i < set->view_count && set->monitor_count == 0; i++) {
        double aspect = (double)views[i].width / views[i].height, wide = 16.0 / 9.0;
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

/* ---- names and folders --------------------------------------------------- */

char *wallpaper_path(const wallpaper *set, const char *rest)
{
    size_t size = strlen(set->root) + strlen(set->name) + strlen(rest) + 2;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s/%s%s", set->root, set->name, rest);
    return path;
}

/* Takes `path`. */
static int open_folder(wallpaper *set, char *path)
{
    if (path == NULL)
        return say_error(CODE_NO_MEMORY, "wallpaper: out of memory");
    set->path[set->folder_count] = path;
    return folder_open(&set->folders[set->folder_count++], path, "-o", 0);
}

/* ---- pictures ----------------------------------------------------------- */

static int add_picture(wallpaper *set, const wallpaper_view *view, int light)
{
    char rest[96];
    wallpaper_picture *picture = &set->pictures[set->picture_count++];
    picture->view = view;
    picture->scene = &set->scenes[view->land * set->light_count + light];
    if (view == &set->thumbnail)
        snprintf(rest, sizeof rest, "/contents/screenshot.png");
    else if (set->own->kde)
        snprintf(rest, sizeof rest, "/contents/images%s/%s.png",
                 set->lights[light].is_dark ? "_dark" : "", view->name);
    else
        snprintf(rest, sizeof rest, "-%s%s.png", view->name, set->lights[light].ending);
    picture->path = wallpaper_path(set, rest);
    return picture->path != NULL;
}

const char *wallpaper_file(const wallpaper *set, int view, int light)
{
    return set->pictures[view * set->light_count + light].path;
}

int wallpaper_plan(wallpaper *set)
{
    static const char *const parts[] = {"", "/contents", "/contents/images",
                                        "/contents/images_dark"};
    size_t part_count = !set->own->kde ? 0 : set->own->dark == NULL ? 3 : 4;
    const char *name = set->job.opts->name;
    int code = choose_views(set);
    /* without --name after mood, world and seed; a palette may have any name */
    snprintf(set->name, sizeof set->name, "%s", name != NULL ? name : set->kind);
    for (char *c = set->name; name == NULL && *c != '\0'; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || (*c >= 'A' && *c <= 'Z')))
            *c = '-';
    if (code == CODE_OK)
        code = open_folder(set, strdup(set->job.opts->output));
    if (code == CODE_OK) /* desktops keep paths, so the root is absolute */
        code = path_root(&set->root, set->path[0]);
    if (code == CODE_OK && !show_is_plain(set->root, strlen(set->root))) /* for XML */
        code = say_error(CODE_CANNOT_CREATE, "-o %s: must be UTF-8 without control characters",
                         SHOW(set->root));
    for (size_t i = 0; i < part_count && code == CODE_OK; i++)
        code = open_folder(set, wallpaper_path(set, parts[i]));
    if (code != CODE_OK)
        return code;
    set->pictures =
        calloc((size_t)set->view_count * (size_t)set->light_count + 1, sizeof *set->pictures);
    int has_memory = set->pictures != NULL;
    for (int i = 0; i < set->view_count; i++)
        for (int k = 0; k < set->light_count && has_memory; k++)
            has_memory = add_picture(set, &set->views[i], k);
    if (set->own->kde && has_memory)
        has_memory = add_picture(set, &set->thumbnail, 0);
    return has_memory ? CODE_OK : say_error(CODE_NO_MEMORY, "wallpaper: out of memory");
}

void wallpaper_free(wallpaper *set)
{
    for (int i = 0; i < set->picture_count; i++) {
        rl_sink_free(set->pictures[i].sink);
        free(set->pictures[i].path);
    }
    while (set->folder_count > 0) {
        folder_close(&set->folders[--set->folder_count]);
        free(set->path[set->folder_count]);
    }
    free(set->root);
    free(set->pictures);
    free(set->scenes);
}
