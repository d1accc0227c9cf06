/* wallpaper_plan.c - what a set of wallpapers consists of, and what the parts are called.
 *
 * In: sizes or monitors, and the scenes.  Out: views of the land, a name for the set, and
 * the list of its pictures with their paths.
 */
#include "cli/common/say.h"
#include "cli/wallpaper/wallpaper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What Plasma shows in its list. */
#define THUMBNAIL_WIDTH 440
#define THUMBNAIL_HEIGHT 247

/* Aspects near 16:9, from 16:10 on: a desktop shows nearly all of such a picture. */
#define WIDE_LEAST 1.55
#define WIDE_MOST 1.95

/* ---- views -------------------------------------------------------------- */

static wallpaper_view whole(int width, int height)
{
    wallpaper_view view = {.width = width, .height = height, .part = {width, height, 0, 0}};
    snprintf(view.name, sizeof view.name, "%dx%d", width, height);
    return view;
}

static void view_sizes(wallpaper *job)
{
    for (int i = 0; i < job->size_count; i++)
        job->views[job->view_count++] = whole(job->sizes[i].width, job->sizes[i].height);
}

/* The span, then what each monitor shows of it; or a picture for each of them. */
static void view_monitors(wallpaper *job)
{
    int is_each = wallpaper_own(job->wanted)->each;
    wallpaper_view span = whole(job->box.width, job->box.height);
    snprintf(span.name, sizeof span.name, "span");
    if (!is_each)
        job->views[job->view_count++] = span;
    for (int i = 0; i < job->monitor_count; i++) {
        const geometry *monitor = &job->monitors[i];
        wallpaper_view view = is_each ? whole(monitor->width, monitor->height) : span;
        view.land = is_each ? i : 0;
        if (!is_each)
            view.part = *monitor;
        snprintf(view.name, sizeof view.name, "%d", i + 1);
        job->views[job->view_count++] = view;
    }
}

#define ZOOM_RULE "must be multiples of %d, the size of a pixel"

/* A large pixel of pixel art may not be cut. */
static int check_zoom(const wallpaper *job)
{
    int zoom = job->scenes[0].zoom;
    for (int i = 0; i < job->view_count && zoom > 1; i++) {
        const wallpaper_view *view = &job->views[i];
        const geometry *part = &view->part;
        if (view->width % zoom != 0 || view->height % zoom != 0 || part->x % zoom != 0 ||
            part->y % zoom != 0 || part->width % zoom != 0 || part->height % zoom != 0)
            return job->monitor_count > 0
                       ? say_error(CODE_USAGE, "--monitors %dx%d+%d+%d: " ZOOM_RULE, part->width,
                                   part->height, part->x, part->y, zoom)
                       : say_error(CODE_USAGE, "-s %dx%d: " ZOOM_RULE, part->width, part->height,
                                   zoom);
    }
    return CODE_OK;
}

int wallpaper_views(wallpaper *job)
{
    if (job->monitor_count > 0)
        view_monitors(job);
    else
        view_sizes(job);
    int zoom = job->scenes[0].zoom > 1 ? job->scenes[0].zoom : 1;
    job->thumbnail =
        whole(THUMBNAIL_WIDTH - THUMBNAIL_WIDTH % zoom, THUMBNAIL_HEIGHT - THUMBNAIL_HEIGHT % zoom);
    return check_zoom(job);
}

int wallpaper_main(const wallpaper *job)
{
    const wallpaper_view *views = job->views;
    int best = 0;
    double best_off = 0.0, best_area = 0.0;
    for (int i = 0; i < job->view_count && job->monitor_count == 0; i++) {
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

/* ---- names -------------------------------------------------------------- */

/* A palette's name may be anything; a file's should not. */
void wallpaper_name(wallpaper *job)
{
    if (job->wanted->name != NULL) {
        snprintf(job->name, sizeof job->name, "%s", job->wanted->name);
        return;
    }
    snprintf(job->name, sizeof job->name, "%s", job->kind);
    for (char *c = job->name; *c != '\0'; c++) {
        int is_plain =
            (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || (*c >= 'A' && *c <= 'Z');
        if (!is_plain)
            *c = '-';
    }
}

char *wallpaper_path(const wallpaper *job, const char *rest)
{
    size_t size = strlen(job->root) + strlen(job->name) + strlen(rest) + 2;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s/%s%s", job->root, job->name, rest);
    return path;
}

/* What stands after the set's name in the path of a picture. */
static char *picture_path(const wallpaper *job, const wallpaper_view *view,
                          const wallpaper_light *light)
{
    char rest[96];
    if (view == &job->thumbnail)
        snprintf(rest, sizeof rest, "/contents/screenshot.png");
    else if (wallpaper_own(job->wanted)->kde)
        snprintf(rest, sizeof rest, "/contents/images%s/%s.png", light->is_dark ? "_dark" : "",
                 view->name);
    else
        snprintf(rest, sizeof rest, "-%s%s.png", view->name, light->ending);
    return wallpaper_path(job, rest);
}

/* ---- pictures ----------------------------------------------------------- */

static int list_picture(wallpaper *job, const wallpaper_view *view, int light)
{
    wallpaper_picture *picture = &job->pictures[job->picture_count++];
    picture->view = view;
    picture->scene = &job->scenes[view->land * job->light_count + light];
    picture->path = picture_path(job, view, &job->lights[light]);
    return picture->path != NULL;
}

int wallpaper_list(wallpaper *job)
{
    size_t count = (size_t)job->view_count * (size_t)job->light_count + 1;
    job->pictures = calloc(count, sizeof *job->pictures);
    int has_memory = job->pictures != NULL;
    for (int i = 0; i < job->view_count; i++)
        for (int k = 0; k < job->light_count && has_memory; k++)
            has_memory = list_picture(job, &job->views[i], k);
    if (wallpaper_own(job->wanted)->kde && has_memory)
        has_memory = list_picture(job, &job->thumbnail, 0);
    return has_memory ? CODE_OK : say_error(CODE_NO_MEMORY, "out of memory");
}

const wallpaper_picture *wallpaper_picture_of(const wallpaper *job, int view, int light)
{
    return &job->pictures[view * job->light_count + light];
}
