/* diamond_plain.c - diamond-square's inner loops, one number at a time: the reference. */
#define LANES 1
#include "terrain/diamond_kernel.h"
