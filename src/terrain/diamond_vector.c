/* diamond_vector.c - diamond-square's inner loops, 16 bytes at a time. */
#define LANES 4
#include "terrain/diamond_kernel.h"
