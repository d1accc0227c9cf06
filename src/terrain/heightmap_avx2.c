/* heightmap_avx2.c - the plain arithmetic of maps, 32 bytes at a time. */
#define LANES 8
#include "terrain/heightmap_kernel.h"
