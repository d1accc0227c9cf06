/* land_vector.c - lays the edges of ridges, 16 bytes at a time. */
#define LANES 4
#define LAND_KERNELS land_vector
#include "frame/land_kernel.h"
