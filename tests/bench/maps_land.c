/* maps_land.c - see maps_land.h. */
#include "bench/maps_land.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heightmap/heightmap.h"
#include "scene/composition.h"
#include "scene/keys.h"

enum { SIDE = 513, CELLS = SIDE * SIDE, LISTS = 7, CLASSES = 6 };

/* The last of two passes is the one whose change is shown. */
static const struct {
    const char *name;
    int pass[2]; /* rl_pass_kind, RL_AUTO = none */
} lists[LISTS] = {
    {"none", {RL_AUTO, RL_AUTO}},
    {"thermal", {RL_PASS_THERMAL, RL_AUTO}},
    {"hydraulic", {RL_PASS_HYDRAULIC, RL_AUTO}},
    {"droplets", {RL_PASS_DROPLETS, RL_AUTO}},
    {"gullies", {RL_PASS_GULLIES, RL_AUTO}},
    {"gullies, thermal", {RL_PASS_GULLIES, RL_PASS_THERMAL}},
    {"gullies, hydraulic", {RL_PASS_GULLIES, RL_PASS_HYDRAULIC}},
};

/* Slopes are counted up to these shares of their mean, and above the last. */
static const double bounds[CLASSES - 1] = {0.25, 0.5, 1.0, 2.0, 4.0};

/* A river drains so much of a map. */
#define RIVER (CELLS / 1000.0F)

/* A valley line is lower than all so many cells on both sides of it, in one of four ways. */
#define VALLEY 8

typedef struct land {
    double score, slope[CLASSES];
    double moved;        /* mean change of the heights by the last pass */
    double laid;         /* share of what it raised within one cell of a valley line before it */
    double in_valleys;   /* share of river cells within one cell of a valley line */
    double near_valleys; /* share of all cells */
} land;

static void must_be_ok(rl_status status, const rl_error *error)
{
    if (status == RL_OK)
        return;
    printf("not ok: %s\n", error->text);
    exit(EXIT_FAILURE);
}

static void *room(size_t size)
{
    void *memory = calloc(CELLS, size);
    if (memory == NULL)
        exit(EXIT_FAILURE);
    return memory;
}

static int is_valley(const float *h, int x, int y)
{
    static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int way = 0; way < 4; way++) {
        int is_lowest = 1;
        for (int k = -VALLEY; k <= VALLEY && is_lowest; k++) {
            int i = x + k * ways[way][0], j = y + k * ways[way][1];
            int is_inside = i >= 0 && j >= 0 && i < SIDE && j < SIDE;
            is_lowest = k == 0 || (is_inside && h[j * SIDE + i] > h[y * SIDE + x]);
        }
        if (is_lowest)
            return 1;
    }
    return 0;
}

/* 1 where a cell is within one of a valley line. */
static unsigned char *valleys_of(const float *h)
{
    unsigned char *near = room(sizeof *near);
    for (int y = 1; y < SIDE - 1; y++)
        for (int x = 1; x < SIDE - 1; x++)
            for (int i = 0; i < 9 && is_valley(h, x, y); i++)
                near[(y + i / 3 - 1) * SIDE + x + i % 3 - 1] = 1;
    return near;
}

static void measure_change(const heightmap *map, const float *before, land *sum)
{
    unsigned char *near = valleys_of(before);
    double moved = 0.0, raised[2] = {0.0, 0.0}; /* all, near */
    for (int i = 0; i < CELLS; i++) {
        double d = (double)map->h[i] - (double)before[i];
        moved += d < 0.0 ? -d : d;
        raised[0] += d > 0.0 ? d : 0.0;
        raised[1] += d > 0.0 && near[i] ? d : 0.0;
    }
    sum->moved += moved / CELLS;
    sum->laid += raised[0] > 0.0 ? raised[1] / raised[0] : 0.0;
    free(near);
}

static void measure_valleys(const heightmap *map, const heightmap_work *work, land *sum)
{
    unsigned char *near = valleys_of(map->h);
    float *area = room(sizeof *area);
    rl_error error;
    must_be_ok(flow_accumulate(map, 1, area, work, &error), &error);
    double cells[2] = {0.0}, rivers[2] = {0.0}; /* all, near */
    for (int i = 0; i < CELLS; i++) {
        int is_land = (double)map->h[i] > work->rules->sea;
        int is_river = is_land && area[i] >= RIVER;
        cells[0] += is_land;
        cells[1] += is_land && near[i];
        rivers[0] += is_river;
        rivers[1] += is_river && near[i];
    }
    sum->near_valleys += cells[0] > 0.0 ? cells[1] / cells[0] : 0.0;
    sum->in_valleys += rivers[0] > 0.0 ? rivers[1] / rivers[0] : 0.0;
    free(near);
    free(area);
}

static void measure_slopes(const heightmap *map, land *sum)
{
    rl_map_statistics s;
    heightmap_measure(map, &s);
    sum->score += s.erosion_score;
    for (int bin = 0; bin < RL_SLOPE_BINS; bin++) {
        int class = 0;
        while (class < CLASSES - 1 && (bin + 0.5) * s.slope_bin > bounds[class] * s.slope_mean)
            class ++;
        sum->slope[class] += (double)s.slopes[bin] / CELLS;
    }
}

static void measure(int list, uint64_t seed, land *sum)
{
    rl_scene scene;
    rl_error error;
    scene_init(&scene);
    scene.kind = RL_SCENE_MAP;
    scene.width = scene.height = SIDE;
    must_be_ok(map_rules_resolve(&scene, &error), &error);
    heightmap_work work = {.threads = 2, .seed = seed, .rules = &scene.map};
    heightmap map;
    must_be_ok(heightmap_make(&map, SIDE, SIDE, &work, &error), &error);
    float *before = room(sizeof *before);
    for (int i = 0; i < 2 && lists[list].pass[i] != RL_AUTO; i++) {
        rl_pass pass = {.kind = lists[list].pass[i]};
        memcpy(before, map.h, CELLS * sizeof *before);
        must_be_ok(heightmap_run(&map, &pass, i, &work, &error), &error);
    }
    if (lists[list].pass[0] != RL_AUTO)
        measure_change(&map, before, sum);
    measure_slopes(&map, sum);
    measure_valleys(&map, &work, sum);
    free(map.h);
    free(before);
}

void land_print(int seeds)
{
    printf("\nplain land of %d x %d samples, means of seeds 1..%d:\n"
           "  <.25 .. >4: %% of the cells with slopes up to such shares of the mean slope\n"
           "  moved: mean change of height by the last pass, thousandths\n"
           "  laid: %% of what it raised that is within one cell of a valley line\n"
           "  rivers, land: %% of river cells, and of all, within one cell of a valley line\n",
           SIDE, SIDE, seeds);
    printf("%-20s score  <.25   ..5    ..1    ..2    ..4    >4   moved  laid  rivers  land\n",
           "passes");
    for (int list = 0; list < LISTS; list++) {
        land sum = {0};
        for (int seed = 1; seed <= seeds; seed++)
            measure(list, (uint64_t)seed, &sum);
        printf("%-20s %.3f", lists[list].name, sum.score / seeds);
        for (int i = 0; i < CLASSES; i++)
            printf(" %5.1f ", 100.0 * sum.slope[i] / seeds);
        printf("%6.2f %5.1f  %5.1f  %5.1f\n", 1000.0 * sum.moved / seeds, 100.0 * sum.laid / seeds,
               100.0 * sum.in_valleys / seeds, 100.0 * sum.near_valleys / seeds);
    }
}
