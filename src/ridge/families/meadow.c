/* meadow.c - near ground: two low slopes that cross below the place where the land opens.
 *
 * A slope rises from the opening to one side and falls slowly to the other.  The rear slope (A)
 * rises toward the side of the sun, the front one (B) to the other side; for one seed in five it is
 * the reverse.  A smooth fractal (part[0]) makes them uneven.  A node is a function of (key, level,
 * index).
 */
#include "base/exact.h"
#include "base/hash.h"
#include "ridge/family.h"
#include "ridge/line_kernels.h"

/* Indices of ridge_line.own.  OPENING: x of the opening, U from the middle of the
 * picture.  RISES: side to which the slope rises, 1 = right, -1 = left. */
enum { OPENING, RISES };

/* Form of a slope; heights are in amplitudes.  Tuned by eye on seeds 1..16. */
#define HALF 0.89       /* distance from the opening at which it is one amplitude high, U */
#define POWER 1.48      /* the slope's height is (distance / HALF)^POWER */
#define FALL 0.16       /* fall per U on the other side of the opening */
#define LIMIT 1.3       /* distance / HALF beyond which it is level */
#define LIMIT_SOFT 0.05 /* `square` of exact_smooth_min at LIMIT */
#define UNEVEN 0.080    /* height that a fractal of 1 adds */
#define UNEVEN_BEND 0.2 /* `bend` of displacement_bounded for that fractal */
#define ANCHORS 0.67    /* default of ridge.N.spacing: distance of the fractal's anchors, U */

/* The opening repeats after APART U, or once in a loop.  So that slopes meet smoothly half a period
 * away, a distance t from the opening, in periods, counts as t (1 - 4 t^2), whose maximum is
 * LOOP_TURN = sqrt(1 / 27).  In short loops that is multiplied by up to LOOP_STEEPEST, so that
 * slopes still reach their height. */
#define APART 6.0
#define LOOP_TURN 0.19245
#define LOOP_STEEPEST 2.0

/* Defaults of ridge.N.base (fraction of H) and ridge.N.amplitude (U) of both slopes. */
#define REAR_BASE 0.040
#define REAR_HEIGHT 0.079
#define FRONT_BASE 0.025
#define FRONT_HEIGHT 0.109

#define OTHER_WAY 0.2   /* probability that the front slope rises toward the sun */
#define WHOLE_LAND 0.42 /* composition.base_far below which slopes are lower in proportion */
#define LEAST_LAND 0.45 /* least factor of their height for that reason */
#define RELIEF 0.8      /* default of ridge.N.relief */

static void stand(rl_scene *scene, int index)
{
    rl_ridge *ridge = &scene->ridge[index];
    int is_front = index + 1 == scene->ridge_count;
    uint64_t key = hash_key(scene->seed, STREAM_SIDE);
    int is_middle = scene->land_x >= 0.0 && scene->land_x <= 0.0;
    double sun = is_middle ? ((key & 1) != 0 ? -1.0 : 1.0) : scene->land_x < 0.0 ? -1.0 : 1.0;
    double front = hash_unit(hash_at(key, 0, 0)) < OTHER_WAY ? sun : -sun;
    double land = scene->composition.base_far / WHOLE_LAND;
    ridge_fill(ridge, "opening", scene->land_x);
    ridge_fill(ridge, "rises", is_front ? front : -front);
    fill_real(&ridge->base, is_front ? FRONT_BASE : REAR_BASE);
    fill_real(&ridge->amplitude,
              (is_front ? FRONT_HEIGHT : REAR_HEIGHT) * exact_clamp(land, LEAST_LAND, 1.0));
    fill_real(&ridge->spacing, ANCHORS);
    fill_real(&ridge->min_height, -RIDGE_HIGHEST);
    fill_real(&ridge->valley, 0.0);
    fill_real(&ridge->trees, 0.0);
    fill_real(&ridge->relief, scene->land_relief > 0.0 ? RELIEF : 0.0);
}

static void make(ridge_line *line, const rl_ridge *ridge)
{
    line->own[OPENING] = ridge_real(ridge, "opening");
    line->own[RISES] = ridge_real(ridge, "rises") < 0.0 ? -1.0 : 1.0;
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    (void)places;
    double spacing = line->spacing * exact_exp2(-level);
    int64_t period = line->part[0].period;
    double loop = period > 0 ? (double)period * line->spacing : APART;
    double steeper = exact_clamp(LIMIT * HALF / (LOOP_TURN * loop), 1.0, LOOP_STEEPEST);
    displacement_fill(&line->part[0], level, first, count, values, NULL, work);
    for (size_t n = 0; n < count; n++) {
        double x = (double)(first + (int64_t)n) * spacing;
        /* Distance from the opening, U, above 0 on the side to which the slope rises. */
        double way = (x - line->own[OPENING]) * line->own[RISES];
        double share = 2.0 * exact_way(way, loop) / loop;
        way = 0.5 * loop * steeper * share * (1.0 - share * share);
        double far = exact_abs(way) / HALF;
        far = exact_max(exact_smooth_min(far, LIMIT, LIMIT_SOFT), 0.0);
        values[n] = UNEVEN * displacement_bounded(values[n], UNEVEN_BEND);
        values[n] -= way > 0.0 ? 0.0 : FALL * HALF * far;
        work[n] = way > 0.0 ? far : 0.0;
    }
    line_kernels_of[line->part[0].kernels]->powers(work, count, POWER);
    for (size_t n = 0; n < count; n++)
        values[n] += work[n];
}

static const scene_key keys[] = {
    REAL_KEY("ridge.N.opening", BY_NAME, -1000, 1000, RL_AUTO,
             "place where a meadow begins to rise, U from the middle; auto: land.x"),
    REAL_KEY("ridge.N.rises", BY_NAME, -1000, 1000, RL_AUTO,
             "side to which a meadow rises: above 0 to the right, below 0 to the left"),
};

const ridge_family ridge_family_meadow = {.name = "meadow",
                                          .meaning = "a low slope of grass, rising to one side",
                                          .noun = "meadows",
                                          .smooth = 1,
                                          .make = make,
                                          .fill = fill,
                                          .tallest = 2.5,
                                          .stand = stand,
                                          RIDGE_KEYS(keys),
                                          .ground = RIDGE_GROUND_MEADOW,
                                          .traits = RIDGE_NEAR | RIDGE_LEVEL | RIDGE_LITERAL,
                                          .rough_far = -0.10,
                                          .rough_near = -0.10};
