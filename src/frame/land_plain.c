/* land_plain.c - lays the edges of ridges, one sample at a time: the reference. */
#define LANES 1
#define LAND_KERNELS land_plain
#include "frame/land_kernel.h"

const land_kernels *land_kernels_of(cpu_kernels kernels)
{
    static const land_kernels *const all[CPU_KERNELS] = {&land_plain, &land_vector, &land_avx2};
    return all[kernels];
}
