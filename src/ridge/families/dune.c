/* dune.c - dunes under one wind: crests where a smooth fractal crosses zero.
 *
 * A smooth fractal (part[0]) has a crest at each zero crossing, and a trough between two of them;
 * a second fractal on the same lattice (part[1]) varies the heights of crests.  Then each node is
 * moved along x in proportion to its height, so that windward sides are long and lee sides steep.
 * A node is a function of (key, level, index).
 */
#include "base/exact.h"
#include "base/hash.h"
#include "ridge/family.h"

#define STREAM 7000 /* random stream: the side from which the wind blows */

/* Index of ridge_line.own.  LEAN: distance in spacings that a node of height 1 (amplitude) is moved
 * along x; above 0 to the right. */
enum { LEAN };

#define HIGHEST 1.5 /* heights are 0 .. HIGHEST amplitudes */

/* The constants below are tuned by eye on seeds 1..48, unless a derivation is given. */

/* The height without swells is CREST_FOOT + CREST_RISE * (1 - t^CREST_POWER), where t is the
 * absolute value of the fractal times TROUGH_SHARE, softly limited to TROUGH_MOST.  So a crest has
 * the height 1, and the deepest trough a height just above 0. */
#define CREST_FOOT 0.35
#define CREST_RISE 0.65
#define TROUGH_SHARE 0.8
#define TROUGH_MOST 1.5
#define CREST_POWER 1.05 /* 1 would make needles of crests */

/* Crests of equal heights would line up, so part[1] changes heights by the share SWELL_SHARE times
 * its value, softly limited to SWELL_MOST. */
#define SWELL_SHARE 0.24
#define SWELL_MOST 0.45

/* LEAN is at most LEAN_MOST U along x per U of height, and 1 / STEEPEST spacings per amplitude, so
 * that steep dunes do not overhang.  The steepest slope of a smooth fractal of unit variance is
 * about 6 per spacing; that of a dune is 6 * .8 * .65 = 3.2 amplitudes per spacing, 4 on a high
 * swell. */
#define LEAN_MOST 0.8
#define STEEPEST 4.6

/* Returns x softly limited to +-most. */
static double levelled(double x, double most)
{
    double share = x / most;
    return x / exact_sqrt(1.0 + share * share);
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    double *swell = work + 2 * displacement_scratch(count);
    double spacing = exact_exp2(-level);
    displacement_fill(&line->part[0], level, first, count, values, NULL, work);
    displacement_fill(&line->part[1], level, first, count, swell, NULL, work);
    for (size_t n = 0; n < count; n++) {
        double trough = levelled(TROUGH_SHARE * exact_abs(values[n]), TROUGH_MOST);
        double crest = 1.0 - exact_pow(trough, CREST_POWER);
        values[n] = (CREST_FOOT + CREST_RISE * crest) *
                    (1.0 + levelled(SWELL_SHARE * swell[n], SWELL_MOST));
        places[n] = (double)(first + (int64_t)n) * spacing + line->own[LEAN] * values[n];
    }
}

static void make(ridge_line *line, const rl_ridge *ridge)
{
    double side = hash_at(hash_key(line->seed, STREAM), 0, 0) >> 63 ? 1.0 : -1.0;
    double most = ridge->spacing > 0.0 ? ridge->amplitude / ridge->spacing : 0.0;
    line->has_places = 1;
    line->part[1] = ridge_fractal(line->family, ridge, hash_mix(line->part[0].key));
    line->own[LEAN] = side * exact_min(LEAN_MOST * most, 1.0 / STEEPEST);
}

static double reach(const ridge_line *line)
{
    return HIGHEST * exact_abs(line->own[LEAN]) * line->spacing;
}

const ridge_family ridge_family_dune = {.name = "dune",
                                        .meaning =
                                            "smooth crests, long windward and steep lee sides",
                                        .noun = "sand dunes",
                                        .smooth = 1,
                                        .stream = STREAM,
                                        .make = make,
                                        .fill = fill,
                                        .reach = reach,
                                        .tallest = HIGHEST,
                                        .aside = RIDGE_KEY(amplitude),
                                        .ground = RIDGE_GROUND_SAND,
                                        .traits = RIDGE_FACES,
                                        .rough_far = -1.00,
                                        .rough_near = -1.00,
                                        .spread = 1.05};
