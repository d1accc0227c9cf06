/* mesa.c - table lands: buttes with cliffs, a terrace and a talus (slope of rubble).
 *
 * Buttes are at jittered points of a lattice; midpoint displacement roughens their cliffs
 * (part[0]), their tops and the ground between them (part[1]).  No butte is narrower than
 * MESA_NARROWEST of its height, and buttes with a gap narrower than SLOT are joined: erosion leaves
 * no thin rock standing for long.  A node is a function of (key, level, index).
 */
#include "ridge/families/mesa.h"

#include "base/exact.h"
#include "base/hash.h"
#include "ridge/scatter.h"

/* Index of ridge_line.own.  STEEPNESS: amplitude / spacing, to convert heights to spacings. */
enum { STEEPNESS };

#define HIGHEST 1.5 /* heights are 0 .. HIGHEST amplitudes */

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

/* The constants below are tuned by eye on seeds 1..48. */

/* Lengths along x are in spacings, heights in amplitudes. */
#define PRESENT 0.62      /* probability of a butte at a place */
#define JITTER 0.9        /* `jitter` of scatter_middle */
#define WIDEST 0.70       /* largest half width; REACH depends on it */
#define SLOT 0.16         /* width of a gap between two buttes below which they are joined */
#define CLIFF 0.004       /* length scale of the logistic curve that is a cliff */
#define LEDGE_AT 0.72     /* height of the terrace relative to that of the butte */
#define LEDGE_WIDEST 0.07 /* largest width of the terrace */
#define LEDGE_NONE 0.35   /* share of sides without a terrace */
#define LEDGE_SOME 0.65   /* share of sides with a terrace: 1 - LEDGE_NONE */
#define STEP_AT 0.45      /* height of the lower of the two beds of a cliff, share of the cliff */
#define STEP_WIDEST 0.030 /* largest distance that the lower bed protrudes */
#define RUBBLE_SHORTEST 0.25
#define RUBBLE_LONGEST 0.95
#define RUBBLE_STEEPEST 1.6 /* rise over run at its top, for lengths within these limits */
#define RUBBLE_POWER 1.5    /* its height is (distance from its foot)^this: concave if above 1 */
#define EDGE_SHARE 0.25     /* largest distance that part[0] moves a cliff */
#define TOP_SHARE 0.16      /* largest height that part[1] adds to tops and ground */
#define BEND 1.0            /* `bend` of displacement_bounded: it limits fractals to +-1 */
#define GROUND 0.16         /* height of the plain: TOP_SHARE, so that nothing is below 0 */

/* Sizes of buttes: the least ones, and the ranges above them from which the seed draws. */
static const struct {
    double lowest, height_range;
    double narrowest, half_range;
    double talus_least, talus_most; /* limits of the talus's height relative to the butte's */
} size = {.lowest = 0.42,
          .height_range = 0.62,
          .narrowest = 0.10,
          .half_range = 0.38,
          .talus_least = 0.40,
          .talus_most = 0.60};

/* Number of places to each side of a node whose buttes can cover it.  A butte extends up to JITTER
 * / 2 + WIDEST from the middle of its place or, if joined, 1 + JITTER / 2, to the middle of its
 * neighbour; LEDGE_WIDEST, RUBBLE_LONGEST and EDGE_SHARE are added. */
#define REACH 3

/* A butte before it is joined to its neighbours; spacings and amplitudes. */
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
    if (b.half > WIDEST) { /* the amplitude is too large for the spacing: lower the butte */
        b.half = WIDEST;
        b.height = exact_min(b.height, WIDEST / narrowest);
    }
    return b;
}

/* Returns the width of a terrace for a draw u, 0..1. */
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

/* Returns a logistic step: 1 inside, 0 outside; `out` is the distance from its middle, outward. */
static double cliff(double out)
{
    return exact_logistic(-(out / CLIFF));
}

/* Returns the height, 0..1, of a cliff of two beds, of which the lower protrudes by `step`. */
static double stepped(double out, double step)
{
    return (1.0 - STEP_AT) * cliff(out) + STEP_AT * cliff(out - step);
}

/* Returns the height of a butte at x, without the ground; of its talus alone if `is_foot`. */
static double butte_height(const mesa_butte *butte, double x, int is_foot)
{
    double left = butte->left - x;
    double right = x - butte->right;
    double out = exact_max(left, right);
    int side = right > left;
    double step = butte->step[side];
    double foot = out - butte->terrace[side] - step;
    if (foot - step >= butte->run) /* beyond the talus, where the logistic curves are nearly 0 */
        return 0.0;
    /* Share of the talus's length: 1 at the cliff, 0 at its foot. */
    double rubble = exact_clamp(1.0 - (foot - step) / butte->run, 0.0, 1.0);
    double talus = butte->talus * (rubble < 1.0 ? exact_pow(rubble, RUBBLE_POWER) : 1.0);
    if (is_foot)
        return talus;
    double upper = (1.0 - LEDGE_AT) * butte->height;
    double lower = LEDGE_AT * butte->height - butte->talus;
    return upper * stepped(out, step) + lower * stepped(foot, step) + talus;
}

/* Returns a fractal whose coarse levels are weakened, so that beds are level and tops do not slant.
 * From level 4 on a bound is multiplied by 2^-smoothing per level. */
static displacement roughness_of(displacement line, double smoothing)
{
    static const double broad[] = {0.10, 0.15, 0.35, 0.70};
    line.anchor_bound *= broad[0];
    for (int level = 1; level <= DISPLACEMENT_MAX_LEVEL; level++)
        line.bound[level] *= level < 4 ? broad[level] : exact_exp2(-smoothing * (level - 3));
    return line;
}

/* `smoothing` of part[0]: with 0, that of tops, cliffs would cross themselves and leave needles. */
#define EDGE_SMOOTHING 0.35

static void make(ridge_line *line, const rl_ridge *ridge)
{
    line->own[STEEPNESS] = ridge->amplitude / ridge->spacing;
    line->part[1] =
        roughness_of(ridge_fractal(line->family, ridge, hash_mix(line->part[0].key)), 0.0);
    line->part[0] = roughness_of(line->part[0], EDGE_SMOOTHING);
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    (void)places;
    double *edge = work + 2 * displacement_scratch(count);
    double spacing = exact_exp2(-level);
    mesa_butte near[2 * REACH + 1]; /* buttes of the places known - REACH .. known + REACH */
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
                                        .arrays = 3,
                                        .make = make,
                                        .fill = fill,
                                        .tallest = HIGHEST,
                                        .ground = RIDGE_GROUND_CLIFF,
                                        .traits = RIDGE_FACES | RIDGE_STRATA | RIDGE_LEVEL,
                                        .spread = 1.10};
