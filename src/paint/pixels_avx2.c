/* pixels_avx2.c - the pixels of a block, 8 at a time: see pixels_kernel.h. */
#define LANES 8
#include "paint/pixels_kernel.h"

const pixels_kernels pixels_avx2 = {plane, faces, pack, fill};
