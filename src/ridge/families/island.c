/* island.c - low islands in a row, none in the lane of the sun's light.
 *
 * Islands are at jittered places of a lattice, twice as wide as high or more; midpoint
 * displacement makes their skylines.  A node is a function of (key, level, index).
 */
#include "base/exact.h"
#include "base/hash.h"
#include "ridge/family.h"

/* Numbers of a line: where the lane is, and half its width, U. */
enum { LANE, LANE_HALF };

enum trait { TRAIT_THERE = 64, TRAIT_PLACE, TRAIT_HEIGHT, TRAIT_WIDTH, TRAIT_SKEW };

#define PRESENT 0.86
#define JITTER 0.6
#define REACH 2       /* places to each side whose island can bear on a point */
#define WIDE 0.46     /* half width of a middling island, of the spacing */
#define UNDER -0.6    /* the ground between islands: under water */
#define ROUGH 0.35    /* how far a fractal of 1 changes the height */
#define FINER 2       /* halvings by which the skyline is finer than the lattice */
#define LANE_FAR 0.16 /* half the lane, U, where islands are close to each other */
#define LANE_MORE 0.14

static double trait(const ridge_line *line, enum trait which, int64_t place)
{
    return hash_unit(
        hash_at(line->part[0].key, (int)which, exact_wrap(place, line->part[0].period)));
}

typedef struct island {
    int is_there;
    double middle, half, height, skew; /* spacings; heights of 1 */
} island;

static island island_at(const ridge_line *line, int64_t place)
{
    island i = {.is_there = trait(line, TRAIT_THERE, place) < PRESENT};
    double loop = (double)line->part[0].period * line->spacing;
    double q = trait(line, TRAIT_HEIGHT, place);
    i.middle = (double)place + 0.5 + JITTER * (trait(line, TRAIT_PLACE, place) - 0.5);
    i.half = WIDE * exact_mix(0.45, 1.45, trait(line, TRAIT_WIDTH, place));
    i.height = 0.35 + q * exact_sqrt(q);
    i.skew = 0.6 * (2.0 * trait(line, TRAIT_SKEW, place) - 1.0);
    double away = i.middle * line->spacing - line->own[LANE];
    if (loop > 0.0)
        away -= loop * exact_round(away / loop);
    if (exact_abs(away) < line->own[LANE_HALF] + 0.9 * i.half * line->spacing)
        i.is_there = 0;
    return i;
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
    (void)places;
    double spacing = exact_exp2(-level);
    island near[2 * REACH + 1];
    int64_t known = INT64_MIN;
    displacement_fill(&line->part[0], level > FINER ? level - FINER : 0, first, count, values, NULL,
                      work);
    for (size_t n = 0; n < count; n++) {
        double x = (double)(first + (int64_t)n) * spacing;
        int64_t place = exact_floor(x);
        for (int k = 0; k <= 2 * REACH && place != known; k++)
            near[k] = island_at(line, place + k - REACH);
        known = place;
        double fractal = values[n] / exact_sqrt(1.0 + 0.2 * values[n] * values[n]);
        double land = UNDER;
        for (int k = 0; k <= 2 * REACH; k++) {
            double t = (x - near[k].middle) / near[k].half;
            if (!near[k].is_there || exact_abs(t) >= 1.0)
                continue;
            double shape = exact_pow(exact_max(1.0 - exact_pow(exact_abs(t), 1.5), 1e-6), 1.15);
            double height = shape * (1.0 + ROUGH * fractal + near[k].skew * t);
            land = exact_max(land, near[k].height * height);
        }
        values[n] = land;
    }
}

static double rise(const ridge_line *line, const rl_ridge *ridge)
{
    (void)ridge;
    return 2.5 * line->gain;
}

const ridge_family ridge_family_island = {.name = "island",
                                          .meaning = "low islands, none before the sun",
                                          .noun = "islands",
                                          .lines = 1,
                                          .make = make,
                                          .fill = fill,
                                          .rise = rise,
                                          .ground = RIDGE_GROUND_ROCK,
                                          .traits = RIDGE_FACES | RIDGE_LEVEL,
                                          .noise = RL_NOISE_TRIANGULAR,
                                          .rough_far = 0.00,
                                          .rough_near = 0.00,
                                          .side_far = 0.36,
                                          .side_near = 0.62};
