/* strip_avx2.c - the kernels of strip.h, 32 bytes at a time. */
#define LANES 8
#include "encode/strip_kernel.h"

const strip_kernels strip_avx2 = {sub, paeth, adler, equal};
