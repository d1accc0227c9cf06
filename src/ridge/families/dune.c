/* dune.c - crests, troughs, and the wind that leans them. */
#include "ridge/families/dune.h"

#include "base/exact.h"

/* A crest stands at 1, and the deepest trough just above 0. */
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
#define LEAN 0.8
#define STEEPEST 4.6

double dune_lean(double side, double amplitude, double spacing)
{
    double most = spacing > 0.0 ? amplitude / spacing : 0.0;
    return side * exact_min(LEAN * most, 1.0 / STEEPEST);
}

double dune_reach(const dune *line)
{
    return DUNE_HIGHEST * exact_abs(line->lean);
}

/* Rises like x and levels off at +-most, without a kink. */
static double levelled(double x, double most)
{
    double share = x / most;
    return x / exact_sqrt(1.0 + share * share);
}

static double height_of(double crests, double swell)
{
    double trough = levelled(TROUGH_SHARE * exact_abs(crests), TROUGH_MOST);
    double crest = 1.0 - exact_pow(trough, CREST_POWER);
    return (CREST_FOOT + CREST_RISE * crest) * (1.0 + levelled(SWELL_SHARE * swell, SWELL_MOST));
}

void dune_fill(const dune *line, int level, int64_t first, size_t count, double *values,
               double *places, double *work)
{
    double *swell = work + 2 * displacement_scratch(count);
    double spacing = exact_exp2(-level);
    displacement_fill(&line->crests, level, first, count, values, NULL, work);
    displacement_fill(&line->swell, level, first, count, swell, NULL, work);
    for (size_t n = 0; n < count; n++) {
        values[n] = height_of(values[n], swell[n]);
        places[n] = (double)(first + (int64_t)n) * spacing + line->lean * values[n];
    }
}
