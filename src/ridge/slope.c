/* slope.c - the two-sided upper envelope of cones of limited slope. */
#include "ridge/slope.h"

#include "base/exact.h"
#include "ridge/noise.h"

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
#define HOLLOWS 64 /* of them are worked out beforehand */

/* What is lifted gets back the roughness that a cone lacks: the deeper the lift,
 * the more, up to ROUGH_SHARE * ROUGH_DEPTH U, in cells of ROUGH_CELL samples. */
#define ROUGH_SHARE 1.9
#define ROUGH_DEPTH 0.05
#define ROUGH_CELL 17.0
#define ROUGH_OCTAVES 4

/* Noise is made for so many samples at a time. */
#define RUN 256

/* What all noises along a lattice have in common. */
typedef struct lattice_noise {
    uint64_t key;
    int64_t period; /* samples, 0 = endless */
    cpu_kernels kernels;
} lattice_noise;

/* Adds weight * noise at places (first + n) / cell * scale. */
static void add_noise(const lattice_noise *all, int octave, int64_t first, size_t count,
                      double cell, int scale, double y, double weight, double *sum)
{
    double x[RUN];
    double noise[RUN];
    noise_period fit = noise_fit_cell((double)all->period, &cell);
    for (size_t n = 0; n < count; n++)
        x[n] = (double)(first + (int64_t)n) / cell * scale;
    noise_run(all->key, octave, x, count, y, fit * scale, all->kernels, noise);
    for (size_t n = 0; n < count; n++)
        sum[n] += weight * noise[n];
}

static void find_limits(const lattice_noise *noise, double limit, int64_t first, size_t count,
                        double *limits)
{
    for (size_t from = 0; from < count; from += RUN) {
        size_t run = count - from < RUN ? count - from : RUN;
        double *at = limits + from;
        int64_t i = first + (int64_t)from;
        for (size_t n = 0; n < run; n++)
            at[n] = 0.0;
        add_noise(noise, 2, i, run, BROAD_CELL, 1, 0.5, 0.50, at);
        add_noise(noise, 0, i, run, LONG_CELL, 1, 0.5, 0.30, at);
        add_noise(noise, 1, i, run, SHORT_CELL, 1, 0.5, 0.20, at);
        for (size_t n = 0; n < run; n++)
            at[n] = limit * (1.0 + VARIATION * at[n]) * SLOPE_STEP;
    }
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
    double hollow[HOLLOWS];
    for (int i = 0; i < HOLLOWS; i++)
        hollow[i] = hollow_at(i);
    int run = 0;
    for (size_t n = 1; n < count; n++) {
        size_t i = backward ? count - 1 - n : n;
        double fall = limit[backward ? i + 1 : i] * (run < HOLLOWS ? hollow[run] : hollow_at(run));
        double flank = lift[backward ? i + 1 : i - 1] - fall;
        run = flank > lift[i] ? run + 1 : 0;
        if (run > 0)
            lift[i] = flank;
    }
}

/* Roughens a run of at most RUN lifts. */
static void roughen(const lattice_noise *rough, int64_t first, size_t count, double *lift)
{
    double noise[RUN];
    int is_lifted = 0;
    for (size_t n = 0; n < count; n++) {
        is_lifted |= lift[n] > 0.0;
        noise[n] = 0.0;
    }
    double weight = 0.5;
    for (int o = 0; o < ROUGH_OCTAVES && is_lifted; o++) {
        add_noise(rough, o, first, count, ROUGH_CELL, 1 << o, 0.5 * (1 << o), weight, noise);
        weight *= 0.5;
    }
    for (size_t n = 0; n < count; n++) {
        double share = ROUGH_SHARE / (1.0 + lift[n] / ROUGH_DEPTH);
        if (lift[n] > 0.0)
            lift[n] = lift[n] * (1.0 + share * noise[n]);
    }
}

void slope_lift(uint64_t key, double limit, int64_t period, int64_t first, size_t count,
                size_t margin, const double *heights, cpu_kernels kernels, double *lift,
                double *work)
{
    lattice_noise steep = {key, period, kernels};
    lattice_noise rough = {key + 1, period, kernels};
    find_limits(&steep, limit, first, count, work);
    for (size_t i = 0; i < count; i++)
        lift[i] = heights[i];
    lift_flanks(work, count, 0, lift);
    lift_flanks(work, count, 1, lift);
    size_t end = count - margin;
    for (size_t i = margin; i < end; i++)
        lift[i] -= heights[i];
    for (size_t i = margin; i < end; i += RUN)
        roughen(&rough, first + (int64_t)i, end - i < RUN ? end - i : RUN, lift + i);
}
