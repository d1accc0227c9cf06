/* meadow.c - near ground: two low slopes that cross under the place where the land opens.
 *
 * A slope rises from the opening to one side and falls slowly to the other: the rear one (A)
 * toward the side of the sun, the front one (B) away from it, in one seed of five the other way
 * round.  A smooth fractal (part[0]) makes them uneven.  A node is a function of (key, level,
 * index).
 */
#include "base/exact.h"
#include "base/hash.h"
#include "ridge/family.h"

/* Numbers of a line: U from the middle to the opening; above 0 it rises to the right. */
enum { OPENING, RISES };

/* Form of a slope, in its amplitude; by eye on seeds 1..16. */
#define HALF 0.89  /* U from the opening: here it is as high as its amplitude */
#define POWER 1.48 /* the rise goes as a way in halves to this power */
#define FALL 0.16  /* in a U, beyond the opening: it stays above the picture's foot */
#define LIMIT 1.3  /* halves: from there on it is level */
#define LIMIT_SOFT 0.05
#define UNEVEN 0.080 /* height of a fractal of 1 */
#define UNEVEN_BEND 0.2
#define ANCHORS 0.67 /* U between those of the fractal */

/* The opening comes again after so many U, or in each loop.  Between two of them a way t (in loops)
 * is t (1 - 4 t^2), which turns back at LOOP_TURN.  In short loops it is made steeper, so that the
 * slopes are not low. */
#define APART 6.0
#define LOOP_TURN 0.19245
#define LOOP_STEEPEST 2.0

/* Feet (fraction of H) and heights (U). */
#define REAR_BASE 0.040
#define REAR_HEIGHT 0.079
#define FRONT_BASE 0.025
#define FRONT_HEIGHT 0.109

#define OTHER_WAY 0.2 /* share of seeds in which the front one rises toward the sun */
/* Before land whose farthest foot is lower (fraction of H) they are low. */
#define WHOLE_LAND 0.42
#define LEAST_LAND 0.45

static void close_at(double *value, double otherwise)
{
    if (*value == RL_AUTO)
        *value = otherwise;
}

static void stand(rl_scene *scene, int index)
{
    rl_ridge *ridge = &scene->ridge[index];
    int is_front = index + 1 == scene->ridge_count;
    uint64_t key = hash_key(scene->seed, STREAM_SIDE);
    int is_middle = scene->land_x >= 0.0 && scene->land_x <= 0.0;
    double sun = is_middle ? ((key & 1) != 0 ? -1.0 : 1.0) : scene->land_x < 0.0 ? -1.0 : 1.0;
    double front = hash_unit(hash_at(key, 0, 0)) < OTHER_WAY ? sun : -sun;
    double land = scene->composition.base_far / WHOLE_LAND;
    close_at(&ridge->own[OPENING].real, scene->land_x);
    close_at(&ridge->own[RISES].real, is_front ? front : -front);
    close_at(&ridge->base, is_front ? FRONT_BASE : REAR_BASE);
    close_at(&ridge->amplitude,
             (is_front ? FRONT_HEIGHT : REAR_HEIGHT) * exact_clamp(land, LEAST_LAND, 1.0));
    close_at(&ridge->spacing, ANCHORS);
    close_at(&ridge->min_height, -10.0);
    close_at(&ridge->valley, 0.0);
    close_at(&ridge->trees, 0.0);
    close_at(&ridge->relief, scene->land_relief > 0.0 ? 0.8 : 0.0);
}

static void make(ridge_line *line, const rl_ridge *ridge, uint64_t seed, uint64_t key, int which)
{
    (void)seed;
    (void)key;
    (void)which;
    line->own[OPENING] = ridge->own[OPENING].real;
    line->own[RISES] = ridge->own[RISES].real < 0.0 ? -1.0 : 1.0;
}

/* A height from the way (U) beyond the opening, on the side to which the slope rises. */
static double height_at(double way, double loop)
{
    double share = 2.0 * exact_way(way, loop) / loop;
    double steeper = exact_clamp(LIMIT * HALF / (LOOP_TURN * loop), 1.0, LOOP_STEEPEST);
    way = 0.5 * loop * steeper * share * (1.0 - share * share);
    double far = exact_abs(way) / HALF;
    double past = far - LIMIT; /* the lesser of both, without a corner */
    far = exact_max(0.5 * (far + LIMIT - exact_sqrt(past * past + LIMIT_SOFT)), 0.0);
    return way > 0.0 ? exact_pow(far, POWER) : -FALL * HALF * far;
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    (void)places;
    double spacing = line->spacing * exact_exp2(-level);
    int64_t period = line->part[0].period;
    double loop = period > 0 ? (double)period * line->spacing : APART;
    displacement_fill(&line->part[0], level, first, count, values, NULL, work);
    for (size_t n = 0; n < count; n++) {
        double x = (double)(first + (int64_t)n) * spacing;
        values[n] = height_at((x - line->own[OPENING]) * line->own[RISES], loop) +
                    UNEVEN * displacement_bounded(values[n], UNEVEN_BEND);
    }
}

static const scene_key keys[] = {
    REAL_KEY("ridge.N.opening", AT_RIDGE(own[OPENING].real), -1000, 1000, RL_AUTO,
             "of a meadow: U from the middle to where it begins to rise; auto: land.x"),
    REAL_KEY("ridge.N.rises", AT_RIDGE(own[RISES].real), -1000, 1000, RL_AUTO,
             "of a meadow: above 0 to the right, below to the left"),
};

const ridge_family ridge_family_meadow = {.name = "meadow",
                                          .meaning = "a low slope of grass, rising to one side",
                                          .noun = "meadows",
                                          .lines = 1,
                                          .smooth = 1,
                                          .make = make,
                                          .fill = fill,
                                          .tallest = 2.5,
                                          .stand = stand,
                                          .keys = keys,
                                          .key_count = sizeof keys / sizeof *keys,
                                          .ground = RIDGE_GROUND_MEADOW,
                                          .traits = RIDGE_NEAR | RIDGE_LEVEL | RIDGE_LITERAL,
                                          .noise = RL_NOISE_TRIANGULAR,
                                          .rough_far = -0.10,
                                          .rough_near = -0.10,
                                          .spread = 1.00};
