/* generalise_kernels.h - the inner loop of the blur.
 *
 * In: lines of floats.  Out: their weighted sum, the same bits from every variant.  Lines have
 * room for a run beyond `count`, both to read and to write.
 */
#ifndef RL_MAP_GENERALISE_KERNELS_H
#define RL_MAP_GENERALISE_KERNELS_H

#include "base/cpu.h"

#include <stddef.h>

#define GENERALISE_RUN 32
#define GENERALISE_REACH 96 /* samples to one side, at most */

typedef struct generalise_weights {
    int reach;
    float of[GENERALISE_REACH + 1]; /* by distance */
} generalise_weights;

/* before[i] and after[i] are the lines at distance i; those at 0 are one. */
typedef void generalise_sum(const generalise_weights *weights, const float *const *before,
                            const float *const *after, float *out, int count);

generalise_sum generalise_sum_plain, generalise_sum_vector, generalise_sum_avx2;

#endif
