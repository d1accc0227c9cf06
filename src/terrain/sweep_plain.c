/* sweep_plain.c - the rows of collected passes, one number at a time: the reference. */
#define LANES 1
#include "terrain/sweep_kernel.h"
