/* pixels_vector.c - the pixels of a block, 4 at a time: see pixels_kernel.h. */
#define LANES 4
#include "paint/pixels_kernel.h"

const pixels_kernels pixels_vector = {plane, faces, pack, fill};
