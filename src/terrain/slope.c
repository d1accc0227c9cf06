/* slope.c - the two-sided upper envelope of cones of limited slope. */
#include "terrain/slope.h"

#include "base/exact.h"
#include "terrain/noise.h"

/* The limit varies by this share, over about these lengths (in samples), so that
 * a mended flank is no straight line. */
#define VARIATION 0.45
#define LONG_CELL 22.0
#define SHORT_CELL 6.0

static double limit_at(uint64_t key, double limit, int64_t i)
{
    double x = (double)i;
    double n = 0.65 * noise_gradient(key, 0, x / LONG_CELL, 0.5) +
               0.35 * noise_gradient(key, 1, x / SHORT_CELL, 0.5);
    return limit * (1.0 + VARIATION * n) * SLOPE_STEP;
}

int64_t slope_margin(double limit, double rise)
{
    return exact_floor(rise / (limit * (1.0 - VARIATION) * SLOPE_STEP)) + 2;
}

void slope_lift(uint64_t key, double limit, int64_t first, size_t count, const double *heights,
                double *lift, double *work)
{
    if (count == 0)
        return;
    lift[0] = heights[0];
    for (size_t i = 1; i < count; i++) {
        work[i] = limit_at(key, limit, first + (int64_t)i);
        lift[i] = exact_max(heights[i], lift[i - 1] - work[i]);
    }
    for (size_t i = count - 1; i > 0; i--)
        lift[i - 1] = exact_max(lift[i - 1], lift[i] - work[i]);
    for (size_t i = 0; i < count; i++)
        lift[i] -= heights[i];
}
