/* map_rules.c - the defaults of maps and passes, each with its source.
 *
 * Erosion: J. Olsen, "Realtime Procedural Terrain Generation" (2004).  Droplets:
 * H. T. Beyer, "Implementation of a method for hydraulic erosion" (2015).  Presets:
 * the conventions that articles on diamond-square use.
 */
#include "scene/map_rules.h"

#include <stddef.h>
#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "base/text.h"
#include "scene/keys.h"

const char *const pass_names[] = {
    "voronoi",   "perturb",        "thermal",  "thermal-fast", "thermal-inverted",
    "hydraulic", "hydraulic-fast", "droplets", "normalise",    "combine",
    NULL};

const char *const map_preset_names[] = {
    "none", "roughness-coefficient", "one-sided", "persistence", "spread", NULL};

/* ---- which keys a pass has, and their defaults ------------------------------ */

typedef struct pass_default {
    int kind; /* rl_pass_kind */
    const char *key;
    double value;
} pass_default;

static const pass_default defaults[] = {
    {RL_PASS_VORONOI, "points", 20},
    {RL_PASS_VORONOI, "regions", 0},
    {RL_PASS_VORONOI, "metric", RL_METRIC_EUCLIDEAN},
    {RL_PASS_VORONOI, "c1", -1},
    {RL_PASS_VORONOI, "c2", 1},
    {RL_PASS_VORONOI, "c3", 0},
    {RL_PASS_VORONOI, "c4", 0},
    {RL_PASS_VORONOI, "c5", 0},
    {RL_PASS_VORONOI, "c6", 0},
    {RL_PASS_VORONOI, "c7", 0},
    {RL_PASS_VORONOI, "c8", 0},
    {RL_PASS_VORONOI, "weight", 0},
    {RL_PASS_VORONOI, "op", RL_COMBINE_MIX},
    {RL_PASS_VORONOI, "mix", 0.666666667},
    {RL_PASS_PERTURB, "magnitude", 0.25},
    {RL_PASS_PERTURB, "frequency", 4},
    {RL_PASS_PERTURB, "octaves", 4},
    {RL_PASS_PERTURB, "dimensions", 2},
    {RL_PASS_THERMAL, "iterations", 50},
    {RL_PASS_THERMAL, "talus", 4},
    {RL_PASS_THERMAL, "strength", 0.5},
    {RL_PASS_THERMAL, "neighbours", 8},
    {RL_PASS_THERMAL_FAST, "iterations", 50},
    {RL_PASS_THERMAL_FAST, "talus", 4},
    {RL_PASS_THERMAL_INVERTED, "iterations", 50},
    {RL_PASS_THERMAL_INVERTED, "talus", 12},
    {RL_PASS_HYDRAULIC, "iterations", 100},
    {RL_PASS_HYDRAULIC, "rain", 0.01},
    {RL_PASS_HYDRAULIC, "solubility", 0.01},
    {RL_PASS_HYDRAULIC, "evaporation", 0.5},
    {RL_PASS_HYDRAULIC, "capacity", 0.01},
    {RL_PASS_HYDRAULIC, "neighbours", 8},
    {RL_PASS_HYDRAULIC_FAST, "iterations", 100},
    {RL_PASS_HYDRAULIC_FAST, "rain", 0.01},
    {RL_PASS_HYDRAULIC_FAST, "solubility", 0.01},
    {RL_PASS_HYDRAULIC_FAST, "evaporation", 0.5},
    {RL_PASS_DROPLETS, "drops", 70000},
    {RL_PASS_DROPLETS, "lifetime", 30},
    {RL_PASS_DROPLETS, "radius", 3},
    {RL_PASS_DROPLETS, "inertia", 0.05},
    {RL_PASS_DROPLETS, "capacity", 4},
    {RL_PASS_DROPLETS, "deposition", 0.3},
    {RL_PASS_DROPLETS, "erosion", 0.3},
    {RL_PASS_DROPLETS, "evaporation", 0.01},
    {RL_PASS_DROPLETS, "gravity", 4},
    {RL_PASS_DROPLETS, "min_slope", 0.001},
    {RL_PASS_NORMALISE, "low", 0},
    {RL_PASS_NORMALISE, "high", 1},
    {RL_PASS_COMBINE, "op", RL_COMBINE_MIX},
    {RL_PASS_COMBINE, "mix", 0.5},
    {RL_PASS_COMBINE, "with", RL_COMBINE_FRACTAL},
};
#define DEFAULTS (sizeof defaults / sizeof defaults[0])

int map_rules_uses(int kind, const char *key)
{
    if (kind == RL_AUTO || strcmp(key, "kind") == 0)
        return 1;
    for (size_t i = 0; i < DEFAULTS; i++)
        if (defaults[i].kind == kind && strcmp(defaults[i].key, key) == 0)
            return 1;
    return 0;
}

const char *rl_pass_name(int kind)
{
    return kind >= 0 && kind <= RL_PASS_COMBINE ? pass_names[kind] : NULL;
}

const char *rl_pass_key(int kind, size_t index, double *otherwise, rl_key *key)
{
    for (size_t i = 0; i < DEFAULTS; i++) {
        if (defaults[i].kind != kind || index-- > 0)
            continue;
        const scene_key *found = keys_find("pass", defaults[i].key).key;
        if (otherwise != NULL)
            *otherwise = defaults[i].value;
        if (key != NULL) {
            key->path = found->path;
            key->meaning = found->meaning;
            key_rule(found, key->rule);
        }
        return defaults[i].key;
    }
    return NULL;
}

/* What a preset says; RL_AUTO = nothing. */
typedef struct preset_rules {
    double corner[4], spread, persistence;
    int one_sided, raw;
    double sea;
} preset_rules;

#define ANY RL_AUTO
static const preset_rules presets[] = {
    {{ANY, ANY, ANY, ANY}, 1.0, 0.5, 0, 0, 0.36},
    {{1.0, 1.4, 1.0, 1.2}, ANY, 0.5, 0, 1, 0.0}, /* r_k = R^(k+1) */
    {{0.01, 0.01, 0.01, 0.01}, 0.5, 0.6, 1, 1, 0.49},
    {{ANY, ANY, ANY, ANY}, 1.0, 0.5, 0, 1, 0.0},
    {{ANY, ANY, ANY, ANY}, 0.3, 0.5, 0, 0, 0.36},
};
#define PRESET_SPREAD 4

static void close_real(double *field, double value)
{
    if (*field == RL_AUTO)
        *field = value;
}

static void close_name(int *field, int value)
{
    if (*field == RL_AUTO)
        *field = value;
}

static void resolve_fractal(rl_scene *scene)
{
    rl_map_rules *rules = &scene->map;
    close_name(&rules->preset, 0);
    const preset_rules *preset = &presets[rules->preset];
    close_name(&rules->method, RL_MAP_DIAMOND_SQUARE);
    close_name(&rules->noise, RL_MAP_UNIFORM);
    close_name(&rules->one_sided, preset->one_sided);
    close_name(&rules->raw, preset->raw);
    close_name(&rules->smooth, 0);
    close_name(&rules->wrap, 0);
    close_real(&rules->persistence, preset->persistence);
    close_real(&rules->spread, preset->spread == ANY ? rules->persistence : preset->spread);
    for (int i = 0; i < 4; i++) {
        close_real(&rules->corner[i], preset->corner[i]);
        if (rules->preset == PRESET_SPREAD) /* its random corners lie in 0..1 */
            close_real(&rules->corner[i],
                       hash_unit(hash_at(hash_key(scene->seed, STREAM_CORNERS), 0, i)));
    }
    close_real(&rules->sea, preset->sea);
}

/* A round number of metres that divides the relief into about `parts`. */
static double round_step(double relief, double parts)
{
    static const double steps[] = {1.0, 2.0, 2.5, 5.0, 10.0};
    double power = 0.001;
    while (power * 10.0 * parts <= relief)
        power *= 10.0;
    for (int i = 0; i < 4; i++)
        if (power * steps[i] * parts >= relief)
            return power * steps[i];
    return power * steps[4];
}

/* The largest map that a landscape slices: as `ridgeline map` makes one. */
#define SLICES_SIDE 1024

/* A grid of any size shows the same land, so many metres across. */
#define LAND_SIDE 30720.0

/* Cells along the grid of 2^n + 1 samples that a map is cut from. */
static int grid_side(int width, int height)
{
    int longer = width > height ? width : height, side = 1;
    while (side + 1 < longer)
        side *= 2;
    return side;
}

static void resolve_seeing(const rl_scene *scene, rl_map_rules *rules)
{
    close_real(&rules->cell, text_round(LAND_SIDE / grid_side(scene->width, scene->height)));
    close_real(&rules->relief, 3000.0);
    close_real(&rules->azimuth, 315.0);
    close_real(&rules->altitude, 45.0);
    close_real(&rules->exaggeration, 2.0);
    close_real(&rules->shade, 0.65);
    close_real(&rules->contours, round_step(rules->relief, 30.0));
    close_real(&rules->rivers, 0.5);
    close_name(&rules->frame, 0);
    close_name(&rules->view, 0);
    close_real(&rules->view_azimuth, -47.0);
    close_real(&rules->view_elevation, 74.0);
    if (rules->tint_name[0] == '\0' && rules->tint_count == 0)
        memcpy(rules->tint_name, "atlas", sizeof "atlas");
}

static rl_status resolve_pass(rl_scene *scene, int number, rl_error *error)
{
    rl_pass *pass = &scene->map.pass[number];
    if (pass->kind == RL_AUTO)
        return status_fail(error, RL_BAD_ARGUMENT, "pass.%d.kind: open: must be named", number + 1);
    KEYS_EACH_IN("pass", walk)
    {
        if (!keys_is_open(scene, walk.key, number, 0) &&
            !map_rules_uses(pass->kind, keys_name(walk.key)))
            return status_fail(error, RL_BAD_ARGUMENT, "pass.%d.%s: %s has no such key", number + 1,
                               keys_name(walk.key), pass_names[pass->kind]);
    }
    for (size_t i = 0; i < DEFAULTS; i++) {
        const scene_key *key = keys_find("pass", defaults[i].key).key;
        void *field = (char *)pass + key->offset;
        if (defaults[i].kind != pass->kind || !keys_is_open(scene, key, number, 0))
            continue;
        if (key->kind == KEY_REAL)
            *(double *)field = defaults[i].value;
        else
            *(int *)field = (int)defaults[i].value;
    }
    return RL_OK;
}

static rl_status resolve_passes(rl_scene *scene, rl_error *error)
{
    for (int i = 0; i < scene->map.pass_count; i++)
        TRY(resolve_pass(scene, i, error));
    return RL_OK;
}

rl_status map_rules_resolve_slices(rl_scene *scene, rl_error *error)
{
    rl_map_rules *rules = &scene->map;
    double sea = rules->sea; /* nobody sees it: it stays open */
    resolve_fractal(scene);
    rules->sea = sea;
    close_name(&rules->samples, rules->wrap ? SLICES_SIDE : SLICES_SIDE + 1);
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
    resolve_fractal(scene);
    resolve_seeing(scene, rules);
    scene->has_seed = 1;
    return resolve_passes(scene, error);
}
