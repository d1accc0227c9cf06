/* paint.c - the pictures of a set, made side by side.
 *
 * In: the list of pictures.  Out: files, each of which appears when it is complete, so that an
 * interrupted run keeps those that are done.  A picture whose file already holds the recipe,
 * title and version that it would get is left alone.
 */
#include "base/status.h"
#include "cli/common/output.h"
#include "cli/common/progress.h"
#include "cli/common/request.h"
#include "cli/wallpaper/wallpaper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct painting {
    wallpaper *set;
    wallpaper_picture **order; /* the largest first, so that no thread is left with it at the end */
    int lanes, threads;        /* pictures painted at a time, threads for each */
};

/* ---- the bar ------------------------------------------------------------ */

/* Progress of several pictures at a time: the bar counts whole pictures. */
static int check_stop(void *user, int rows_done, int rows_total)
{
    (void)user;
    (void)rows_done;
    (void)rows_total;
    return stop_asked() != 0;
}

/* Progress of one picture at a time: the bar also shows its rows. */
struct row_bar {
    progress *bar;
    int before, count; /* number of pictures before this one, and of all pictures */
};

#define STEPS 1000 /* steps of the progress bar for a picture */

static int step_rows(void *user, int rows_done, int rows_total)
{
    const struct row_bar *rows = user;
    int steps = (int)((int64_t)rows_done * STEPS / rows_total);
    return progress_step(rows->bar, rows->before * STEPS + steps, rows->count * STEPS);
}

/* ---- files that are up to date ------------------------------------------ */

/* Writes the recipe that a picture would get.  The frame of its first pixel has all but the
 * region. */
static rl_status write_recipe(rl_sink **recipe, const wallpaper_picture *picture,
                              const rl_view *view, rl_error *error)
{
    rl_frame *frame;
    rl_view first = *view;
    first.part_width = first.part_height = 1;
    TRY(rl_frame_new(&frame, picture->scene, &first, error));
    rl_scene *scene = NULL;
    char part[64];
    rl_status status = rl_scene_copy(&scene, rl_frame_scene(frame), error);
    rl_frame_free(frame);
    snprintf(part, sizeof part, "%dx%d+%d+%d", view->part_width, view->part_height, view->x,
             view->y);
    if (status == RL_OK)
        status = rl_scene_set(scene, "output.region", view->part_width > 0 ? part : NULL, error);
    if (status == RL_OK)
        status = job_recipe(recipe, scene, error);
    rl_scene_free(scene);
    return status;
}

static int is_text(const char *text, size_t size, const char *expected)
{
    size_t length = expected != NULL ? strlen(expected) : 0;
    return size == length && (size == 0 || memcmp(text, expected, size) == 0);
}

/* A file without metadata cannot be recognised; and where none is to be written, a file that
 * has some is not up to date. */
static int is_current(const struct job *job, const wallpaper_picture *picture, const rl_view *view)
{
    const geometry *part = &picture->view->part;
    void *bytes;
    size_t size;
    rl_sink *recipe = NULL;
    rl_recipe file;
    rl_error error;
    if (job->opts->metadata != RL_METADATA_FULL ||
        source_load(&bytes, &size, picture->path, 1, &error) != RL_OK)
        return 0;
    int is_same = rl_recipe_read(&file, bytes, size, picture->path, &error) == RL_OK &&
                  file.scene != NULL && file.width == part->width && file.height == part->height &&
                  file.bits == 8 && is_text(file.title, file.title_size, job_title(job)) &&
                  is_text(file.software, file.software_size, "ridgeline " RL_VERSION) &&
                  write_recipe(&recipe, picture, view, &error) == RL_OK &&
                  is_text(file.scene, file.scene_size, rl_sink_bytes(recipe, &size));
    rl_sink_free(recipe);
    rl_file_free(bytes, NULL);
    return is_same;
}

/* ---- painting ----------------------------------------------------------- */

static rl_status draw(const void *user, int index, uint8_t *pixels, rl_error *error)
{
    const struct painting *work = user;
    struct job *job = &work->set->job;
    wallpaper_picture *picture = work->order[index];
    const geometry *part = &picture->view->part;
    struct row_bar rows = {&job->bar, index, work->set->picture_count};
    int typed = scene_int(picture->scene, "output.zoom"), zoom = typed > 1 ? typed : 1;
    rl_view view = job_view(job, picture->view->width / zoom, picture->view->height / zoom);
    rl_render_options render = job_render_options(job, RL_FORMAT_PNG);
    rl_frame *frame;
    rl_sink *file = NULL;
    (void)pixels;
    if (stop_asked())
        return status_fail(error, RL_CANCELLED, "stopped");
    if (part->width != picture->view->width || part->height != picture->view->height) {
        view.x = part->x / zoom;
        view.y = part->y / zoom;
        view.part_width = part->width / zoom;
        view.part_height = part->height / zoom;
    }
    view.threads = render.threads = work->threads;
    view.progress = check_stop;
    render.progress = work->lanes == 1 ? step_rows : check_stop;
    render.user = &rows;
    picture->is_unchanged = is_current(job, picture, &view);
    if (picture->is_unchanged)
        return RL_OK;
    TRY(rl_frame_new(&frame, picture->scene, &view, error));
    rl_status status = output_file(&file, picture->path, 0, error);
    if (status == RL_OK)
        status = rl_render(frame, &render, file, error);
    if (status == RL_OK)
        status = rl_sink_commit(file, error);
    rl_sink_free(file);
    rl_frame_free(frame);
    return status;
}

static int by_area(const void *left, const void *right)
{
    const wallpaper_picture *const *a = left, *const *b = right;
    if ((*a)->area != (*b)->area)
        return (*a)->area < (*b)->area ? 1 : -1;
    return *a < *b ? -1 : 1; /* qsort may have swapped equal ones */
}

/* Pictures side by side take the least time, unless one is so large that all others would be
 * done long before it: then all threads paint one picture after the other. */
rl_status wallpaper_paint(wallpaper *set, rl_error *error)
{
    int threads = request_threads(set->job.opts), count = set->picture_count;
    int64_t area = 0;
    struct painting work = {.set = set};
    work.order = arena_array(&set->memory, (size_t)count, sizeof *work.order);
    if (work.order == NULL)
        return status_fail(error, RL_NO_MEMORY, "wallpaper: out of memory");
    for (int i = 0; i < count; i++) {
        work.order[i] = &set->pictures[i];
        area += set->pictures[i].area;
    }
    qsort(work.order, (size_t)count, sizeof *work.order, by_area);
    int is_even = work.order[0]->area <= area / threads;
    work.lanes = is_even ? threads : 1;
    work.threads = is_even ? 1 : threads;
    const frames_work frames = {count, work.lanes, 0, draw, NULL, &work};
    return frames_run(&frames, &set->job.bar, error);
}
