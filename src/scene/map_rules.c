/* map_rules.c - fills the rules of a map by its preset and its defaults.
 *
 * The presets are conventions that articles on diamond-square use. */
#include "scene/composition.h"

#include <stddef.h>
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "base/text.h"
#include "heightmap/pass.h"
#include "heightmap/shape.h"
#include "scene/keys.h"

const char *const map_preset_names[] = {
    "none", "roughness-coefficient", "one-sided", "persistence", "spread", NULL};

/* The values of a preset, heights in 0..1; RL_AUTO = the seed or another rule decides. */
typedef struct preset_rules {
    double corner[4];   /* heights of the corners */
    double spread;      /* bound of the first displacement */
    double persistence; /* ratio of a bound to the one before */
    int one_sided, raw;
    double sea; /* height of the sea, 0 = none */
} preset_rules;

#define ANY RL_AUTO
static const preset_rules presets[] = {
    {.corner = {ANY, ANY, ANY, ANY}, .spread = 1.0, .persistence = 0.5, .sea = 0.36},
    /* Displacements are bound by r_k = R^(k+1), R = 0.2. */
    {.corner = {1.0, 1.4, 1.0, 1.2}, .spread = ANY, .persistence = 0.2, .raw = 1},
    {.corner = {0.01, 0.01, 0.01, 0.01},
     .spread = 0.5,
     .persistence = 0.6,
     .one_sided = 1,
     .raw = 1,
     .sea = 0.49},
    {.corner = {ANY, ANY, ANY, ANY}, .spread = 1.0, .persistence = 0.5, .raw = 1},
    {.corner = {ANY, ANY, ANY, ANY}, .spread = 0.3, .persistence = 0.5, .sea = 0.36},
};

/* Checks that a map which joins others has nothing else that decides its edges. */
static rl_status check_edges(const rl_map_rules *rules, rl_error *error)
{
    static const char rule[] = "must be unset where map.edge_seed is set";
    if (rules->edge_seed == RL_AUTO)
        return RL_OK;
    if (rules->wrap)
        return status_fail(error, RL_BAD_ARGUMENT, "map.wrap = 1: %s", rule);
    if (rules->shape != RL_SHAPE_NONE)
        return status_fail(error, RL_BAD_ARGUMENT, "map.shape = %s: %s", shape_names[rules->shape],
                           rule);
    return RL_OK;
}

/* Checks that a shape has no corners beside it, and that it can be a tile where the map wraps. */
static rl_status check_shape(const rl_map_rules *rules, rl_error *error)
{
    char number[TEXT_REAL_SIZE];
    if (rules->shape == RL_SHAPE_NONE)
        return RL_OK;
    const char *name = shape_names[rules->shape];
    if (rules->wrap && !shape_wraps(rules->shape))
        return status_fail(error, RL_BAD_ARGUMENT,
                           "map.shape = %s: must be island, archipelago or continent where "
                           "map.wrap is 1: its land meets the edges",
                           name);
    for (int i = 0; i < 4; i++)
        if (rules->corner[i] != RL_AUTO) {
            text_from_real(number, rules->corner[i]);
            return status_fail(error, RL_BAD_ARGUMENT,
                               "map.corner_%d = %s: must be unset where map.shape is %s", i + 1,
                               number, name);
        }
    return RL_OK;
}

/* Checks that the corners of maps that join are equal: each may meet each. */
static rl_status check_joined_corners(const rl_map_rules *rules, rl_error *error)
{
    char number[TEXT_REAL_SIZE];
    for (int i = 1; rules->edge_seed != RL_AUTO && i < 4; i++)
        if (rules->corner[i] < rules->corner[0] || rules->corner[i] > rules->corner[0]) {
            text_from_real(number, rules->corner[i]);
            return status_fail(
                error, RL_BAD_ARGUMENT,
                "map.corner_%d = %s: must equal map.corner_1 where map.edge_seed is set", i + 1,
                number);
        }
    return RL_OK;
}

static rl_status resolve_fractal(rl_scene *scene, rl_error *error)
{
    rl_map_rules *rules = &scene->map;
    keys_fill(scene, "map", 0);
    TRY(check_shape(rules, error));
    if (rules->tile_x != RL_AUTO || rules->tile_y != RL_AUTO || rules->zoom > 0)
        fill_name(&rules->edge_seed, 0);
    TRY(check_edges(rules, error));
    int has_corners = rules->shape == RL_SHAPE_NONE;
    const preset_rules *preset = &presets[rules->preset];
    fill_name(&rules->one_sided, preset->one_sided);
    fill_name(&rules->raw, preset->raw);
    fill_real(&rules->persistence, preset->persistence);
    fill_real(&rules->spread, preset->spread == ANY ? rules->persistence : preset->spread);
    for (int i = 0; i < 4 && has_corners; i++) {
        fill_real(&rules->corner[i], preset->corner[i]);
        if (rules->preset == RL_PRESET_SPREAD && rules->edge_seed == RL_AUTO) /* random, 0..1 */
            fill_real(&rules->corner[i],
                      hash_unit(hash_at(hash_key(scene->seed, STREAM_CORNERS), 0, i)));
    }
    fill_real(&rules->sea, preset->sea);
    return check_joined_corners(rules, error);
}

#define CONTOURS 30.0    /* contours of a map by default, about */
#define LEAST_STEP 0.001 /* metres between contours */
#define DECADE 10.0

/* Returns a round number of metres that divides the relief into about `parts`: 1, 2, 2.5 or 5 times
 * a power of ten. */
static double round_step(double relief, double parts)
{
    static const double steps[] = {1.0, 2.0, 2.5, 5.0, DECADE};
    double power = LEAST_STEP;
    while (power * DECADE * parts <= relief)
        power *= DECADE;
    for (int i = 0; i < 4; i++)
        if (power * steps[i] * parts >= relief)
            return power * steps[i];
    return power * steps[4];
}

/* Samples along a side of the map that a landscape slices; `ridgeline map` makes the same. */
#define SLICES_SIDE 1024

/* Metres across a map by default; maps of all sizes show the same land. */
#define LAND_SIDE 30720.0
#define LEAST_CELL 0.001 /* metres from sample to sample */

static void resolve_seeing(const rl_scene *scene, rl_map_rules *rules)
{
    /* Cells along the grid of 2^n + 1 samples that a map is cut from. */
    int longer = scene->width > scene->height ? scene->width : scene->height, side = 1;
    while (side + 1 < longer)
        side *= 2;
    double tiles = 1 << rules->zoom; /* along a side of the land */
    fill_real(&rules->cell, exact_max(text_round(LAND_SIDE / side / tiles), LEAST_CELL));
    fill_real(&rules->contours, round_step(rules->relief / tiles, CONTOURS));
    if (rules->tint_name[0] == '\0' && rules->tint_count == 0)
        memcpy(rules->tint_name, "atlas", sizeof "atlas");
}

static rl_status resolve_passes(rl_scene *scene, rl_error *error)
{
    for (int i = 0; i < scene->map.pass_count; i++)
        TRY(pass_resolve(&scene->map.pass[i], i, error));
    return RL_OK;
}

rl_status map_rules_resolve_slices(rl_scene *scene, rl_error *error)
{
    rl_map_rules *rules = &scene->map;
    double sea = rules->sea;
    TRY(resolve_fractal(scene, error));
    if (rules->shape == RL_SHAPE_NONE) /* the sea stays unset, as slices do not show it */
        rules->sea = sea;
    fill_name(&rules->samples, rules->wrap ? SLICES_SIDE : SLICES_SIDE + 1);
    if (rules->wrap && (rules->samples & (rules->samples - 1)) != 0)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "map.samples = %d: must be 2^n where map.wrap is 1", rules->samples);
    return resolve_passes(scene, error);
}

rl_status map_rules_resolve(rl_scene *scene, rl_error *error)
{
    rl_map_rules *rules = &scene->map;
    if (scene->width == 0 || scene->height == 0)
        scene->width = scene->height = rules->wrap == 1 ? 1024 : 1025;
    if (rules->view_azimuth != RL_AUTO)
        fill_real(&rules->look_azimuth, -rules->view_azimuth);
    rules->view_azimuth = RL_AUTO;
    TRY(resolve_fractal(scene, error));
    resolve_seeing(scene, rules);
    scene->has_seed = 1;
    return resolve_passes(scene, error);
}

void map_scene_of(rl_scene *map, const rl_scene *scene)
{
    scene_init(map);
    map->kind = RL_SCENE_MAP;
    map->has_seed = 1;
    map->seed = scene->seed;
    map->width = scene->width;
    map->height = scene->height;
    map->map = scene->map;
}
