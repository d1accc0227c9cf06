/* compose.c - ridges of the world, bent to a composition.
 *
 * In: a ridge of the resolved scene and a grid of the world.  Out: its profile (U), and the
 * heights (fractions of H) that the composition makes of it.
 */
#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/frame.h"
#include "frame/land_kernels.h"
#include "ridge/ridge.h"

/* Samples of a ridge that are made at a time. */
#define RUN_SAMPLES 16384
#define BEND_SAMPLES 256

/* Of a grid so many samples at most are kept for all ridges. */
#define SHAPE_SAMPLES 20000

/* How the composition bends a profile: lower at the sun, higher at the hero's
 * place, rising toward the sides.  Widths are in U. */
#define DIP_WIDTH 0.24
#define HERO_WIDTH 0.30
#define VALLEY_HALF_WIDTH 0.89
#define VALLEY_POWER 1.6
#define VALLEY_FLOOR 0.35
#define VALLEY_LIMIT 1.3 /* half widths; farther out the land stays level */

/* Over this fraction of H land eases onto its floor: a level line would show. */
#define FLOOR_EASE 0.035

uint64_t frame_land_seed(const rl_scene *scene)
{
    return scene->take > 0 ? hash_key(scene->seed, STREAM_TAKES + (uint64_t)scene->take)
                           : scene->seed;
}

rl_status frame_profile(const rl_frame *frame, int index, const ridge_grid *grid, size_t count,
                        double *heights, rl_error *error)
{
    const rl_ridge *ridge = &frame->scene.ridge[index];
    rl_ridge seen = *ridge;
    int is_known = frame_limit_covers(frame, index, grid, count);
    ridge_grid on = *grid;
    on.loop = frame->loop;
    on.row = ridge_has(ridge, RIDGE_OF_MAP) ? &frame->slice[index] : NULL;
    on.kernels = frame->kernels;
    if (frame->unit < FRAME_LIMIT_UNIT || is_known)
        seen.slope = 0.0; /* a needle is narrower than a pixel there */
    rl_status status = ridge_sample(&seen, frame_land_seed(&frame->scene), (uint64_t)index, &on,
                                    count, heights, frame->allocator, error);
    if (status == RL_OK && is_known)
        ridge_raise(&on, count, heights, frame->limit[index].first, frame->limit[index].lift);
    return status;
}

void frame_shape_fill(const rl_frame *frame, frame_shape *held)
{
    land_shape shape = {.loop = frame->loop,
                        .middle = frame->scene.land_x,
                        .dip_width = DIP_WIDTH,
                        .valley_half = VALLEY_HALF_WIDTH,
                        .valley_limit = VALLEY_LIMIT,
                        .valley_power = VALLEY_POWER};
    const ridge_grid *grid = &held->grid;
    held->dip = held->x + held->count;
    held->rise = held->dip + held->count;
    for (size_t j = 0; j < held->count; j++)
        held->x[j] = (double)(grid->first + (int64_t)j) * grid->step + grid->origin;
    land_kernels_of(frame->kernels)->shape(&shape, held->x, held->count, held->dip, held->rise);
}

/* What all ridges share is made once for grids of the same lattice. */
rl_status frame_shape_make(rl_frame *frame, const ridge_grid *grid, size_t count, rl_error *error)
{
    frame_shape *shape = &frame->shape;
    frame_shape_free(frame);
    if (count > SHAPE_SAMPLES)
        return RL_OK; /* then it is made again each time */
    shape->x = memory_array(frame->allocator, count, 3 * sizeof *shape->x);
    if (shape->x == NULL)
        return status_fail(error, RL_NO_MEMORY, "ridges: out of memory");
    shape->grid = *grid;
    shape->count = count;
    frame_shape_fill(frame, shape);
    return RL_OK;
}

void frame_shape_free(rl_frame *frame)
{
    memory_free(frame->allocator, frame->shape.x);
    frame->shape.x = NULL;
}

/* Where the grid begins among the samples that are held; -1 = they are of another. */
static int64_t held_from(const frame_shape *shape, const ridge_grid *grid, size_t count)
{
    int64_t from = grid->first - shape->grid.first;
    if (shape->x == NULL || from < 0 || (size_t)from + count > shape->count)
        return -1;
    int is_other = grid->step < shape->grid.step || grid->step > shape->grid.step ||
                   grid->origin < shape->grid.origin || grid->origin > shape->grid.origin;
    return is_other ? -1 : from;
}

static land_bend bend_of(const rl_frame *frame, int index)
{
    const rl_ridge *ridge = &frame->scene.ridge[index];
    int is_literal = ridge_has(ridge, RIDGE_LITERAL);
    land_bend bend = {.loop = frame->loop,
                      .dip = ridge->dip,
                      .hero = ridge->hero,
                      .hero_x = ridge->hero_x,
                      .hero_width = HERO_WIDTH,
                      .valley = ridge->valley,
                      .valley_floor = VALLEY_FLOOR,
                      .base = ridge->base,
                      .unit_share = frame->unit_share,
                      .scale = frame->summit_scale[index],
                      .least = ridge->min_height,
                      .ease = is_literal ? 0.0 : FLOOR_EASE};
    return bend;
}

void frame_compose_on(const rl_frame *frame, int index, const frame_shape *shape, size_t from,
                      size_t count, double *heights)
{
    land_bend bend = bend_of(frame, index);
    land_kernels_of(frame->kernels)
        ->bend(&bend, shape->x + from, shape->dip + from, shape->rise + from, count, heights);
}

static void compose(const rl_frame *frame, int index, const ridge_grid *grid, size_t count,
                    double *heights)
{
    double room[3 * BEND_SAMPLES];
    int64_t held = held_from(&frame->shape, grid, count);
    if (held >= 0) {
        frame_compose_on(frame, index, &frame->shape, (size_t)held, count, heights);
        return;
    }
    for (size_t from = 0; from < count; from += BEND_SAMPLES) {
        size_t run = count - from < BEND_SAMPLES ? count - from : BEND_SAMPLES;
        frame_shape shape = {.grid = *grid, .count = run, .x = room};
        shape.grid.first += (int64_t)from;
        frame_shape_fill(frame, &shape);
        frame_compose_on(frame, index, &shape, 0, run, heights + from);
    }
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
            status = frame_profile(frame, index, &part, run, heights + from, error);
        if (status == RL_OK)
            compose(frame, index, &part, run, heights + from);
    }
    return status;
}
