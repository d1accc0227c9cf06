/* ridge.h - the profile h(x) of one range, sampled anywhere.
 *
 * In: the shape of a ridge and a sampling grid.  Out: heights above its base in
 * world units U, one for each sample.  A sample is a function of its place
 * alone: which others are asked for at the same time changes nothing.
 */
#ifndef RL_TERRAIN_RIDGE_H
#define RL_TERRAIN_RIDGE_H

#include "ridgeline.h"

/* Sample j lies at x = (first + j) * step + origin, in U. */
typedef struct ridge_grid {
    int64_t first;
    double step;
    double origin;
    double detail; /* U: nodes farther apart than half of this are refined */
} ridge_grid;

/* ridge_sample writes `count` heights of a resolved ridge (no field open but
 * `iterations`).  `stream` tells the ridges of a scene apart.  Scratch memory is
 * taken and given back.  Errors: RL_NO_MEMORY. */
rl_status ridge_sample(const rl_ridge *ridge, uint64_t seed, uint64_t stream,
                       const ridge_grid *grid, size_t count, double *heights,
                       const rl_allocator *allocator, rl_error *error);

#endif
