/* spur.c - a mountain slope that comes from one side of the picture and ends in it.  Spurs from the
 * left and the right in turn are the sides of a valley.
 *
 * From its tip a spur rises to its full height on an exponential curve; midpoint displacement
 * roughens it.  The seed may exchange left and right of all spurs.
 */
#include "base/exact.h"
#include "base/hash.h"
#include "ridge/family.h"
#include "ridge/line_kernels.h"

/* Indices of ridge_line.own.  TIP: distance from the middle of the valley to the tip, U, toward the
 * spur's side.  RISE: slope at the tip, amplitudes per U; below 0 for a spur from the left. */
enum { TIP, RISE };

#define STEEPNESS 1.05  /* default of ridge.N.rise: rise over run at the tip */
#define LEAST 0.01      /* least rise over run that is used; least amplitude, U */
#define SUNWARD 1.5     /* value of ridge.N.side above which the spur is away from the sun */
#define ROUGH 0.30      /* share that a fractal of 1 adds to the height */
#define ROUGH_BEND 0.15 /* `bend` that limits that fractal, as in displacement_bounded */
#define ROUGH_FROM 0.12 /* distance behind the tip at which roughness is full, U */
#define LOWEST -0.5     /* least height, beyond the tip, amplitudes */
#define LOOP_MARGIN 0.3 /* in a loop: its height is 0 again this far before its other end, U */
#define LOOP_SHARE 0.62 /* in a loop: distance of the other end from the valley's middle, loops */
#define BEFORE_TIP -2.0 /* limits of the exponent, beyond which nothing visible changes */
#define BEHIND_TIP 40.0

static void make(ridge_line *line, const rl_ridge *ridge)
{
    double side = ridge_real(ridge, "side") < 0.0 ? -1.0 : 1.0;
    if (hash_key(line->seed, STREAM_SIDE) & 1)
        side = -side;
    if (ridge_real(ridge, "side") > SUNWARD)
        side = ridge->hero_x < 0.0 ? -1.0 : 1.0;
    line->origin = -ridge->hero_x;
    line->own[TIP] = ridge_real(ridge, "tip");
    line->own[RISE] =
        side * exact_max(ridge_real(ridge, "rise"), LEAST) / exact_max(ridge->amplitude, LEAST);
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    (void)places;
    double spacing = line->spacing * exact_exp2(-level);
    double loop = (double)line->part[0].period * line->spacing;
    double steep = exact_abs(line->own[RISE]);
    displacement_fill(&line->part[0], level, first, count, values, NULL, work);
    for (size_t n = 0; n < count; n++) {
        double x = (double)(first + (int64_t)n) * spacing; /* U from the middle of the valley */
        double way = (line->own[RISE] < 0.0 ? -x : x);
        if (loop > 0.0)
            way -= loop * (double)exact_floor(way / loop + 1.0 - LOOP_SHARE);
        double behind = way - line->own[TIP]; /* U behind the tip */
        if (loop > 0.0)
            behind = exact_min(behind, LOOP_SHARE * loop - LOOP_MARGIN - way);
        double fractal = values[n];
        double rough = ROUGH * fractal / exact_sqrt(1.0 + ROUGH_BEND * fractal * fractal);
        rough *= exact_clamp(behind / ROUGH_FROM, 0.0, 1.0);
        values[n] = 1.0 + rough;
        work[n] = -exact_clamp(steep * behind, BEFORE_TIP, BEHIND_TIP);
    }
    line_kernels_of[line->part[0].kernels]->exps(work, count);
    for (size_t n = 0; n < count; n++)
        values[n] = exact_max((1.0 - work[n]) * values[n], LOWEST);
}

static const scene_key keys[] = {
    REAL_KEY("ridge.N.tip", BY_NAME, -1000, 1000, 0.1,
             "tip of a spur, U from the middle of the land"),
    REAL_KEY("ridge.N.side", BY_NAME, -1000, 1000, 1,
             "side of a spur: below 0 opposite of the others, 2 = away from the sun"),
    REAL_KEY("ridge.N.rise", BY_NAME, -1000, 1000, STEEPNESS,
             "slope of a spur at its tip, rise over run"),
};

const ridge_family ridge_family_spur = {.name = "spur",
                                        .meaning = "a mountain that ends in the picture",
                                        .noun = "mountain slopes",
                                        .make = make,
                                        .fill = fill,
                                        .tallest = 2.5,
                                        RIDGE_KEYS(keys),
                                        .traits = RIDGE_ALPINE | RIDGE_FACES,
                                        .mist_climb = 0.12,
                                        .rough_far = 0.00,
                                        .rough_near = -0.10,
                                        .side_far = 0.17,
                                        .side_near = 0.40};
