/* cone.c - a volcano: concave flanks, a crater between two rims, a shoulder.
 *
 * Its middle is at hero_x, and it repeats only in a loop.  A fractal (part[0]) roughens it.  A node
 * is a function of (key, level, index).
 */
#include "base/exact.h"
#include "base/hash.h"
#include "ridge/family.h"

/* Indices of ridge_line.own.  MIDDLE: x of the volcano's middle, U from the middle of the picture.
 * CRATER: half the width of the crater, U. */
enum { MIDDLE, CRATER };

enum trait { TRAIT_SKEW = 64, TRAIT_TILT, TRAIT_SHOULDER, TRAIT_SIDE, TRAIT_AWAY };

#define CRATER_WIDE 0.050 /* default of ridge.N.crater, half the width of the crater, U */

/* Form of the cone.  Heights are in amplitudes (the height of the cone), widths in ridge.N.spacing
 * (the width of a flank), unless noted. */
static const struct {
    double shore;         /* depth of the foot below the level of a lake before it, fraction of H */
    double skew;          /* largest share by which one flank is wider, and the other narrower */
    double tilt;          /* largest height by which one rim is raised, and the other lowered */
    double bowl;          /* depth of the crater's middle below the rims */
    double rim_end;       /* end of that tilt: half widths of the crater from its middle */
    double soft;          /* width of the smooth minimum of flanks and top, which rounds rims */
    double shoulder;      /* height of a shoulder per unit of draw + shoulder_more */
    double shoulder_more; /* added to the draw, -1..1; no shoulder if the sum is below 0 */
    double shoulder_at;   /* mean distance of a shoulder from the middle */
    double shoulder_spread; /* largest difference from that mean */
    double shoulder_half;   /* half width of a shoulder */
    double rough;           /* height that a fractal of 1 adds where the flank is half as high */
    double rough_top;       /* height that a fractal of 1 adds on the rim */
    double bend;            /* `bend` of displacement_bounded for that fractal */
} form = {.shore = 0.004,
          .skew = 0.14,
          .tilt = 0.035,
          .bowl = 0.030,
          .rim_end = 1.5,
          .soft = 0.012,
          .shoulder = 0.13,
          .shoulder_more = 0.4,
          .shoulder_at = 1.45,
          .shoulder_spread = 0.35,
          .shoulder_half = 0.5,
          .rough = 0.030,
          .rough_top = 0.022,
          .bend = 0.2};

/* Limits of arguments in height_at, beyond which nothing visible changes. */
#define CRATER_END 6.0 /* distance from the middle, half widths of the crater */
#define EXP_END 30.0   /* largest x in e^-x */

/* Bound of the difference of any two heights, amplitudes. */
#define TALLEST 1.6

static void stand(rl_scene *scene, int index)
{
    rl_ridge *ridge = &scene->ridge[index];
    /* A volcano behind a lake has its foot at the far shore. */
    if (ridge->base == RL_AUTO && scene->lake_ridge > index && scene->lake_level != RL_AUTO)
        ridge->base = exact_clamp(scene->lake_level - form.shore, -RIDGE_HIGHEST, RIDGE_HIGHEST);
}

static void make(ridge_line *line, const rl_ridge *ridge)
{
    line->own[MIDDLE] = ridge->hero_x;
    line->own[CRATER] = ridge_real(ridge, "crater");
}

/* Returns a draw of the cone, -1..1. */
static double trait(const ridge_line *line, enum trait which)
{
    return 2.0 * hash_unit(hash_at(line->part[0].key, (int)which, 0)) - 1.0;
}

/* The values that the seed draws. */
typedef struct cone {
    double skew, tilt, shoulder;
    double away; /* offset of the shoulder from the middle, spacings; below 0 to the left */
} cone;

/* Returns the height `way` U to the right of the middle, in amplitudes. */
static double height_at(const ridge_line *line, const cone *c, double way, double fractal)
{
    double crater = exact_max(line->own[CRATER], 1e-6);
    double wide = line->spacing * (way < 0.0 ? 1.0 + c->skew : 1.0 - c->skew);
    double down = (exact_abs(way) - crater) / wide; /* from the rim outward, widths of the flank */
    double flank = exact_exp(-exact_clamp(down, -1.0, EXP_END));
    double in = exact_clamp(way / crater, -CRATER_END, CRATER_END);
    double rims =
        1.0 + c->tilt * exact_clamp(in, -form.rim_end, form.rim_end) - form.bowl * (1.0 - in * in);
    double aside = (way / line->spacing - c->away) / form.shoulder_half;
    double rough =
        form.rough_top + 4.0 * (form.rough - form.rough_top) * flank * exact_max(1.0 - flank, 0.0);
    return exact_smooth_min(flank, rims, form.soft * form.soft) + rough * fractal +
           c->shoulder * exact_exp(-exact_min(aside * aside, EXP_END));
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    (void)places;
    double spacing = exact_exp2(-level) * line->spacing;
    double loop = (double)line->part[0].period * line->spacing;
    double away = form.shoulder_at + form.shoulder_spread * trait(line, TRAIT_AWAY);
    double shoulder = exact_max(form.shoulder_more + trait(line, TRAIT_SHOULDER), 0.0);
    cone c = {.skew = form.skew * trait(line, TRAIT_SKEW),
              .tilt = form.tilt * trait(line, TRAIT_TILT),
              .shoulder = form.shoulder * shoulder,
              .away = trait(line, TRAIT_SIDE) < 0.0 ? -away : away};
    displacement_fill(&line->part[0], level, first, count, values, NULL, work);
    for (size_t n = 0; n < count; n++) {
        double way = (double)(first + (int64_t)n) * spacing - line->own[MIDDLE];
        double fractal = displacement_bounded(values[n], form.bend);
        if (loop > 0.0)
            way -= loop * (double)exact_round(way / loop);
        values[n] = height_at(line, &c, way, fractal);
        if (loop > 0.0) /* half a loop away both flanks meet: the higher one counts */
            values[n] = exact_max(
                values[n], height_at(line, &c, way < 0.0 ? way + loop : way - loop, fractal));
    }
}

static const scene_key keys[] = {
    REAL_KEY("ridge.N.crater", BY_NAME, -1000, 1000, CRATER_WIDE,
             "half the width of the crater of a cone, U"),
};

const ridge_family ridge_family_cone = {.name = "cone",
                                        .meaning = "a volcano with a crater",
                                        .noun = "a volcano",
                                        .make = make,
                                        .fill = fill,
                                        .tallest = TALLEST,
                                        .stand = stand,
                                        RIDGE_KEYS(keys),
                                        .traits = RIDGE_FACES | RIDGE_LEVEL | RIDGE_LITERAL,
                                        .side_far = 0.22,
                                        .side_near = 0.26};
