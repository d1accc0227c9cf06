/* generalise_vector.c - the blur's inner loops, 16 bytes at a time. */
#define LANES 4
#include "view/generalise_kernel.h"
