/* limit.c - what the grids of one ridge share, and the wish to stop.
 *
 * In: a ridge and the part.  Out: the lifts of its slope limit, along the world lattice
 * and the part.  Where they are many they are held only while that ridge is made; a grid
 * that they do not cover is limited by itself, with the same result.
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

/* The world lattice needs so many nodes more at either end: those of a loop lie a little
 * closer. */
#define LATTICE_MORE 3

/* So many lifts of each ridge may be kept as long as the frame: a few of its widths. */
#define MOST_KEPT 4096

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
    grid.loop = frame->loop;
    grid.first -= beyond * FRAME_PIECES;
    size_t samples = ((size_t)frame->columns + 2 * (size_t)beyond) * FRAME_PIECES + 1;
    ridge_limit_nodes(&grid, samples, &limit->first, &limit->count);
}

/* Takes the nodes of the world lattice in, too, or them alone. */
static void find_common_nodes(const rl_frame *frame, frame_limit *limit)
{
    int64_t low = -(FRAME_LATTICE / 2) - LATTICE_MORE;
    int64_t high = FRAME_LATTICE / 2 + LATTICE_MORE + 1;
    find_nodes(frame, limit);
    int64_t from = limit->first < low ? limit->first : low;
    int64_t to = limit->first + (int64_t)limit->count;
    to = to > high ? to : high;
    limit->first = to - from <= MOST_KEPT ? from : low;
    limit->count = (size_t)(to - from <= MOST_KEPT ? to - from : high - low);
}

static rl_status make_lifts(rl_frame *frame, int index, uint64_t seed, frame_limit limit,
                            rl_error *error)
{
    const rl_ridge *ridge = &frame->scene.ridge[index];
    ridge_grid grid = {.loop = frame->loop,
                       .row = ridge_has(ridge, RIDGE_OF_MAP) ? &frame->slice[index] : NULL,
                       .kernels = frame->kernels};
    memory_free(frame->allocator, frame->limit[index].lift);
    limit.lift = memory_array(frame->allocator, limit.count, sizeof *limit.lift);
    frame->limit[index] = limit;
    if (limit.lift == NULL)
        return status_fail(error, RL_NO_MEMORY, "ridge %d: out of memory", index + 1);
    rl_status status = RL_OK;
    for (size_t from = 0; from < limit.count && status == RL_OK; from += RUN_NODES) {
        size_t left = limit.count - from;
        status = frame_check_stop(frame, error);
        if (status == RL_OK)
            status = ridge_limit(ridge, seed, (uint64_t)index, &grid, limit.first + (int64_t)from,
                                 left < RUN_NODES ? left : RUN_NODES, limit.lift + from,
                                 frame->allocator, error);
    }
    return status;
}

static int has_limit(const rl_frame *frame, int index)
{
    return frame->unit >= FRAME_LIMIT_UNIT && ridge_has_limit(&frame->scene.ridge[index]);
}

rl_status frame_limit_make(rl_frame *frame, int index, uint64_t seed, rl_error *error)
{
    frame_limit limit = {.lift = NULL};
    if (!has_limit(frame, index))
        return RL_OK;
    find_common_nodes(frame, &limit);
    return make_lifts(frame, index, seed, limit, error);
}

rl_status frame_limit_follow(rl_frame *frame, int index, uint64_t seed, rl_error *error)
{
    const frame_limit *held = &frame->limit[index];
    frame_limit limit = {.lift = NULL};
    if (!has_limit(frame, index))
        return RL_OK;
    find_nodes(frame, &limit);
    int is_held = held->lift != NULL && held->first <= limit.first &&
                  held->first + (int64_t)held->count >= limit.first + (int64_t)limit.count;
    return is_held ? RL_OK : make_lifts(frame, index, seed, limit, error);
}

void frame_limit_drop(rl_frame *frame, int index)
{
    frame_limit *limit = &frame->limit[index];
    if (limit->lift == NULL || limit->count <= MOST_KEPT)
        return;
    memory_free(frame->allocator, limit->lift);
    limit->lift = NULL;
}

void frame_limit_free(rl_frame *frame)
{
    for (int i = 0; i < RL_MAX_RIDGES; i++) {
        memory_free(frame->allocator, frame->limit[i].lift);
        frame->limit[i].lift = NULL;
    }
}

int frame_limit_covers(const rl_frame *frame, int index, const ridge_grid *grid, size_t count)
{
    const frame_limit *limit = &frame->limit[index];
    if (limit->lift == NULL || count == 0)
        return 0;
    int64_t first;
    size_t nodes;
    ridge_grid on = *grid;
    on.loop = frame->loop;
    ridge_limit_nodes(&on, count, &first, &nodes);
    return first >= limit->first && first + (int64_t)nodes <= limit->first + (int64_t)limit->count;
}
