/* ridge.h - the profile h(x) of one range, sampled anywhere.
 *
 * In: the shape of a ridge and a sampling grid.  Out: heights above its base in
 * world units U, one for each sample.  A sample is a function of its place
 * alone, whatever other samples are made at the same time.
 */
#ifndef RL_RIDGE_RIDGE_H
#define RL_RIDGE_RIDGE_H

#include "ridge/family.h"

/* Sample j is at x = (first + j) * step + origin, in U. */
typedef struct ridge_grid {
    int64_t first;
    double step;
    double origin;
    double detail;        /* U: nodes farther apart than half of this are refined */
    double loop;          /* U after which the ridge repeats; 0 = never */
    const ridge_row *row; /* row of a ridge with a trait of RIDGE_HAS_ROW; NULL for others */
    cpu_kernels kernels;
    int is_foot; /* 1: only the rubble at the foot of cliffs */
} ridge_grid;

/* ridge_check checks that a resolved ridge can be sampled: a
 * slope that is not too gentle for its height, nodes that are not too far
 * aside.  `index` (from 0) is its number in the scene.
 * Errors: RL_BAD_ARGUMENT with `ridge.N.key = value: rule`. */
rl_status ridge_check(const rl_ridge *ridge, int index, rl_error *error);

/* ridge_check_family checks the rules of the family alone, of a ridge that has one.
 * Errors: as above. */
rl_status ridge_check_family(const rl_ridge *ridge, int index, rl_error *error);

/* ridge_sample writes `count` heights of a resolved ridge (no field unset but
 * `iterations`).  `stream` is its index in the scene.  Scratch memory is freed.  Errors:
 * RL_NO_MEMORY; RL_BAD_ARGUMENT for one that ridge_check lets pass only when a sample is less than
 * U/4000 wide. */
rl_status ridge_sample(const rl_ridge *ridge, uint64_t seed, uint64_t stream,
                       const ridge_grid *grid, size_t count, double *heights,
                       const rl_allocator *allocator, rl_error *error);

/* The slope limit of a ridge adds a lift to each node of the world lattice SLOPE_STEP,
 * in a loop of one that fits it.  To sample one ridge on several grids, make the lifts once:
 *
 * ridge_has_limit returns whether there are any,
 * ridge_limit_nodes which nodes are around the samples of a grid,
 * ridge_limit writes the lifts of `count` nodes (of `grid` only loop, row and kernels count), and
 * ridge_raise adds them to what ridge_sample gave for the ridge with slope 0.
 *
 * The sum is that of ridge_sample, bit for bit.  Errors: RL_NO_MEMORY. */
int ridge_has_limit(const rl_ridge *ridge);
void ridge_limit_nodes(const ridge_grid *grid, size_t count, int64_t *first, size_t *nodes);
rl_status ridge_limit(const rl_ridge *ridge, uint64_t seed, uint64_t stream, const ridge_grid *grid,
                      int64_t first, size_t count, double *lifts, const rl_allocator *allocator,
                      rl_error *error);
void ridge_raise(const ridge_grid *grid, size_t count, double *heights, int64_t first,
                 const double *lifts);

/* ---- the slope limit of any profile: removes needles, keeps detail ---------------- */

/* The world lattice on which slopes are compared, in U. */
#define SLOPE_STEP 0.006

/* Samples to each side of a range that its limit can depend on, for profiles
 * whose heights differ by at most `rise` U.  A flank that starts farther away
 * has come down by more than that. */
int64_t slope_margin(double limit, double rise);

/* slope_least: the least limit whose margin is at most `margin` samples. */
double slope_least(double rise, int64_t margin);

/* slope_lift writes to `lift` how much each sample of a lattice profile must
 * rise so that no flank is steeper than about `limit` (rise over run; it varies
 * with the place).  Sample 0 is lattice index `first`, and what varies repeats after
 * `period` samples, 0 = never; `work` has room for
 * `count` values, and no two arrays are the same.  `margin` samples at either end serve the
 * others: their own lifts are not complete. */
void slope_lift(uint64_t key, double limit, int64_t period, int64_t first, size_t count,
                size_t margin, const double *heights, cpu_kernels kernels, double *lift,
                double *work);

#endif
