/* ridge.h - the profile h(x) of one ridge, sampled on any grid.
 *
 * In: the description of a ridge and a sampling grid.  Out: heights above its base in U, one for
 * each sample.  A height depends on its x alone, not on the other samples of the grid.
 */
#ifndef RL_RIDGE_RIDGE_H
#define RL_RIDGE_RIDGE_H

#include "ridge/family.h"

/* Sample j is at x = (first + j) * step + origin, in U. */
typedef struct ridge_grid {
    int64_t first;
    double step;
    double origin;
    double detail;        /* U: nodes farther apart than half of this are halved again */
    double loop;          /* U after which the ridge repeats; 0 = never */
    const ridge_row *row; /* heights of a family with a trait of RIDGE_HAS_ROW; NULL for others */
    cpu_kernels kernels;
    int is_foot; /* 1: sample only the rubble at the foot of cliffs (mesa, wall) */
} ridge_grid;

/* ridge_check checks that a resolved ridge can be sampled with limited memory: its slope limit is
 * not too gentle for its height, and nodes are not displaced too far along x.  `index` (from 0) is
 * its number in the scene.
 * Errors: RL_BAD_ARGUMENT with `ridge.N.key = value: rule`. */
rl_status ridge_check(const rl_ridge *ridge, int index, rl_error *error);

/* ridge_check_family checks only ridge_family.check of the ridge's family; a ridge whose kind is
 * unset passes.  Errors: as above. */
rl_status ridge_check_family(const rl_ridge *ridge, int index, rl_error *error);

/* ridge_sample writes `count` heights of a resolved ridge (no field unset but `iterations`), U
 * above its base.  `stream` is its index in the scene.  Errors: RL_NO_MEMORY; RL_BAD_ARGUMENT,
 * after a successful ridge_check only if grid->step is below U / 4000. */
rl_status ridge_sample(const rl_ridge *ridge, uint64_t seed, uint64_t stream,
                       const ridge_grid *grid, size_t count, double *heights,
                       const rl_allocator *allocator, rl_error *error);

/* ridge_points writes the vertices of a segment, from its start to its end, to xy[2 i] and
 * xy[2 i + 1], in U and in U above its base, without a slope limit.  There are 2^n + 1 of them for
 * n iterations; if `iterations` is unset, as many as `detail` of the grid needs.  *count is their
 * number, also if `xy` is NULL; `most` is the number for which there is room.  Of the grid it uses
 * detail, loop and kernels.
 * Errors: RL_BAD_ARGUMENT (a ridge of another family, more than RIDGE_POINTS_MOST or `most`
 * vertices), RL_NO_MEMORY. */
#define RIDGE_POINTS_MOST ((1 << 20) + 1)
rl_status ridge_points(const rl_ridge *ridge, uint64_t seed, uint64_t stream,
                       const ridge_grid *grid, double *xy, size_t most, size_t *count,
                       const rl_allocator *allocator, rl_error *error);

/* The slope limit of a ridge adds a lift to each node of the slope lattice, whose nodes are
 * SLOPE_STEP apart, or the nearest distance of which a loop is a multiple.  To sample one ridge on
 * several grids, make the lifts once:
 *
 * ridge_has_limit returns 1 if the ridge has a slope limit,
 * ridge_limit_nodes finds the nodes around the samples of a grid,
 * ridge_limit writes the lifts of `count` nodes (of `grid` it uses loop, row and kernels), and
 * ridge_raise adds them to the heights that ridge_sample wrote for the same ridge with slope = 0.
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

/* Distance of the nodes of the slope lattice, on which slopes are compared, U. */
#define SLOPE_STEP 0.006

/* slope_margin returns the number of nodes to each side of a range that its lifts can depend on,
 * for profiles whose heights differ by at most `rise` U: a flank that starts farther away has
 * fallen by more than that.  `limit` is rise over run. */
int64_t slope_margin(double limit, double rise);

/* slope_least returns the least limit whose slope_margin is at most `margin`. */
double slope_least(double rise, int64_t margin);

/* slope_lift writes to `lift` how much each of `count` samples of a profile on the slope lattice
 * must rise so that no flank is steeper than about `limit` (rise over run; it varies along x).
 * heights[0] is node `first`; the variation repeats after `period` nodes, 0 = never.  The first and
 * the last `margin` samples only serve the others: their lifts are not valid.  `work` has room for
 * `count` values; no two arrays may overlap. */
void slope_lift(uint64_t key, double limit, int64_t period, int64_t first, size_t count,
                size_t margin, const double *heights, cpu_kernels kernels, double *lift,
                double *work);

#endif
