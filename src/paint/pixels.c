/* pixels.c - the choice between the widths of the pixels' kernels. */
#include "paint/pixels.h"

static const pixels_kernels *const kernels[CPU_KERNELS] = {&pixels_plain, &pixels_vector,
                                                           &pixels_avx2};

const pixels_kernels *pixels_kernels_for(const rl_frame *frame)
{
    return kernels[frame->kernels];
}
