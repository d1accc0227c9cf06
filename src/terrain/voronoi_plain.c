/* voronoi_plain.c - the inner loops of Voronoi maps, one number at a time: the reference. */
#define LANES 1
#include "terrain/voronoi_kernel.h"
