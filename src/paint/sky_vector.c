/* sky_vector.c - the inner loops of disc and stars, 16 bytes at a time. */
#define LANES 4
#include "paint/sky_kernel.h"

const sky_kernels sky_vector = {star, disc};
