/* island.c - low islands in a row, none in the lane of the sun's light.
 *
 * Islands are at jittered places of a lattice, twice as wide as high or more; midpoint
 * displacement makes their skylines.  A node is a function of (key, level, index).
 */
#include "base/exact.h"
#include "ridge/scatter.h"

/* Numbers of a line: where the lane is, and half its width, U. */
enum { LANE, LANE_HALF };

enum { SKEW }; /* number of an island */

enum trait { TRAIT_THERE = SCATTER_TRAIT, TRAIT_PLACE, TRAIT_HEIGHT, TRAIT_WIDTH, TRAIT_SKEW };

#define PRESENT 0.86
#define JITTER 0.6
#define REACH 2       /* places to each side whose island can bear on a point */
#define WIDE 0.46     /* half width of a middling island, of the spacing */
#define UNDER -0.6    /* the ground between islands: under water */
#define ROUGH 0.35    /* how far a fractal of 1 changes the height */
#define FINER 2       /* halvings by which the skyline is finer than the lattice */
#define LANE_FAR 0.16 /* half the lane, U, where islands are close to each other */
#define LANE_MORE 0.14

static scatter_item island_at(const ridge_line *line, int64_t place)
{
    scatter_item i = {.is_there = scatter_unit(line, TRAIT_THERE, place) < PRESENT};
    double loop = (double)line->part[0].period * line->spacing;
    double q = scatter_unit(line, TRAIT_HEIGHT, place);
    i.middle = scatter_middle(line, TRAIT_PLACE, place, JITTER);
    i.half = WIDE * exact_mix(0.45, 1.45, scatter_unit(line, TRAIT_WIDTH, place));
    i.height = 0.35 + q * exact_sqrt(q);
    i.power = 1.5;
    i.roundness = 1.15;
    i.form[SKEW] = 0.6 * (2.0 * scatter_unit(line, TRAIT_SKEW, place) - 1.0);
    double away = exact_way(i.middle * line->spacing - line->own[LANE], loop);
    if (exact_abs(away) < line->own[LANE_HALF] + 0.9 * i.half * line->spacing)
        i.is_there = 0;
    return i;
}

static double height_at(const scatter_item *island, double t, double fractal, double dome)
{
    return island->height * (dome * (1.0 + ROUGH * fractal + island->form[SKEW] * t));
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
    static const scatter islands = {
        .reach = REACH, .wide = 1.0, .under = UNDER, .item = island_at, .height = height_at};
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
                                          .traits = RIDGE_FACES | RIDGE_LEVEL,
                                          .noise = RL_NOISE_TRIANGULAR,
                                          .rough_far = 0.00,
                                          .rough_near = 0.00,
                                          .side_far = 0.36,
                                          .side_near = 0.62};
