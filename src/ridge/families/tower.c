/* tower.c - towers of karst: steep, rounded, each on a low heap of rubble.
 *
 * Towers are at jittered points of a lattice; midpoint displacement roughens them.  In a lane in
 * the middle, which is wider for near lines, towers are few and low.  A node is a function of (key,
 * level, index).
 */
#include "base/exact.h"
#include "ridge/scatter.h"

/* Indices of ridge_line.own.  STEEPNESS: amplitude / spacing, to convert heights to spacings.
 * LANE: x of the middle of the lane, U from the middle of the picture.  HERO_AT: x of the highest
 * tower, spacings.  HERO: height of that tower, amplitudes; 0 = there is no such tower. */
enum { STEEPNESS, LANE, HERO_AT, HERO };

/* Indices of scatter_item.form.  SKEW: offset of the top to the left, half widths.  SHOULDER: share
 * of the height by which a shoulder is lower than the top; below 0 for a shoulder on the left. */
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

#define REACH 4 /* number of places to each side of a node whose towers can cover it */
#define GROUP 3 /* number of neighbouring places with the same probability of a tower */

/* Places and sizes of towers.  Heights are in amplitudes. */
static const struct {
    double there;                           /* mean probability of a tower at a place */
    double there_spread;                    /* a GROUP's differs from it by up to half of this */
    double jitter;                          /* `jitter` of scatter_middle, spacings */
    double lowest;                          /* least height */
    double range;                           /* largest height above `lowest` */
    double half_high;                       /* half width per height of the tower */
    double half_lane;                       /* added to it outside the lane, amplitudes */
    double wide_least, wide_most;           /* limits of a factor of the half width */
    double power_least, power_most;         /* limits of scatter_item.power */
    double roundness_least, roundness_most; /* limits of scatter_item.roundness */
    double skew;                            /* largest SKEW */
    double shoulder_lowest;                 /* factor of SHOULDER */
    double shoulder_gain, shoulder_none;    /* |SHOULDER| = factor * (gain * draw - none), or 0 */
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

/* Profile of a tower.  Heights are in heights of the tower, lengths in half widths of the tower. */
static const struct {
    double talus;                          /* height of the rubble at the middle */
    double talus_end;                      /* depth of the rubble's end under water */
    double talus_half;                     /* half width of the rubble */
    double talus_blunt;                    /* share of its height from which its end is steep */
    double talus_rough;                    /* share that a fractal of 1 adds to the rubble */
    double foot;                           /* depth of the foot under water, so that it spreads */
    double under;                          /* ground between towers, under water; amplitudes */
    double edge;                           /* distance that a fractal of 1 moves the wall */
    double edge_foot;                      /* share of `edge` that is lacking at the foot */
    double top;                            /* share that a fractal of 1 adds to the height */
    double shoulder_from, shoulder_length; /* from the middle to a shoulder's step; its length */
} profile = {.talus = 0.20,
             .talus_end = 0.05,
             .talus_half = 1.5,
             .talus_blunt = 0.30,
             .talus_rough = 0.35,
             .foot = 0.07,
             .under = -0.4,
             .edge = 0.12,
             .edge_foot = 0.8,
             .top = 0.12,
             .shoulder_from = 0.25,
             .shoulder_length = 0.22};

/* The open lane: the heights of towers in it are multiplied by a factor below 1.  [0] is for the
 * farthest lines, [1] for the nearest. */
static const struct {
    double spacing[2]; /* ridge.N.spacing of the farthest and the nearest line, U */
    double edge[2];    /* distance from the lane's middle up to which the factor is `low`, U */
    double end[2];     /* distance from the lane's middle from which the factor is 1, U */
    double there[2];   /* probability of keeping a tower in the lane: more far ones close it */
    double inside;     /* height factor below which a tower counts as in the lane */
    double low;        /* least height factor */
    double pointed;    /* roundness is raised by pointed * (1 - height factor) */
    double sun;        /* place of the lane's middle, share of hero_x */
    double hero;       /* distance of the highest tower beyond hero_x, away from the middle, U */
} lane_look = {.spacing = {0.075, 0.21},
               .edge = {0.02, 0.16},
               .end = {0.13, 0.54},
               .there = {0.6, 0.2},
               .inside = 0.4,
               .low = 0.11,
               .pointed = 0.12,
               .sun = 0.2,
               .hero = 0.20};

/* Returns how near a line is by the spacing of its towers: 0 farthest .. 1 nearest. */
static double nearness(const ridge_line *line)
{
    return exact_clamp((line->spacing - lane_look.spacing[0]) /
                           (lane_look.spacing[1] - lane_look.spacing[0]),
                       0.0, 1.0);
}

static scatter_item tower_at(const ridge_line *line, int64_t place)
{
    int64_t group = exact_down(exact_wrap_middle(place, line->part[0].period), GROUP);
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
    /* `lane` is the height factor of the lane. */
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
    double out = t / profile.talus_half, blunt = profile.talus_blunt;
    double heap = exact_max(1.0 - out * out, -0.5 * blunt);
    heap *= (1.0 + blunt) / (heap + blunt); /* steep at its end: it is no needle in the water */
    double skirt = tower->height * (profile.talus * heap * (1.0 + profile.talus_rough * fractal) -
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

static void make(ridge_line *line, const rl_ridge *ridge)
{
    line->own[STEEPNESS] = ridge->amplitude / ridge->spacing;
    line->own[LANE] = lane_look.sun * ridge->hero_x;
    line->own[HERO] = ridge_real(ridge, "tallest");
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
    REAL_KEY("ridge.N.tallest", BY_NAME, -1000, 1000, 0,
             "height of one certain tower of karst beyond hero_x, in amplitudes; 0 = none"),
};

const ridge_family ridge_family_tower = {.name = "tower",
                                         .meaning = "steep rounded towers of karst",
                                         .noun = "rock towers",
                                         .make = make,
                                         .fill = fill,
                                         .tallest = 1.5,
                                         RIDGE_KEYS(keys),
                                         .traits = RIDGE_FACES | RIDGE_LEVEL,
                                         .mist_near = 0.50,
                                         .mist_climb = 0.12,
                                         .rough_far = 0.3,
                                         .rough_near = 0.3,
                                         .side_far = 0.075,
                                         .side_near = 0.21};
