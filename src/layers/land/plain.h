/* plain.h - paints level ground: the floor of a canyon with its river, or a plain of grass.
 *
 * The ground is one plane (plane.h) under the horizon, whose colour depends on the place in the
 * picture alone.  It is a layer below the horizon, and again a layer in front of each ridge that
 * stands on it, below the line of the ridge's foot.
 */
#ifndef RL_LAYERS_PLAIN_H
#define RL_LAYERS_PLAIN_H

#include "layers/common/cells.h"
#include "layers/common/plane.h"
#include "paint/block.h"

/* Colours of nodes; each has three planes. */
enum plain_plane { PLAIN_GROUND, PLAIN_LIGHT, PLAIN_DARK, PLAIN_WATER, PLAIN_BANK, PLAIN_PLANES };

#define PLAIN_SHRUBS 2 /* lattices of shrubs */

/* A row of pixels. */
typedef struct plain_row {
    plane_row noise;
    plane_span span;              /* columns of the block */
    float contrast;               /* contrast of the ground */
    float broad[PLANE_OCTAVES];   /* weights of octaves in washes and patches of shrubs */
    float fine[PLANE_OCTAVES];    /* weights of octaves in the leaves of shrubs and banks */
    float wash;                   /* light of the sand of washes */
    cell_row cells[PLAIN_SHRUBS]; /* cells of shrubs; rows of one lie between those of the other */
    float high[PLAIN_SHRUBS];     /* height of a cell, heights of the largest shrub */
    float wide[PLAIN_SHRUBS];     /* width of a cell, half widths of the largest shrub */
    float shrub_px;               /* height of the largest shrub, pixels */
    float many;                   /* share of cells with a shrub where patches are 0 */
    int has_river;                /* whether the block may show water or banks */
    float way;                    /* block's first column, pixels from the river's middle */
    float half, soft;             /* half width of the river, and width of its edge, pixels */
    float wander;                 /* displacement of the banks for a noise of 1, pixels */
    float bank;                   /* width of the banks, pixels */
    float ripple;                 /* contrast of ripples on the water */
    float edge;                   /* strength of the waterline and of mirrored banks, 0..1 */
} plain_row;

typedef void plain_kernel(const tile_nodes *nodes, const plain_row *row, tile_colours *out);
extern plain_kernel *const plain_kernels[CPU_KERNELS];

#endif
