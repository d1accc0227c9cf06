/* sky_avx2.c - the inner loops of disc and stars, 32 bytes at a time. */
#define LANES 8
#include "paint/sky_kernel.h"

const sky_kernels sky_avx2 = {star, disc};
