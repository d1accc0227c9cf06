/* generalise_kernel.c - the blur's inner loop, for each width: see base/lanes.h.
 *
 * Four sums are kept in registers while the weights go by, from the middle outward: with
 * their loops unrolled, else they would be kept in memory.
 */
#include "base/lanes.h"
#include "map/generalise_kernels.h"

#define SUMS 4

void KERNEL(generalise_sum)(const generalise_weights *weights, const float *const *before,
                            const float *const *after, float *out, int count)
{
    for (ptrdiff_t x = 0; x < count; x += SUMS * LANES) {
        LANES_SCRATCH lanes_f sum[SUMS];
        lanes_f weight = lanes_of(weights->of[0]);
#pragma GCC unroll 4
        for (int k = 0; k < SUMS; k++)
            sum[k] = lanes_load(before[0] + x + k * LANES) * weight;
        for (ptrdiff_t i = 1; i <= weights->reach; i++) {
            weight = lanes_of(weights->of[i]);
#pragma GCC unroll 4
            for (int k = 0; k < SUMS; k++) {
                ptrdiff_t at = x + k * LANES;
                sum[k] += (lanes_load(before[i] + at) + lanes_load(after[i] + at)) * weight;
            }
        }
#pragma GCC unroll 4
        for (int k = 0; k < SUMS; k++)
            lanes_store(out + x + k * LANES, sum[k]);
    }
}
