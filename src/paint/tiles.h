/* tiles.h - node colours of each layer, made where they are first needed.
 *
 * The colour grid has a node every frame->step pixels, anchored to the left
 * upper corner of the whole picture.  A thread holds two rows of nodes for each
 * layer (above and below the row that it paints) and fills a group of nodes when
 * a pixel beside it is about to be shown.  Pixels lie in blocks of 64 columns.
 */
#ifndef RL_PAINT_TILES_H
#define RL_PAINT_TILES_H

#include "frame/frame.h"
#include "layers/clouds.h"
#include "paint/shade.h"

/* Layer 0 is the sky, layer i + 1 is surface i. */
#define TILES_SKY 0

/* A block has 64 columns, at most a node for each and one more. */
#define TILES_BLOCK 64
#define TILES_NODES (TILES_BLOCK + 1)

/* One layer's two rows of nodes. */
typedef struct tile_layer {
    float *planes[2]; /* [parity of node row][plane * stride + node] */
    int *row[2];      /* [group]: node row held, -1 = none */
    int is_flat;
    shade_colour flat;
    shade_land land;
    float *fog; /* what land.swell and land.dense look at */
} tile_layer;

/* What all layers share of a node row.  A lake's mirror asks for rows above and comes
 * back: so many are held, each in the place of its remainder. */
#define TILES_ROWS 8

typedef struct tile_row {
    int held; /* which node row, -1 = none */
    shade_row shade;
    float *noise; /* [2 * stride]: mist, then the clouds' warp */
} tile_row;

typedef struct tiles {
    const rl_frame *frame;
    const shade_kernels *shade;
    int64_t first;   /* node of the picture at which planes begin */
    int groups;      /* of SHADE_GROUP nodes in a row */
    size_t stride;   /* floats of a plane */
    float *air[2];   /* [parity of node row][shade_air_plane * stride + node] */
    int *air_row[2]; /* [group]: node row held, -1 = none */
    tile_row row[TILES_ROWS];
    float along[TILES_BLOCK]; /* where a column lies between its nodes */
    int shift;                /* 1 << shift columns from one node to the next */
    tile_layer *layer;
    int layers;
    cloud_sheet clouds;
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
    int shown; /* where it begins in the row that is given out */
    int reach; /* it stands for so many rows above and below, too: edges are
                  averaged over them, smooth things taken from the middle */
} tile_run;

/* tiles_left returns where in its block a run begins. */
static inline int tiles_left(const rl_frame *frame, const tile_run *run)
{
    return (int)(frame->x + run->column - (frame->first_block + run->block) * frame->block);
}

/* The colours of a block, or of a run, planar. */
typedef struct tile_colours {
    float r[TILES_BLOCK], g[TILES_BLOCK], b[TILES_BLOCK];
} tile_colours;

/* The nodes around one row of a block. */
typedef struct tile_nodes {
    const float *above, *below; /* plane 0 at the block's first node */
    size_t stride;
    float down;         /* where the row lies between them */
    int step, shift;    /* columns between two nodes: 1 << shift */
    const float *along; /* [TILES_BLOCK]: where a column lies between its nodes */
    int from, to;       /* columns of the block that are wanted; others may be left out */
} tile_nodes;

/* tiles_nodes finds (and makes) the nodes of a layer that is not flat. */
void tiles_nodes(tiles *tiles, int layer, const tile_run *run, tile_nodes *nodes);

/* tiles_fetch writes the colours of a run in one plane (shade_plane) of a layer that is not
 * flat. */
void tiles_fetch(tiles *tiles, int layer, int plane, const tile_run *run, tile_colours *colours);

#endif
