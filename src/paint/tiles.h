/* tiles.h - colours at the nodes of grids, for each tile, made when they are first needed.
 *
 * The colour grid has a node every frame->step pixels, anchored to the left upper corner of the
 * whole picture.  A tile is a thing with its own colours at these nodes: the sky, or a row of a
 * slope.  The faces of such a row are a further tile, of a grid with a node every frame->fine_step
 * pixels.  The grid of the sky has four times as many rows of nodes, since far clouds are thin
 * streaks.  For each tile a thread holds two rows of nodes, above and below the row of pixels that
 * it paints, and makes a group of nodes when a pixel beside it is painted; if there are many tiles,
 * some share that memory.  Pixels are painted in blocks of 64 columns.
 */
#ifndef RL_PAINT_TILES_H
#define RL_PAINT_TILES_H

#include "paint/paint.h"
#include "paint/shade.h"

/* Columns of a block; largest number of nodes around them. */
#define TILES_BLOCK 64
#define TILES_NODES (TILES_BLOCK + 1)

/* Number of shade_rows and noise rows that a thread caches; node row r is at r modulo this number.
 * A frame with mirrors needs more: to paint a reflection, it goes to rows above and back again. */
#define TILES_ROWS 8
#define TILES_ROWS_MIRRORED 64

/* Number of tiles of a grid whose nodes a thread holds at once.  Further tiles share memory with
 * the tile that is TILES_HELD before them in order of distance.  If both are visible in a group of
 * nodes, it is made again for both in each row of pixels: measured in archipelagos of 20 tiles, 9
 * held tiles make 2 % more groups than necessary, 6 make 8 % more. */
#define TILES_HELD 9

/* Writes the planes of a tile (shade_plane) at a group of nodes; `air` are the planes of the air
 * there, NULL on the fine grid.  `owner` is the data given to tiles_open. */
typedef void tile_shade(paint_scratch *s, void *owner, const shade_row *row,
                        const shade_group *group, const float *air, float *planes);

/* Memory for the nodes of one tile, or of several that overwrite each other. */
typedef struct tile_slot {
    float *planes[2];  /* [parity of node row][plane * stride + node] */
    int64_t *holds[2]; /* [parity][group]: node row and tile of its content; -1 = none */
    int count;         /* largest number of planes of its tiles */
} tile_slot;

typedef struct node_tile {
    struct tile_grid *grid;
    tile_slot *slot;
    int is_flat; /* 1: the tile has one colour, `flat`, and no nodes */
    shade_colour flat;
    tile_shade *shade;
    void *owner;
} node_tile;

/* A grid of nodes. */
typedef struct tile_grid {
    int step, shift;           /* columns from one node to the next, 1 << shift */
    int rows_step, rows_shift; /* rows from one node to the next, 1 << rows_shift */
    int64_t first;             /* first node of planes; node 0 is at the picture's left edge */
    int groups;                /* groups of SHADE_GROUP nodes in a row */
    size_t stride;             /* floats of a plane */
    float along[TILES_BLOCK];  /* offset of each column from the node to its left, 0..1 */
    shade_row *row;            /* [tiles.rows]: cached rows */
    float *air[2];   /* [parity of node row][shade_air_plane * stride + node]; NULL = not needed */
    int *air_row[2]; /* [parity][group]: node row of its content; -1 = none */
    tile_slot slot[TILES_HELD];
    int opened; /* number of tiles that are not flat */
} tile_grid;

typedef struct tiles {
    tile_grid sky, colours, fine; /* the first two have the same columns */
    shade_air_kernel *air_kernel;
    int rows;        /* TILES_ROWS or TILES_ROWS_MIRRORED */
    node_tile *tile; /* [frame->tiles] */
} tiles;

/* A run of columns of one block, in one row. */
typedef struct tile_run {
    int block;       /* number of the block, from the first of the part */
    int column;      /* first column, from the left of the part */
    int count;       /* number of columns */
    int row;         /* row of the whole picture */
    int shown;       /* column of the output row to which the first column is written */
    int reach;       /* rows above and below `row` that it represents, too: edges are averaged over
                        them, smooth quantities are sampled at `row` */
    int is_mirrored; /* 1: it is painted for a reflection, which shows it in another row */
    uint64_t hidden; /* columns, as bits from its first, that nearer layers hide */
} tile_run;

/* tiles_left returns the first column of a run, counted from the left of its block. */
static inline int tiles_left(const rl_frame *frame, const tile_run *run)
{
    return (int)(frame->x + run->column - (frame->first_block + run->block) * frame->block);
}

/* tiles_outside returns a mask of the columns, as bits from a run's first, beyond its last. */
static inline uint64_t tiles_outside(const tile_run *run)
{
    return ~(UINT64_MAX >> (TILES_BLOCK - run->count));
}

/* tiles_shift turns bits that count from a run's first column into bits that count from the left of
 * its block; `left` is tiles_left. */
static inline uint64_t tiles_shift(uint64_t bits, int left)
{
    return (bits & UINT64_MAX >> left) << left;
}

/* The colours of a block, planar. */
typedef struct tile_colours {
    float r[TILES_BLOCK], g[TILES_BLOCK], b[TILES_BLOCK];
} tile_colours;

/* The nodes around one row of a block. */
typedef struct tile_nodes {
    const float *above, *below; /* node rows above and below: plane 0 at the block's first node */
    size_t stride;              /* floats from one plane to the next */
    float down;                 /* offset of the row below `above`, 0..1 */
    int step, shift;            /* columns between two nodes, 1 << shift */
    const float *along;         /* [TILES_BLOCK]: offset of each column from the node to its left */
    int from, to;               /* columns from .. to - 1 of the block are needed */
} tile_nodes;

/* tiles_new makes the grids and tiles of a thread.  tiles_open then sets, for each tile that is not
 * flat, its grid, its number of planes and the function that makes its nodes.  At last tiles_ready
 * allocates the memory of all tiles.  tiles_new and tiles_ready return 0 if there is none. */
int tiles_new(paint_scratch *s);
void tiles_open(paint_scratch *s, tile_grid *grid, int tile, int planes, tile_shade *shade,
                void *owner);
int tiles_ready(paint_scratch *s);

/* tiles_nodes writes the nodes around columns first..end-1 of a run's block, of a tile that is not
 * flat; it makes them if needed.  Nodes around other columns may belong to another row. */
void tiles_nodes(paint_scratch *s, int tile, const tile_run *run, int first, int end,
                 tile_nodes *nodes);

/* tiles_fetch writes the interpolated colours of a whole block for one shade_plane of a tile. */
void tiles_fetch(paint_scratch *s, int tile, int plane, const tile_run *run, tile_colours *colours);

/* A cache of noise along rows of nodes. */
typedef struct tile_noise {
    int rows; /* number of cached rows */
    size_t stride;
    int *node_row; /* [rows]: node row of its content; -1 = none */
    float *value;  /* [rows][stride] */
} tile_noise;

/* tile_noise_new makes the memory of a cache; returns 0 if there is none.  tile_noise_at returns
 * the array for the values of a row, from node tile_grid.first on; if *is_new is set to 1, the
 * caller must fill it. */
int tile_noise_new(paint_scratch *s, tile_noise *noise);
float *tile_noise_at(tile_noise *noise, const shade_row *row, int *is_new);

#endif
