/* kernels_whole.c - cases of passes over maps: their kernels need too much around them to be
 * called alone, so an option chooses them. */
#include "support/kernels.h"

#include <stdlib.h>
#include <string.h>

#include "heightmap/heightmap.h"
#include "heightmap/pass.h"
#include "ridgeline.h"
#include "scene/composition.h"
#include "scene/keys.h"

/* ---- passes over maps --------------------------------------------------------------------- */

enum { LONG_SIDE = 512 };

typedef struct map_case {
    int kind, iterations;
    const char *keys[6]; /* of the pass, each with its value behind it */
} map_case;

static rl_scene rules_of(const map_case *c, int side)
{
    rl_scene scene;
    rl_error error = {RL_OK, ""};
    scene_init(&scene);
    scene.kind = 1;
    scene.width = scene.height = side;
    scene.map.pass_count = 1;
    scene.map.pass[0].kind = c->kind;
    kernels_must(map_rules_resolve(&scene, &error), &error);
    if (c->iterations > 0)
        kernels_must(pass_set(&scene.map.pass[0], "iterations", c->iterations, &error), &error);
    for (int i = 0; i < 6 && c->keys[i] != NULL; i += 2)
        kernels_must(pass_set(&scene.map.pass[0], c->keys[i], strtod(c->keys[i + 1], NULL), &error),
                     &error);
    return scene;
}

/* Noise; in some rounds with few values, so that neighbours are level, or very low. */
static float height_at(int round, uint32_t i)
{
    float even = ((float)(kernels_bits(round, i) >> 8) + 0.5F) * (1.0F / 16777216.0F);
    if (round % 4 == 1)
        return (float)(int)(even * 8.0F) * 0.125F;
    return round % 4 == 2 ? even * 1e-6F : round % 8 == 3 ? even * 1e-37F : even;
}

/* The timed map is made once. */
static void map_begin(heightmap *map, int round)
{
    static float kept[LONG_SIDE * LONG_SIDE];
    size_t cells = (size_t)map->width * (size_t)map->height;
    float *to = round == KERNELS_LONG ? kept : map->h;
    for (size_t i = 0; i < cells && (to == map->h || kept[cells - 1] <= 0.0F); i++)
        to[i] = height_at(round, (uint32_t)i);
    if (to == kept)
        memcpy(map->h, kept, sizeof kept);
}

/* Every round another map, of another shape, every third of them a torus. */
static size_t map_run(const map_case *c, cpu_kernels kernels, int round, uint8_t *out,
                      double *samples)
{
    int is_long = round == KERNELS_LONG;
    int wide = is_long ? LONG_SIDE : 3 + round * 29 % 190;
    int high = is_long ? LONG_SIDE : 3 + round * 17 % 70;
    rl_scene scene = rules_of(c, wide > high ? wide : high);
    heightmap map = {wide, high, 0, (float *)(void *)out};
    heightmap_work work = {.threads = 1,
                           .kernels = kernels_option(kernels),
                           .seed = (uint64_t)(round + 5),
                           .rules = &scene.map};
    rl_error error = {RL_OK, ""};
    int cells = wide * high;
    map_begin(&map, round);
    if (!is_long && round % 4 >= 2 && c->kind == RL_PASS_THERMAL)
        kernels_must(pass_set(&scene.map.pass[0], "talus", 0.0, &error), &error);
    map.wrap = !is_long && round % 3 == 0;
    kernels_must(heightmap_run(&map, &scene.map.pass[0], 0, &work, &error), &error);
    *samples += (double)cells * (c->iterations > 0 ? c->iterations : 1);
    return (size_t)cells * sizeof *map.h;
}

#define MAP_CASE(name, kind, iterations, ...)                                                      \
    static size_t name(cpu_kernels kernels, int round, uint8_t *out, double *samples)              \
    {                                                                                              \
        static const map_case c = {kind, iterations, {__VA_ARGS__}};                               \
        return map_run(&c, kernels, round, out, samples);                                          \
    }
MAP_CASE(thermal_4, RL_PASS_THERMAL, 6, "neighbours", "4")
MAP_CASE(thermal_8, RL_PASS_THERMAL, 6, "neighbours", "8")
MAP_CASE(thermal_fast, RL_PASS_THERMAL_FAST, 6, NULL)
MAP_CASE(thermal_inverted, RL_PASS_THERMAL_INVERTED, 6, NULL)
MAP_CASE(hydraulic_4, RL_PASS_HYDRAULIC, 6, "neighbours", "4")
MAP_CASE(hydraulic_8, RL_PASS_HYDRAULIC, 6, "neighbours", "8")
MAP_CASE(hydraulic_fast, RL_PASS_HYDRAULIC_FAST, 6, NULL)
MAP_CASE(voronoi, RL_PASS_VORONOI, 0, "mix", "0", "points", "30")
MAP_CASE(voronoi_regions, RL_PASS_VORONOI, 0, "regions", "4", "c4", "1", "c3", "-2")
MAP_CASE(voronoi_weight, RL_PASS_VORONOI, 0, "points", "1", "weight", "0.7", "mix", "0")
MAP_CASE(gullies, RL_PASS_GULLIES, 0, NULL)
MAP_CASE(perturb, RL_PASS_PERTURB, 0, "frequency", "30")
MAP_CASE(dunes, RL_PASS_DUNES, 0, NULL)

const kernels_case kernels_whole[] = {
    {"thermal, von Neumann", "cell", 30, thermal_4},
    {"thermal, Moore", "cell", 30, thermal_8},
    {"thermal, fast", "cell", 30, thermal_fast},
    {"thermal, inverted", "cell", 30, thermal_inverted},
    {"hydraulic, von Neumann", "cell", 30, hydraulic_4},
    {"hydraulic, Moore", "cell", 30, hydraulic_8},
    {"hydraulic, fast", "cell", 30, hydraulic_fast},
    {"voronoi", "cell", 30, voronoi},
    {"voronoi, regions", "cell", 30, voronoi_regions},
    {"voronoi, weight", "cell", 30, voronoi_weight},
    {"gullies", "cell", 12, gullies},
    {"perturb", "cell", 30, perturb},
    {"dunes", "cell", 12, dunes},
    {0},
};
