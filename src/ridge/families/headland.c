/* headland.c - a cliff that ends in the sea, on the side away from the sun, and sea stacks
 * before it.
 *
 * From its edge the land rises in two steps to a level top; midpoint displacement roughens the
 * edge (part[0]) and the top (part[1]).
 */
#include "base/exact.h"
#include "base/hash.h"
#include "ridge/family.h"

/* Numbers of a line: U from the middle of the picture to the edge, below 0 to the left; and the
 * height, U. */
enum { EDGE, HEIGHT };

#define SIDE 1        /* of the ridge's own values; below 0: on the side of the sun, */
#define SUN_FREE 0.07 /* and at least so far beyond it, U */

enum trait {
    TRAIT_STACK = 64,
    TRAIT_LEAN,
    TRAIT_PLACE,
    TRAIT_WIDTH,
    TRAIT_TALL,
    TRAIT_LEDGE_AT,
    TRAIT_LEDGE
};

/* Lengths are in heights of the land, but for U. */
#define CLIFF 0.030      /* length of the logistic curve that is a cliff */
#define STEP 0.018       /* and of the upper one, */
#define STEP_AT 0.10     /* behind it */
#define LOWER 0.62       /* height of the lower one */
#define ROUGH_EDGE 0.018 /* U that a fractal of 1 moves the edge where the land is .2 U high */
#define ROUGH_TOP 0.20
#define BEND 0.2  /* no fractal is beyond 2.2 */
#define TILT 0.16 /* the top rises inland, run over rise */
#define TALUS 0.16
#define UNDER -0.4      /* beyond the edge: under water */
#define LOOP_SHARE 0.60 /* of a loop: where the land ends on its other side */

#define LOOP_MARGIN 0.8 /* and where it is under water again */

/* Sea stacks: U beyond the edge, half widths, heights. */
#define STACKS 3
#define STACK_THERE 0.5
#define STACK_CLIFF 0.26 /* length of a cliff, half widths */
#define STACK_SKIRT 2.4  /* half widths to the end of its foot */
static const double stack_away[STACKS] = {0.105, 0.20, 0.30};
static const double stack_half[STACKS] = {0.032, 0.021, 0.013};
static const double stack_height[STACKS] = {0.54, 0.36, 0.22};

static void make(ridge_line *line, const rl_ridge *ridge, uint64_t seed, uint64_t key, int which)
{
    (void)seed;
    (void)which;
    int is_left = ridge->hero_x < 0.0;
    double edge = exact_max(ridge->own[0].real, 1e-6);
    if (ridge->own[SIDE].real < 0.0) { /* it leaves the sun free */
        is_left = !is_left;
        edge = exact_max(edge, SUN_FREE) + exact_abs(ridge->hero_x);
    }
    line->own[EDGE] = is_left ? -edge : edge;
    line->own[HEIGHT] = exact_max(ridge->amplitude, 0.01);
    line->part[1] = ridge_fractal(ridge, hash_mix(key));
}

/* 0 far outside, 1 far inside. */
static double cliff(double in, double length)
{
    double t = in / length;
    return t > 36.0 ? 1.0 : t < -36.0 ? 0.0 : 1.0 / (1.0 + exact_exp(-t));
}

static double land_height(double in, double top)
{
    double upper = LOWER + (1.0 - LOWER) * cliff(in - STEP_AT, STEP);
    double talus = TALUS * exact_exp(exact_clamp(in / 0.10, -40.0, 0.0));
    double rock = top * cliff(in, CLIFF) * upper;
    double under = UNDER * (1.0 - cliff(in + 0.35, 0.05));
    return exact_max(rock, talus) + under;
}

static double stack_trait(const ridge_line *line, enum trait trait, int i, double low, double high)
{
    return exact_mix(low, high, hash_unit(hash_at(line->part[0].key, (int)trait, i)));
}

/* How high the side of a stack is, `in` half widths from its edge: a cliff to a ledge, another
 * from there to the top. */
static double stack_side(double in, double ledge_at, double ledge)
{
    double lower = exact_smoothstep(-0.03, STACK_CLIFF, in);
    double upper = exact_smoothstep(ledge_at, ledge_at + 0.8 * STACK_CLIFF, in);
    return ledge * lower + (1.0 - ledge) * upper;
}

/* A stack; `out` is U beyond the edge. */
static double stack_at(const ridge_line *line, int i, double out, double fractal)
{
    if (stack_trait(line, TRAIT_STACK, i, 0.0, 1.0) > STACK_THERE)
        return UNDER;
    double size = 0.5 + 2.5 * line->own[HEIGHT];
    double place = stack_away[i] * stack_trait(line, TRAIT_PLACE, i, 0.8, 1.25);
    double half = stack_half[i] * size * stack_trait(line, TRAIT_WIDTH, i, 0.65, 1.5);
    double tall = stack_height[i] * stack_trait(line, TRAIT_TALL, i, 0.7, 1.35);
    double q = (out - place) / half;
    if (exact_abs(q) > STACK_SKIRT)
        return UNDER;
    double foot = 1.0 - exact_abs(q) / STACK_SKIRT;
    double skirt = 0.30 * foot * foot * (1.0 + 0.4 * fractal) - 0.02;
    q += 0.09 * fractal;
    double near = stack_side(1.0 + q, stack_trait(line, TRAIT_LEDGE_AT, 2 * i, 0.02, 0.5),
                             stack_trait(line, TRAIT_LEDGE, 2 * i, 0.45, 0.9));
    double far = stack_side(1.0 - q, stack_trait(line, TRAIT_LEDGE_AT, 2 * i + 1, 0.02, 0.5),
                            stack_trait(line, TRAIT_LEDGE, 2 * i + 1, 0.45, 0.9));
    double lean = stack_trait(line, TRAIT_LEAN, i, -0.22, 0.22);
    double rock = exact_min(near, far) * (1.0 + lean * q + 0.06 * fractal);
    return tall * exact_max(skirt, rock > 0.0 ? rock : UNDER);
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    (void)places;
    double *top = work + 2 * displacement_scratch(count);
    double spacing = line->spacing * exact_exp2(-level);
    double loop = (double)line->part[0].period * line->spacing;
    double height = line->own[HEIGHT], edge = exact_abs(line->own[EDGE]);
    displacement_fill(&line->part[1], level, first, count, top, NULL, work);
    displacement_fill(&line->part[0], level > 2 ? level - 2 : 0, first, count, values, NULL, work);
    for (size_t n = 0; n < count; n++) {
        double x = (double)(first + (int64_t)n) * spacing;
        double fractal = displacement_bounded(values[n], BEND);
        double broad = displacement_bounded(top[n], BEND);
        double way = line->own[EDGE] < 0.0 ? -x : x;
        if (loop > 0.0)
            way -= loop * (double)exact_floor(way / loop + 1.0 - LOOP_SHARE);
        double in = way - edge;
        if (loop > 0.0)
            in = exact_min(in, LOOP_SHARE * loop - LOOP_MARGIN * height - way);
        double behind = exact_max(in, 0.0);
        double level_top =
            1.0 + ROUGH_TOP * broad + TILT * behind / height - 0.10 * exact_exp(-behind / 0.10);
        double moved = in / height + ROUGH_EDGE / 0.2 * fractal;
        double land = land_height(moved, level_top) + 0.012 * fractal;
        for (int i = 0; i < STACKS && way < edge; i++)
            land = exact_max(land, stack_at(line, i, edge - way, fractal));
        values[n] = land;
    }
}

static const scene_key keys[] = {
    REAL_KEY("ridge.N.cliff", AT_RIDGE(own[0].real), -1000, 1000, 0.2,
             "of a headland: U from the picture's middle to its edge, away from the sun"),
    REAL_KEY("ridge.N.sunward", AT_RIDGE(own[SIDE].real), -1000, 1000, -1,
             "of a headland: below 0 it is on the side of the sun"),
};

const ridge_family ridge_family_headland = {.name = "headland",
                                            .meaning = "cliffs that end in the sea, with stacks",
                                            .noun = "sea cliffs",
                                            .lines = 1,
                                            .arrays = 3,
                                            .make = make,
                                            .fill = fill,
                                            .tallest = 3.0,
                                            .keys = keys,
                                            .key_count = sizeof keys / sizeof *keys,
                                            .ground = RIDGE_GROUND_ROCK,
                                            .traits = RIDGE_FACES | RIDGE_STRATA | RIDGE_LEVEL,
                                            .noise = RL_NOISE_TRIANGULAR,
                                            .rough_far = 0.00,
                                            .rough_near = 0.00,
                                            .side_far = 0.30,
                                            .side_near = 0.36};
