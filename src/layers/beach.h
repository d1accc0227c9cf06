/* beach.h - a curved beach before open water: dry sand, the wet band that mirrors the sky, and
 * breakers.
 *
 * The shore is a curve in (x, ln D) of plane.h: near us on one side, far away on the other.  How
 * far a pixel is from it is measured on the ground, in eye heights: above 0 on land.
 */
#ifndef RL_LAYERS_BEACH_H
#define RL_LAYERS_BEACH_H

#include "layers/plane.h"
#include "paint/block.h"

/* Planes of its nodes, three each. */
enum { BEACH_DARK, BEACH_LIT, BEACH_WET, BEACH_FOAM, BEACH_PLANES };

/* Eye heights from the shore: farther out is nothing of the beach; how far the edge of the water
 * swings to either side of it. */
#define BEACH_FARTHEST (-5.6f)
#define BEACH_SWASH 0.22f

/* Noises that bend lines: of about octaves 0, 1 and 2. */
#define BEACH_BROAD 3

/* A row of pixels in a block. */
typedef struct beach_row {
    plane_row noise;
    plane_span span;
    float light[PLANE_OCTAVES]; /* of the slope of each octave, on sand */
    float lace[PLANE_OCTAVES];  /* shares of octaves in the holes of foam, */
    float holes;                /* and the mean of those that are too fine to be seen */
    float broad[PLANE_OCTAVES][BEACH_BROAD];
    float distance;             /* D */
    float pixel;                /* eye heights from one row to the next */
    const float *shore, *slant; /* [columns of the block]: D of the shore; how it is turned */
} beach_row;

/* Colours of columns of a block, and how much it covers of each. */
typedef void beach_pixels(const tile_nodes *nodes, const beach_row *row, tile_colours *out,
                          float *covered);
extern beach_pixels *const beach_pixels_of[CPU_KERNELS];

/* Colours near the eye, in the light of a frame. */
typedef struct beach_colours {
    oklab dark, lit, sun, foam;
    linear_rgb damp;
} beach_colours;

/* Colours at nodes; `mirrored` is the air where wet sand sees the sky. */
typedef void beach_shade(const beach_colours *colours, const shade_row *row,
                         const shade_group *group, const float *air, const float *mirrored,
                         float *planes);
extern beach_shade *const beach_shade_of[CPU_KERNELS];

#endif
