/* land.c - ridges in the world become edges in pixels. */
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/frame.h"
#include "terrain/ridge.h"

/* How the composition bends a profile: lower at the sun, higher at the hero's
 * place, rising toward the sides.  Widths are in U. */
#define DIP_WIDTH 0.24
#define HERO_WIDTH 0.30
#define VALLEY_HALF_WIDTH 0.89
#define VALLEY_POWER 1.6
#define VALLEY_FLOOR 0.35
#define VALLEY_LIMIT 1.3 /* half widths; farther out the land stays level */

static double bell(double distance)
{
    return exact_exp(-distance * distance);
}

/* The height of a ridge as a fraction of H, from its profile in U. */
static double composed_height(const rl_frame *frame, const rl_ridge *ridge, double x,
                              double profile)
{
    const rl_scene *scene = &frame->scene;
    double gain = 1.0;
    double rise = 0.0;
    if (ridge->dip > 0.0)
        gain -= ridge->dip * bell((x - scene->sun_x) / DIP_WIDTH);
    if (ridge->hero > 0.0)
        gain += ridge->hero * bell((x - ridge->hero_x) / HERO_WIDTH);
    if (ridge->valley != 0.0) {
        double away = exact_min(exact_abs(x - scene->sun_x) / VALLEY_HALF_WIDTH, VALLEY_LIMIT);
        rise = ridge->valley * (exact_pow(away, VALLEY_POWER) - VALLEY_FLOOR);
    }
    double height = ridge->base + frame->unit_share * (profile * gain + rise);
    return exact_max(height, ridge->min_height);
}

/* Samples ridge `index` on a grid, as fractions of H. */
static rl_status sample_heights(const rl_frame *frame, int index, const ridge_grid *grid,
                                size_t count, double *heights, rl_error *error)
{
    const rl_ridge *ridge = &frame->scene.ridge[index];
    rl_status status = ridge_sample(ridge, frame->scene.seed, (uint64_t)index, grid, count,
                                    heights, frame->allocator, error);
    for (size_t j = 0; j < count && status == RL_OK; j++) {
        double x = (double)(grid->first + (int64_t)j) * grid->step + grid->origin;
        heights[j] = composed_height(frame, ridge, x, heights[j]);
    }
    return status;
}

rl_status frame_skyline(const rl_frame *frame, int index, double heights[FRAME_LATTICE],
                        rl_error *error)
{
    ridge_grid grid = {.first = -(FRAME_LATTICE / 2), .step = FRAME_LATTICE_STEP, .origin = 0.0,
                       .detail = FRAME_LATTICE_STEP};
    return sample_heights(frame, index, &grid, FRAME_LATTICE, heights, error);
}

/* One block of memory for all arrays of a ridge. */
static rl_status make_arrays(rl_frame *frame, frame_ridge *ridge, rl_error *error)
{
    size_t columns = (size_t)frame->columns;
    size_t blocks = (size_t)frame->blocks;
    size_t edges = columns * FRAME_PIECES + 1;
    ridge->edge = memory_array(frame->allocator, edges + 2 * columns + 2 * blocks, sizeof(int32_t));
    if (ridge->edge == NULL)
        return status_fail(error, RL_NO_MEMORY, "ridges: %d columns: out of memory",
                           frame->columns);
    ridge->top = ridge->edge + edges;
    ridge->full = ridge->top + columns;
    ridge->block_top = ridge->full + columns;
    ridge->block_full = ridge->block_top + blocks;
    return RL_OK;
}

static int32_t edge_height(const rl_frame *frame, double fraction)
{
    /* A pixel beyond the picture is as good as far beyond. */
    double pixels = exact_clamp(fraction * frame->height, -1.0, frame->height + 1.0);
    return (int32_t)exact_floor(pixels * FRAME_HEIGHT_ONE + 0.5);
}

/* Rows that a column touches and covers, from its least and greatest height. */
static void find_rows(const rl_frame *frame, frame_ridge *ridge, int column)
{
    const int32_t *edge = ridge->edge + (size_t)column * FRAME_PIECES;
    int32_t whole = frame->height * FRAME_HEIGHT_ONE;
    if (frame->scene.edges == RL_EDGES_HARD) {
        /* The row's middle lies below the height at the column's middle. */
        int32_t above = whole - edge[FRAME_PIECES / 2] + FRAME_HEIGHT_ONE / 2;
        ridge->top[column] = ridge->full[column] = above >= 0 ? above / FRAME_HEIGHT_ONE : 0;
        return;
    }
    int32_t least = edge[0];
    int32_t greatest = edge[0];
    for (int i = 1; i <= FRAME_PIECES; i++) {
        least = edge[i] < least ? edge[i] : least;
        greatest = edge[i] > greatest ? edge[i] : greatest;
    }
    int32_t top = (whole - greatest) / FRAME_HEIGHT_ONE;
    int32_t full = (whole - least + FRAME_HEIGHT_ONE - 1) / FRAME_HEIGHT_ONE;
    ridge->top[column] = whole > greatest ? top : 0;
    ridge->full[column] = whole > least ? full : 0;
}

static void find_blocks(const rl_frame *frame, frame_ridge *ridge)
{
    for (int b = 0; b < frame->blocks; b++) {
        ridge->block_top[b] = INT32_MAX;
        ridge->block_full[b] = 0;
    }
    for (int c = 0; c < frame->columns; c++) {
        int b = (frame->x + c) / frame->block - frame->first_block;
        if (ridge->top[c] < ridge->block_top[b])
            ridge->block_top[b] = ridge->top[c];
        if (ridge->full[c] > ridge->block_full[b])
            ridge->block_full[b] = ridge->full[c];
    }
}

rl_status frame_land(rl_frame *frame, rl_error *error)
{
    size_t count = (size_t)frame->columns * FRAME_PIECES + 1;
    double *heights = memory_array(frame->allocator, count, sizeof *heights);
    if (heights == NULL)
        return status_fail(error, RL_NO_MEMORY, "ridges: %d columns: out of memory",
                           frame->columns);
    ridge_grid grid = {
        .first = (int64_t)frame->x * FRAME_PIECES,
        .step = 1.0 / (FRAME_PIECES * frame->unit),
        .origin = -0.5 * frame->width / frame->unit,
        .detail = 1.0 / frame->unit,
    };
    rl_status status = RL_OK;
    for (int i = 0; i < frame->ridge_count && status == RL_OK; i++) {
        frame_ridge *ridge = &frame->ridge[i];
        status = make_arrays(frame, ridge, error);
        if (status == RL_OK)
            status = sample_heights(frame, i, &grid, count, heights, error);
        if (status != RL_OK)
            break;
        for (size_t j = 0; j < count; j++)
            ridge->edge[j] = edge_height(frame, heights[j]);
        for (int c = 0; c < frame->columns; c++)
            find_rows(frame, ridge, c);
        find_blocks(frame, ridge);
    }
    memory_free(frame->allocator, heights);
    return status;
}
