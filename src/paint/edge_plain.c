/* edge_plain.c - edges and trees, 1 at a time: see edge_kernel.h. */
#define LANES 1
#include "paint/edge_kernel.h"

const edge_kernels edge_plain = {cover_run, blend_block};
