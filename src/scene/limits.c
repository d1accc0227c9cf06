/* limits.c - what a scene from outside may ask for.
 *
 * In: limits, a scene as it was read, with open values.  Out: a status that names the
 * key that asks for too much.  Nothing is made and nothing is resolved here: the
 * answer must not cost what it forbids.
 */
#include <inttypes.h>
#include <string.h>

#include "base/status.h"
#include "heightmap/pass.h"
#include "scene/keys.h"

/* The side of a map without a size, and of one that a landscape is cut from. */
#define MAP_SIDE 1025

void rl_limits_init(rl_limits *limits)
{
    *limits = (rl_limits){.struct_size = sizeof *limits,
                          .side = 32768,
                          .area = 64000000,
                          .ridges = RL_MAX_RIDGES,
                          .work = INT64_C(100000000000), /* a minute or two */
                          .memory = INT64_C(1) << 31};
}

static rl_status check_work(const rl_limits *limits, const rl_scene *scene, rl_error *error)
{
    int is_map = scene->kind == RL_SCENE_MAP;
    int64_t side = !is_map && scene->map.samples != RL_AUTO ? scene->map.samples : MAP_SIDE;
    int64_t samples = side * side, work = 0;
    if (is_map && scene->width > 0 && scene->height > 0)
        samples = (int64_t)scene->width * scene->height;
    for (int i = 0; i < scene->map.pass_count; i++) {
        const rl_pass *pass = &scene->map.pass[i];
        work += pass_steps(pass, samples);
        if (work <= limits->work)
            continue;
        const char *name = rl_pass_name(pass->kind);
        return status_fail(error, RL_BAD_DATA,
                           "pass.%d.kind = %s: must be within %" PRId64
                           " steps of work, not %" PRId64,
                           i + 1, name != NULL ? name : "auto", limits->work, work);
    }
    return RL_OK;
}

rl_status rl_limits_check(const rl_limits *limits, const rl_scene *scene, rl_error *error)
{
    TRY(scene_check(scene, error)); /* or sums could be anything */
    int is_part = scene->part_width > 0;
    int zoom = scene->kind != RL_SCENE_MAP && scene->zoom > 0 ? scene->zoom : 1;
    int64_t width = (int64_t)(is_part ? scene->part_width : scene->width) * zoom;
    int64_t height = (int64_t)(is_part ? scene->part_height : scene->height) * zoom;
    if (width > limits->side || height > limits->side || width * height > limits->area)
        return status_fail(error, RL_BAD_DATA,
                           "output.size = %" PRId64 "x%" PRId64
                           ": must be within %d a side and %" PRId64 " pixels",
                           width, height, limits->side, limits->area);
    if (scene->ridge_count > limits->ridges)
        return status_fail(error, RL_BAD_DATA, "ridgeline.ridges = %d: must be within %d",
                           scene->ridge_count, limits->ridges);
    TRY(check_work(limits, scene, error));
    return status_clear(error);
}
