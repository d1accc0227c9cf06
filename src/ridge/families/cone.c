/* cone.c - a volcano: concave flanks, a crater between two rims, a shoulder.
 *
 * Its middle is at hero_x; it comes again only in a loop.  A fractal (part[0]) roughens it.  A
 * node is a function of (key, level, index).
 */
#include "base/exact.h"
#include "base/hash.h"
#include "ridge/family.h"

/* Numbers of a line: its middle, and half the width of the crater; U. */
enum { MIDDLE, CRATER };

enum trait { TRAIT_SKEW = 64, TRAIT_TILT, TRAIT_SHOULDER, TRAIT_SIDE, TRAIT_AWAY };

/* Heights are shares of the cone's; lengths U, or widths of a flank. */
#define CRATER_WIDE 0.050
#define BOWL 0.030        /* depth of the crater's notch */
#define TILT 0.035        /* one rim is so much higher than the middle, the other lower */
#define SKEW 0.14         /* share by which one flank is wider */
#define SHOULDER 0.13     /* of the highest shoulder, */
#define SHOULDER_WIDE 0.5 /* half its width */
#define ROUGH 0.030       /* what a fractal of 1 adds: half-way down the flank */
#define ROUGH_TOP 0.022   /* and on the rim */
#define SOFT 0.012        /* how round the rims are */

static void stand(rl_scene *scene, int index)
{
    rl_ridge *ridge = &scene->ridge[index];
    /* Before a lake its foot is at the far shore. */
    if (ridge->base == RL_AUTO && scene->lake_ridge > index && scene->lake_level != RL_AUTO)
        ridge->base = exact_clamp(scene->lake_level - 0.004, -10.0, 10.0);
}

static void make(ridge_line *line, const rl_ridge *ridge, uint64_t seed, uint64_t key, int which)
{
    (void)seed;
    (void)key;
    (void)which;
    line->own[MIDDLE] = ridge->hero_x;
    line->own[CRATER] = ridge->own[0].real;
}

/* -1..1 */
static double trait(const ridge_line *line, enum trait which)
{
    return 2.0 * hash_unit(hash_at(line->part[0].key, (int)which, 0)) - 1.0;
}

/* The lesser of two heights, without a corner. */
static double lesser(double a, double b, double soft)
{
    double apart = a - b;
    return 0.5 * (a + b - exact_sqrt(apart * apart + soft * soft));
}

/* What sets this cone apart from others. */
typedef struct cone {
    double skew, tilt, shoulder, away; /* away: where the shoulder is, in widths */
} cone;

static cone cone_of(const ridge_line *line)
{
    cone c = {.skew = SKEW * trait(line, TRAIT_SKEW), .tilt = TILT * trait(line, TRAIT_TILT)};
    c.shoulder = SHOULDER * exact_max(0.4 + trait(line, TRAIT_SHOULDER), 0.0);
    c.away = 1.45 + 0.35 * trait(line, TRAIT_AWAY);
    c.away = trait(line, TRAIT_SIDE) < 0.0 ? -c.away : c.away;
    return c;
}

/* `way` is U from the middle. */
static double height_at(const ridge_line *line, const cone *c, double way, double fractal)
{
    double crater = exact_max(line->own[CRATER], 1e-6);
    double wide = line->spacing * (way < 0.0 ? 1.0 + c->skew : 1.0 - c->skew);
    double down = (exact_abs(way) - crater) / wide; /* 0 at the rims */
    double flank = exact_exp(-exact_clamp(down, -1.0, 30.0));
    double in = exact_clamp(way / crater, -6.0, 6.0);
    double rims = 1.0 + c->tilt * exact_clamp(in, -1.5, 1.5) - BOWL * (1.0 - in * in);
    double beside = (way / line->spacing - c->away) / SHOULDER_WIDE;
    double rough = ROUGH_TOP + 4.0 * (ROUGH - ROUGH_TOP) * flank * exact_max(1.0 - flank, 0.0);
    return lesser(flank, rims, SOFT) + rough * fractal +
           c->shoulder * exact_exp(-exact_min(beside * beside, 30.0));
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    (void)places;
    double spacing = exact_exp2(-level) * line->spacing;
    double loop = (double)line->part[0].period * line->spacing;
    cone c = cone_of(line);
    displacement_fill(&line->part[0], level, first, count, values, NULL, work);
    for (size_t n = 0; n < count; n++) {
        double way = (double)(first + (int64_t)n) * spacing - line->own[MIDDLE];
        double fractal = values[n] / exact_sqrt(1.0 + 0.2 * values[n] * values[n]);
        if (loop > 0.0)
            way -= loop * (double)exact_round(way / loop);
        values[n] = height_at(line, &c, way, fractal);
        if (loop > 0.0) /* half a loop away it meets itself */
            values[n] = exact_max(
                values[n], height_at(line, &c, way < 0.0 ? way + loop : way - loop, fractal));
    }
}

static double rise(const ridge_line *line, const rl_ridge *ridge)
{
    (void)ridge;
    return 1.6 * line->gain;
}

static const scene_key keys[] = {
    REAL_KEY("ridge.N.crater", AT_RIDGE(own[0].real), -1000, 1000, CRATER_WIDE,
             "of a cone: U, half the width of its crater"),
};

const ridge_family ridge_family_cone = {.name = "cone",
                                        .meaning = "a volcano with a crater",
                                        .noun = "a volcano",
                                        .lines = 1,
                                        .make = make,
                                        .fill = fill,
                                        .rise = rise,
                                        .stand = stand,
                                        .keys = keys,
                                        .key_count = sizeof keys / sizeof *keys,
                                        .ground = RIDGE_GROUND_ROCK,
                                        .traits = RIDGE_FACES | RIDGE_LEVEL | RIDGE_LITERAL,
                                        .noise = RL_NOISE_TRIANGULAR,
                                        .rough_far = 0.00,
                                        .rough_near = 0.00,
                                        .side_far = 0.22,
                                        .side_near = 0.26};
