/* tiles.h - node colours of each tile, made where they are first needed.
 *
 * The colour grid has a node every frame->step pixels, anchored to the left upper corner of
 * the whole picture.  A tile is what has colours of its own there: the sky, or a row of a
 * slope; the faces of that row are a tile of a grid with a node every frame->fine_step pixels.
 * Far clouds are streaks: the sky has twice as many rows of nodes.  A thread holds two rows of
 * nodes for each tile (above and below the row that it paints) and fills a group of nodes when a
 * pixel beside it is about to be shown; where there are many tiles, some share that memory.  Pixels
 * lie in blocks of 64 columns.
 */
#ifndef RL_PAINT_TILES_H
#define RL_PAINT_TILES_H

#include "paint/paint.h"
#include "paint/shade.h"

/* A block has 64 columns, at most a node for each and one more. */
#define TILES_BLOCK 64
#define TILES_NODES (TILES_BLOCK + 1)

/* Rows of nodes of which a thread holds what they have in common, each in the place of its
 * remainder: mirrors need rows above and come back, each to its own. */
#define TILES_ROWS 8
#define TILES_ROWS_MIRRORED 64

/* Number of tiles whose nodes a thread holds at once.  Further tiles share memory with the tile
 * that is TILES_HELD before them in order of distance.  Where both are visible in one group of
 * columns, both are made again for each row of pixels: measured in archipelagos of 20 tiles, 9 make
 * 2 % more groups, 6 make 8 % more. */
#define TILES_HELD 9

/* Writes the planes of a tile at a group of nodes; `air` is NULL on the fine grid. */
typedef void tile_shade(paint_scratch *s, void *owner, const shade_row *row,
                        const shade_group *group, const float *air, float *planes);

/* Nodes of one tile, or of several that take turns. */
typedef struct tile_slot {
    float *planes[2];  /* [parity of node row][plane * stride + node] */
    int64_t *holds[2]; /* [group]: row and tile that it holds, see held_as; -1 = none */
    int count;         /* largest number of planes of its tiles */
} tile_slot;

typedef struct node_tile {
    struct tile_grid *grid;
    tile_slot *slot;
    int is_flat; /* 1: it has one colour, `flat` */
    shade_colour flat;
    tile_shade *shade;
    void *owner;
} node_tile;

/* A grid of nodes. */
typedef struct tile_grid {
    int step, shift;           /* columns from one node to the next: 1 << shift */
    int rows_step, rows_shift; /* rows from one node to the next: 1 << rows_shift */
    int64_t first;             /* node of the picture at which planes begin */
    int groups;                /* groups of SHADE_GROUP nodes in a row */
    size_t stride;             /* floats of a plane */
    float along[TILES_BLOCK];  /* offset of a column between its nodes, 0..1 */
    shade_row *row;            /* [tiles.rows] */
    float *air[2]; /* [parity of node row][shade_air_plane * stride + node]; NULL = it needs none */
    int *air_row[2]; /* [group]: node row held, -1 = none */
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
    int shown;       /* its first column in the row of the output */
    int reach;       /* rows above and below that it represents, too: edges are averaged over them,
                        smooth things are sampled in the middle */
    int is_mirrored; /* 1: a mirror shows it in another row */
    uint64_t hidden; /* columns, as bits from its first, that nearer layers hide */
} tile_run;

/* tiles_left returns the first column of a run in its block. */
static inline int tiles_left(const rl_frame *frame, const tile_run *run)
{
    return (int)(frame->x + run->column - (frame->first_block + run->block) * frame->block);
}

/* tiles_outside returns the columns, as bits from a run's first, that are beyond its last. */
static inline uint64_t tiles_outside(const tile_run *run)
{
    return ~(UINT64_MAX >> (TILES_BLOCK - run->count));
}

/* tiles_shift moves bits of a run's columns to those of its block, which begins `left` before. */
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
    const float *above, *below; /* plane 0 at the block's first node */
    size_t stride;
    float down;         /* where the row is between them */
    int step, shift;    /* columns between two nodes: 1 << shift */
    const float *along; /* [TILES_BLOCK]: where a column is between its nodes */
    int from, to;       /* columns of the block that are needed; others may be left out */
} tile_nodes;

/* tiles_new makes the tiles of a thread; tiles_open says how one that is not flat is made, on which
 * of the thread's grids; when all are open tiles_ready makes their memory.  0 = out of memory. */
int tiles_new(paint_scratch *s);
void tiles_open(paint_scratch *s, tile_grid *grid, int tile, int planes, tile_shade *shade,
                void *owner);
int tiles_ready(paint_scratch *s);

/* tiles_nodes finds (and makes) the nodes of a tile that is not flat around columns first..end-1 of
 * a block; the others may be of another row. */
void tiles_nodes(paint_scratch *s, int tile, const tile_run *run, int first, int end,
                 tile_nodes *nodes);

/* tiles_fetch writes the colours of a whole block in one plane (shade_plane). */
void tiles_fetch(paint_scratch *s, int tile, int plane, const tile_run *run, tile_colours *colours);

/* A noise along node rows, of which a thread holds a few. */
typedef struct tile_noise {
    int rows;
    size_t stride;
    int *node_row; /* [rows]: -1 = none */
    float *value;  /* [rows][stride] */
} tile_noise;

/* tile_noise_new makes the memory; 0 = there is none.  tile_noise_at returns the values of a
 * row from the planes' first node on; *is_new = 1: they must be made. */
int tile_noise_new(paint_scratch *s, tile_noise *noise);
float *tile_noise_at(tile_noise *noise, const shade_row *row, int *is_new);

#endif
