/* pixels_plain.c - the pixels of a block, 1 at a time: see pixels_kernel.h. */
#define LANES 1
#include "paint/pixels_kernel.h"

const pixels_kernels pixels_plain = {plane, faces, pack, fill};
