/* inside_paint.c - painting a wallpaper in strips, and a small one, beside the whole large one. */
#include "inside.h"

#include <stdio.h>
#include <stdlib.h>

#include "seeds.h"

enum { WIDE = 3840, HIGH = 2160, STRIP_ROWS = 36, SHOWN = 8 };

static rl_frame *frame_of(int seed, int width, int height)
{
    rl_view view = {.struct_size = sizeof view, .width = width, .height = height};
    rl_error error = {RL_OK, ""};
    rl_scene scene;
    rl_frame *frame;
    rl_scene_init(&scene);
    scene.has_seed = 1;
    scene.seed = (uint64_t)seed;
    inside_ok(rl_frame_new(&frame, &scene, &view, &error), &error);
    return frame;
}

static double paint_time(int seed, int width, int height, int rows, uint8_t *picture)
{
    rl_frame *frame = frame_of(seed, width, height);
    rl_error error = {RL_OK, ""};
    size_t stride = 3 * (size_t)width;
    double begin = inside_cpu();
    for (int y = 0; y < height; y += rows)
        inside_ok(rl_paint(frame, y, rows, picture + (size_t)y * stride, stride, &error), &error);
    double time = inside_cpu() - begin;
    rl_frame_free(frame);
    return time;
}

void inside_paint(int pairs)
{
    uint8_t *picture = inside_memory((size_t)3 * WIDE * HIGH);
    for (int pair = 0; pair < pairs; pair++) {
        double strips = 0.0, whole = 0.0, small = 0.0, middle = 0.0;
        for (int i = 0; i < SHOWN; i++) {
            strips += paint_time(seeds_all[i], WIDE, HIGH, STRIP_ROWS, picture);
            whole += paint_time(seeds_all[i], WIDE, HIGH, HIGH, picture);
            small += paint_time(seeds_all[i], 640, 360, 360, picture);
            middle += paint_time(seeds_all[i], 1920, 1080, 1080, picture);
        }
        inside_say("paint.strips", MS * strips / SHOWN, MS * whole / SHOWN);
        inside_say("paint.small", MS * small / SHOWN, MS * middle / SHOWN);
    }
    free(picture);
}
