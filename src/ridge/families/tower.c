/* tower.c - towers of karst: steep, rounded, each on a skirt of rubble and bushes.
 *
 * Towers are at jittered places of a lattice; midpoint displacement roughens them.  A lane in the
 * middle stays open, the wider the nearer: there the towers are low.  A node is a function of
 * (key, level, index).
 */
#include "base/exact.h"
#include "base/hash.h"
#include "ridge/family.h"

/* Numbers of a line: spacings that a height of 1 is; where the lane is, U. */
enum { STEEPNESS, LANE };

enum trait {
    TRAIT_THERE = 64,
    TRAIT_PLACE,
    TRAIT_HEIGHT,
    TRAIT_WIDTH,
    TRAIT_POWER,
    TRAIT_ROUND,
    TRAIT_SKEW,
    TRAIT_LANE
};

#define PRESENT 0.82
#define JITTER 0.7
#define REACH 4          /* places to each side whose tower can bear on a point */
#define SKIRT 0.36       /* of a tower's height, at its middle */
#define SKIRT_UNDER 0.07 /* at its end: under water */
#define SKIRT_WIDE 1.4
#define UNDER -0.4 /* the ground between towers: under water */
#define EDGE 0.13  /* how far a fractal of 1 moves an edge, of the half width */
#define TOP 0.12   /* and changes the height */

/* Spacings between which the lane widens; U to its edge, and to where towers have their height. */
static const double lane_spacing[2] = {0.075, 0.21};
static const double lane_edge[2] = {0.02, 0.16}, lane_end[2] = {0.14, 0.60};
#define LANE_FULL 0.4
#define LANE_THERE 0.3
#define LANE_LOW 0.10

static double trait(const ridge_line *line, enum trait which, int64_t place)
{
    return hash_unit(
        hash_at(line->part[0].key, (int)which, exact_wrap(place, line->part[0].period)));
}

/* How high towers may be at a place (U). */
static double lane_at(const ridge_line *line, double x)
{
    double loop = (double)line->part[0].period * line->spacing;
    double near = exact_clamp(
        (line->spacing - lane_spacing[0]) / (lane_spacing[1] - lane_spacing[0]), 0.0, 1.0);
    x -= line->own[LANE];
    if (loop > 0.0)
        x -= loop * exact_round(x / loop);
    double open = exact_smoothstep(exact_mix(lane_edge[0], lane_edge[1], near),
                                   exact_mix(lane_end[0], lane_end[1], near), exact_abs(x));
    return exact_mix(LANE_LOW, 1.0, open);
}

/* The tower of a place; lengths along the ground are in spacings. */
typedef struct tower {
    int is_there;
    double middle, half, height, power, roundness, skew;
} tower;

static tower tower_at(const ridge_line *line, int64_t place)
{
    tower t = {.is_there = trait(line, TRAIT_THERE, place) < PRESENT};
    if (!t.is_there)
        return t;
    t.middle = (double)place + 0.5 + JITTER * (trait(line, TRAIT_PLACE, place) - 0.5);
    double size = 0.30 + 0.75 * exact_pow(trait(line, TRAIT_HEIGHT, place), 1.4);
    double lane = lane_at(line, t.middle * line->spacing);
    t.height = size * lane;
    if (lane < LANE_FULL && hash_unit(hash_at(line->part[0].key, TRAIT_LANE, place)) > LANE_THERE)
        t.is_there = 0; /* few rocks are in the lane */
    t.half = (0.35 * t.height + 0.06) * line->own[STEEPNESS] *
             exact_mix(0.62, 1.15, trait(line, TRAIT_WIDTH, place));
    t.power = exact_mix(1.7, 2.9, trait(line, TRAIT_POWER, place));
    t.roundness = exact_mix(0.40, 0.72, trait(line, TRAIT_ROUND, place));
    t.skew = 0.25 * (2.0 * trait(line, TRAIT_SKEW, place) - 1.0);
    return t;
}

static double tower_height(const tower *t, double x, double fractal)
{
    double q = (x - t->middle) / t->half;
    double out = q / SKIRT_WIDE;
    double foot = exact_max(1.0 - exact_abs(out), 0.0);
    double skirt = t->height * (SKIRT * foot * (1.0 + 0.5 * fractal) - SKIRT_UNDER);
    q += EDGE * fractal;
    q += t->skew * exact_max(1.0 - q * q, 0.0);
    double inside = exact_abs(q) < 1.0 ? 1.0 - exact_pow(exact_abs(q), t->power) : 0.0;
    double rock =
        inside > 0.0 ? t->height * exact_pow(inside, t->roundness) * (1.0 + TOP * fractal) : UNDER;
    return exact_max(skirt, rock);
}

static void make(ridge_line *line, const rl_ridge *ridge, uint64_t seed, uint64_t key, int which)
{
    (void)seed;
    (void)key;
    (void)which;
    line->own[STEEPNESS] = ridge->amplitude / ridge->spacing;
    line->own[LANE] = 0.2 * ridge->hero_x;
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    (void)places;
    double spacing = exact_exp2(-level);
    tower near[2 * REACH + 1];
    int64_t known = INT64_MIN;
    displacement_fill(&line->part[0], level, first, count, values, NULL, work);
    for (size_t n = 0; n < count; n++) {
        double x = (double)(first + (int64_t)n) * spacing;
        int64_t place = exact_floor(x);
        for (int k = 0; k <= 2 * REACH && place != known; k++)
            near[k] = tower_at(line, place + k - REACH);
        known = place;
        double fractal = values[n] / exact_sqrt(1.0 + 0.2 * values[n] * values[n]);
        double rock = UNDER;
        for (int k = 0; k <= 2 * REACH; k++)
            if (near[k].is_there && exact_abs(x - near[k].middle) < SKIRT_WIDE * near[k].half)
                rock = exact_max(rock, tower_height(&near[k], x, fractal));
        values[n] = rock;
    }
}

static double rise(const ridge_line *line, const rl_ridge *ridge)
{
    (void)ridge;
    return 1.5 * line->gain;
}

const ridge_family ridge_family_tower = {.name = "tower",
                                         .meaning = "steep rounded towers of karst",
                                         .noun = "rock towers",
                                         .lines = 1,
                                         .make = make,
                                         .fill = fill,
                                         .rise = rise,
                                         .ground = RIDGE_GROUND_ROCK,
                                         .traits = RIDGE_FACES | RIDGE_LEVEL,
                                         .noise = RL_NOISE_TRIANGULAR,
                                         .rough_far = 0.3,
                                         .rough_near = 0.3,
                                         .side_far = 0.075,
                                         .side_near = 0.21};
