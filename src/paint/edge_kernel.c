/* edge_kernel.c - what a surface covers of a run.  Compiled once for each width.
 *
 * Of the pixels of a run few are cut by an outline.  A bit for each pixel tells
 * which: the others are neither measured nor blended.
 */
#ifndef LANES
#error "define LANES before edge_kernel.h"
#endif

#include "paint/blend_kernel.h"
#include "paint/coverage_kernel.h"
#include "paint/edge.h"
#include "layers/trees_kernel.h"

/* The columns of a run, as bits: above their tops it is outside, below their feet not
 * open any more; between is what has to be measured. */
typedef struct columns {
    uint64_t above, open;
} columns;

/* LANES columns from `i` of a run. */
LANES_INLINE void sort_lanes(const int32_t *top, const int32_t *full, int row, int i,
                             columns *sorted)
{
    lanes_i y = lanes_of_i(row);
    sorted->above |= (uint64_t)lanes_signs(lanes_less_i(y, lanes_load_i(top + i))) << i;
    sorted->open |= (uint64_t)lanes_signs(lanes_less_i(y, lanes_load_i(full + i))) << i;
}

/* Some columns of a block. */
static columns sort_columns(const frame_surface *surface, const tile_run *run)
{
    const int32_t *top = surface->top + run->column;
    const int32_t *full = surface->full + run->column;
    columns sorted = {0, 0};
    int i = 0;
    for (; i + LANES <= run->count; i += LANES)
        sort_lanes(top, full, run->row, i, &sorted);
    for (; i < run->count; i++) {
        sorted.above |= (uint64_t)(run->row < top[i]) << i;
        sorted.open |= (uint64_t)(run->row < full[i]) << i;
    }
    return sorted;
}

/* A bit for each group becomes one for each of its columns. */
LANES_INLINE uint64_t spread_groups(uint64_t bits)
{
    uint64_t one = UINT64_C(0x0101010101010101);
    uint64_t in_place = bits * one & UINT64_C(0x8040201008040201);
    return ((in_place + 0x7f * one) >> 7 & one) * 0xff;
}

/* A whole block: of most groups all columns are alike. */
LANES_INLINE columns sort_block(const edge_surface *edge, const frame_surface *surface,
                                const tile_run *run)
{
    columns group = {0, 0};
    ptrdiff_t first = (ptrdiff_t)run->block * EDGE_GROUPS;
    for (int g = 0; g < EDGE_GROUPS; g += LANES)
        sort_lanes(edge->top + first, edge->full + first, run->row, g, &group);
    columns sorted = {spread_groups(group.above), spread_groups(group.open)};
    uint64_t mixed = group.open & ~group.above;
    sorted.open &= ~spread_groups(mixed);
    for (; mixed != 0; mixed &= mixed - 1)
        for (int i = 0; i < EDGE_GROUP; i += LANES)
            sort_lanes(surface->top + run->column, surface->full + run->column, run->row,
                       __builtin_ctzll(mixed) * EDGE_GROUP + i, &sorted);
    return sorted;
}

/* Pixels of hard outlines lie inside or not. */
static void round_area(edge_area *area)
{
    for (; area->part != 0; area->part &= area->part - 1) {
        int i = __builtin_ctzll(area->part);
        area->whole |= (uint64_t)(area->covered[i] >= 0.5f) << i;
    }
}

/* What a surface covers of one row of a run. */
static void cover_row(const edge_scratch *edges, int index, const tile_run *run, edge_area *area)
{
    const rl_frame *frame = edges->frame;
    const frame_surface *surface = &frame->surface[index];
    const edge_surface *edge = &edges->surface[index];
    uint64_t all = UINT64_MAX >> (TILES_BLOCK - run->count);
    int is_block = run->count == TILES_BLOCK; /* which begins where the block does */
    columns sorted = is_block ? sort_block(edge, surface, run) : sort_columns(surface, run);
    for (int i = 0; i < TILES_BLOCK; i += 4 * LANES) /* memset is a slow loop in gcc's eyes */
        for (int j = 0; j < 4; j++)
            lanes_store(area->covered + i + j * LANES, lanes_of(0.0f));
    uint64_t open = (sorted.open | sorted.above) & all;
    uint64_t between = open & ~sorted.above;
    area->part = between;
    cover_columns(frame, surface, run, between, area->covered);
    if (surface->tree_count > 0)
        open = cover_trees(frame, surface, edge, run, open, area);
    area->part &= open;
    area->whole = all & ~open;
    if (frame->scene.edges == RL_EDGES_HARD)
        round_area(area);
}

LANES_INLINE float covered_of(const edge_area *area, int i)
{
    return (area->whole >> i & 1) != 0  ? 1.0f
           : (area->part >> i & 1) != 0 ? area->covered[i]
                                        : 0.0f;
}

/* Makes of the middle row's area the mean over all rows of a run. */
static void cover_reach(const edge_scratch *edges, int index, const tile_run *run, edge_area *area)
{
    LANES_SCRATCH edge_area above;
    LANES_SCRATCH edge_area below;
    LANES_SCRATCH float sum[TILES_BLOCK];
    for (int c = 0; c < run->count; c++)
        sum[c] = covered_of(area, c);
    for (int i = 1; i <= run->reach; i++) {
        tile_run row = *run;
        row.row = run->row - i;
        cover_row(edges, index, &row, &above);
        row.row = run->row + i;
        cover_row(edges, index, &row, &below);
        for (int c = 0; c < run->count; c++)
            sum[c] += covered_of(&above, c) + covered_of(&below, c);
    }
    area->whole = area->part = 0;
    for (int c = 0; c < run->count; c++) {
        area->covered[c] = sum[c] * (1.0f / (float)(2 * run->reach + 1));
        area->whole |= (uint64_t)(area->covered[c] >= 1.0f) << c;
        area->part |= (uint64_t)(area->covered[c] > 0.0f && area->covered[c] < 1.0f) << c;
    }
}

static void cover_run(const edge_scratch *edges, int index, const tile_run *run, edge_area *area)
{
    cover_row(edges, index, run, area);
    if (run->reach > 0)
        cover_reach(edges, index, run, area);
}

const edge_kernels KERNEL(edge) = {cover_run, blend_block};
