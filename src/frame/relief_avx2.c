/* relief_avx2.c - thirty-two bytes at a time: called only where the CPU has AVX2. */
#define LANES 8
#define RELIEF_SHADE relief_shade_avx2
#include "frame/relief_kernel.h"
