/* diamond_avx2.c - diamond-square's inner loops, 32 bytes at a time. */
#define LANES 8
#include "terrain/diamond_kernel.h"
