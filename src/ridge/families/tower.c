/* tower.c - towers of karst: steep, rounded, each on a short heap of rubble.
 *
 * Towers are at jittered places of a lattice; midpoint displacement roughens them.  A lane in the
 * middle stays open, wider for near towers; in it towers are few and low.  A node is a function of
 * (key, level, index).
 */
#include "base/exact.h"
#include "ridge/scatter.h"

/* Numbers of a line.  STEEPNESS: spacings that a height of 1 is.  LANE: U from the middle of the
 * picture to the lane.  HERO_AT: place of the highest tower, spacings.  HERO: height of that tower,
 * 0 = it is left to chance. */
enum { STEEPNESS, LANE, HERO_AT, HERO };

/* Numbers of a tower.  SKEW: offset of its top, half widths.  SHOULDER: share by which its shoulder
 * is lower, below 0 for one on the left. */
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

#define REACH 4 /* places to each side whose tower can bear on a point */
#define GROUP 3 /* places in a row with the same density of towers */

/* Places and sizes of towers. */
static const struct {
    double there;                           /* mean probability of a tower at a place */
    double there_spread;                    /* range of that by group */
    double jitter;                          /* range of its places, spacings */
    double lowest;                          /* least height */
    double range;                           /* largest height above that */
    double half_high;                       /* half width for each height of 1, heights */
    double half_lane;                       /* half width outside the lane, added to that */
    double wide_least, wide_most;           /* factor of the half width */
    double power_least, power_most;         /* exponent of the dome: see scatter_item */
    double roundness_least, roundness_most; /* second exponent of the dome */
    double skew;                            /* largest offset of a top, half widths */
    double shoulder_lowest;                 /* largest share by which a shoulder is lower */
    double shoulder_gain, shoulder_none;    /* line from the draw to that share, 0..1 */
} tower_size = {.there = 0.82,
                .there_spread = 0.30,
                .jitter = 0.7,
                .lowest = 0.24,
                .range = 0.88,
                .half_high = 0.35,
                .half_lane = 0.085,
                .wide_least = 0.50,
                .wide_most = 1.35,
                .power_least = 1.7,
                .power_most = 3.1,
                .roundness_least = 0.42,
                .roundness_most = 0.74,
                .skew = 0.25,
                .shoulder_lowest = 0.43,
                .shoulder_gain = 1.25,
                .shoulder_none = 0.25};

/* Profile of a tower.  Heights are in heights of the tower, widths in its half widths. */
static const struct {
    double talus;                          /* height of the rubble at the middle */
    double talus_end;                      /* depth of its end under water */
    double talus_half;                     /* half width of the rubble */
    double talus_rough;                    /* share that a fractal of 1 adds to the rubble */
    double foot;                           /* depth of the foot under water: walls lean out there */
    double under;                          /* height of the ground between towers: under water */
    double edge;                           /* distance that a fractal of 1 moves an edge */
    double edge_foot;                      /* share by which that is less at the steep foot */
    double top;                            /* share that a fractal of 1 adds to the height */
    double shoulder_from, shoulder_length; /* from the middle to a shoulder; length of its step */
} profile = {.talus = 0.22,
             .talus_end = 0.02,
             .talus_half = 1.6,
             .talus_rough = 0.35,
             .foot = 0.07,
             .under = -0.4,
             .edge = 0.12,
             .edge_foot = 0.8,
             .top = 0.12,
             .shoulder_from = 0.25,
             .shoulder_length = 0.22};

/* The open lane; [0] for far lines, [1] for near ones. */
static const struct {
    double spacing[2]; /* spacings of towers that are far and near, U */
    double edge[2];    /* U from its middle to its edge, where towers are lowest */
    double end[2];     /* U from its middle to where towers have their full height */
    double there[2];   /* probability that a tower stays: far rocks close the lane */
    double inside;     /* height factor below which a tower is in the lane */
    double low;        /* height factor at its edge */
    double pointed;    /* second exponent of the dome that is added there */
    double sun;        /* share of hero_x in the place of its middle */
    double hero;       /* U of the highest tower beyond hero_x, away from the lane */
} lane_look = {.spacing = {0.075, 0.21},
               .edge = {0.02, 0.16},
               .end = {0.13, 0.54},
               .there = {0.6, 0.2},
               .inside = 0.4,
               .low = 0.11,
               .pointed = 0.12,
               .sun = 0.2,
               .hero = 0.20};

/* Nearness of a line by the spacing of its towers, 0..1. */
static double nearness(const ridge_line *line)
{
    return exact_clamp((line->spacing - lane_look.spacing[0]) /
                           (lane_look.spacing[1] - lane_look.spacing[0]),
                       0.0, 1.0);
}

static scatter_item tower_at(const ridge_line *line, int64_t place)
{
    int64_t group = exact_floor((double)exact_wrap(place, line->part[0].period) / GROUP);
    double there =
        tower_size.there + tower_size.there_spread * (scatter_unit(line, TRAIT_GROUP, group) - 0.5);
    int64_t period = line->part[0].period;
    int64_t hero = exact_wrap(exact_floor(line->own[HERO_AT]), period);
    int is_hero = line->own[HERO] > 0.0 && exact_wrap(place, period) == hero;
    scatter_item t = {.is_there = is_hero || scatter_unit(line, TRAIT_THERE, place) < there};
    if (!t.is_there)
        return t;
    t.middle = scatter_middle(line, TRAIT_PLACE, place, tower_size.jitter);
    double u = scatter_unit(line, TRAIT_HEIGHT, place);
    /* The cube makes high towers rare. */
    double size = tower_size.lowest + tower_size.range * u * u * u;
    if (is_hero)
        size = line->own[HERO];
    /* Towers are low in the lane. */
    double loop = (double)line->part[0].period * line->spacing, near = nearness(line);
    double aside = exact_abs(exact_way(t.middle * line->spacing - line->own[LANE], loop));
    double open = exact_smoothstep(exact_mix(lane_look.edge[0], lane_look.edge[1], near),
                                   exact_mix(lane_look.end[0], lane_look.end[1], near), aside);
    double lane = exact_mix(lane_look.low, 1.0, open);
    t.height = size * lane;
    double few = exact_mix(lane_look.there[0], lane_look.there[1], near);
    if (lane < lane_look.inside && scatter_unit(line, TRAIT_LANE, place) > few)
        t.is_there = 0;
    t.half = (tower_size.half_high * t.height + tower_size.half_lane * exact_sqrt(lane)) *
             line->own[STEEPNESS] *
             exact_mix(tower_size.wide_least, tower_size.wide_most,
                       scatter_unit(line, TRAIT_WIDTH, place));
    t.power = exact_mix(tower_size.power_least, tower_size.power_most,
                        scatter_unit(line, TRAIT_POWER, place));
    t.roundness = exact_mix(tower_size.roundness_least, tower_size.roundness_most,
                            scatter_unit(line, TRAIT_ROUND, place));
    t.roundness += lane_look.pointed * (1.0 - lane);
    t.form[SKEW] = tower_size.skew * (2.0 * scatter_unit(line, TRAIT_SKEW, place) - 1.0);
    double side = 2.0 * scatter_unit(line, TRAIT_SHOULDER, place) - 1.0;
    double drop =
        tower_size.shoulder_lowest *
        exact_max(tower_size.shoulder_gain * exact_abs(side) - tower_size.shoulder_none, 0.0);
    t.form[SHOULDER] = side < 0.0 ? -drop : drop;
    return t;
}

static double move(const scatter_item *tower, double t, double fractal)
{
    t += profile.edge * fractal * exact_max(1.0 - profile.edge_foot * t * t, 0.0);
    return t + tower->form[SKEW] * exact_max(1.0 - t * t, 0.0);
}

static double height_at(const scatter_item *tower, double t, double fractal, double dome)
{
    double out = t / profile.talus_half;
    double skirt =
        tower->height * (profile.talus * (1.0 - out * out) * (1.0 + profile.talus_rough * fractal) -
                         profile.talus_end);
    if (dome <= 0.0)
        return exact_max(skirt, profile.under);
    double shoulder = tower->form[SHOULDER];
    double side = (shoulder < 0.0 ? -1.0 : 1.0) * (t + profile.edge * fractal);
    double low = exact_abs(shoulder) *
                 exact_smoothstep(profile.shoulder_from,
                                  profile.shoulder_from + profile.shoulder_length, side);
    return exact_max(skirt, tower->height *
                                ((1.0 + profile.foot) * dome * (1.0 + profile.top * fractal - low) -
                                 profile.foot));
}

static void make(ridge_line *line, const rl_ridge *ridge, uint64_t seed, uint64_t key, int which)
{
    (void)seed;
    (void)key;
    (void)which;
    line->own[STEEPNESS] = ridge->amplitude / ridge->spacing;
    line->own[LANE] = lane_look.sun * ridge->hero_x;
    line->own[HERO] = ridge->own[0].real;
    line->own[HERO_AT] =
        (ridge->hero_x + (ridge->hero_x < 0.0 ? -lane_look.hero : lane_look.hero)) / ridge->spacing;
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    const scatter towers = {.reach = REACH,
                            .wide = profile.talus_half,
                            .under = profile.under,
                            .item = tower_at,
                            .move = move,
                            .height = height_at};
    (void)places;
    displacement_fill(&line->part[0], level, first, count, values, NULL, work);
    scatter_fill(line, &towers, level, first, count, values, work);
}

static const scene_key keys[] = {
    REAL_KEY("ridge.N.tallest", AT_RIDGE(own[0].real), -1000, 1000, 0,
             "height of one certain tower of karst beyond hero_x, in amplitudes; 0 = none"),
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
                                         .mist_climb = 0.12,
                                         .noise = RL_NOISE_TRIANGULAR,
                                         .rough_far = 0.3,
                                         .rough_near = 0.3,
                                         .side_far = 0.075,
                                         .side_near = 0.21};
