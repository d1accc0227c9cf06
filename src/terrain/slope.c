/* slope.c - the two-sided upper envelope of cones of limited slope. */
#include "terrain/slope.h"

#include "base/exact.h"
#include "terrain/noise.h"

/* A mended flank must be no straight line.  The limit varies by this share over
 * about these lengths (in samples), whose weights add up to 1 ... */
#define VARIATION 0.55
#define BROAD_CELL 64.0
#define LONG_CELL 22.0
#define SHORT_CELL 6.0

/* ... and a flank is hollow, as ice and rubble leave it: at its summit this times
 * the limit, falling toward HOLLOW_FOOT over HOLLOW_RUN samples. */
#define HOLLOW_SUMMIT 1.08
#define HOLLOW_FOOT 0.70
#define HOLLOW_RUN 45.0

/* What is lifted gets back the roughness that a cone lacks: the deeper the lift,
 * the more, up to ROUGH_SHARE * ROUGH_DEPTH U, in cells of ROUGH_CELL samples. */
#define ROUGH_SHARE 1.9
#define ROUGH_DEPTH 0.05
#define ROUGH_CELL 17.0
#define ROUGH_OCTAVES 4

static double limit_at(uint64_t key, double limit, int64_t i)
{
    double x = (double)i;
    double n = 0.50 * noise_gradient(key, 2, x / BROAD_CELL, 0.5) +
               0.30 * noise_gradient(key, 0, x / LONG_CELL, 0.5) +
               0.20 * noise_gradient(key, 1, x / SHORT_CELL, 0.5);
    return limit * (1.0 + VARIATION * n) * SLOPE_STEP;
}

/* Share of the limit `run` samples away from the summit. */
static double hollow_at(double run)
{
    return HOLLOW_FOOT + (HOLLOW_SUMMIT - HOLLOW_FOOT) * HOLLOW_RUN / (HOLLOW_RUN + run);
}

/* A flank falls by at least this times the limit from one sample to the next. */
#define LEAST_FALL ((1.0 - VARIATION) * HOLLOW_FOOT * SLOPE_STEP)

int64_t slope_margin(double limit, double rise)
{
    double least = limit * LEAST_FALL;
    return exact_floor(rise / least) + 2;
}

double slope_least(double rise, int64_t margin)
{
    return rise / (LEAST_FALL * (double)(margin - 2));
}

/* One side's envelope: a flank falls from each sample until the profile is above
 * it.  Where a range begins later, its flanks are younger, so steeper and lower:
 * they end no later, and from there on it does not matter where it began. */
static void lift_flanks(const double *limit, size_t count, int backward, double *lift)
{
    double run = 0.0;
    for (size_t n = 1; n < count; n++) {
        size_t i = backward ? count - 1 - n : n;
        double fall = limit[backward ? i + 1 : i] * hollow_at(run);
        double flank = lift[backward ? i + 1 : i - 1] - fall;
        run = flank > lift[i] ? run + 1.0 : 0.0;
        lift[i] = exact_max(lift[i], flank);
    }
}

static double roughened(uint64_t key, int64_t i, double lift)
{
    if (lift <= 0.0)
        return lift;
    double share = ROUGH_SHARE / (1.0 + lift / ROUGH_DEPTH);
    double noise = noise_fractal(key + 1, ROUGH_OCTAVES, (double)i / ROUGH_CELL, 0.5);
    return lift * (1.0 + share * noise);
}

void slope_lift(uint64_t key, double limit, int64_t first, size_t count, const double *heights,
                double *lift, double *work)
{
    for (size_t i = 0; i < count; i++) {
        work[i] = limit_at(key, limit, first + (int64_t)i);
        lift[i] = heights[i];
    }
    lift_flanks(work, count, 0, lift);
    lift_flanks(work, count, 1, lift);
    for (size_t i = 0; i < count; i++)
        lift[i] = roughened(key, first + (int64_t)i, lift[i] - heights[i]);
}
