/* slices.c - the map of which a scene's ridges are slices.
 *
 * In: a resolved scene.  Out: for each ridge that follows the map the row of the scene's map
 * at its depth, from the north edge (farthest) to the south edge (nearest).  The map is
 * made as rl_map_new makes it, and gone when its rows are cut.
 */
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/frame.h"
#include "heightmap/heightmap.h"

static int count_slices(const rl_scene *scene)
{
    int count = 0;
    for (int i = 0; i < scene->ridge_count; i++)
        count += ridge_has(&scene->ridge[i], RIDGE_OF_MAP);
    return count;
}

static int ask_stop(void *user, const char *what, double done)
{
    const rl_frame *frame = user;
    (void)what;
    (void)done;
    return frame->progress != NULL && frame->progress(frame->user, 0, frame->rows) != 0;
}

static void cut_rows(rl_frame *frame, const heightmap *map)
{
    float *height = frame->slice_heights;
    for (int i = 0; i < frame->scene.ridge_count; i++) {
        const rl_ridge *ridge = &frame->scene.ridge[i];
        if (!ridge_has(ridge, RIDGE_OF_MAP))
            continue;
        int y = (int)exact_floor(ridge->depth * (map->height - 1) + 0.5);
        ridge_row_cut(&frame->slice[i], height, map->h + (size_t)y * (size_t)map->width, map->width,
                      map->wrap);
        height += map->width;
    }
}

rl_status frame_slices(rl_frame *frame, rl_error *error)
{
    const rl_scene *scene = &frame->scene;
    size_t side = (size_t)scene->map.samples;
    size_t count = (size_t)count_slices(scene);
    if (count == 0)
        return RL_OK;
    heightmap map = {0};
    heightmap_work work = {.allocator = frame->allocator,
                           .threads = 1,
                           .seed = scene->seed,
                           .rules = &scene->map,
                           .progress = ask_stop,
                           .user = frame};
    rl_status status = heightmap_make(&map, (int)side, (int)side, &work, error);
    if (status == RL_OK) {
        frame->slice_heights = memory_array(frame->allocator, side * count, sizeof(float));
        if (frame->slice_heights == NULL)
            status = status_fail(error, RL_NO_MEMORY, "ridges: slices: out of memory");
    }
    if (status == RL_OK) {
        normalise_map(&map, 0.0, 1.0);
        cut_rows(frame, &map);
    }
    memory_free(frame->allocator, map.h);
    return status;
}
