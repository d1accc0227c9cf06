/* strip_vector.c - the kernels of strip.h, 16 bytes at a time. */
#define LANES 4
#include "encode/strip_kernel.h"

const strip_kernels strip_vector = {sub, paeth, adler, equal};
