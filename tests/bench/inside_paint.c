/* inside_paint.c - painting a wallpaper in strips, and a small one, beside the whole large one;
 * what woods and near ground take of a picture. */
#include "inside.h"

#include <stdio.h>
#include <stdlib.h>

#include "scene/keys.h"
#include "seeds.h"

enum { WIDE = 3840, HIGH = 2160, STRIP_ROWS = 36, SHOWN = 8 };

static rl_frame *frame_of(int seed, int width, int height)
{
    rl_view view = {.struct_size = sizeof view, .width = width, .height = height};
    rl_error error = {RL_OK, ""};
    rl_scene scene;
    rl_frame *frame;
    scene_init(&scene);
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

/* Seconds that a picture takes, prepared and painted. */
static double scene_time(const char *const (*keys)[2], int is_bare, uint8_t *picture)
{
    static const char *const bare[][2] = {{"trees.height", "0"},  {"hero.height", "0"},
                                          {"ground.grass", "0"},  {"ground.boulders", "0"},
                                          {"motif.name", "none"}, {NULL, NULL}};
    rl_view view = {.struct_size = sizeof view, .width = WIDE, .height = HIGH};
    rl_error error = {RL_OK, ""};
    rl_scene scene;
    rl_frame *frame;
    scene_init(&scene);
    for (; (*keys)[0] != NULL; keys++)
        inside_ok(rl_scene_set(&scene, (*keys)[0], (*keys)[1], &error), &error);
    for (keys = bare; is_bare && (*keys)[0] != NULL; keys++)
        inside_ok(rl_scene_set(&scene, (*keys)[0], (*keys)[1], &error), &error);
    double begin = inside_cpu();
    inside_ok(rl_frame_new(&frame, &scene, &view, &error), &error);
    inside_ok(rl_paint(frame, 0, HIGH, picture, (size_t)3 * WIDE, &error), &error);
    rl_frame_free(frame);
    return inside_cpu() - begin;
}

static void say_woods(const char *row, const char *const (*keys)[2], uint8_t *picture)
{
    double whole = scene_time(keys, 0, picture);
    inside_say(row, MS * (whole - scene_time(keys, 1, picture)), 1.0);
}

/* Seconds that decks take of the preparation of a picture. */
static double deck_time(int seed)
{
    rl_view view = {.struct_size = sizeof view, .width = WIDE, .height = HIGH};
    rl_error error = {RL_OK, ""};
    double time[2];
    for (int has_deck = 0; has_deck < 2; has_deck++) {
        rl_scene scene;
        rl_frame *frame;
        scene_init(&scene);
        scene.has_seed = 1;
        scene.seed = (uint64_t)seed;
        inside_ok(rl_scene_resolve(&scene, &error), &error);
        inside_check(scene.deck > 0.0, "a scene has no deck");
        scene.deck = has_deck ? scene.deck : 0.0;
        double begin = inside_cpu();
        inside_ok(rl_frame_new(&frame, &scene, &view, &error), &error);
        time[has_deck] = inside_cpu() - begin;
        rl_frame_free(frame);
    }
    return time[1] - time[0];
}

void inside_paint(int pairs)
{
    static const char *const mountains[][2] = {{"ridgeline.seed", "66"},
                                               {"ridgeline.mood", "dawn"},
                                               {"ridgeline.world", "alpine"},
                                               {NULL, NULL}};
    static const char *const oaks[][2] = {{"ridgeline.seed", "5"},
                                          {"ridgeline.mood", "dawn"},
                                          {"ridgeline.world", "forest"},
                                          {"trees.species", "oak"},
                                          {NULL, NULL}};
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
        inside_say("decks", MS * (deck_time(2) + deck_time(7) + deck_time(15)) / 3, 1.0);
        say_woods("woods.alpine", mountains, picture);
        say_woods("woods.oak", oaks, picture);
    }
    free(picture);
}
