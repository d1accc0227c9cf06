/* relief_vector.c - sixteen bytes at a time, which every machine of this kind can do. */
#define LANES 4
#define RELIEF_SHADE relief_shade_vector
#include "frame/relief_kernel.h"
