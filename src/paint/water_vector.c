/* water_vector.c - the lake's inner loops, 16 bytes at a time. */
#define LANES 4
#include "paint/water_kernel.h"

const water_kernels water_vector = {lines, raise, look, fetch, keep};
