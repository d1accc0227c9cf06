/* edge.h - the outline of a surface in a run of pixels, and laying colours inside it.
 *
 * In: the edges and trees of a frame's surfaces, a run of one row.  Out: which part of
 * each pixel lies inside; the pixels with a colour laid over that part in linear
 * light.  A pixel does not depend on the run in which it is asked for.
 *
 *     const edge_area *area = edge_cover(edges, surface, run);
 *     if (area != NULL)
 *         edge_blend(edges, area, left, &pixels, NULL, &colours);
 */
#ifndef RL_PAINT_EDGE_H
#define RL_PAINT_EDGE_H

#include "frame/frame.h"
#include "paint/tiles.h"

/* What lies inside: bit i is column i of the run.  Few pixels are cut by an outline:
 * the others have no number. */
typedef struct edge_area {
    uint64_t whole;                 /* columns that lie wholly inside */
    uint64_t part;                  /* columns that lie partly inside */
    float covered[TILES_BLOCK + 8]; /* how much of these, 0..1; the rest is spare */
} edge_area;

/* Columns of a group: what is above or below them all is not looked at one by one. */
#define EDGE_GROUP 8
#define EDGE_GROUPS (TILES_BLOCK / EDGE_GROUP)

/* A surface, laid out so that many columns or trees are passed over at once. */
typedef struct edge_surface {
    int32_t *top, *full;        /* [blocks * EDGE_GROUPS]: least top, greatest full */
    int32_t *tree_x, *tree_top; /* [trees + spare]: as in frame_tree */
    int32_t *tree_height, *tree_width;
    int32_t *tree_end; /* [blocks]: first tree that lies beyond the block */
} edge_surface;

typedef struct edge_kernels edge_kernels;

/* The memory of one thread. */
typedef struct edge_scratch {
    const rl_frame *frame;
    const edge_kernels *kernels;
    edge_surface *surface; /* [surface_count] */
    int32_t *memory;       /* of their arrays */
    edge_area area;
} edge_scratch;

/* edge_new makes the memory of a thread; 0 when there is none. */
int edge_new(edge_scratch *edges, const rl_frame *frame);
void edge_free(edge_scratch *edges);

/* edge_cover returns what surface `index` covers of a run, trees included, as the mean
 * over all rows that the run stands for: NULL when it is nothing.  The next call
 * overwrites it. */
const edge_area *edge_cover(edge_scratch *edges, int index, const tile_run *run);

/* edge_blend lays colours over the pixels of a block inside the area of a run that begins
 * `left` columns from the block's left, in linear light.  A pixel covered by half or more
 * is no longer one of the disc: `plain` is NULL, or its marks of the block. */
void edge_blend(const edge_scratch *edges, const edge_area *area, int left, tile_colours *pixels,
                uint8_t *plain, const tile_colours *over);

/* One width of the kernels: see edge_kernel.h. */
struct edge_kernels {
    void (*cover)(const edge_scratch *edges, int index, const tile_run *run, edge_area *area);
    void (*blend)(const edge_area *area, int left, tile_colours *pixels, const tile_colours *over);
};

extern const edge_kernels edge_plain;
extern const edge_kernels edge_vector;
extern const edge_kernels edge_avx2;

#endif
