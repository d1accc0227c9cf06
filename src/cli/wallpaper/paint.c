/* paint.c - the pictures of a set, made side by side.
 *
 * In: the list of pictures.  Out: files, each of which appears when it is complete, so that an
 * interrupted run keeps those that are done.  A picture whose file already holds the recipe,
 * title and version that it would get is left alone.
 */
#include "cli/common/progress.h"
#include "cli/common/output.h"
#include "cli/common/request.h"
#include "cli/wallpaper/wallpaper.h"

#include <stdlib.h>
#include <string.h>

struct painting {
    wallpaper *set;
    wallpaper_picture **order; /* the largest first, so that no thread is left with it at the end */
    int count;
    int lanes, threads; /* pictures at a time, threads for each */
};

/* ---- views -------------------------------------------------------------- */

/* With several pictures at a time the bar counts pictures alone. */
static int check_stop(void *user, int rows_done, int rows_total)
{
    (void)user;
    (void)rows_done;
    (void)rows_total;
    return stop_asked() != 0;
}

/* With one at a time the bar shows its rows, too. */
struct row_bar {
    progress *bar;
    int before, count; /* pictures before this one, all pictures */
};

#define STEPS 1000 /* of the bar for a picture */

static int step_rows(void *user, int rows_done, int rows_total)
{
    const struct row_bar *rows = user;
    int steps = (int)((int64_t)rows_done * STEPS / rows_total);
    return progress_step(rows->bar, rows->before * STEPS + steps, rows->count * STEPS);
}

static rl_view view_of(const struct painting *work, const wallpaper_picture *picture)
{
    const geometry *part = &picture->view->part;
    int zoom = picture->scene->zoom > 1 ? picture->scene->zoom : 1;
    rl_view view =
        job_view(&work->set->job, picture->view->width / zoom, picture->view->height / zoom);
    view.x = part->x / zoom;
    view.y = part->y / zoom;
    view.part_width = part->width / zoom;
    view.part_height = part->height / zoom;
    view.threads = work->threads;
    view.progress = check_stop;
    return view;
}

/* ---- files that are up to date ------------------------------------------ */

/* Writes the recipe that a picture would get.  The frame of its first pixel has all but the
 * region. */
static rl_status write_recipe(rl_sink **recipe, const struct painting *work,
                              const wallpaper_picture *picture, rl_error *error)
{
    rl_frame *frame = NULL;
    const rl_view view = view_of(work, picture);
    rl_view first = view;
    first.part_width = first.part_height = 1;
    rl_status status = rl_frame_new(&frame, picture->scene, &first, error);
    rl_scene *scene = status == RL_OK ? scene_copy(rl_frame_scene(frame), error) : NULL;
    if (scene != NULL) {
        int is_part = view.part_width != view.width || view.part_height != view.height;
        scene->part_x = is_part ? view.x : 0;
        scene->part_y = is_part ? view.y : 0;
        scene->part_width = is_part ? view.part_width : 0;
        scene->part_height = is_part ? view.part_height : 0;
        status = job_recipe(recipe, scene, error);
    } else if (status == RL_OK)
        status = error->status;
    free(scene);
    rl_frame_free(frame);
    return status;
}

static int is_text(const char *text, size_t size, const char *expected)
{
    size_t length = expected != NULL ? strlen(expected) : 0;
    return size == length && (size == 0 || memcmp(text, expected, size) == 0);
}

/* A file without metadata cannot be recognised; and where none is to be written, a file that
 * has some is not up to date. */
static int is_current(const struct painting *work, const wallpaper_picture *picture)
{
    const struct job *job = &work->set->job;
    const geometry *part = &picture->view->part;
    void *bytes;
    size_t size;
    rl_sink *recipe = NULL;
    rl_recipe file;
    rl_error error;
    if (request_metadata(job->opts) != RL_METADATA_FULL ||
        source_load(&bytes, &size, picture->path, &error) != RL_OK)
        return 0;
    int is_same = rl_recipe_read(&file, bytes, size, picture->path, &error) == RL_OK &&
                  file.scene != NULL && file.width == part->width && file.height == part->height &&
                  file.bits == 8 && is_text(file.title, file.title_size, job_title(job)) &&
                  is_text(file.software, file.software_size, "ridgeline " RL_VERSION) &&
                  write_recipe(&recipe, work, picture, &error) == RL_OK &&
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
    struct row_bar rows = {&job->bar, index, work->count};
    rl_frame *frame;
    (void)pixels;
    if (stop_asked()) {
        *error = (rl_error){RL_CANCELLED, "stopped"};
        return RL_CANCELLED;
    }
    picture->is_unchanged = is_current(work, picture);
    if (picture->is_unchanged)
        return RL_OK;
    const rl_view view = view_of(work, picture);
    rl_status status = rl_frame_new(&frame, picture->scene, &view, error);
    if (status != RL_OK)
        return status;
    rl_render_options render = job_render_options(job, RL_FORMAT_PNG);
    render.threads = work->threads;
    render.progress = work->lanes == 1 ? step_rows : check_stop;
    render.user = &rows;
    status = output_file(&picture->sink, picture->path, 0, error);
    if (status == RL_OK)
        status = rl_render(frame, &render, picture->sink, error);
    rl_frame_free(frame);
    return status;
}

static rl_status publish(void *user, int index, const uint8_t *pixels, rl_error *error)
{
    struct painting *work = user;
    wallpaper_picture *picture = work->order[index];
    (void)pixels;
    work->set->unchanged_count += picture->is_unchanged;
    if (picture->is_unchanged)
        return RL_OK;
    rl_status status = rl_sink_commit(picture->sink, error);
    rl_sink_free(picture->sink);
    picture->sink = NULL;
    return status;
}

static int64_t area_of(const wallpaper_picture *picture)
{
    return (int64_t)picture->view->part.width * picture->view->part.height;
}

static int by_area(const void *left, const void *right)
{
    const wallpaper_picture *const *a = left, *const *b = right;
    int64_t first = area_of(*a), second = area_of(*b);
    if (first != second)
        return first < second ? 1 : -1;
    return *a < *b ? -1 : 1; /* qsort may have swapped equal ones */
}

/* Pictures side by side take the least time, unless one is so large that all others would be
 * done long before it: then all threads paint one picture after the other. */
rl_status wallpaper_paint(wallpaper *set, rl_error *error)
{
    int threads = request_threads(set->job.opts);
    int64_t area = 0;
    struct painting work = {.set = set, .count = set->picture_count};
    work.order = calloc((size_t)work.count, sizeof(wallpaper_picture *));
    if (work.order == NULL) {
        *error = (rl_error){RL_NO_MEMORY, "wallpaper: out of memory"};
        return RL_NO_MEMORY;
    }
    for (int i = 0; i < work.count; i++) {
        work.order[i] = &set->pictures[i];
        area += area_of(&set->pictures[i]);
    }
    qsort(work.order, (size_t)work.count, sizeof(wallpaper_picture *), by_area);
    int is_even = area_of(work.order[0]) <= area / threads;
    work.lanes = is_even ? threads : 1;
    work.threads = is_even ? 1 : threads;
    const frames_work frames = {work.count, work.lanes, 0, draw, publish, &work};
    rl_status status = frames_run(&frames, &set->job.bar, error);
    free(work.order);
    return status;
}
