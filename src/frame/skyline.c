/* skyline.c - the ridges on the world lattice, where compositions are judged.
 *
 * In: a resolved scene, one take of its land.  Out: the profiles of its ridges, sampled
 * once for each take, and what the composition makes of them.  No size or window has a
 * part in it, so that every picture of a scene chooses and places the same.
 */
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/frame.h"

/* No composed summit stands higher than this fraction of H where U = H. */
#define SUMMIT_LIMIT 0.84

static ridge_grid lattice_grid(void)
{
    ridge_grid grid = {.first = -(FRAME_LATTICE / 2),
                       .step = FRAME_LATTICE_STEP,
                       .origin = 0.0,
                       .detail = FRAME_LATTICE_STEP};
    return grid;
}

/* Profiles of all ridges, and behind them the shape that bends them. */
static rl_status make_room(rl_frame *frame, rl_error *error)
{
    size_t profiles = (size_t)frame->scene.ridge_count;
    frame->profile =
        memory_array(frame->allocator, profiles + 3, FRAME_LATTICE * sizeof *frame->profile);
    if (frame->profile == NULL)
        return status_fail(error, RL_NO_MEMORY, "ridges: out of memory");
    frame->lattice.grid = lattice_grid();
    frame->lattice.count = FRAME_LATTICE;
    frame->lattice.x = frame->profile + profiles * FRAME_LATTICE;
    frame_shape_fill(frame, &frame->lattice);
    return RL_OK;
}

static rl_status make_profile(rl_frame *frame, int index, rl_error *error)
{
    ridge_grid grid = lattice_grid();
    rl_status status = frame_limit_make(frame, index, frame_land_seed(&frame->scene), error);
    if (status != RL_OK)
        return status;
    return frame_profile(frame, index, &grid, FRAME_LATTICE,
                         frame->profile + (size_t)index * FRAME_LATTICE, error);
}

rl_status frame_profiles(rl_frame *frame, rl_error *error)
{
    if (frame->profile != NULL && frame->profile_take == frame->scene.take)
        return RL_OK;
    rl_status status = frame->profile == NULL ? make_room(frame, error) : RL_OK;
    if (status == RL_OK)
        status = frame_each_ridge(frame, make_profile, error);
    frame->profile_take = frame->scene.take;
    return status;
}

void frame_skyline(const rl_frame *frame, int index, double heights[FRAME_LATTICE])
{
    memcpy(heights, frame->profile + (size_t)index * FRAME_LATTICE,
           FRAME_LATTICE * sizeof *heights);
    frame_compose_on(frame, index, &frame->lattice, 0, FRAME_LATTICE, heights);
}

void frame_limit_summit(rl_frame *frame, int index)
{
    const rl_ridge *ridge = &frame->scene.ridge[index];
    double heights[FRAME_LATTICE];
    double share = frame->unit_share;
    frame->summit_scale[index] = 1.0;
    if (ridge_has(ridge, RIDGE_LITERAL))
        return;
    frame->unit_share = 1.0;
    frame_skyline(frame, index, heights);
    frame->unit_share = share;
    double most = ridge->base;
    for (int j = 0; j < FRAME_LATTICE; j++)
        most = exact_max(most, heights[j]);
    if (most > SUMMIT_LIMIT && ridge->base < SUMMIT_LIMIT)
        frame->summit_scale[index] = (SUMMIT_LIMIT - ridge->base) / (most - ridge->base);
}
