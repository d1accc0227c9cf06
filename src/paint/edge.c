/* edge.c - lays surfaces out for the kernels, and calls those that the frame has chosen. */
#include "paint/edge.h"

#include <string.h>

#include "base/memory.h"

/* Trees are looked at so many at once: beyond the last there are some that are nowhere. */
#define SPARE_TREES 8

static const edge_kernels *const widths[CPU_KERNELS] = {&edge_plain, &edge_vector, &edge_avx2};

/* ---- layout ------------------------------------------------------------------ */

static size_t groups_of(const rl_frame *frame)
{
    return (size_t)frame->blocks * EDGE_GROUPS;
}

static size_t trees_of(const frame_surface *surface)
{
    return surface->tree_count > 0 ? (size_t)surface->tree_count + SPARE_TREES : 0;
}

static size_t numbers_of(const rl_frame *frame, const frame_surface *surface)
{
    return 2 * groups_of(frame) + 4 * trees_of(surface) + (size_t)frame->blocks;
}

static int32_t *take(int32_t **memory, size_t count)
{
    int32_t *taken = *memory;
    *memory += count;
    return taken;
}

/* Groups lie in blocks; those beyond the part are empty. */
static void make_groups(const rl_frame *frame, const frame_surface *surface, edge_surface *edge)
{
    int count = (int)groups_of(frame);
    int left = (int)(frame->first_block * frame->block - frame->x);
    for (int g = 0; g < count; g++, left += EDGE_GROUP) {
        int right = left + EDGE_GROUP < frame->columns ? left + EDGE_GROUP : frame->columns;
        int32_t top = INT32_MAX;
        int32_t full = 0;
        for (int c = left > 0 ? left : 0; c < right; c++) {
            top = surface->top[c] < top ? surface->top[c] : top;
            full = surface->full[c] > full ? surface->full[c] : full;
        }
        edge->top[g] = top;
        edge->full[g] = full;
    }
}

static void make_trees(const frame_surface *surface, edge_surface *edge)
{
    static const frame_tree nowhere = {.top = INT32_MAX / 2, .height = 1};
    for (size_t i = 0; i < trees_of(surface); i++) {
        const frame_tree *tree = i < (size_t)surface->tree_count ? &surface->tree[i] : &nowhere;
        edge->tree_x[i] = tree->x;
        edge->tree_top[i] = tree->top;
        edge->tree_height[i] = tree->height;
        edge->tree_width[i] = tree->width;
    }
}

/* Trees stand from left to right. */
static void find_ends(const rl_frame *frame, const frame_surface *surface, edge_surface *edge)
{
    int tree = 0;
    for (int b = 0; b < frame->blocks; b++) {
        int right = (int)((frame->first_block + b + 1) * frame->block - frame->x);
        int32_t end = right * FRAME_TREE_ONE + surface->tree_reach;
        while (tree < surface->tree_count && surface->tree[tree].x <= end)
            tree++;
        edge->tree_end[b] = tree;
    }
}

static void make_surface(const rl_frame *frame, const frame_surface *surface, edge_surface *edge,
                         int32_t **memory)
{
    edge->top = take(memory, groups_of(frame));
    edge->full = take(memory, groups_of(frame));
    edge->tree_x = take(memory, trees_of(surface));
    edge->tree_top = take(memory, trees_of(surface));
    edge->tree_height = take(memory, trees_of(surface));
    edge->tree_width = take(memory, trees_of(surface));
    edge->tree_end = take(memory, (size_t)frame->blocks);
    make_groups(frame, surface, edge);
    make_trees(surface, edge);
    find_ends(frame, surface, edge);
}

int edge_new(edge_scratch *edges, const rl_frame *frame)
{
    memset(edges, 0, sizeof *edges);
    edges->frame = frame;
    edges->kernels = widths[frame->kernels];
    size_t count = (size_t)frame->surface_count;
    size_t numbers = 1;
    for (size_t i = 0; i < count; i++)
        numbers += numbers_of(frame, &frame->surface[i]);
    edges->surface = memory_array(frame->allocator, count + 1, sizeof *edges->surface);
    edges->memory = memory_array(frame->allocator, numbers, sizeof *edges->memory);
    if (edges->surface == NULL || edges->memory == NULL)
        return 0;
    int32_t *memory = edges->memory;
    for (size_t i = 0; i < count; i++)
        make_surface(frame, &frame->surface[i], &edges->surface[i], &memory);
    return 1;
}

void edge_free(edge_scratch *edges)
{
    if (edges->frame == NULL)
        return;
    memory_free(edges->frame->allocator, edges->surface);
    memory_free(edges->frame->allocator, edges->memory);
}

/* ---- runs -------------------------------------------------------------------- */

const edge_area *edge_cover(edge_scratch *edges, int index, const tile_run *run)
{
    edges->kernels->cover(edges, index, run, &edges->area);
    return (edges->area.whole | edges->area.part) != 0 ? &edges->area : NULL;
}

void edge_blend(const edge_scratch *edges, const edge_area *area, int left, tile_colours *pixels,
                uint8_t *plain, const tile_colours *over)
{
    edges->kernels->blend(area, left, pixels, over);
    for (int i = 0; plain != NULL && i < TILES_BLOCK - left; i++)
        if ((area->whole >> i & 1) != 0 || ((area->part >> i & 1) != 0 && area->covered[i] >= 0.5f))
            plain[left + i] = 0;
}
