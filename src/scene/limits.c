/* limits.c - what a scene from outside may ask for.
 *
 * In: limits, a scene as it was read, with open values.  Out: a status that names the
 * key that asks for too much.  Nothing is made and nothing is resolved here: the
 * answer must not cost what it forbids.
 */
#include <inttypes.h>
#include <string.h>

#include "base/limits.h"
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

/* Steps for each pixel of sky, air and a ridge: a slope of woods takes 57 ns a pixel and ridge of
 * the machine above, a bare one 7 to 8.  Where the scene leaves it open, woods may come. */
#define PIXEL_STEPS 20
#define BARE_STEPS 10
#define WOODED_STEPS 60
#define RIDGES_OPEN 16 /* of a scene that does not say how many */

/* What a landscape takes beside the map that it slices: pixels, each seen through all ridges. */
static rl_status check_pixels(const rl_limits *limits, const rl_scene *scene, rl_error *error)
{
    int is_part = scene->part_width > 0, is_open = scene->ridge_count == RL_AUTO;
    int64_t pixels = is_part ? (int64_t)scene->part_width * scene->part_height
                             : (int64_t)scene->width * scene->height;
    int count = is_open ? scene->ridge_named : scene->ridge_count;
    int64_t steps = PIXEL_STEPS;
    count = is_open && count < RIDGES_OPEN ? RIDGES_OPEN : count;
    for (int i = 0; i < count; i++)
        steps += scene->ridge[i].trees == 0.0 ? BARE_STEPS : WOODED_STEPS;
    if (scene->kind == RL_SCENE_MAP || pixels <= limits->work / steps)
        return RL_OK;
    return status_fail(error, RL_BAD_DATA,
                       "ridgeline.ridges = %d: %" PRId64 " pixels of them must be within %" PRId64
                       " steps of work, not %" PRId64,
                       count, pixels, limits->work, pixels * steps);
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

/* The picture of a map's surface has a size of its own. */
static rl_status check_surface(const rl_limits *limits, const rl_scene *scene, rl_error *error)
{
    const rl_map_rules *rules = &scene->map;
    if (scene->kind != RL_SCENE_MAP || rules->view != RL_MAP_VIEW_SURFACE ||
        limits_allow(limits, rules->picture_width, rules->picture_height))
        return RL_OK;
    return status_fail(error, RL_BAD_DATA,
                       "map.picture = %dx%d: must be within %d a side and %" PRId64 " pixels",
                       rules->picture_width, rules->picture_height, limits->side, limits->area);
}

rl_status rl_limits_check(const rl_limits *limits, const rl_scene *scene, rl_error *error)
{
    TRY(scene_check(scene, error)); /* or sums could be anything */
    int is_part = scene->part_width > 0;
    int zoom = scene->kind != RL_SCENE_MAP && scene->zoom > 0 ? scene->zoom : 1;
    int64_t width = (int64_t)(is_part ? scene->part_width : scene->width) * zoom;
    int64_t height = (int64_t)(is_part ? scene->part_height : scene->height) * zoom;
    if (!limits_allow(limits, width, height))
        return status_fail(error, RL_BAD_DATA,
                           "output.size = %" PRId64 "x%" PRId64
                           ": must be within %d a side and %" PRId64 " pixels",
                           width, height, limits->side, limits->area);
    TRY(check_surface(limits, scene, error));
    if (scene->ridge_count > limits->ridges)
        return status_fail(error, RL_BAD_DATA, "ridgeline.ridges = %d: must be within %d",
                           scene->ridge_count, limits->ridges);
    TRY(check_work(limits, scene, error));
    TRY(check_pixels(limits, scene, error));
    return status_clear(error);
}
