/* edge_vector.c - edges and trees, 4 at a time: see edge_kernel.h. */
#define LANES 4
#include "paint/edge_kernel.h"

const edge_kernels edge_vector = {cover_run, blend_block};
