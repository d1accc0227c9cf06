/* heightmap_plain.c - the plain arithmetic of maps, one number at a time: the reference. */
#define LANES 1
#include "terrain/heightmap_kernel.h"
