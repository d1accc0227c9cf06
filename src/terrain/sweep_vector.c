/* sweep_vector.c - the rows of collected passes, 16 bytes at a time. */
#define LANES 4
#include "terrain/sweep_kernel.h"
