/* shade_vector.c - the nodes' colours, 4 at a time: see shade_kernel.h. */
#define LANES 4
#include "paint/shade_kernel.h"

const shade_kernels shade_vector = {air_group, sky_group, land_group};
