/* pixels_lanes.h - colours of pixels between the nodes of the colour grid, for kernels.
 *
 * Between two nodes a colour is a straight line.  Included once for each width.
 */
#ifndef RL_PAINT_PIXELS_LANES_H
#define RL_PAINT_PIXELS_LANES_H

#include "base/lanes.h"
#include "paint/tiles.h"

/* A channel of a plane at the nodes of a row, and its difference to the next node. */
typedef struct node_row {
    float at[TILES_BLOCK] __attribute__((aligned(4 * LANES)));
    float rise[TILES_BLOCK] __attribute__((aligned(4 * LANES)));
} node_row;

#define MIX_AHEAD 40

/* The nodes of some channels of planes at the row's height, around all columns that kernels of
 * floats and of shorts read with the needed ones. */
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
        /* Prefetches the nodes of a few blocks ahead: the planes are too many streams for the CPU.
         */
        __builtin_prefetch(above + MIX_AHEAD);
        __builtin_prefetch(below + MIX_AHEAD);
        /* A load from row->at would span two pending stores and stall, so nodes are loaded again.
         */
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

/* Places of LANES pixels between their nodes. */
typedef struct between {
    lanes_f along;
    int first;    /* node of the first pixel */
    lanes_i node; /* offsets of the nodes from `first`, where lanes are wider than the grid */
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

/* BY_WIDTH calls a body whose last parameter is is_wide: a constant, so that each of the two has
 * a loop of its own. */
#define BY_WIDTH(body, nodes, ...)                                                                 \
    do {                                                                                           \
        if ((nodes)->step < LANES)                                                                 \
            body(nodes, __VA_ARGS__, 1);                                                           \
        else                                                                                       \
            body(nodes, __VA_ARGS__, 0);                                                           \
    } while (0)

/* The lanes that hold the first needed column. */
LANES_INLINE int first_of(const tile_nodes *nodes)
{
    return nodes->from & ~(LANES - 1);
}

#endif
