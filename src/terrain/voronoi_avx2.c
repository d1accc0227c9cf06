/* voronoi_avx2.c - the inner loops of Voronoi maps, 32 bytes at a time. */
#define LANES 8
#include "terrain/voronoi_kernel.h"
