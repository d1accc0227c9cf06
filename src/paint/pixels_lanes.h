/* pixels_lanes.h - linear interpolation of pixels between the nodes of the colour grid, for
 * kernels.
 */
#ifndef RL_PAINT_PIXELS_LANES_H
#define RL_PAINT_PIXELS_LANES_H

#include "base/lanes.h"
#include "paint/tiles.h"

/* A channel of a plane at the nodes of a block in one row of pixels, and its differences to the
 * next node. */
typedef struct node_row {
    float at[TILES_BLOCK] __attribute__((aligned(4 * LANES)));
    float rise[TILES_BLOCK] __attribute__((aligned(4 * LANES)));
} node_row;

#define MIX_AHEAD 40 /* distance of prefetching, nodes */

/* Interpolates `channels` channels, from number `first` on, between the node rows above and below a
 * row of pixels, at all nodes around the needed columns.  Columns are rounded up to whole vectors
 * of floats and of shorts, since kernels read those. */
LANES_INLINE void mix_nodes(const tile_nodes *nodes, int first, int channels, node_row *row)
{
    const float *above = nodes->above + (size_t)first * nodes->stride;
    const float *below = nodes->below + (size_t)first * nodes->stride;
    const int count = TILES_BLOCK >> nodes->shift;
    const int begin = (nodes->from & -2 * LANES) >> nodes->shift & -LANES;
    const int last = ((nodes->to - 1) | (2 * LANES - 1)) >> nodes->shift;
    const lanes_f down = lanes_of(nodes->down);
    const lanes_i right = (lanes_count() + lanes_of_i(1)) & lanes_of_i(LANES - 1);
    for (; channels > 0; channels--, above += nodes->stride, below += nodes->stride, row++) {
        /* The planes are more streams than the CPU's prefetcher follows. */
        __builtin_prefetch(above + MIX_AHEAD);
        __builtin_prefetch(below + MIX_AHEAD);
        /* Loading the next node from row->at would span two pending stores and stall. */
        if (count < LANES) {
            lanes_f at = lanes_mix(lanes_load(above), lanes_load(below), down);
            lanes_store(row->at, at);
            lanes_store(row->rise, lanes_pick(at, right) - at);
            continue;
        }
        for (int n = begin; n <= last; n += LANES) {
            lanes_f at = lanes_mix(lanes_load(above + n), lanes_load(below + n), down);
            lanes_f next = lanes_mix(lanes_load(above + n + 1), lanes_load(below + n + 1), down);
            lanes_store(row->at + n, at);
            lanes_store(row->rise + n, next - at);
        }
    }
}

/* The places of LANES neighbouring pixels between their nodes.  `is_wide` is 1 if a vector of
 * pixels has several nodes, since nodes are fewer than LANES columns apart. */
typedef struct between {
    lanes_f along; /* offset of each pixel from the node to its left, 0..1 */
    int first;     /* node of the first pixel */
    lanes_i node;  /* is_wide: index of each pixel's node from `first` */
} between;

LANES_INLINE between between_at(const tile_nodes *nodes, int i, int is_wide)
{
    between b = {.along = lanes_load(nodes->along + i), .first = i >> nodes->shift};
    if (is_wide) {
        b.node = (lanes_count() >> nodes->shift) + lanes_of_i(b.first & (LANES - 1));
        b.first &= ~(LANES - 1);
    }
    return b;
}

LANES_INLINE lanes_f line_at(const node_row *row, const between *b, int is_wide)
{
    if (!is_wide)
        return lanes_of(row->at[b->first]) + lanes_of(row->rise[b->first]) * b->along;
    return lanes_pick(lanes_load(row->at + b->first), b->node) +
           lanes_pick(lanes_load(row->rise + b->first), b->node) * b->along;
}

/* BY_WIDTH calls a function whose last parameter is is_wide.  It is a constant in both calls, so
 * that the compiler makes a separate loop for each. */
#define BY_WIDTH(body, nodes, ...)                                                                 \
    do {                                                                                           \
        if ((nodes)->step < LANES)                                                                 \
            body(nodes, __VA_ARGS__, 1);                                                           \
        else                                                                                       \
            body(nodes, __VA_ARGS__, 0);                                                           \
    } while (0)

/* Returns the first column of the vector that contains the first needed column. */
LANES_INLINE int first_of(const tile_nodes *nodes)
{
    return nodes->from & ~(LANES - 1);
}

#endif
