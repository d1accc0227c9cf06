/* plain.h - the ground of a plane: the floor of a canyon with its river, a plain of grass.
 *
 * One plane (see plane.h) under the horizon; its colour depends on the place in the picture
 * alone.  Things that stand on it hide what is behind them: so the same plane is a layer below
 * the horizon, and again one before each ridge that is on it, below the line of its foot.
 */
#ifndef RL_LAYERS_PLAIN_H
#define RL_LAYERS_PLAIN_H

#include "layers/plane.h"
#include "paint/block.h"

/* Planes of its nodes, three each. */
enum plain_plane { PLAIN_GROUND, PLAIN_LIGHT, PLAIN_DARK, PLAIN_WATER, PLAIN_BANK, PLAIN_PLANES };

/* A row of pixels. */
typedef struct plain_row {
    plane_row noise;
    plane_span span;            /* of a block */
    float contrast;             /* of the ground */
    float shrub[PLANE_OCTAVES]; /* weights of the octaves of shrubs, */
    float shrubs;               /* and how dark they are */
    int has_river;              /* in this block */
    float way;                  /* from the river's middle to the block's first column, pixels */
    float half, soft;           /* of the river, pixels */
    float wander;               /* of its banks, pixels for a noise of 1 */
    float bank;                 /* width of its banks, pixels */
    float ripple;               /* of the water */
} plain_row;

typedef void plain_kernel(const tile_nodes *nodes, const plain_row *row, tile_colours *out);
extern plain_kernel *const plain_kernels[CPU_KERNELS];

#endif
