/* depths.c - the depths below an edge at which relief is known: close together where it
 * is fine, far apart below. */
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/relief.h"

double relief_depth(int j)
{
    return j < 16 ? 0.0018 * j : 0.0288 * exact_exp2((j - 16) * 0.1575);
}

static void make_depths(rl_frame *frame)
{
    for (int j = 0; j < FRAME_RELIEF_LEVELS; j++)
        frame->relief_depth[j] = (float)(relief_depth(j) * frame->unit);
    int level = 0;
    for (int d = 0; d < frame->relief_pixels; d++) {
        while (level + 2 < FRAME_RELIEF_LEVELS && frame->relief_depth[level + 1] <= (float)d)
            level++;
        frame->relief_level[d] = (uint8_t)level;
    }
}

rl_status relief_depths(rl_frame *frame, rl_error *error)
{
    frame->relief_pixels = (int)(RELIEF_DEEPEST * frame->unit) + 2;
    frame->relief_level = arena_array(frame->arena, (size_t)frame->relief_pixels, 1);
    if (frame->relief_level == NULL)
        return status_fail(error, RL_NO_MEMORY, "relief: out of memory");
    make_depths(frame);
    return RL_OK;
}
