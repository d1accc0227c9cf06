/* island.c - low islands in a row, none in the lane of the sun's light.
 *
 * Islands are at jittered places of a lattice, twice as wide as high or more; midpoint
 * displacement makes their skylines.  A node is a function of (key, level, index).
 */
#include "base/exact.h"
#include "ridge/scatter.h"

/* Numbers of a line: where the lane is, and half its width, U. */
enum { LANE, LANE_HALF };

/* Numbers of an island: how far its top is aside; how deep a saddle parts it in two, and where. */
enum { SKEW, SADDLE, SADDLE_AT };

enum trait {
    TRAIT_THERE = SCATTER_TRAIT,
    TRAIT_PLACE,
    TRAIT_HEIGHT,
    TRAIT_WIDTH,
    TRAIT_SKEW,
    TRAIT_SORT,
    TRAIT_FORM,
    TRAIT_SADDLE
};

#define PRESENT 0.92
#define JITTER 0.6
#define REACH 2        /* places to each side whose island can bear on a point */
#define WIDE 0.46      /* half width of a middling island, of the spacing */
#define UNDER -0.6     /* the ground between islands: under water */
#define SHELF 0.34     /* how far under water an end is, */
#define SHELF_WIDE 1.1 /* and to where the ground falls beyond it */
#define SADDLE_WIDE 0.42
#define ROUGH 0.35    /* how far a fractal of 1 changes the height */
#define FINER 2       /* halvings by which the skyline is finer than the lattice */
#define LANE_FAR 0.16 /* half the lane, U, where islands are close to each other */
#define LANE_MORE 0.14

/* Sorts of islands: up to which draw, half width and height of a heap's; its dome from and to. */
typedef struct island_sort {
    double until, wide, high;
    double power[2], roundness[2];
} island_sort;

static const island_sort sorts[] = {
    {0.48, 1.00, 1.00, {1.15, 1.9}, {1.0, 1.6}},  /* heaps */
    {0.70, 1.15, 0.95, {1.8, 2.6}, {0.9, 1.3}},   /* two-humped */
    {0.85, 1.05, 0.50, {2.6, 4.5}, {0.65, 0.95}}, /* plateaus */
    {1.00, 0.32, 0.23, {1.5, 2.5}, {0.7, 1.0}},   /* rocks */
};
enum { HEAP, TWO_HUMPED };

static scatter_item island_at(const ridge_line *line, int64_t place)
{
    scatter_item i = {.is_there = scatter_unit(line, TRAIT_THERE, place) < PRESENT};
    double loop = (double)line->part[0].period * line->spacing;
    double q = scatter_unit(line, TRAIT_HEIGHT, place);
    double form = scatter_unit(line, TRAIT_FORM, place);
    int which = HEAP;
    while (scatter_unit(line, TRAIT_SORT, place) >= sorts[which].until)
        which++;
    const island_sort *sort = &sorts[which];
    i.middle = scatter_middle(line, TRAIT_PLACE, place, JITTER);
    i.half = WIDE * sort->wide * exact_mix(0.45, 1.45, scatter_unit(line, TRAIT_WIDTH, place));
    i.height = sort->high * (0.42 + q * exact_sqrt(q));
    i.power = exact_mix(sort->power[0], sort->power[1], form);
    i.roundness = exact_mix(sort->roundness[0], sort->roundness[1], form);
    i.form[SKEW] = 0.42 * (2.0 * scatter_unit(line, TRAIT_SKEW, place) - 1.0);
    double saddle = scatter_unit(line, TRAIT_SADDLE, place);
    i.form[SADDLE] = which == TWO_HUMPED ? exact_mix(0.45, 0.75, form) : 0.0;
    i.form[SADDLE_AT] = exact_mix(0.12, 0.38, saddle) * (i.form[SKEW] < 0.0 ? -1.0 : 1.0);
    double away = exact_way(i.middle * line->spacing - line->own[LANE], loop);
    if (exact_abs(away) < line->own[LANE_HALF] + 0.9 * i.half * line->spacing)
        i.is_there = 0;
    return i;
}

static double move(const scatter_item *island, double t, double fractal)
{
    (void)fractal;
    return t + island->form[SKEW] * exact_max(1.0 - t * t, 0.0);
}

/* The ground falls on under water: ends that stopped there would look cut. */
static double height_at(const scatter_item *island, double t, double fractal, double dome)
{
    double out = exact_abs(t), from = (t - island->form[SADDLE_AT]) / SADDLE_WIDE;
    double saddle = exact_max(1.0 - from * from, 0.0);
    double land = dome * (1.0 + ROUGH * fractal) * (1.0 - island->form[SADDLE] * saddle * saddle);
    double end = exact_smoothstep(0.6, SHELF_WIDE, out);
    return exact_max(island->height * land - SHELF * end, UNDER);
}

static void make(ridge_line *line, const rl_ridge *ridge, uint64_t seed, uint64_t key, int which)
{
    (void)seed;
    (void)key;
    (void)which;
    line->own[LANE] = -ridge->hero_x;
    line->own[LANE_HALF] = LANE_FAR + LANE_MORE * exact_clamp(2.0 * ridge->spacing - 0.8, 0.0, 1.0);
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    static const scatter islands = {.reach = REACH,
                                    .wide = SHELF_WIDE,
                                    .under = UNDER,
                                    .item = island_at,
                                    .move = move,
                                    .height = height_at};
    (void)places;
    displacement_fill(&line->part[0], level > FINER ? level - FINER : 0, first, count, values, NULL,
                      work);
    scatter_fill(line, &islands, level, first, count, values, work);
}

const ridge_family ridge_family_island = {.name = "island",
                                          .meaning = "low islands, none before the sun",
                                          .noun = "islands",
                                          .lines = 1,
                                          .make = make,
                                          .fill = fill,
                                          .tallest = 2.5,
                                          .ground = RIDGE_GROUND_ROCK,
                                          .mist_near = 0.8,
                                          .mist_climb = 0.12,
                                          .traits = RIDGE_FACES | RIDGE_LEVEL,
                                          .noise = RL_NOISE_TRIANGULAR,
                                          .rough_far = 0.00,
                                          .rough_near = 0.00,
                                          .side_far = 0.36,
                                          .side_near = 0.62};
