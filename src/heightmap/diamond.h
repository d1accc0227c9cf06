/* diamond.h - the random numbers and inner loops of diamond-square.
 *
 * The displacement of a point depends only on seed, stream, level, and row and column in the grid
 * of that level: so a smaller map is a crop of a larger one, and a further level adds points
 * without changing the others.  All variants of the kernels give the same bits.
 */
#ifndef RL_HEIGHTMAP_DIAMOND_H
#define RL_HEIGHTMAP_DIAMOND_H

#include "base/cpu.h"
#include "base/scene.h"

#define DIAMOND_GOLDEN UINT32_C(0x9e3779b9) /* 2^32 over the golden ratio: spreads columns */

/* Kernels write multiples of this many numbers, so buffers have room for as many more. */
#define DIAMOND_RUN 16
#define DIAMOND_QUANTILES 2048

/* A displacement is multiplied by max(0, slope * mean of the point's parents + level). */
typedef struct diamond_weight {
    float slope, level; /* 0 and 1: displacements stay as they are */
} diamond_weight;

typedef struct diamond_kernels {
    /* Writes uniform displacements, low .. low + 2^23 * scale, of `count` points, in every second
     * column.  `column` is the number of the first times DIAMOND_GOLDEN plus a hash of the row. */
    void (*uniform)(uint32_t column, uint32_t key, float scale, float low, float *out, int count);
    /* Writes normal ones: deviation * the sum of two draws from DIAMOND_QUANTILES quantiles. */
    void (*normal)(uint32_t column, uint32_t key, float deviation, const float *quantile,
                   float *out, int count);
    /* Each displacement z becomes the weighted z plus the mean of the point's parents a, b ... */
    void (*mean_four)(float *z, const float *a, const float *b, const float *c, const float *d,
                      int count, diamond_weight weight);
    void (*mean_two)(float *z, const float *a, const float *b, int count, diamond_weight weight);
    /* Writes a[0], b[0], a[1], b[1] ..., `width` values in all. */
    void (*weave)(float *out, const float *a, const float *b, int width);
} diamond_kernels;

extern const diamond_kernels *const diamond_kernels_of[CPU_KERNELS];

typedef struct diamond_noise {
    const diamond_kernels *kernels;
    uint64_t key;
    int gauss, one_sided;
    float quantile[DIAMOND_QUANTILES]; /* quantiles of a normal distribution of variance 1/2 */
} diamond_noise;

/* diamond_noise_init sets up the displacements of a map: `kernels` is an rl_kernels, and `stream`
 * tells maps of one seed apart. */
void diamond_noise_init(diamond_noise *noise, uint64_t seed, uint64_t stream,
                        const rl_map_rules *rules, int kernels);

/* diamond_noise_row writes the displacements, of bound r, of the points first, first + 2, first + 4
 * ... of a row of the grid of a level: `count` of them, rounded up to a multiple of DIAMOND_RUN. */
void diamond_noise_row(const diamond_noise *noise, int level, int row, int first, int count,
                       float r, float *out);

#endif
