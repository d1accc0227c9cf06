/* water_avx2.c - the lake's inner loops, 32 bytes at a time. */
#define LANES 8
#include "paint/water_kernel.h"

const water_kernels water_avx2 = {lines, raise, look, fetch, keep};
