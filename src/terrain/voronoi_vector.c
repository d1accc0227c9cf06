/* voronoi_vector.c - the inner loops of Voronoi maps, 16 bytes at a time. */
#define LANES 4
#include "terrain/voronoi_kernel.h"
