/* strip_plain.c - the kernels of strip.h, in plain C: the reference. */
#define LANES 1
#include "encode/strip_kernel.h"

const strip_kernels strip_plain = {sub, paeth, adler, equal};
