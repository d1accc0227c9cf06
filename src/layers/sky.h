/* sky.h - the sky's own nodes, and what of them the lights before it need. */
#ifndef RL_LAYERS_SKY_H
#define RL_LAYERS_SKY_H

#include "paint/block.h"

/* sky_veil fetches how much of the sky is hidden at the columns of a run's block, or returns
 * NULL where nothing hides it. */
const float *sky_veil(paint_scratch *s, const tile_run *run, tile_colours *veil);

/* Writes the sky's planes at a group of nodes from its linear light. */
typedef void sky_kernel(const shade_row *row, const shade_group *group, const float *air,
                        const shade_light *light, int has_veil, float *planes);
extern sky_kernel *const sky_kernels[CPU_KERNELS];

#endif
