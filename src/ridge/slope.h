/* slope.h - takes needles out of a profile without touching its detail. */
#ifndef RL_RIDGE_SLOPE_H
#define RL_RIDGE_SLOPE_H

#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"

/* The world lattice on which slopes are compared, in U. */
#define SLOPE_STEP 0.006

/* Samples to each side of a range that its limit can depend on, for profiles
 * whose heights differ by at most `rise` U.  A flank that starts farther away
 * has come down by more than that: the margin is proven, not guessed. */
int64_t slope_margin(double limit, double rise);

/* slope_least: the least limit whose margin is at most `margin` samples. */
double slope_least(double rise, int64_t margin);

/* slope_lift writes to `lift` how much each sample of a lattice profile must
 * rise so that no flank is steeper than about `limit` (rise over run; it varies
 * with the place).  Sample 0 is lattice index `first`, and what varies repeats after
 * `period` samples, 0 = never; `work` has room for
 * `count` values, and no two arrays are the same.  Of `margin` samples at either
 * end, which stand there for the others' sake, the lifts are not finished. */
void slope_lift(uint64_t key, double limit, int64_t period, int64_t first, size_t count,
                size_t margin, const double *heights, cpu_kernels kernels, double *lift,
                double *work);

#endif
