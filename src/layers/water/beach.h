/* beach.h - a curved beach before open water: dry sand, the wet band that mirrors the sky, and
 * breakers.
 *
 * The shore is a curve in (x, ln D) of plane.h: near the eye on one side, far away on the other.
 * Distances from the shore are measured on the ground in eye heights, above 0 on land.
 */
#ifndef RL_LAYERS_BEACH_H
#define RL_LAYERS_BEACH_H

#include "layers/common/cells.h"
#include "layers/common/plane.h"
#include "paint/block.h"

/* Colours at nodes, three planes each. */
enum { BEACH_DARK, BEACH_LIT, BEACH_WET, BEACH_FOAM, BEACH_PLANES };

#define BEACH_FARTHEST (-5.6f) /* eye heights from the shore: water farther out shows no foam */
#define BEACH_SWASH 0.22f /* eye heights by which the edge of the water swings to either side */

#define BEACH_BROAD 3 /* noises that bend edges of foam and sand: about octaves 0, 1 and 2 */

/* A row of pixels in a block. */
typedef struct beach_row {
    plane_row noise;
    plane_span span;
    float light[PLANE_OCTAVES]; /* light on sand per slope of each octave */
    float lace[PLANE_OCTAVES];  /* shares of octaves in the holes of foam */
    float holes;                /* mean of the octaves of holes that are too fine to be seen */
    float broad[PLANE_OCTAVES][BEACH_BROAD]; /* shares of octaves in the noises that bend lines */
    float bend[PLANE_OCTAVES];               /* turns by which octaves shift ripples */
    float turns, size;                       /* phase of ripples; their size, pixels */
    float ripples;                           /* strength of ripples, 0..1 */
    float grain;                             /* light of the grains, 0 = too fine to be seen */
    cell_row grains, pebbles;
    float pebble_wide, pebble_high; /* size of a cell of pebbles, in radii */
    float pebble_px;                /* radius of the largest pebble, pixels */
    float distance;                 /* D */
    float pixel;                    /* eye heights from one row to the next */
    const float *shore;             /* [columns of the block]: D of the shore */
    const float *slant; /* [columns of the block]: distance from the shore, relative to that in D */
} beach_row;

/* Writes colours and coverage of columns of a block. */
typedef void beach_pixels(const tile_nodes *nodes, const beach_row *row, tile_colours *out,
                          float *covered);
extern beach_pixels *const beach_pixels_of[CPU_KERNELS];

/* Colours near the eye, in the light of a frame. */
typedef struct beach_colours {
    oklab dark, lit, sun, foam;
    linear_rgb damp;
} beach_colours;

/* beach_lines writes the y of lines at x, each `inland` eye heights from the shore, or at least
 * `most` where they are before the viewer; all in U from the middle of the picture.
 * beach_colours_of returns the colours of a layer. */
void beach_lines(const rl_frame *frame, double x, const double *inland, int count, double most,
                 double *y);
const beach_colours *beach_colours_of(const frame_layer *layer);

/* Writes colours at nodes; `mirrored` is the air of the part of the sky that wet sand mirrors. */
typedef void beach_shade(const beach_colours *colours, const shade_row *row,
                         const shade_group *group, const float *air, const float *mirrored,
                         float *planes);
extern beach_shade *const beach_shade_of[CPU_KERNELS];

#endif
