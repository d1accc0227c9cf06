/* generalise_avx2.c - the blur's inner loops, 32 bytes at a time. */
#define LANES 8
#include "view/generalise_kernel.h"
