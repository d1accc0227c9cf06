/* line_plain.c - new nodes and noise along a line, one node at a time: the reference. */
#define LANES 1
#define LINE_KERNELS line_plain
#include "terrain/line_kernel.h"

const line_kernels *line_kernels_of(cpu_kernels kernels)
{
    static const line_kernels *const all[CPU_KERNELS] = {&line_plain, &line_vector, &line_avx2};
    return all[kernels];
}
