/* land.c - ridges in the world become edges in pixels.
 *
 * In: heights of ridges (compose.c).  Out: the surfaces of the frame, from far to near:
 * each row of a slope with its edge, what rows and blocks it covers, and its trees.
 */
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/land_kernels.h"
#include "frame/profile.h"
#include "ridge/ridge.h"

/* Samples of an edge that are made at a time. */
#define EDGE_SAMPLES 1024

/* Beyond the picture only the slope toward it counts: a picture's height farther
 * is far enough. */
static double edge_beyond(const rl_frame *frame)
{
    return frame->height + 64.0;
}

/* The row's middle lies below the height at the column's middle. */
static void find_hard_rows(const rl_frame *frame, frame_surface *surface)
{
    int32_t whole = frame->height * FRAME_HEIGHT_ONE;
    for (int c = 0; c < frame->columns; c++) {
        const int32_t *edge = surface->edge + (size_t)c * FRAME_PIECES;
        int32_t above = whole - edge[FRAME_PIECES / 2] + FRAME_HEIGHT_ONE / 2;
        surface->top[c] = surface->full[c] = above >= 0 ? above / FRAME_HEIGHT_ONE : 0;
    }
}

/* Rows that a column touches and covers, from its least and greatest height. */
static void find_rows(const rl_frame *frame, frame_surface *surface)
{
    const int32_t *edge = surface->edge;
    int32_t *top = surface->top;
    int32_t *full = surface->full;
    int32_t whole = frame->height * FRAME_HEIGHT_ONE;
    for (int c = 0; c < frame->columns; c++, edge += FRAME_PIECES) {
        int32_t least = edge[0];
        int32_t greatest = edge[0];
        for (int i = 1; i <= FRAME_PIECES; i++) {
            least = edge[i] < least ? edge[i] : least;
            greatest = edge[i] > greatest ? edge[i] : greatest;
        }
        least = least < whole ? least : whole;
        greatest = greatest < whole ? greatest : whole;
        top[c] = (int32_t)((uint32_t)(whole - greatest) / FRAME_HEIGHT_ONE);
        full[c] = (int32_t)((uint32_t)(whole - least + FRAME_HEIGHT_ONE - 1) / FRAME_HEIGHT_ONE);
    }
}

static void find_blocks(const rl_frame *frame, frame_surface *surface)
{
    for (int b = 0; b < frame->blocks; b++) {
        int left = (int)((frame->first_block + b) * frame->block - frame->x);
        int right = left + frame->block < frame->columns ? left + frame->block : frame->columns;
        int32_t top = INT32_MAX;
        int32_t full = 0;
        for (int c = left > 0 ? left : 0; c < right; c++) {
            top = surface->top[c] < top ? surface->top[c] : top;
            full = surface->full[c] > full ? surface->full[c] : full;
        }
        surface->block_top[b] = top;
        surface->block_full[b] = full;
    }
}

/* One block of memory for the arrays of a surface. */
static rl_status make_arrays(rl_frame *frame, frame_surface *surface, rl_error *error)
{
    size_t columns = (size_t)frame->columns;
    size_t blocks = (size_t)frame->blocks;
    size_t edges = columns * FRAME_PIECES + 1;
    size_t nodes = blocks * (size_t)(frame->block / frame->step) + 1;
    size_t all = edges + 2 * columns + 3 * blocks + 1 + nodes;
    surface->edge = arena_array(frame->arena, all, sizeof(int32_t));
    if (surface->edge == NULL)
        return status_fail(error, RL_NO_MEMORY, "ridges: %d columns: out of memory",
                           frame->columns);
    surface->top = surface->edge + edges;
    surface->full = surface->top + columns;
    surface->block_top = surface->full + columns;
    surface->block_full = surface->block_top + blocks;
    surface->block_tree = surface->block_full + blocks;
    surface->ground = surface->block_tree + blocks + 1;
    return RL_OK;
}

/* What the surfaces of one ridge are made from. */
typedef struct ridge_work {
    size_t count;   /* samples of the edge */
    double *ground; /* [count]: fractions of H */
    size_t nodes;   /* columns of the colour grid */
    double *coarse; /* [nodes]: the same there */
    double *x;      /* [EDGE_SAMPLES]: U */
    double *height; /* [EDGE_SAMPLES] */
    double *noise;  /* [3 * EDGE_SAMPLES] */
} ridge_work;

static rl_status make_work(const rl_frame *frame, ridge_work *work, rl_error *error)
{
    work->count = (size_t)frame->columns * FRAME_PIECES + 1;
    work->nodes = (size_t)frame->blocks * (size_t)(frame->block / frame->step) + 1;
    work->ground = memory_array(frame->allocator, work->count + work->nodes + 5 * EDGE_SAMPLES,
                                sizeof *work->ground);
    if (work->ground == NULL)
        return status_fail(error, RL_NO_MEMORY, "ridges: %d columns: out of memory",
                           frame->columns);
    work->coarse = work->ground + work->count;
    work->x = work->coarse + work->nodes;
    work->height = work->x + EDGE_SAMPLES;
    work->noise = work->height + EDGE_SAMPLES;
    return RL_OK;
}

/* The colour grid's columns: they begin before the part and end behind it. */
static rl_status sample_ground(const rl_frame *frame, int index, ridge_work *work, rl_error *error)
{
    ridge_grid edges = profile_edges(frame);
    ridge_grid nodes = {
        .first = frame->first_block * (frame->block / frame->step),
        .step = frame->step / frame->unit,
        .origin = -0.5 * frame->width / frame->unit,
        .detail = frame->step / frame->unit,
    };
    rl_status status =
        profile_heights(frame->profile, index, &edges, work->count, work->ground, error);
    if (status == RL_OK)
        status = profile_heights(frame->profile, index, &nodes, work->nodes, work->coarse, error);
    return status;
}

/* The edge of a row of a slope: lower ground, with what grows there. */
static void lay_edge(const rl_frame *frame, frame_surface *surface, int row, ridge_work *work)
{
    const land_kernels *kernels = land_kernels_of(frame->kernels);
    ridge_grid grid = profile_edges(frame);
    for (size_t from = 0; from < work->count; from += EDGE_SAMPLES) {
        size_t run = work->count - from < EDGE_SAMPLES ? work->count - from : EDGE_SAMPLES;
        const double *x =
            frame->profile->shared.x != NULL ? frame->profile->shared.x + from : work->x;
        for (size_t j = 0; j < run && frame->profile->shared.x == NULL; j++)
            work->x[j] = (double)(grid.first + (int64_t)(from + j)) * grid.step + grid.origin;
        memcpy(work->height, work->ground + from, run * sizeof *work->height);
        frame_row_lay(frame, surface->ridge, row, x, run, work->noise, work->height);
        frame_forest_edge(frame, surface->ridge, row, x, run, work->height);
        kernels->edge(work->height, run, frame->height, edge_beyond(frame), surface->edge + from);
    }
}

static void lay_ground(const rl_frame *frame, frame_surface *surface, int row, ridge_work *work)
{
    double lower = frame_row_lower(frame, surface->ridge, row);
    for (size_t from = 0; from < work->nodes; from += EDGE_SAMPLES) {
        size_t run = work->nodes - from < EDGE_SAMPLES ? work->nodes - from : EDGE_SAMPLES;
        for (size_t j = 0; j < run; j++)
            work->height[j] = work->coarse[from + j] - lower;
        land_kernels_of(frame->kernels)
            ->edge(work->height, run, frame->height, edge_beyond(frame), surface->ground + from);
    }
}

static rl_status make_surface(rl_frame *frame, frame_surface *surface, int row, ridge_work *work,
                              rl_error *error)
{
    TRY(make_arrays(frame, surface, error));
    lay_edge(frame, surface, row, work);
    lay_ground(frame, surface, row, work);
    if (frame->scene.edges == RL_EDGES_HARD)
        find_hard_rows(frame, surface);
    else
        find_rows(frame, surface);
    find_blocks(frame, surface);
    return frame_forest_list(frame, surface, row, error);
}

static rl_status make_ridge(preparation *work, int index, rl_error *error)
{
    rl_frame *frame = work->frame;
    ridge_work room = {.ground = NULL};
    rl_status status = make_work(frame, &room, error);
    if (status == RL_OK)
        status = profile_hold(frame->profile, index, error);
    if (status == RL_OK)
        status = sample_ground(frame, index, &room, error);
    frame_surface *surface = &frame->surface[frame->ridge_surface[index]];
    for (int row = 0; row < frame_rows(frame, index) && status == RL_OK; row++)
        status = make_surface(frame, &surface[row], row, &room, error);
    profile_release(frame->profile, index);
    memory_free(frame->allocator, room.ground);
    return status;
}

rl_status frame_land(preparation *work, rl_error *error)
{
    rl_frame *frame = work->frame;
    for (int i = 0; i < frame->scene.ridge_count; i++) {
        frame->ridge_surface[i] = frame->surface_count;
        frame->surface_count += frame_rows(frame, i);
    }
    frame->surface =
        arena_zeroed(frame->arena, (size_t)frame->surface_count, sizeof *frame->surface);
    if (frame->surface == NULL)
        return status_fail(error, RL_NO_MEMORY, "ridges: out of memory");
    for (int i = 0; i < frame->scene.ridge_count; i++)
        for (int row = 0; row < frame_rows(frame, i); row++)
            frame->surface[frame->ridge_surface[i] + row].ridge = i;
    ridge_grid grid = profile_edges(frame);
    TRY(profile_share(frame->profile, &grid, (size_t)frame->columns * FRAME_PIECES + 1, error));
    return prepare_each(work, frame->scene.ridge_count, make_ridge, error);
}
