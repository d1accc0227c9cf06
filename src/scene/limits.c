/* limits.c - what a scene from outside may ask for.
 *
 * In: limits, a scene as it was read, with open values.  Out: a status that names the
 * key that asks for too much.  Nothing is made and nothing is resolved here: the
 * answer must not cost what it forbids.
 */
#include <inttypes.h>
#include <string.h>

#include "base/status.h"
#include "scene/keys.h"
#include "scene/map_rules.h"

#define SIDE_DEFAULT 32768
#define AREA_DEFAULT INT64_C(64000000)
#define WORK_DEFAULT INT64_C(100000000000) /* a minute or two */
#define MEMORY_DEFAULT (INT64_C(1) << 31)

/* The side of a map that says nothing, and of one that a landscape is cut from. */
#define MAP_SIDE 1025
/* More than any limit: sums of all passes stay below 2^63. */
#define WORK_MOST (INT64_C(1) << 57)

void rl_limits_init(rl_limits *limits)
{
    *limits = (rl_limits){.struct_size = sizeof *limits,
                          .side = SIDE_DEFAULT,
                          .area = AREA_DEFAULT,
                          .ridges = RL_MAX_RIDGES,
                          .work = WORK_DEFAULT,
                          .memory = MEMORY_DEFAULT};
}

/* ---- size --------------------------------------------------------------- */

static rl_status check_size(const rl_limits *limits, const rl_scene *scene, rl_error *error)
{
    int is_part = scene->part_width > 0;
    int zoom = scene->kind != 1 && scene->zoom > 0 ? scene->zoom : 1;
    int64_t width = (int64_t)(is_part ? scene->part_width : scene->width) * zoom;
    int64_t height = (int64_t)(is_part ? scene->part_height : scene->height) * zoom;
    if (width <= limits->side && height <= limits->side && width * height <= limits->area)
        return RL_OK;
    return status_fail(error, RL_BAD_DATA,
                       "output.size = %" PRId64 "x%" PRId64
                       ": must be within %d a side and %" PRId64 " pixels",
                       width, height, limits->side, limits->area);
}

/* ---- work --------------------------------------------------------------- */

/* The value of a key that may be open. */
static int64_t value_of(int value, int kind, const char *key)
{
    double otherwise = 0.0;
    const char *name;
    if (value != RL_AUTO)
        return value;
    for (size_t i = 0; (name = rl_pass_key(kind, i, &otherwise, NULL)) != NULL; i++)
        if (strcmp(name, key) == 0)
            return (int64_t)otherwise;
    return 1;
}

static int64_t product(int64_t a, int64_t b)
{
    return a > 0 && b > WORK_MOST / a ? WORK_MOST : a * b;
}

/* A drop walks, and where it erodes it touches a disc of cells. */
static int64_t work_of_droplets(const rl_pass *pass)
{
    int64_t radius = value_of(pass->radius, pass->kind, "radius");
    int64_t steps = product(value_of(pass->drops, pass->kind, "drops"),
                            value_of(pass->lifetime, pass->kind, "lifetime"));
    return product(steps, 20 + 4 * radius * radius);
}

static int64_t work_of_voronoi(const rl_pass *pass, int64_t samples)
{
    int64_t regions = value_of(pass->regions, pass->kind, "regions");
    int64_t points = value_of(pass->points, pass->kind, "points");
    int64_t all = regions > 0 ? product(regions * regions, points) : points;
    return product(samples, 8) + product(all, 20);
}

/* Steps that take about a nanosecond on a machine of 2020; rough is good enough to tell
 * seconds from hours. */
static int64_t work_of(const rl_pass *pass, int64_t samples)
{
    switch (pass->kind) {
    case RL_PASS_VORONOI:
        return work_of_voronoi(pass, samples);
    case RL_PASS_PERTURB:
        return product(samples, 4 * value_of(pass->octaves, pass->kind, "octaves"));
    case RL_PASS_THERMAL:
    case RL_PASS_THERMAL_FAST:
    case RL_PASS_THERMAL_INVERTED:
        return product(samples, 2 * value_of(pass->iterations, pass->kind, "iterations"));
    case RL_PASS_HYDRAULIC:
    case RL_PASS_HYDRAULIC_FAST:
        return product(samples, 8 * value_of(pass->iterations, pass->kind, "iterations"));
    case RL_PASS_DROPLETS:
        return work_of_droplets(pass);
    default:
        return product(samples, 2);
    }
}

static int64_t samples_of(const rl_scene *scene)
{
    if (scene->kind != 1) {
        int64_t side = scene->map.samples != RL_AUTO ? scene->map.samples : MAP_SIDE;
        return side * side;
    }
    if (scene->width > 0 && scene->height > 0)
        return (int64_t)scene->width * scene->height;
    return (int64_t)MAP_SIDE * MAP_SIDE;
}

static rl_status check_work(const rl_limits *limits, const rl_scene *scene, rl_error *error)
{
    int64_t samples = samples_of(scene), work = 0;
    for (int i = 0; i < scene->map.pass_count; i++) {
        const rl_pass *pass = &scene->map.pass[i];
        work += work_of(pass, samples);
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
    rl_status status = scene_check(scene, error); /* or sums could be anything */
    if (status == RL_OK)
        status = check_size(limits, scene, error);
    if (status == RL_OK && scene->ridge_count > limits->ridges)
        status = status_fail(error, RL_BAD_DATA, "ridgeline.ridges = %d: must be within %d",
                             scene->ridge_count, limits->ridges);
    if (status == RL_OK)
        status = check_work(limits, scene, error);
    return status == RL_OK ? status_clear(error) : status;
}
