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

/* Layer 0 is the sky, layer i + 1 is surface i. */
#define TILES_SKY 0

/* The widest block has 64 columns, a node for each and one more. */
#define TILES_BLOCK 64
#define TILES_NODES (TILES_BLOCK + 1)

/* One layer's two rows of nodes. */
typedef struct tile_layer {
    shade_colour *colour[2]; /* [parity of node row][(block * nodes + node) * planes] */
    int *row[2];             /* [block]: node row held, -1 = none */
    int planes;
    int is_flat;
    shade_colour flat;
} tile_layer;

typedef struct tiles {
    const rl_frame *frame;
    int nodes;         /* in a row of one block: block / step + 1 */
    shade_air *air[2]; /* [parity of node row][block * nodes] */
    int *air_row[2];   /* [block]: node row held, -1 = none */
    tile_layer *layer;
    int layers;
} tiles;

/* tiles_new makes the memory of a thread; 0 when there is none. */
int tiles_new(tiles *tiles, const rl_frame *frame);
void tiles_free(tiles *tiles);

/* A run of columns of one block, in one row. */
typedef struct tile_run {
    int block;  /* from the part's first */
    int column; /* first column, from the left of the part */
    int count;
    int row;   /* of the whole picture */
    int reach; /* it stands for so many rows above and below, too: edges are
                  averaged over them, smooth things taken from the middle */
} tile_run;

/* The colours of a run, planar. */
typedef struct tile_colours {
    float r[TILES_BLOCK], g[TILES_BLOCK], b[TILES_BLOCK];
} tile_colours;

/* tiles_fetch writes the colours of a run in one plane (shade_plane) of a layer. */
void tiles_fetch(tiles *tiles, int layer, int plane, const tile_run *run, tile_colours *colours);

#endif
