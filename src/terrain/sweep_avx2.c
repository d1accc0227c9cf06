/* sweep_avx2.c - the rows of collected passes, 32 bytes at a time. */
#define LANES 8
#include "terrain/sweep_kernel.h"
