/* inside_maps.c - what makes and shapes heights, beside the textbook's forms of it. */
#include "inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "heightmap/lattice.h"
#include "heightmap/pass.h"
#include "heightmap/passes/voronoi.h"
#include "paint/node_noise.h"
#include "scene/composition.h"
#include "scene/keys.h"
#include "support/passes.h"

/* ---- what all need ------------------------------------------------------------------------ */

/* Rules with one pass that has its defaults. */
static rl_scene rules_of(int kind, int side)
{
    rl_scene scene;
    rl_error error = {RL_OK, ""};
    scene_init(&scene);
    scene.kind = 1;
    scene.width = scene.height = side;
    scene.map.pass_count = 1;
    scene.map.pass[0].kind = kind;
    inside_ok(map_rules_resolve(&scene, &error), &error);
    return scene;
}

static void set(rl_scene *scene, const char *key, double value)
{
    rl_error error = {RL_OK, ""};
    inside_ok(pass_set(&scene->map.pass[0], key, value, &error), &error);
}

static heightmap_work work_of(const rl_scene *scene, int threads)
{
    heightmap_work work = {.threads = threads, .seed = 7, .rules = &scene->map};
    return work;
}

static heightmap map_new(int side)
{
    heightmap map = {side, side, 0, inside_memory((size_t)side * (size_t)side * sizeof(float))};
    return map;
}

static size_t bytes_of(const heightmap *map)
{
    return (size_t)map->width * (size_t)map->height * sizeof *map->h;
}

static void fill(heightmap *map, const rl_scene *scene, int threads)
{
    rl_error error = {RL_OK, ""};
    heightmap_work work = work_of(scene, threads);
    inside_ok(diamond_square_fill(map, STREAM_MAP, &work, &error), &error);
}

/* ---- diamond-square --------------------------------------------------------------------- */

enum { SQUARE = 8193 };

static double memset_time(void *memory, size_t size)
{
    double begin = inside_cpu();
    memset(memory, 0x5a, size);
    double time = inside_cpu() - begin;
    volatile unsigned char *seen = memory;
    inside_check(seen[size / 2] == 0x5a, "memset is left out");
    return time;
}

static double rand_time(float *h)
{
    double begin = inside_cpu();
    reference_square(h, SQUARE);
    return inside_cpu() - begin;
}

void inside_square(int pairs)
{
    rl_scene scene = rules_of(RL_PASS_THERMAL, SQUARE);
    heightmap map = map_new(SQUARE);
    fill(&map, &scene, 1);
    for (int i = 0; i < pairs; i++) {
        double cpu = inside_cpu();
        double wall = inside_wall();
        fill(&map, &scene, 1);
        cpu = inside_cpu() - cpu;
        wall = inside_wall() - wall;
        inside_say("square.memset", MS * cpu, MS * memset_time(map.h, bytes_of(&map)));
        double two = inside_wall();
        fill(&map, &scene, 2);
        inside_say("square.threads", MS * (inside_wall() - two), MS * wall);
        inside_say("square.rand", MS * cpu, MS * rand_time(map.h));
    }
    free(map.h);
}

/* ---- erosion ------------------------------------------------------------------------------- */

enum {
    EROSION = 2048,
    GULLIES = 1025,
    SMALL = 300,
    THERMAL_SWEEPS = 50,
    HYDRAULIC_SWEEPS = 20,
    SCATTER_SWEEPS = 4
};

/* Seconds of CPU for each iteration, from the same heights every time. */
static double pass_time(heightmap *map, const heightmap *before, const rl_scene *scene)
{
    rl_error error = {RL_OK, ""};
    heightmap_work work = work_of(scene, 1);
    const rl_pass *pass = &scene->map.pass[0];
    memcpy(map->h, before->h, bytes_of(map));
    double begin = inside_cpu();
    inside_ok(heightmap_run(map, pass, 0, &work, &error), &error);
    return inside_cpu() - begin;
}

static double memcpy_time(const heightmap *map, const heightmap *from)
{
    double begin = inside_cpu();
    for (int i = 0; i < THERMAL_SWEEPS; i++) {
        memcpy(map->h, from->h, bytes_of(map));
        __asm__ volatile("" : : "r"(map->h) : "memory"); /* each of them counts */
    }
    return (inside_cpu() - begin) / THERMAL_SWEEPS;
}

static reference_flow flow_new(int side)
{
    size_t size = (size_t)side * (size_t)side * sizeof(float);
    reference_flow f = {.width = side,
                        .height = side,
                        .h = inside_memory(size),
                        .water = inside_memory(size),
                        .sediment = inside_memory(size),
                        .water_change = inside_memory(size),
                        .sediment_change = inside_memory(size)};
    return f;
}

static void flow_free(reference_flow *f)
{
    free(f->h);
    free(f->water);
    free(f->sediment);
    free(f->water_change);
    free(f->sediment_change);
}

static double scatter_time(const reference_flow *f, const heightmap *before, rl_pass pass,
                           int iterations)
{
    size_t size = bytes_of(before);
    (void)pass_set(&pass, "iterations", iterations, NULL);
    memcpy(f->h, before->h, size);
    memset(f->water, 0, size);
    memset(f->sediment, 0, size);
    double begin = inside_cpu();
    reference_hydraulic(f, &pass);
    return (inside_cpu() - begin) / iterations;
}

/* Both are the same erosion, but for roundings of sums in another order. */
static void check_hydraulic(void)
{
    rl_scene scene = rules_of(RL_PASS_HYDRAULIC, SMALL);
    heightmap before = map_new(SMALL);
    heightmap map = map_new(SMALL);
    reference_flow f = flow_new(SMALL);
    double sum = 0.0;
    set(&scene, "iterations", SCATTER_SWEEPS);
    fill(&before, &scene, 1);
    normalise_map(&before, 0.0, 1.0);
    pass_time(&map, &before, &scene);
    scatter_time(&f, &before, scene.map.pass[0], SCATTER_SWEEPS);
    for (int i = 0; i < SMALL * SMALL; i++) {
        double d = (double)map.h[i] - (double)f.h[i];
        sum += d * d;
    }
    inside_check(sum < 1e-13 * SMALL * SMALL, "hydraulic erosion and its reference differ");
    flow_free(&f);
    free(map.h);
    free(before.h);
}

static void gullies_say(int pairs)
{
    rl_scene scene = rules_of(RL_PASS_GULLIES, GULLIES);
    heightmap before = map_new(GULLIES);
    heightmap map = map_new(GULLIES);
    fill(&before, &scene, 1);
    normalise_map(&before, 0.0, 1.0);
    for (int i = 0; i < pairs; i++)
        inside_say("gullies", MS * pass_time(&map, &before, &scene), 1.0);
    free(map.h);
    free(before.h);
}

void inside_erosion(int pairs)
{
    rl_scene thermal = rules_of(RL_PASS_THERMAL, EROSION);
    rl_scene hydraulic = rules_of(RL_PASS_HYDRAULIC, EROSION);
    heightmap before = map_new(EROSION);
    heightmap map = map_new(EROSION);
    reference_flow f = flow_new(EROSION);
    check_hydraulic();
    set(&thermal, "neighbours", 4);
    set(&thermal, "iterations", THERMAL_SWEEPS);
    set(&hydraulic, "iterations", HYDRAULIC_SWEEPS);
    fill(&before, &thermal, 1);
    normalise_map(&before, 0.0, 1.0);
    for (int i = 0; i < pairs; i++) {
        double slid = pass_time(&map, &before, &thermal);
        inside_say("thermal", MS * slid / THERMAL_SWEEPS, MS * memcpy_time(&map, &before));
        double washed = pass_time(&map, &before, &hydraulic);
        double scattered = scatter_time(&f, &before, hydraulic.map.pass[0], SCATTER_SWEEPS);
        inside_say("hydraulic", MS * washed / HYDRAULIC_SWEEPS, MS * scattered);
    }
    gullies_say(pairs);
    flow_free(&f);
    free(map.h);
    free(before.h);
}

/* ---- Voronoi --------------------------------------------------------------------------------- */

enum { VORONOI = 4096, POINTS = 1000 };

static double voronoi_time(heightmap *map, const voronoi_points *points, const rl_scene *scene)
{
    rl_error error = {RL_OK, ""};
    heightmap_work work = work_of(scene, 1);
    pass_settings read;
    pass_settings_read(&scene->map.pass[0], &read);
    const voronoi_settings *settings = (const void *)&read;
    double begin = inside_cpu();
    inside_ok(voronoi_fill(points, map, settings, map->h, NULL, &work, &error), &error);
    return inside_cpu() - begin;
}

static void check_equal(const heightmap *a, const heightmap *b)
{
    float most = 0.0F;
    for (size_t i = 0; i < bytes_of(a) / sizeof *a->h; i++) {
        float d = a->h[i] > b->h[i] ? a->h[i] - b->h[i] : b->h[i] - a->h[i];
        most = d > most ? d : most;
    }
    inside_check(most < 1e-6F, "Voronoi and its reference differ");
}

void inside_voronoi(int pairs)
{
    rl_scene scene = rules_of(RL_PASS_VORONOI, VORONOI);
    rl_error error = {RL_OK, ""};
    heightmap map = map_new(VORONOI);
    heightmap reference = map_new(VORONOI);
    heightmap_work work = work_of(&scene, 1);
    voronoi_points points;
    set(&scene, "points", POINTS);
    set(&scene, "regions", 0);
    set(&scene, "metric", 0);
    pass_settings read;
    pass_settings_read(&scene.map.pass[0], &read);
    const voronoi_settings *settings = (const void *)&read;
    inside_ok(voronoi_scatter(&points, &map, settings, 0, &work, &error), &error);
    for (int i = 0; i < (pairs + 1) / 2; i++) {
        double ours = voronoi_time(&map, &points, &scene);
        double begin = inside_cpu();
        reference_voronoi(reference.h, VORONOI, VORONOI, voronoi_side(&map), points.x, points.y,
                          POINTS);
        inside_say("voronoi", MS * ours, MS * (inside_cpu() - begin));
        check_equal(&map, &reference);
    }
    arena_free(&points.memory);
    free(map.h);
    free(reference.h);
}

/* ---- noise ---------------------------------------------------------------------------------- */

/* Samples of a side and of a lattice cell; nanoseconds of a second. */
enum { NOISE = 1024, OCTAVES = 6, CELL = 64 };
#define NS 1e9

/* Rows of pictures' noise, of as many samples and octaves as bench-noise.  Returns their sum. */
static double noise_rows(void)
{
    static float sum[NOISE];
    uint64_t key = hash_key(7, 1);
    cpu_kernels kernels = cpu_choose(RL_KERNELS_BEST);
    double total = 0.0;
    for (int y = 0; y < NOISE; y++) {
        node_noise noise = {
            .key = key, .octaves = OCTAVES, .step = 1.0 / CELL, .y = (double)y / CELL};
        node_noise_fill(&noise, kernels, 0, NOISE, sum);
        for (int x = 0; x < NOISE; x++)
            total += (double)sum[x];
    }
    return total;
}

/* The same of the two noises of maps. */
static double lattice_rows(void)
{
    lattice noise = {.key = hash_key(7, 1),
                     .octaves = OCTAVES,
                     .cells_x = 1.0 / CELL,
                     .cells_y = 1.0 / CELL,
                     .kernels = cpu_choose(RL_KERNELS_BEST)};
    lattice_pair pair;
    double total = 0.0;
    for (int y = 0; y < NOISE; y++)
        for (int x = 0; x < NOISE; x += LATTICE_RUN) {
            lattice_fill(&noise, x, LATTICE_RUN, y, NULL, &pair);
            for (int i = 0; i < LATTICE_RUN; i++)
                total += pair.a[i] + pair.b[i];
        }
    return total;
}

/* The driver times it and bench-noise as processes. */
void inside_noise(int pairs)
{
    (void)pairs;
    printf("noise %.9g 1\n", noise_rows());
}

static void octave_say(const char *key, double (*rows)(void))
{
    double begin = inside_cpu();
    inside_check(rows() != 0.0, "noise is 0");
    inside_say(key, NS * (inside_cpu() - begin) / ((double)NOISE * NOISE * OCTAVES), 1.0);
}

void inside_octave(int pairs)
{
    for (int i = 0; i < pairs; i++) {
        octave_say("octave", noise_rows);
        octave_say("octave.maps", lattice_rows);
    }
}
