/* diamond_kernels.h - which inner loops diamond-square calls.
 *
 * In: rows of floats with margins.  Out: the same bits from every variant.
 */
#ifndef RL_HEIGHTMAP_DIAMOND_KERNELS_H
#define RL_HEIGHTMAP_DIAMOND_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"

#define DIAMOND_GOLDEN UINT32_C(0x9e3779b9) /* 2^32 over the golden ratio: spreads columns */

typedef struct diamond_kernels {
    /* The displacements of every second place from `place` on. */
    void (*uniform)(uint32_t place, uint32_t key, float scale, float low, float *out, int count);
    void (*mean_four)(float *z, const float *a, const float *b, const float *c, const float *d,
                      int count);
    void (*mean_two)(float *z, const float *a, const float *b, int count);
    void (*weave)(float *out, const float *a, const float *b, int width);
} diamond_kernels;

extern const diamond_kernels diamond_plain, diamond_vector, diamond_avx2;

#endif
