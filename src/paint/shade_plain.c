/* shade_plain.c - the nodes' colours, 1 at a time: see shade_kernel.h. */
#define LANES 1
#include "paint/shade_kernel.h"

const shade_kernels shade_plain = {air_group, sky_group, land_group};
