/* land_avx2.c - lays the edges of ridges, 32 bytes at a time. */
#define LANES 8
#define LAND_KERNELS land_avx2
#include "frame/land_kernel.h"
