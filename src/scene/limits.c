/* limits.c - checks that a scene from outside does not ask for too much work or memory.
 *
 * An error names the key.  The check resolves and makes nothing, as it must not cost what it
 * forbids.
 */
#include <inttypes.h>

#include "base/limits.h"
#include "base/status.h"
#include "heightmap/pass.h"
#include "scene/keys.h"

/* Side of a map without a size, and of the map that a landscape slices, samples. */
#define MAP_SIDE 1025

#define SIDE 32768                 /* default of the greatest side, pixels */
#define AREA 64000000              /* default of the greatest area, pixels */
#define WORK INT64_C(100000000000) /* default of the steps of work: a minute or two */
#define MEMORY (INT64_C(1) << 31)  /* default of the memory, bytes */

void rl_limits_init(rl_limits *limits)
{
    *limits = (rl_limits){.struct_size = sizeof *limits,
                          .side = SIDE,
                          .area = AREA,
                          .ridges = RL_MAX_RIDGES,
                          .work = WORK,
                          .memory = MEMORY};
}

/* Steps of work for a pixel, about a nanosecond each; a wooded slope was measured at 57 ns, a bare
 * one at 7 to 8 ns. */
#define PIXEL_STEPS 20  /* sky and air */
#define BARE_STEPS 10   /* a ridge without woods */
#define WOODED_STEPS 60 /* a ridge with woods, or with open trees */
#define RIDGES_UNSET 16 /* assumed number of ridges where it is unset */

/* Checks the work of painting a landscape: each pixel is painted by all ridges. */
static rl_status check_pixels(const rl_limits *limits, const rl_scene *scene, rl_error *error)
{
    int is_part = scene->part_width > 0, is_unset = scene->ridge_count == RL_AUTO;
    int64_t pixels = is_part ? (int64_t)scene->part_width * scene->part_height
                             : (int64_t)scene->width * scene->height;
    int count = is_unset ? scene->ridge_named : scene->ridge_count;
    int64_t steps = PIXEL_STEPS;
    count = is_unset && count < RIDGES_UNSET ? RIDGES_UNSET : count;
    for (int i = 0; i < count; i++)
        steps += scene->ridge[i].trees == 0.0 ? BARE_STEPS : WOODED_STEPS;
    if (scene->kind == RL_SCENE_MAP || pixels <= limits->work / steps)
        return RL_OK;
    return status_fail(error, RL_BAD_DATA,
                       "ridgeline.ridges = %d: must be within %" PRId64 " steps of work at %" PRId64
                       " pixels, not %" PRId64,
                       count, limits->work, pixels, pixels * steps);
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
    TRY(scene_check(scene, error)); /* values within their ranges do not overflow the sums */
    int is_part = scene->part_width > 0;
    int zoom = scene->kind != RL_SCENE_MAP && scene->zoom > 0 ? scene->zoom : 1;
    int64_t width = (int64_t)(is_part ? scene->part_width : scene->width) * zoom;
    int64_t height = (int64_t)(is_part ? scene->part_height : scene->height) * zoom;
    if (!limits_allow(limits, width, height))
        return status_fail(error, RL_BAD_DATA,
                           "output.size = %" PRId64 "x%" PRId64
                           ": must be within %d a side and %" PRId64 " pixels",
                           width, height, limits->side, limits->area);
    const rl_map_rules *rules = &scene->map;
    if (scene->kind == RL_SCENE_MAP && rules->view == RL_MAP_VIEW_SURFACE &&
        !limits_allow(limits, rules->picture_width, rules->picture_height))
        return status_fail(error, RL_BAD_DATA,
                           "map.picture = %dx%d: must be within %d a side and %" PRId64 " pixels",
                           rules->picture_width, rules->picture_height, limits->side, limits->area);
    if (scene->ridge_count > limits->ridges)
        return status_fail(error, RL_BAD_DATA, "ridgeline.ridges = %d: must be within %d",
                           scene->ridge_count, limits->ridges);
    TRY(check_work(limits, scene, error));
    TRY(check_pixels(limits, scene, error));
    return status_clear(error);
}
