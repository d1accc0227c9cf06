/* dune.c - dunes under one wind: crests where a smooth fractal crosses zero.
 *
 * The zero crossings of a smooth midpoint displacement (part[0]) become crests, what is
 * between them troughs; a second one on the same lattice (part[1]) varies the heights of
 * crests.  Then the wind leans the whole line over, so that windward slopes are long and
 * lee sides steep.  A node is a function of (key, level, index).
 */
#include "base/exact.h"
#include "base/hash.h"
#include "ridge/family.h"

/* Number of a line: spacings that a height of 1 moves sideways; above 0 to the right. */
enum { LEAN };

#define HIGHEST 1.5 /* no dune is higher than this; none is below 0 */

/* Numbers without a source are tuned by eye on seeds 1..48. */

/* A crest has height 1, and the deepest trough just above 0. */
#define CREST_FOOT 0.35
#define CREST_RISE 0.65
#define TROUGH_SHARE 0.8 /* depth of a trough for a fractal of 1 */
#define TROUGH_MOST 1.5  /* no trough is deeper */
#define CREST_POWER 1.05 /* just above 1: a crest is sharp, not a needle */

/* Were all crests equally high they would line up: a second fractal lifts and
 * lowers them by this share for a value of 1, and by at most SWELL_MOST. */
#define SWELL_SHARE 0.24
#define SWELL_MOST 0.45

/* U sideways for a U of height, but less for steep dunes.  The steepest slope of a
 * smooth fractal of unit variance is about 6 a spacing, a dune's 6 * .8 * .65 = 3.2
 * amplitudes a spacing, on a high swell 4.  Leaning by less than 1 / 4.6 of a spacing
 * it does not overhang. */
#define LEAN_MOST 0.8
#define STEEPEST 4.6

/* Rises like x and levels off at +-most, without a kink. */
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

static void make(ridge_line *line, const rl_ridge *ridge, uint64_t seed, uint64_t key, int which)
{
    (void)which;
    double side = hash_at(hash_key(seed, STREAM_WIND), 0, 0) >> 63 ? 1.0 : -1.0;
    double most = ridge->spacing > 0.0 ? ridge->amplitude / ridge->spacing : 0.0;
    line->has_places = 1;
    line->part[1] = ridge_fractal(line->family, ridge, hash_mix(key));
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
                                        .lines = 1,
                                        .smooth = 1,
                                        .make = make,
                                        .fill = fill,
                                        .reach = reach,
                                        .tallest = HIGHEST,
                                        .aside = RIDGE_KEY(amplitude),
                                        .ground = RIDGE_GROUND_SAND,
                                        .traits = RIDGE_FACES,
                                        .noise = RL_NOISE_TRIANGULAR,
                                        .rough_far = -1.00,
                                        .rough_near = -1.00,
                                        .spread = 1.05};
