/* lake.c - where the lake lies: a level line before a ridge.
 *
 * In: the scene's lake and the surfaces of the land.  Out: how many surfaces
 * stand behind the water, and its far shore in pixels.
 */
#include "base/exact.h"
#include "base/hash.h"
#include "frame/frame.h"

void frame_lake(rl_frame *frame)
{
    const rl_scene *scene = &frame->scene;
    int ridge = scene->lake_ridge;
    if (ridge <= 0)
        return;
    frame->lake = ridge < scene->ridge_count ? frame->ridge_surface[ridge] : frame->surface_count;
    double pixels = scene->lake_level * frame->height;
    frame->lake_height = (int32_t)exact_floor(pixels * FRAME_HEIGHT_ONE + 0.5);
    int32_t above = frame->height * FRAME_HEIGHT_ONE - frame->lake_height;
    if (scene->edges == RL_EDGES_HARD) {
        frame->lake_top = frame->lake_full = (above + FRAME_HEIGHT_ONE / 2) / FRAME_HEIGHT_ONE;
    } else {
        frame->lake_top = above / FRAME_HEIGHT_ONE;
        frame->lake_full = (above + FRAME_HEIGHT_ONE - 1) / FRAME_HEIGHT_ONE;
    }
    frame->lake_key = hash_key(scene->seed, STREAM_LAKE);
    frame->water = colour_to_linear(scene->palette.water);
}
