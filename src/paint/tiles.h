/* tiles.h - node colours of each layer, made where they are first needed.
 *
 * The colour grid has a node every frame->step pixels, anchored to the left
 * upper corner of the whole picture.  A thread holds two rows of nodes for each
 * layer (above and below the row that it paints), block by block, and fills a
 * block when a pixel of it is about to be shown.
 */
#ifndef RL_PAINT_TILES_H
#define RL_PAINT_TILES_H

#include "frame/frame.h"
#include "paint/shade.h"

/* Layer 0 is the sky, layer i + 1 is ridge i. */
#define TILES_SKY 0

typedef struct tiles {
    const rl_frame *frame;
    int nodes;           /* in a row of one block: block / step + 1 */
    shade_air *air[2];   /* [parity of node row][block * nodes] */
    int *air_row[2];     /* [block]: node row held, -1 = none */
    shade_colour *colour[RL_MAX_RIDGES + 1][2];
    int *colour_row[RL_MAX_RIDGES + 1][2];
    shade_colour flat[RL_MAX_RIDGES + 1];
} tiles;

/* tiles_new makes the memory of a thread; 0 when there is none. */
int tiles_new(tiles *tiles, const rl_frame *frame);
void tiles_free(tiles *tiles);

/* tiles_row writes the colours of `count` pixels of one layer from column x of
 * the whole picture (all inside block `block`) in row y of the whole picture. */
void tiles_row(tiles *tiles, int layer, int block, int x, int count, int y, float *r, float *g,
               float *b);

#endif
