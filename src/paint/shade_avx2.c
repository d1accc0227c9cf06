/* shade_avx2.c - the nodes' colours, 8 at a time: see shade_kernel.h. */
#define LANES 8
#include "paint/shade_kernel.h"

const shade_kernels shade_avx2 = {air_group, sky_group, land_group};
