/* giant.c - one broad mountain with a level top, far away over a plain.
 *
 * By default its middle is on the other side of the picture than the place where the land opens.
 * It repeats after GIANT_APART U.  A fractal (part[0]) roughens it.  A node is a function of (key,
 * level, index).
 */
#include "base/exact.h"
#include "base/hash.h"
#include "ridge/family.h"

/* Indices of ridge_line.own.  MIDDLE: x of the mountain's middle, U from the middle of the picture.
 * APART: distance after which it repeats, U. */
enum { MIDDLE, APART };

/* Distance after which it repeats without a loop, U: wider than the widest pictures. */
#define GIANT_APART 3.4

/* Limits of the place and the size that the seed draws, U. */
static const struct {
    double away_least, away_most;     /* distance from the middle of the picture */
    double height_least, height_most; /* amplitude: height before the top is cut */
    double half_least, half_most;     /* half width */
} place = {.away_least = 0.10,
           .away_most = 0.42,
           .height_least = 0.15,
           .height_most = 0.21,
           .half_least = 0.46,
           .half_most = 0.62};

/* Form; heights are in amplitudes.  A flank is curved * s^(1 + power) + straight * s high, where s
 * rises from 0 at its foot to 1 at the middle. */
static const struct {
    double curved, power;
    double straight;
    double top;       /* height of the flank at which the level top cuts it */
    double top_rise;  /* share of the flank's height above the cut that remains */
    double soft;      /* width of the smooth minimum that rounds the edge of the top */
    double rough;     /* limit of the height that the fractal adds to the flank */
    double top_rough; /* factor of that height on the top */
} form = {.curved = 0.83,
          .power = 0.9,
          .straight = 0.17,
          .top = 0.70,
          .top_rise = 0.10,
          .soft = 0.035,
          .rough = 0.022,
          .top_rough = 0.35};

static void stand(rl_scene *scene, int index)
{
    rl_ridge *ridge = &scene->ridge[index];
    uint64_t key = hash_key(scene->seed, hash_ridge((uint64_t)index, 14));
    double away = exact_mix(place.away_least, place.away_most, hash_unit(hash_at(key, 0, 0)));
    ridge_fill(ridge, "middle", scene->land_x > 0.0 ? -away : away);
    fill_real(&ridge->amplitude,
              exact_mix(place.height_least, place.height_most, hash_unit(hash_at(key, 1, 0))));
    fill_real(&ridge->spacing,
              exact_mix(place.half_least, place.half_most, hash_unit(hash_at(key, 2, 0))));
}

static void make(ridge_line *line, const rl_ridge *ridge)
{
    double loop = (double)ridge->period * ridge->spacing;
    line->own[MIDDLE] = ridge_real(ridge, "middle");
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
        double rough = form.rough * values[n] / exact_sqrt(1.0 + values[n] * values[n]);
        double side = form.curved * in * exact_pow(in, form.power) + form.straight * in +
                      rough * exact_min(4.0 * in, 1.0);
        double cut =
            form.top + form.top_rough * rough + form.top_rise * exact_max(side - form.top, 0.0);
        values[n] = exact_smooth_min(side, cut, form.soft * form.soft);
    }
}

static const scene_key keys[] = {
    REAL_KEY("ridge.N.middle", BY_NAME, -1000, 1000, RL_AUTO,
             "middle of a giant, U from the middle of the picture; auto: opposite of where the "
             "land opens"),
};

const ridge_family ridge_family_giant = {.name = "giant",
                                         .meaning = "one broad mountain with a level top",
                                         .noun = "a broad mountain",
                                         .make = make,
                                         .fill = fill,
                                         .tallest = 1.2,
                                         .stand = stand,
                                         RIDGE_KEYS(keys),
                                         .traits = RIDGE_FACES | RIDGE_LEVEL | RIDGE_LITERAL};
