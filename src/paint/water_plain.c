/* water_plain.c - the lake's inner loops, one number at a time: the reference. */
#define LANES 1
#include "paint/water_kernel.h"

const water_kernels water_plain = {lines, raise, look, fetch, keep};
