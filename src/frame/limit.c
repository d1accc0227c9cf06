/* limit.c - what the grids of one ridge share while it is made, and the wish to stop.
 *
 * In: a ridge and the part.  Out: the lifts of its slope limit, which are the most
 * costly thing about a ridge, along the part.  They are held only while that ridge
 * is made; any other grid is limited by itself, with the same result.
 */
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/frame.h"

/* Nodes that are made at a time: between such runs one may ask to stop. */
#define RUN_NODES 65536

/* Colours, relief and trees look so far beyond the part. */
#define BEYOND_PIXELS 64
#define BEYOND_U 0.25

rl_status frame_check_stop(const rl_frame *frame, rl_error *error)
{
    if (frame->progress == NULL || frame->progress(frame->user, 0, frame->rows) == 0)
        return RL_OK;
    return status_fail(error, RL_CANCELLED, "frame: cancelled while it was prepared");
}

/* The nodes of the lattice along the part and what lies beyond it. */
static void find_nodes(const rl_frame *frame, frame_limit *limit)
{
    int64_t beyond = BEYOND_PIXELS + (int64_t)exact_floor(BEYOND_U * frame->unit);
    ridge_grid grid = frame_edge_grid(frame);
    grid.first -= beyond * FRAME_PIECES;
    size_t samples = ((size_t)frame->columns + 2 * (size_t)beyond) * FRAME_PIECES + 1;
    ridge_limit_nodes(&grid, samples, &limit->first, &limit->count);
}

rl_status frame_limit_make(rl_frame *frame, int index, uint64_t seed, rl_error *error)
{
    const rl_ridge *ridge = &frame->scene.ridge[index];
    frame_limit limit = {.ridge = index};
    if (!ridge_has_limit(ridge))
        return RL_OK;
    find_nodes(frame, &limit);
    limit.lift = memory_array(frame->allocator, limit.count, sizeof *limit.lift);
    if (limit.lift == NULL)
        return status_fail(error, RL_NO_MEMORY, "ridge %d: out of memory", index + 1);
    rl_status status = RL_OK;
    for (size_t from = 0; from < limit.count && status == RL_OK; from += RUN_NODES) {
        size_t left = limit.count - from;
        status = frame_check_stop(frame, error);
        if (status == RL_OK)
            status = ridge_limit(ridge, seed, (uint64_t)index,
                                 ridge->kind == RL_RIDGE_SLICE ? &frame->slice[index] : NULL,
                                 limit.first + (int64_t)from, left < RUN_NODES ? left : RUN_NODES,
                                 limit.lift + from, frame->allocator, error);
    }
    frame->limit = limit;
    if (status != RL_OK)
        frame_limit_free(frame);
    return status;
}

void frame_limit_free(rl_frame *frame)
{
    memory_free(frame->allocator, frame->limit.lift);
    frame->limit.lift = NULL;
}

int frame_limit_covers(const rl_frame *frame, int index, const ridge_grid *grid, size_t count)
{
    const frame_limit *limit = &frame->limit;
    if (limit->lift == NULL || limit->ridge != index || count == 0)
        return 0;
    int64_t first;
    size_t nodes;
    ridge_limit_nodes(grid, count, &first, &nodes);
    return first >= limit->first && first + (int64_t)nodes <= limit->first + (int64_t)limit->count;
}
