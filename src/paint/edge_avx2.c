/* edge_avx2.c - edges and trees, 8 at a time: see edge_kernel.h. */
#define LANES 8
#include "paint/edge_kernel.h"

const edge_kernels edge_avx2 = {cover_run, blend_block};
