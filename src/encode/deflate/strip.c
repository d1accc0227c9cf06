/* strip.c - the widths that a CPU may have. */
#include "encode/deflate/strip.h"

const strip_kernels *strip_choose(cpu_kernels kernels)
{
    static const strip_kernels *const variants[CPU_KERNELS] = {
        &strip_plain,
        &strip_vector,
        &strip_avx2,
    };
    return variants[kernels];
}
