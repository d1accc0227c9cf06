/* giant.c - one broad mountain with a level top, far away over a plain.
 *
 * It has its middle opposite of where the land opens, and comes again after GIANT_APART.  A
 * fractal (part[0]) roughens it.  A node is a function of (key, level, index).
 */
#include "base/exact.h"
#include "base/hash.h"
#include "ridge/family.h"

/* Numbers of a line: its middle, and U after which it comes again. */
enum { MIDDLE, APART };

#define GIANT_APART 3.4
#define TOP 0.70   /* where it is cut, of its height */
#define SOFT 0.035 /* how round the edge is */
#define ROUGH 0.022

static void stand(rl_scene *scene, int index)
{
    rl_ridge *ridge = &scene->ridge[index];
    uint64_t key = hash_key(scene->seed, hash_ridge((uint64_t)index, 14));
    double away = exact_mix(0.10, 0.42, hash_unit(hash_at(key, 0, 0)));
    if (ridge->own[MIDDLE].real == RL_AUTO)
        ridge->own[MIDDLE].real = scene->land_x > 0.0 ? -away : away;
    if (ridge->amplitude == RL_AUTO)
        ridge->amplitude = exact_mix(0.15, 0.21, hash_unit(hash_at(key, 1, 0)));
    if (ridge->spacing == RL_AUTO)
        ridge->spacing = exact_mix(0.46, 0.62, hash_unit(hash_at(key, 2, 0)));
}

static void make(ridge_line *line, const rl_ridge *ridge, uint64_t seed, uint64_t key, int which)
{
    (void)seed;
    (void)key;
    (void)which;
    double loop = (double)ridge->period * ridge->spacing;
    line->own[MIDDLE] = ridge->own[MIDDLE].real;
    line->own[APART] =
        loop > 0.0 ? loop / exact_max(exact_round(loop / GIANT_APART), 1.0) : GIANT_APART;
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    (void)places;
    double spacing = exact_exp2(-level) * line->spacing;
    displacement_fill(&line->part[0], level, first, count, values, NULL, work);
    for (size_t n = 0; n < count; n++) {
        double x = (double)(first + (int64_t)n) * spacing;
        double way = exact_way(x - line->own[MIDDLE], line->own[APART]);
        double in = exact_max(1.0 - exact_abs(way) / line->spacing, 0.0);
        double rough = ROUGH * values[n] / exact_sqrt(1.0 + values[n] * values[n]);
        double side = 0.83 * in * exact_pow(in, 0.9) + 0.17 * in + rough * exact_min(4.0 * in, 1.0);
        double over = side - TOP; /* the lesser of both, without a corner */
        double cut = TOP + 0.35 * rough + 0.10 * exact_max(over, 0.0);
        double apart = side - cut;
        values[n] = 0.5 * (side + cut - exact_sqrt(apart * apart + SOFT * SOFT));
    }
}

static const scene_key keys[] = {
    REAL_KEY("ridge.N.middle", AT_RIDGE(own[MIDDLE].real), -1000, 1000, RL_AUTO,
             "of a giant: U from the picture's middle to its own; auto: opposite of the opening"),
};

const ridge_family ridge_family_giant = {.name = "giant",
                                         .meaning = "one broad mountain with a level top",
                                         .noun = "a broad mountain",
                                         .lines = 1,
                                         .make = make,
                                         .fill = fill,
                                         .tallest = 1.2,
                                         .stand = stand,
                                         .keys = keys,
                                         .key_count = sizeof keys / sizeof *keys,
                                         .ground = RIDGE_GROUND_ROCK,
                                         .traits = RIDGE_FACES | RIDGE_LEVEL | RIDGE_LITERAL,
                                         .noise = RL_NOISE_TRIANGULAR,
                                         .rough_far = 0.00,
                                         .rough_near = 0.00,
                                         .spread = 1.00};
