/* land.c - ridges in the world become edges in pixels. */
#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/frame.h"
#include "terrain/ridge.h"

#define STREAM_TAKES 8000

/* Pixels of one U below which slopes need no limit. */
#define LEAST_UNIT 8.0

/* Samples of a ridge that are made at a time. */
#define RUN_SAMPLES 65536

/* How the composition bends a profile: lower at the sun, higher at the hero's
 * place, rising toward the sides.  Widths are in U. */
#define DIP_WIDTH 0.24
#define HERO_WIDTH 0.30
#define VALLEY_HALF_WIDTH 0.89
#define VALLEY_POWER 1.6
#define VALLEY_FLOOR 0.35
#define VALLEY_LIMIT 1.3 /* half widths; farther out the land stays level */

/* No composed summit stands higher than this fraction of H where U = H. */
#define SUMMIT_LIMIT 0.84

/* Over this fraction of H land eases onto its floor: a level line would show. */
#define FLOOR_EASE 0.035

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
        gain -= ridge->dip * bell((x - scene->land_x) / DIP_WIDTH);
    if (ridge->hero > 0.0)
        gain += ridge->hero * bell((x - ridge->hero_x) / HERO_WIDTH);
    if (ridge->valley != 0.0) {
        double away = exact_abs(x - scene->land_x) / VALLEY_HALF_WIDTH;
        double past = away - VALLEY_LIMIT; /* a soft lesser of the two: no crease */
        away = exact_max(0.5 * (away + VALLEY_LIMIT - exact_sqrt(past * past + 0.05)), 0.0);
        rise = ridge->valley * (exact_pow(away, VALLEY_POWER) - VALLEY_FLOOR);
    }
    int index = (int)(ridge - scene->ridge);
    double scale = frame->summit_scale[index];
    double height = ridge->base + frame->unit_share * (scale * profile * gain + rise);
    if (ridge->kind == RL_RIDGE_SEGMENT || ridge->kind == RL_RIDGE_FRACTAL)
        return exact_max(height, ridge->min_height);
    double above = height - ridge->min_height;
    return ridge->min_height + 0.5 * (above + exact_sqrt(above * above + FLOOR_EASE * FLOOR_EASE));
}

/* Another take of the same composition has other ridges. */
static uint64_t land_seed(const rl_scene *scene)
{
    return scene->take > 0 ? hash_key(scene->seed, STREAM_TAKES + (uint64_t)scene->take)
                           : scene->seed;
}

static rl_status heights_run(const rl_frame *frame, int index, const ridge_grid *grid, size_t count,
                             double *heights, rl_error *error)
{
    const rl_ridge *ridge = &frame->scene.ridge[index];
    rl_ridge seen = *ridge;
    int is_known = frame_limit_covers(frame, index, grid, count);
    ridge_grid on = *grid;
    on.row = ridge->kind == RL_RIDGE_SLICE ? &frame->slice[index] : NULL;
    if (frame->unit < LEAST_UNIT || is_known)
        seen.slope = 0.0; /* a needle is narrower than a pixel there */
    rl_status status = ridge_sample(&seen, land_seed(&frame->scene), (uint64_t)index, &on, count,
                                    heights, frame->allocator, error);
    if (status == RL_OK && is_known)
        ridge_raise(grid, count, heights, frame->limit.first, frame->limit.lift);
    for (size_t j = 0; j < count && status == RL_OK; j++) {
        double x = (double)(grid->first + (int64_t)j) * grid->step + grid->origin;
        heights[j] = composed_height(frame, ridge, x, heights[j]);
    }
    return status;
}

/* A wide view is sampled run by run: so its nodes need little memory, and one may
 * ask to stop. */
rl_status frame_heights(const rl_frame *frame, int index, const ridge_grid *grid, size_t count,
                        double *heights, rl_error *error)
{
    rl_status status = RL_OK;
    for (size_t from = 0; from < count && status == RL_OK; from += RUN_SAMPLES) {
        ridge_grid part = *grid;
        part.first += (int64_t)from;
        size_t run = count - from < RUN_SAMPLES ? count - from : RUN_SAMPLES;
        status = frame_check_stop(frame, error);
        if (status == RL_OK)
            status = heights_run(frame, index, &part, run, heights + from, error);
    }
    return status;
}

rl_status frame_skyline(const rl_frame *frame, int index, double heights[FRAME_LATTICE],
                        rl_error *error)
{
    ridge_grid grid = {.first = -(FRAME_LATTICE / 2),
                       .step = FRAME_LATTICE_STEP,
                       .origin = 0.0,
                       .detail = FRAME_LATTICE_STEP};
    return frame_heights(frame, index, &grid, FRAME_LATTICE, heights, error);
}

rl_status frame_limit_summit(rl_frame *frame, int index, rl_error *error)
{
    const rl_ridge *ridge = &frame->scene.ridge[index];
    double heights[FRAME_LATTICE];
    double share = frame->unit_share;
    frame->summit_scale[index] = 1.0;
    if (ridge->kind == RL_RIDGE_SEGMENT || ridge->kind == RL_RIDGE_FRACTAL)
        return RL_OK;
    frame->unit_share = 1.0;
    rl_status status = frame_skyline(frame, index, heights, error);
    frame->unit_share = share;
    double most = ridge->base;
    for (int j = 0; j < FRAME_LATTICE && status == RL_OK; j++)
        most = exact_max(most, heights[j]);
    if (most > SUMMIT_LIMIT && ridge->base < SUMMIT_LIMIT)
        frame->summit_scale[index] = (SUMMIT_LIMIT - ridge->base) / (most - ridge->base);
    return status;
}

static int32_t edge_height(const rl_frame *frame, double fraction)
{
    /* Beyond the picture only the slope toward it counts: a picture's height farther
     * is far enough. */
    double beyond = frame->height + 64.0;
    double pixels = exact_clamp(fraction * frame->height, -beyond, frame->height + beyond);
    return (int32_t)exact_floor(pixels * FRAME_HEIGHT_ONE + 0.5);
}

/* Rows that a column touches and covers, from its least and greatest height. */
static void find_rows(const rl_frame *frame, frame_surface *surface, int column)
{
    const int32_t *edge = surface->edge + (size_t)column * FRAME_PIECES;
    int32_t whole = frame->height * FRAME_HEIGHT_ONE;
    if (frame->scene.edges == RL_EDGES_HARD) {
        /* The row's middle lies below the height at the column's middle. */
        int32_t above = whole - edge[FRAME_PIECES / 2] + FRAME_HEIGHT_ONE / 2;
        surface->top[column] = surface->full[column] = above >= 0 ? above / FRAME_HEIGHT_ONE : 0;
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
    surface->top[column] = whole > greatest ? top : 0;
    surface->full[column] = whole > least ? full : 0;
}

static void find_blocks(const rl_frame *frame, frame_surface *surface)
{
    for (int b = 0; b < frame->blocks; b++) {
        surface->block_top[b] = INT32_MAX;
        surface->block_full[b] = 0;
    }
    for (int c = 0; c < frame->columns; c++) {
        int b = (frame->x + c) / frame->block - frame->first_block;
        if (surface->top[c] < surface->block_top[b])
            surface->block_top[b] = surface->top[c];
        if (surface->full[c] > surface->block_full[b])
            surface->block_full[b] = surface->full[c];
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
    surface->edge = memory_array(frame->allocator, all, sizeof(int32_t));
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

ridge_grid frame_edge_grid(const rl_frame *frame)
{
    ridge_grid grid = {
        .first = (int64_t)frame->x * FRAME_PIECES,
        .step = 1.0 / (FRAME_PIECES * frame->unit),
        .origin = -0.5 * frame->width / frame->unit,
        .detail = 1.0 / frame->unit,
    };
    return grid;
}

/* The colour grid's columns: they begin before the part and end behind it. */
static rl_status sample_ground(rl_frame *frame, frame_surface *surface, double lower,
                               rl_error *error)
{
    size_t nodes = (size_t)frame->blocks * (size_t)(frame->block / frame->step) + 1;
    double *heights = memory_array(frame->allocator, nodes, sizeof *heights);
    if (heights == NULL)
        return status_fail(error, RL_NO_MEMORY, "ridges: out of memory");
    ridge_grid grid = {
        .first = (int64_t)frame->first_block * (frame->block / frame->step),
        .step = frame->step / frame->unit,
        .origin = -0.5 * frame->width / frame->unit,
        .detail = frame->step / frame->unit,
    };
    rl_status status = frame_heights(frame, surface->ridge, &grid, nodes, heights, error);
    for (size_t i = 0; i < nodes && status == RL_OK; i++)
        surface->ground[i] = edge_height(frame, heights[i] - lower);
    memory_free(frame->allocator, heights);
    return status;
}

/* One surface: a row of a ridge's slope.  `ground` holds the ridge's heights;
 * `heights` is work space. */
static rl_status make_surface(rl_frame *frame, frame_surface *surface, int row,
                              const double *ground, double *heights, size_t count, rl_error *error)
{
    rl_status status = make_arrays(frame, surface, error);
    if (status != RL_OK)
        return status;
    ridge_grid grid = frame_edge_grid(frame);
    for (size_t j = 0; j < count; j++) {
        double x = (double)(grid.first + (int64_t)j) * grid.step + grid.origin;
        heights[j] = ground[j] - (row > 0 ? frame_row_drop(frame, surface->ridge, row, x) : 0.0);
    }
    frame_forest_edge(frame, surface->ridge, row, heights);
    for (size_t j = 0; j < count; j++)
        surface->edge[j] = edge_height(frame, heights[j]);
    for (int c = 0; c < frame->columns; c++)
        find_rows(frame, surface, c);
    find_blocks(frame, surface);
    return frame_forest_list(frame, surface, row, error);
}

static rl_status make_ridge(rl_frame *frame, int index, int *made, double *ground, double *heights,
                            size_t count, rl_error *error)
{
    ridge_grid grid = frame_edge_grid(frame);
    rl_status status = frame_heights(frame, index, &grid, count, ground, error);
    int rows = frame_rows(frame, index);
    frame->ridge_surface[index] = *made;
    for (int row = 0; row < rows && status == RL_OK; row++) {
        frame_surface *surface = &frame->surface[(*made)++];
        surface->ridge = index;
        status = make_surface(frame, surface, row, ground, heights, count, error);
        if (status == RL_OK)
            status = sample_ground(frame, surface, frame_row_lower(frame, index, row), error);
        if (status == RL_OK && row == 0)
            status = frame_relief_make(frame, surface, error);
        /* All rows of a slope have the faces of its ridge. */
        surface->relief = frame->surface[frame->ridge_surface[index]].relief;
    }
    return status;
}

rl_status frame_land(rl_frame *frame, rl_error *error)
{
    int ridges = frame->scene.ridge_count;
    for (int i = 0; i < ridges; i++)
        frame->surface_count += frame_rows(frame, i);
    size_t count = (size_t)frame->columns * FRAME_PIECES + 1;
    double *ground = memory_array(frame->allocator, count, 2 * sizeof *ground);
    frame->surface =
        memory_zeroed(frame->allocator, (size_t)frame->surface_count, sizeof *frame->surface);
    rl_status status = RL_OK;
    if (ground == NULL || frame->surface == NULL)
        status =
            status_fail(error, RL_NO_MEMORY, "ridges: %d columns: out of memory", frame->columns);
    int made = 0;
    for (int i = 0; i < ridges && status == RL_OK; i++)
        status = frame_limit_summit(frame, i, error);
    for (int i = 0; i < ridges && status == RL_OK; i++) {
        if (frame->unit >= LEAST_UNIT)
            status = frame_limit_make(frame, i, land_seed(&frame->scene), error);
        if (status == RL_OK)
            status = make_ridge(frame, i, &made, ground, ground + count, count, error);
        frame_limit_free(frame);
    }
    memory_free(frame->allocator, ground);
    return status;
}

void frame_land_free(rl_frame *frame)
{
    for (int i = 0; frame->surface != NULL && i < frame->surface_count; i++) {
        if (frame->ridge_surface[frame->surface[i].ridge] == i) { /* the others share it */
            memory_free(frame->allocator, frame->surface[i].relief.bed);
            memory_free(frame->allocator, frame->surface[i].relief.shade);
        }
        memory_free(frame->allocator, frame->surface[i].tree);
        memory_free(frame->allocator, frame->surface[i].edge);
    }
    memory_free(frame->allocator, frame->relief_level);
    memory_free(frame->allocator, frame->surface);
}
