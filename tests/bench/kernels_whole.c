/* kernels_whole.c - cases of passes over maps: their kernels need too much around them to be
 * called alone, so an option chooses them. */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

#include "heightmap/heightmap.h"
#include "heightmap/pass.h"
#include "ridgeline.h"
#include "scene/composition.h"
#include "scene/keys.h"

static void must_be_ok(rl_status status, const rl_error *error)
{
    if (status != RL_OK)
        kernels_fail(error->text);
}

static int option_of(cpu_kernels kernels)
{
    return RL_KERNELS_PLAIN + (int)kernels;
}

/* ---- passes over maps --------------------------------------------------------------------- */

enum { LONG_SIDE = 512 };

typedef struct map_case {
    int kind, neighbours, iterations;
} map_case;

static void set(rl_pass *pass, const char *key, double value)
{
    rl_error error = {RL_OK, ""};
    must_be_ok(pass_set(pass, key, value, &error), &error);
}

static rl_scene rules_of(const map_case *c, int side)
{
    rl_scene scene;
    rl_error error = {RL_OK, ""};
    scene_init(&scene);
    scene.kind = 1;
    scene.width = scene.height = side;
    scene.map.pass_count = 1;
    scene.map.pass[0].kind = c->kind;
    must_be_ok(map_rules_resolve(&scene, &error), &error);
    set(&scene.map.pass[0], "neighbours", c->neighbours);
    set(&scene.map.pass[0], "iterations", c->iterations);
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
                           .kernels = option_of(kernels),
                           .seed = (uint64_t)(round + 5),
                           .rules = &scene.map};
    rl_error error = {RL_OK, ""};
    int cells = wide * high;
    map_begin(&map, round);
    if (!is_long && round % 4 >= 2 && c->kind == RL_PASS_THERMAL)
        set(&scene.map.pass[0], "talus", 0.0);
    map.wrap = !is_long && round % 3 == 0;
    must_be_ok(heightmap_run(&map, &scene.map.pass[0], 0, &work, &error), &error);
    *samples += (double)cells * c->iterations;
    return (size_t)cells * sizeof *map.h;
}

#define MAP_CASE(name, kind, neighbours, iterations)                                               \
    static size_t name(cpu_kernels kernels, int round, uint8_t *out, double *samples)              \
    {                                                                                              \
        static const map_case c = {kind, neighbours, iterations};                                  \
        return map_run(&c, kernels, round, out, samples);                                          \
    }
MAP_CASE(thermal_4, RL_PASS_THERMAL, 4, 6)
MAP_CASE(thermal_8, RL_PASS_THERMAL, 8, 6)
MAP_CASE(hydraulic_4, RL_PASS_HYDRAULIC, 4, 6)
MAP_CASE(hydraulic_8, RL_PASS_HYDRAULIC, 8, 6)

const kernels_case kernels_whole[] = {
    {"thermal, von Neumann", "cell", 30, thermal_4},
    {"thermal, Moore", "cell", 30, thermal_8},
    {"hydraulic, von Neumann", "cell", 30, hydraulic_4},
    {"hydraulic, Moore", "cell", 30, hydraulic_8},
    {0},
};
