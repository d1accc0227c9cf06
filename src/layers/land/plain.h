/* plain.h - paints level ground: the floor of a canyon with its river, or a plain of grass.
 *
 * The ground is one plane (plane.h) under the horizon, whose colour depends on the place in the
 * picture alone.  It is a layer below the horizon, and again a layer in front of each ridge that
 * stands on it, below the line of the ridge's foot.
 */
#ifndef RL_LAYERS_PLAIN_H
#define RL_LAYERS_PLAIN_H

#include "layers/common/plane.h"
#include "paint/block.h"

/* Colours of nodes; each has three planes. */
enum plain_plane { PLAIN_GROUND, PLAIN_LIGHT, PLAIN_DARK, PLAIN_WATER, PLAIN_BANK, PLAIN_PLANES };

/* A row of pixels. */
typedef struct plain_row {
    plane_row noise;
    plane_span span;            /* columns of the block */
    float contrast;             /* contrast of the ground */
    float shrub[PLANE_OCTAVES]; /* weights of octaves in shrubs */
    float shrubs;               /* darkness of shrubs, 0..1 */
    int has_river;              /* whether the block may show water or banks */
    float way;                  /* block's first column, pixels from the river's middle */
    float half, soft;           /* half width of the river, and width of its edge, pixels */
    float wander;               /* displacement of the banks for a noise of 1, pixels */
    float bank;                 /* width of the banks, pixels */
    float ripple;               /* contrast of ripples on the water */
} plain_row;

typedef void plain_kernel(const tile_nodes *nodes, const plain_row *row, tile_colours *out);
extern plain_kernel *const plain_kernels[CPU_KERNELS];

#endif
