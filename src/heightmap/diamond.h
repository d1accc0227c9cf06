/* diamond.h - the random numbers and inner loops of diamond-square.
 *
 * A displacement depends on seed, stream, level, row and column of a point in the grid of its
 * own level, and on nothing else: a crop is a crop, and a further level adds points without
 * changing the others.  Every kernel gives the same bits.
 */
#ifndef RL_HEIGHTMAP_DIAMOND_H
#define RL_HEIGHTMAP_DIAMOND_H

#include <stddef.h>

#include "base/cpu.h"
#include "base/scene.h"

#define DIAMOND_GOLDEN UINT32_C(0x9e3779b9) /* 2^32 over the golden ratio: spreads columns */

/* Kernels work in runs of this many numbers: buffers have room for one run more. */
#define DIAMOND_RUN 16
#define DIAMOND_QUANTILES 2048

/* A displacement counts slope * mean + level times, but not less than 0 times. */
typedef struct diamond_weight {
    float slope, level; /* 0, 1: each as it is */
} diamond_weight;

typedef struct diamond_kernels {
    /* The displacements of every second column; `column` is the first one's number times
     * DIAMOND_GOLDEN plus the row's hash. */
    void (*uniform)(uint32_t column, uint32_t key, float scale, float low, float *out, int count);
    /* The same for a normal curve: sums of two of DIAMOND_QUANTILES quantiles. */
    void (*normal)(uint32_t column, uint32_t key, float deviation, const float *quantile,
                   float *out, int count);
    /* z becomes the mean of the parents plus z, weighted by how high that mean is. */
    void (*mean_four)(float *z, const float *a, const float *b, const float *c, const float *d,
                      int count, diamond_weight weight);
    void (*mean_two)(float *z, const float *a, const float *b, int count, diamond_weight weight);
    void (*weave)(float *out, const float *a, const float *b, int width);
} diamond_kernels;

extern const diamond_kernels *const diamond_kernels_of[CPU_KERNELS];

typedef struct diamond_noise {
    const diamond_kernels *kernels;
    uint64_t key;
    int gauss, one_sided;
    float quantile[DIAMOND_QUANTILES]; /* quantiles of a normal curve with variance 1/2 */
} diamond_noise;

/* `kernels` is an rl_kernels. */
void diamond_noise_init(diamond_noise *noise, uint64_t seed, uint64_t stream,
                        const rl_map_rules *rules, int kernels);

/* diamond_noise_row writes the displacements, of bound r, of the points first,
 * first + 2, first + 4 ... of a row: `count` of them, rounded up to a whole run. */
void diamond_noise_row(const diamond_noise *noise, int level, int row, int first, int count,
                       float r, float *out);

#endif
