/* mesa.c - table lands: buttes with cliffs, a terrace and a foot of rubble.
 *
 * Buttes are at jittered places of a lattice; midpoint displacement roughens their
 * cliffs (part[0]), their tops and the ground between them (part[1]).  No butte is narrower
 * than a share of its height, and buttes with a slot between them are one: erosion leaves
 * no rock like a finger for long.  A node is a function of (key, level, index).
 */
#include "ridge/families/mesa.h"

#include "base/exact.h"
#include "base/hash.h"
#include "ridge/scatter.h"

/* Number of a line: spacings that a height of 1 is, amplitude / spacing. */
enum { STEEPNESS };

#define HIGHEST 1.5 /* no height is above this; none is below 0 */

enum trait {
    TRAIT_PRESENT = SCATTER_TRAIT,
    TRAIT_PLACE,
    TRAIT_WIDTH,
    TRAIT_HEIGHT,
    TRAIT_TALUS,
    TRAIT_LEDGE_LEFT,
    TRAIT_LEDGE_RIGHT,
    TRAIT_STEP_LEFT,
    TRAIT_STEP_RIGHT
};

/* Numbers without a source are tuned by eye on seeds 1..48. */

/* Lengths along the ground are in spacings, heights in amplitudes. */
#define PRESENT 0.62      /* probability of a butte at a place */
#define JITTER 0.9        /* width of the range of places of a butte */
#define WIDEST 0.70       /* largest half width; see REACH */
#define SLOT 0.16         /* width of a gap between cliffs below which it is filled */
#define CLIFF 0.004       /* length of the logistic curve that is a cliff */
#define LEDGE_AT 0.72     /* height of the terrace relative to the butte */
#define LEDGE_WIDEST 0.07 /* largest width of the terrace */
#define LEDGE_NONE 0.35   /* share of cliffs without a terrace */
#define LEDGE_SOME 0.65   /* share of cliffs with one */
#define STEP_AT 0.45      /* share of the lower of the two beds of a cliff */
#define STEP_WIDEST 0.030 /* largest distance by which the lower bed protrudes */
#define RUBBLE_SHORTEST 0.25
#define RUBBLE_LONGEST 0.95
#define RUBBLE_STEEPEST 1.6 /* rise over run at its top */
#define RUBBLE_POWER 1.5    /* above 1: the slope is hollow */
#define EDGE_SHARE 0.25     /* largest distance that the fractal moves a cliff */
#define TOP_SHARE 0.16      /* largest height that the fractal adds to tops and ground */
#define BEND 1.0            /* bend of displacement_bounded: no fractal is beyond 1 */
#define GROUND 0.16         /* height of the plain: TOP_SHARE, so that nothing is below 0 */

/* Sizes of buttes: least ones and ranges that the seed adds. */
static const struct {
    double lowest, height_range;
    double narrowest, half_range;
    double talus_least, talus_most; /* height of the rubble relative to the butte */
} size = {.lowest = 0.42,
          .height_range = 0.62,
          .narrowest = 0.10,
          .half_range = 0.38,
          .talus_least = 0.40,
          .talus_most = 0.60};

/* Places to each side whose butte can bear on a point: it may reach JITTER / 2 +
 * WIDEST beyond its place or, joined, to a neighbour's middle 1 + JITTER / 2
 * away; there follow ledge, rubble and the shift of the edge. */
#define REACH 3

/* The middle and half width of a butte before it is joined to others. */
typedef struct mesa_block {
    int is_there;
    double middle, half, height;
} mesa_block;

static mesa_block block_at(const ridge_line *line, int64_t place)
{
    double broad = scatter_unit(line, TRAIT_WIDTH, place);
    mesa_block b = {.is_there = scatter_unit(line, TRAIT_PRESENT, place) < PRESENT};
    b.middle = scatter_middle(line, TRAIT_PLACE, place, JITTER);
    b.height = size.lowest + size.height_range * scatter_unit(line, TRAIT_HEIGHT, place);
    double narrowest = 0.5 * MESA_NARROWEST * line->own[STEEPNESS];
    b.half = exact_max(size.narrowest + size.half_range * broad * exact_sqrt(broad),
                       narrowest * b.height);
    if (b.half > WIDEST) { /* it is too high for its spacing and is made lower */
        b.half = WIDEST;
        b.height = exact_min(b.height, WIDEST / narrowest);
    }
    return b;
}

static double ledge_width(double u)
{
    return u < LEDGE_NONE ? 0.0 : LEDGE_WIDEST * (u - LEDGE_NONE) / LEDGE_SOME;
}

mesa_butte mesa_butte_at(const ridge_line *line, int64_t place)
{
    mesa_block b = block_at(line, place);
    mesa_butte butte = {.is_there = b.is_there};
    if (!b.is_there)
        return butte;
    mesa_block before = block_at(line, place - 1);
    mesa_block after = block_at(line, place + 1);
    butte.left = b.middle - b.half;
    butte.right = b.middle + b.half;
    butte.height = b.height;
    if (before.is_there && butte.left - (before.middle + before.half) < SLOT)
        butte.left = exact_min(butte.left, before.middle);
    if (after.is_there && after.middle - after.half - butte.right < SLOT)
        butte.right = exact_max(butte.right, after.middle);
    butte.talus = b.height * exact_mix(size.talus_least, size.talus_most,
                                       scatter_unit(line, TRAIT_TALUS, place));
    butte.run = exact_clamp(RUBBLE_POWER / RUBBLE_STEEPEST * butte.talus * line->own[STEEPNESS],
                            RUBBLE_SHORTEST, RUBBLE_LONGEST);
    butte.step[0] = STEP_WIDEST * scatter_unit(line, TRAIT_STEP_LEFT, place);
    butte.step[1] = STEP_WIDEST * scatter_unit(line, TRAIT_STEP_RIGHT, place);
    butte.terrace[0] = ledge_width(scatter_unit(line, TRAIT_LEDGE_LEFT, place));
    butte.terrace[1] = ledge_width(scatter_unit(line, TRAIT_LEDGE_RIGHT, place));
    return butte;
}

/* 1 inside a cliff, 0 outside; `out` is the distance from its middle, outward. */
static double cliff(double out)
{
    return exact_logistic(-(out / CLIFF));
}

static double stepped(double out, double step)
{
    return (1.0 - STEP_AT) * cliff(out) + STEP_AT * cliff(out - step);
}

static double butte_height(const mesa_butte *butte, double x, int is_foot)
{
    double left = butte->left - x;
    double right = x - butte->right;
    double out = exact_max(left, right);
    int side = right > left;
    double step = butte->step[side];
    double foot = out - butte->terrace[side] - step;
    if (foot - step >= butte->run) /* beyond its rubble, and farther from cliffs than they bend */
        return 0.0;
    /* Rubble: 1 at the cliff, 0 where it has run out. */
    double rubble = exact_clamp(1.0 - (foot - step) / butte->run, 0.0, 1.0);
    double talus = butte->talus * (rubble < 1.0 ? exact_pow(rubble, RUBBLE_POWER) : 1.0);
    if (is_foot)
        return talus;
    double upper = (1.0 - LEDGE_AT) * butte->height;
    double lower = LEDGE_AT * butte->height - butte->talus;
    return upper * stepped(out, step) + lower * stepped(foot, step) + talus;
}

/* Weakens the coarse levels of a fractal of unit variance, so that beds are level and tops do not
 * slant.  Its finest levels are smoothed by a power of their length. */
static displacement roughness_of(displacement line, double smoothing)
{
    static const double broad[] = {0.10, 0.15, 0.35, 0.70};
    line.anchor_bound *= broad[0];
    for (int level = 1; level <= DISPLACEMENT_MAX_LEVEL; level++)
        line.bound[level] *= level < 4 ? broad[level] : exact_exp2(-smoothing * (level - 3));
    return line;
}

/* Smoothing of edges: a cliff as rough as the tops would cross itself and leave needles. */
#define EDGE_SMOOTHING 0.35

static void make(ridge_line *line, const rl_ridge *ridge, uint64_t seed, uint64_t key, int which)
{
    (void)seed;
    (void)which;
    line->own[STEEPNESS] = ridge->amplitude / ridge->spacing;
    line->part[1] = roughness_of(ridge_fractal(line->family, ridge, hash_mix(key)), 0.0);
    line->part[0] = roughness_of(line->part[0], EDGE_SMOOTHING);
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    (void)places;
    double *edge = work + 2 * displacement_scratch(count);
    double spacing = exact_exp2(-level);
    mesa_butte near[2 * REACH + 1]; /* the buttes round a place, while nodes stay in it */
    int64_t known = INT64_MIN;
    displacement_fill(&line->part[1], level, first, count, values, NULL, work);
    displacement_fill(&line->part[0], level, first, count, edge, NULL, work);
    for (size_t n = 0; n < count; n++) {
        double x = (double)(first + (int64_t)n) * spacing;
        int64_t place = exact_floor(x);
        for (int k = 0; k <= 2 * REACH && place != known; k++)
            near[k] = mesa_butte_at(line, place + k - REACH);
        known = place;
        x += EDGE_SHARE * displacement_bounded(edge[n], BEND);
        double rock = 0.0;
        for (int k = 0; k <= 2 * REACH; k++)
            if (near[k].is_there)
                rock = exact_max(rock, butte_height(&near[k], x, line->is_foot));
        values[n] = GROUND + TOP_SHARE * displacement_bounded(values[n], BEND) + rock;
    }
}

const ridge_family ridge_family_mesa = {.name = "mesa",
                                        .meaning = "buttes with cliffs, a terrace and a talus",
                                        .noun = "flat-topped mesas",
                                        .lines = 1,
                                        .arrays = 3,
                                        .make = make,
                                        .fill = fill,
                                        .tallest = HIGHEST,
                                        .ground = RIDGE_GROUND_CLIFF,
                                        .traits = RIDGE_FACES | RIDGE_STRATA | RIDGE_LEVEL,
                                        .noise = RL_NOISE_TRIANGULAR,
                                        .rough_far = 0.00,
                                        .rough_near = 0.00,
                                        .spread = 1.10};
