/* wallpaper_paint.c - the pictures of a set, made side by side.
 *
 * In: the list of pictures.  Out: files, each of which appears when it is whole, so that
 * what was made stays when the rest is not.  A picture that already is what would be made
 * is left alone: its recipe, written into it, is compared.
 */
#include "cli/common/frames.h"
#include "cli/common/job.h"
#include "cli/common/output.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/wallpaper/wallpaper.h"

#include <stdlib.h>
#include <string.h>

typedef struct painting {
    const wallpaper *job;
    wallpaper_picture **order; /* large ones first: so no thread is left with one at the end */
    int count;
    int lanes, inner; /* pictures at a time, threads for one */
    int *kept_count;
    progress *bar;
} painting;

static rl_status out_of_memory(rl_error *error)
{
    *error = (rl_error){RL_NO_MEMORY, "out of memory"};
    return RL_NO_MEMORY;
}

/* ---- frames ------------------------------------------------------------- */

static int stop_step(void *user, int rows_done, int rows_total)
{
    (void)user;
    (void)rows_done;
    (void)rows_total;
    return stop_asked() != 0;
}

/* Where a picture stands among all: with one at a time the bar shows its rows, too. */
typedef struct standing {
    progress *bar;
    int before, count;
} standing;

#define STEPS 1000 /* of a picture */

static int row_step(void *user, int rows_done, int rows_total)
{
    const standing *at = user;
    int steps = (int)((int64_t)rows_done * STEPS / rows_total);
    return progress_step(at->bar, at->before * STEPS + steps, at->count * STEPS);
}

static rl_view view_of(const painting *at, const wallpaper_picture *picture)
{
    const wallpaper_view *view = picture->view;
    int zoom = picture->scene->zoom > 1 ? picture->scene->zoom : 1;
    rl_view made = {.struct_size = sizeof made,
                    .width = view->width / zoom,
                    .height = view->height / zoom,
                    .x = view->part.x / zoom,
                    .y = view->part.y / zoom,
                    .part_width = view->part.width / zoom,
                    .part_height = view->part.height / zoom,
                    .allocator = at->job->wanted->allocator,
                    .kernels = request_kernels(at->job->wanted),
                    .threads = at->inner,
                    .progress = stop_step};
    return made;
}

static const char *title_of(const wallpaper *job)
{
    if (job->wanted->title != NULL)
        return job->wanted->title;
    return job->source.title[0] != '\0' ? job->source.title : NULL;
}

/* ---- what is there already ---------------------------------------------- */

/* The recipe that a picture would get.  A frame of its first pixel says all but the part. */
static rl_status recipe_of(const painting *at, const wallpaper_picture *picture, rl_sink *text,
                           rl_error *error)
{
    rl_frame *frame;
    const rl_view whole = view_of(at, picture);
    rl_view first = whole;
    first.part_width = first.part_height = 1;
    rl_status status = rl_frame_new(&frame, picture->scene, &first, error);
    if (status != RL_OK)
        return status;
    rl_scene *scene = scene_copy(rl_frame_scene(frame), error);
    if (scene != NULL) {
        int is_part = whole.part_width != whole.width || whole.part_height != whole.height;
        scene->part_x = is_part ? whole.x : 0;
        scene->part_y = is_part ? whole.y : 0;
        scene->part_width = is_part ? whole.part_width : 0;
        scene->part_height = is_part ? whole.part_height : 0;
        status = rl_scene_write(scene, text, error);
    } else {
        status = error->status;
    }
    free(scene);
    rl_frame_free(frame);
    return status;
}

static int is_text(const char *there, size_t size, const char *wanted)
{
    size_t length = wanted != NULL ? strlen(wanted) : 0;
    return size == length && (size == 0 || memcmp(there, wanted, size) == 0);
}

/* Whether a file says all that the picture would say. */
static int says_so(const painting *at, const wallpaper_picture *picture, const rl_recipe *there)
{
    rl_sink *text = NULL;
    rl_error error;
    size_t size;
    const geometry *part = &picture->view->part;
    if (there->scene == NULL || there->width != part->width || there->height != part->height ||
        there->bits != 8 || !is_text(there->title, there->title_size, title_of(at->job)) ||
        !is_text(there->software, there->software_size, "ridgeline " RL_VERSION))
        return 0;
    int is_same = rl_sink_to_memory(&text, NULL, &error) == RL_OK &&
                  recipe_of(at, picture, text, &error) == RL_OK;
    if (is_same) {
        const void *bytes = rl_sink_bytes(text, &size);
        is_same = size == there->scene_size && memcmp(bytes, there->scene, size) == 0;
    }
    rl_sink_free(text);
    return is_same;
}

/* Without its recipe a picture cannot be known; and what should say nothing of itself must
 * not stay when it does. */
static int is_there(const painting *at, const wallpaper_picture *picture)
{
    void *bytes;
    size_t size;
    rl_recipe there;
    rl_error error;
    if (request_metadata(at->job->wanted) != RL_METADATA_FULL ||
        source_load(&bytes, &size, picture->path, &error) != RL_OK)
        return 0;
    int is_same = rl_recipe_read(&there, bytes, size, picture->path, &error) == RL_OK &&
                  says_so(at, picture, &there);
    rl_file_free(bytes, NULL);
    return is_same;
}

/* ---- painting ----------------------------------------------------------- */

static rl_status paint_picture(const painting *at, int index, rl_error *error)
{
    wallpaper_picture *picture = at->order[index];
    const rl_view view = view_of(at, picture);
    standing place = {at->bar, index, at->count};
    const rl_render_options how = {.struct_size = sizeof how,
                                   .format = RL_FORMAT_PNG,
                                   .metadata = request_metadata(at->job->wanted),
                                   .threads = at->inner,
                                   .compress = request_compress(at->job->wanted),
                                   .title = title_of(at->job),
                                   .progress = at->lanes == 1 ? row_step : stop_step,
                                   .user = &place};
    rl_frame *frame;
    rl_status status = rl_frame_new(&frame, picture->scene, &view, error);
    if (status != RL_OK)
        return status;
    status = output_file(&picture->sink, picture->path, 0, error);
    if (status == RL_OK)
        status = rl_render(frame, &how, picture->sink, error);
    rl_frame_free(frame);
    return status;
}

static rl_status draw(const void *user, int frame, uint8_t *rgb, rl_error *error)
{
    const painting *at = user;
    wallpaper_picture *picture = at->order[frame];
    (void)rgb;
    if (stop_asked()) {
        *error = (rl_error){RL_CANCELLED, "stopped"};
        return RL_CANCELLED;
    }
    picture->is_kept = is_there(at, picture);
    return picture->is_kept ? RL_OK : paint_picture(at, frame, error);
}

static rl_status take(void *user, int frame, const uint8_t *rgb, rl_error *error)
{
    painting *at = user;
    wallpaper_picture *picture = at->order[frame];
    (void)rgb;
    *at->kept_count += picture->is_kept;
    if (picture->is_kept)
        return RL_OK;
    rl_status status = rl_sink_commit(picture->sink, error);
    rl_sink_free(picture->sink);
    picture->sink = NULL;
    return status;
}

/* ---- all of them -------------------------------------------------------- */

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
    return *a < *b ? -1 : 1; /* qsort may have swapped equals */
}

/* Side by side pictures take the least time, unless one of them is so large that all others
 * would be done long before it: then all threads work on one after the other. */
static void share_threads(painting *at, int threads)
{
    int64_t all = 0;
    for (int i = 0; i < at->count; i++)
        all += area_of(at->order[i]);
    int is_even = area_of(at->order[0]) <= all / threads;
    at->lanes = is_even ? threads : 1;
    at->inner = is_even ? 1 : threads;
}

rl_status wallpaper_paint(wallpaper *job, rl_error *error)
{
    painting at = {
        .job = job, .count = job->picture_count, .kept_count = &job->kept_count, .bar = &job->bar};
    at.order = calloc((size_t)at.count, sizeof(wallpaper_picture *));
    if (at.order == NULL)
        return out_of_memory(error);
    for (int i = 0; i < at.count; i++)
        at.order[i] = &job->pictures[i];
    qsort(at.order, (size_t)at.count, sizeof(wallpaper_picture *), by_area);
    share_threads(&at, request_threads(job->wanted));
    const frames_work work = {at.count, at.lanes, 1, draw, take, &at};
    rl_status status = frames_run(&work, &job->bar, error);
    free(at.order);
    return status;
}
