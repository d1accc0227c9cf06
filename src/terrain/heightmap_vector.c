/* heightmap_vector.c - the plain arithmetic of maps, 16 bytes at a time. */
#define LANES 4
#include "terrain/heightmap_kernel.h"
