/* tower.c - towers of karst: steep, rounded, each on a short heap of rubble.
 *
 * Towers are at jittered places of a lattice; midpoint displacement roughens them.  A lane in the
 * middle stays open, the wider the nearer: there the towers are low.  A node is a function of
 * (key, level, index).
 */
#include "base/exact.h"
#include "ridge/scatter.h"

/* Numbers of a line: spacings that a height of 1 is; where the lane is, U; the place of its
 * highest tower, in spacings, and that tower's height, 0 = none is sure. */
enum { STEEPNESS, LANE, HERO_AT, HERO };

/* Numbers of a tower: how far it leans, half widths; how much
 * lower its shoulder is, below 0 on the left. */
enum { SKEW, SHOULDER };

enum trait {
    TRAIT_THERE = SCATTER_TRAIT,
    TRAIT_PLACE,
    TRAIT_HEIGHT,
    TRAIT_WIDTH,
    TRAIT_POWER,
    TRAIT_ROUND,
    TRAIT_SKEW,
    TRAIT_LANE,
    TRAIT_SHOULDER,
    TRAIT_GROUP
};

#define PRESENT 0.82
#define GROUP 3      /* places in a row of which one draw makes more or fewer towers, */
#define GROUPED 0.30 /* by so much */
#define JITTER 0.7
#define REACH 4        /* places to each side whose tower can bear on a point */
#define TALUS 0.22     /* of a tower's height, at its middle: it falls ever steeper to its end, */
#define TALUS_END 0.02 /* which is so far under water */
#define TALUS_WIDE 1.6
#define FOOT 0.07     /* and so much of a tower is: its walls lean out at the water */
#define UNDER -0.4    /* the ground between towers: under water */
#define EDGE 0.12     /* how far a fractal of 1 moves an edge, of the half width, */
#define EDGE_FOOT 0.8 /* and so much less at its foot: there walls are steepest */
#define TOP 0.12      /* and changes the height */
#define SHOULDER_AT 0.25
#define SHOULDER_LOWEST 0.43

/* Spacings between which the lane widens; U to its edge, and to where towers have their height. */
static const double lane_spacing[2] = {0.075, 0.21};
static const double lane_edge[2] = {0.02, 0.16}, lane_end[2] = {0.13, 0.54};
#define HERO_BEYOND 0.20 /* U from hero_x, away from the lane */
#define LANE_FULL 0.4
static const double lane_there[2] = {0.6, 0.2}; /* share of places: far rocks close it */
#define LANE_LOW 0.11
#define LANE_POINTED 0.12 /* and how much sharper */

/* How near the line's towers are, 0..1. */
static double nearness(const ridge_line *line)
{
    return exact_clamp((line->spacing - lane_spacing[0]) / (lane_spacing[1] - lane_spacing[0]), 0.0,
                       1.0);
}

/* How high towers may be at a place (U). */
static double lane_at(const ridge_line *line, double x)
{
    double loop = (double)line->part[0].period * line->spacing;
    double near = nearness(line);
    double open = exact_smoothstep(exact_mix(lane_edge[0], lane_edge[1], near),
                                   exact_mix(lane_end[0], lane_end[1], near),
                                   exact_abs(exact_way(x - line->own[LANE], loop)));
    return exact_mix(LANE_LOW, 1.0, open);
}

static scatter_item tower_at(const ridge_line *line, int64_t place)
{
    int64_t group = exact_floor((double)exact_wrap(place, line->part[0].period) / GROUP);
    double there = PRESENT + GROUPED * (scatter_unit(line, TRAIT_GROUP, group) - 0.5);
    int64_t period = line->part[0].period;
    int64_t hero = exact_wrap(exact_floor(line->own[HERO_AT]), period);
    int is_hero = line->own[HERO] > 0.0 && exact_wrap(place, period) == hero;
    scatter_item t = {.is_there = is_hero || scatter_unit(line, TRAIT_THERE, place) < there};
    if (!t.is_there)
        return t;
    t.middle = scatter_middle(line, TRAIT_PLACE, place, JITTER);
    double u = scatter_unit(line, TRAIT_HEIGHT, place);
    double size = 0.24 + 0.88 * u * u * u; /* a few stand over all others of their group */
    if (is_hero)
        size = line->own[HERO];
    double lane = lane_at(line, t.middle * line->spacing);
    t.height = size * lane;
    double few = exact_mix(lane_there[0], lane_there[1], nearness(line));
    if (lane < LANE_FULL && scatter_unit(line, TRAIT_LANE, place) > few)
        t.is_there = 0; /* few near rocks are in the lane */
    t.half = (0.35 * t.height + 0.085 * exact_sqrt(lane)) * line->own[STEEPNESS] *
             exact_mix(0.50, 1.35, scatter_unit(line, TRAIT_WIDTH, place));
    t.power = exact_mix(1.7, 3.1, scatter_unit(line, TRAIT_POWER, place));
    t.roundness = exact_mix(0.42, 0.74, scatter_unit(line, TRAIT_ROUND, place));
    t.roundness += LANE_POINTED * (1.0 - lane);
    t.form[SKEW] = 0.25 * (2.0 * scatter_unit(line, TRAIT_SKEW, place) - 1.0);
    double side = 2.0 * scatter_unit(line, TRAIT_SHOULDER, place) - 1.0;
    double drop = SHOULDER_LOWEST * exact_max(1.25 * exact_abs(side) - 0.25, 0.0);
    t.form[SHOULDER] = side < 0.0 ? -drop : drop;
    return t;
}

static double move(const scatter_item *tower, double t, double fractal)
{
    t += EDGE * fractal * exact_max(1.0 - EDGE_FOOT * t * t, 0.0);
    return t + tower->form[SKEW] * exact_max(1.0 - t * t, 0.0);
}

static double height_at(const scatter_item *tower, double t, double fractal, double dome)
{
    double out = t / TALUS_WIDE;
    double skirt = tower->height * (TALUS * (1.0 - out * out) * (1.0 + 0.35 * fractal) - TALUS_END);
    if (dome <= 0.0)
        return exact_max(skirt, UNDER);
    double shoulder = tower->form[SHOULDER];
    double side = (shoulder < 0.0 ? -1.0 : 1.0) * (t + EDGE * fractal);
    double low = exact_abs(shoulder) * exact_smoothstep(SHOULDER_AT, SHOULDER_AT + 0.22, side);
    return exact_max(skirt,
                     tower->height * ((1.0 + FOOT) * dome * (1.0 + TOP * fractal - low) - FOOT));
}

static void make(ridge_line *line, const rl_ridge *ridge, uint64_t seed, uint64_t key, int which)
{
    (void)seed;
    (void)key;
    (void)which;
    line->own[STEEPNESS] = ridge->amplitude / ridge->spacing;
    line->own[LANE] = 0.2 * ridge->hero_x;
    line->own[HERO] = ridge->own[0].real;
    line->own[HERO_AT] =
        (ridge->hero_x + (ridge->hero_x < 0.0 ? -HERO_BEYOND : HERO_BEYOND)) / ridge->spacing;
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    static const scatter towers = {.reach = REACH,
                                   .wide = TALUS_WIDE,
                                   .under = UNDER,
                                   .item = tower_at,
                                   .move = move,
                                   .height = height_at};
    (void)places;
    displacement_fill(&line->part[0], level, first, count, values, NULL, work);
    scatter_fill(line, &towers, level, first, count, values, work);
}

static const scene_key keys[] = {
    REAL_KEY("ridge.N.tallest", AT_RIDGE(own[0].real), -1000, 1000, 0,
             "of towers: the height, of an amplitude of 1, of one that is sure to be there, "
             "beyond hero_x; 0 = none"),
};

const ridge_family ridge_family_tower = {.name = "tower",
                                         .meaning = "steep rounded towers of karst",
                                         .noun = "rock towers",
                                         .lines = 1,
                                         .make = make,
                                         .fill = fill,
                                         .tallest = 1.5,
                                         .keys = keys,
                                         .key_count = sizeof keys / sizeof *keys,
                                         .ground = RIDGE_GROUND_ROCK,
                                         .traits = RIDGE_FACES | RIDGE_LEVEL,
                                         .mist_near = 0.85,
                                         .mist_climb = 0.12, /* walls and heap alike */
                                         .noise = RL_NOISE_TRIANGULAR,
                                         .rough_far = 0.3,
                                         .rough_near = 0.3,
                                         .side_far = 0.075,
                                         .side_near = 0.21};
