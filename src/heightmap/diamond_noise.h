/* diamond_noise.h - the random numbers of diamond-square, row by row.
 *
 * In: seed, stream, level, row, column of a grid point in the grid of its own level.
 * Out: a displacement.  It depends on nothing else, so a crop is a crop and a
 * further level adds points without touching those that are there.
 */
#ifndef RL_HEIGHTMAP_DIAMOND_NOISE_H
#define RL_HEIGHTMAP_DIAMOND_NOISE_H

#include "ridgeline.h"
#include "heightmap/diamond_kernels.h"

/* Rows of numbers are worked in runs of so many: buffers have room for a run more. */
#define DIAMOND_RUN 16
#define DIAMOND_QUANTILES 2048

typedef struct diamond_noise {
    const diamond_kernels *kernels;
    uint64_t key;
    int gauss, one_sided;
    float quantile[DIAMOND_QUANTILES]; /* of a normal curve with variance 1/2 */
} diamond_noise;

/* `kernels` is an rl_kernels. */
void diamond_noise_init(diamond_noise *noise, uint64_t seed, uint64_t stream,
                        const rl_map_rules *rules, int kernels);

/* diamond_noise_row writes the displacements, of bound r, of the points first,
 * first + 2, first + 4 ... of a row: `count` of them, rounded up to a whole run. */
void diamond_noise_row(const diamond_noise *noise, int level, int row, int first, int count,
                       float r, float *out);

#endif
