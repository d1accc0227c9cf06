/* generalise_plain.c - the blur's inner loops, one number at a time: the reference. */
#define LANES 1
#include "view/generalise_kernel.h"
