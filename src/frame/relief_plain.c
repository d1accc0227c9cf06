/* relief_plain.c - the reference: one column at a time, in plain C. */
#define LANES 1
#define RELIEF_SHADE relief_shade_plain
#include "frame/relief_kernel.h"

relief_kernel relief_shade_vector, relief_shade_avx2;

relief_kernel *const relief_kernels[CPU_KERNELS] = {
    [CPU_PLAIN] = relief_shade_plain,
    [CPU_VECTOR] = relief_shade_vector,
    [CPU_AVX2] = relief_shade_avx2,
};
