/* sky_plain.c - the inner loops of disc and stars, one number at a time: the reference. */
#define LANES 1
#include "paint/sky_kernel.h"

const sky_kernels sky_plain = {star, disc};
