/* test_scale.c - one scene at every size: a large picture, reduced, is the small
 * one.  Reduced by the mean light of 4 x 4 pixels; PSNR over all 8-bit samples of
 * a picture. */
#include <math.h>
#include <stdio.h>

#include "support/support.h"

enum { W = 640, H = 360, TIMES = 4, SEEDS = 4, SNOWS = SUPPORT_PART(16) };
enum { BARE_SEEDS = SUPPORT_PART(16) };

/* The large picture is reduced in linear light, in which the renderer mixes edges: a mean of
 * samples would make each dark tree before a bright lake darker, 1.3 dB in seed 1. */

/* dB: the whole picture, and its lower third. */
#define WHOLE 38.0
#define LOWER 36.0

/* The same with dark trees and tufts on light snow, each of which lies between pixels. */
#define SNOW_WHOLE 38.0
#define SNOW_LOWER 35.0

static double light_of(int sample)
{
    double v = sample / 255.0;
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double sample_of(double light)
{
    return 255.0 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1.0 / 2.4) - 0.055);
}

static double mean_of_box(const picture *large, int x, int y, int channel)
{
    static double light[256];
    for (int i = 0; i < 256 && light[255] == 0.0; i++)
        light[i] = light_of(i);
    double sum = 0.0;
    for (int row = 0; row < TIMES; row++)
        for (int column = 0; column < TIMES; column++) {
            size_t at =
                (size_t)(y * TIMES + row) * (size_t)large->width + (size_t)(x * TIMES + column);
            sum += light[large->sample[at * 3 + (size_t)channel]];
        }
    return sample_of(sum / (TIMES * TIMES));
}

/* Of the rows from `top` on. */
static double psnr(const picture *small, const picture *large, int top)
{
    double squares = 0.0;
    for (int y = top; y < small->height; y++)
        for (int x = 0; x < small->width; x++)
            for (int channel = 0; channel < 3; channel++) {
                size_t at = ((size_t)y * (size_t)small->width + (size_t)x) * 3 + (size_t)channel;
                double d = small->sample[at] - mean_of_box(large, x, y, channel);
                squares += d * d;
            }
    return 10.0 * log10(255.0 * 255.0 * 3.0 * small->width * (small->height - top) / squares);
}

/* The whole and its lower third, in dB. */
static void expect_one_picture(const rl_scene *scene, const char *name, double least, double lower)
{
    picture small = picture_of(scene, W, H);
    picture large = picture_of(scene, W * TIMES, H * TIMES);
    double all = psnr(&small, &large, 0), third = psnr(&small, &large, H * 2 / 3);
    printf("scale: %s, seed %d: %.2f dB, lower third %.2f\n", name, (int)scene->seed, all, third);
    EXPECT_MSG(all >= least && third >= lower, "%s, seed %d: %.2f dB, lower third %.2f", name,
               (int)scene->seed, all, third);
    picture_free(&small);
    picture_free(&large);
}

static rl_scene scene_of_world(const char *world, uint64_t seed, const char *mood)
{
    rl_scene scene;
    scene_of_seed(&scene, seed);
    if (world != NULL)
        OK(rl_scene_set(&scene, "ridgeline.world", world, &error));
    if (mood != NULL)
        OK(rl_mood_apply(&scene, mood, &error));
    return scene;
}

static void expect_land_alone(rl_scene scene, const char *name)
{
    scene.tree_height = scene_slot(&scene, "hero.height")->real =
        scene_slot(&scene, "ground.grass")->real = 0.0;
    expect_one_picture(&scene, name, WHOLE, LOWER);
}

TESTS_BELOW(.timeout = 300)

/* Each world has a light of its own, and winter is one of them; `make check` tries one seed of
 * each. */
TEST(large_picture_reduced_equals_the_small_one)
{
    const char *world;
    for (size_t i = 0; (world = rl_world_name(i)) != NULL; i++)
        for (uint64_t seed = 1; seed <= SEEDS; seed++)
            if (SUPPORT_ALL || seed == 1 + i % SEEDS)
                expect_land_alone(scene_of_world(world, seed, seed % 2 == 0 ? "winter" : NULL),
                                  world);
}

/* These are default scenes. */
TEST(large_woods_reduced_equal_small_woods)
{
    for (uint64_t seed = 1; seed <= BARE_SEEDS; seed++) {
        rl_scene scene = scene_of_world(NULL, seed, NULL);
        rl_scene resolved = scene;
        OK(rl_scene_resolve(&resolved, &error));
        int is_white = resolved.land_ground_snow >= 0.5;
        expect_one_picture(&scene, "bare", is_white ? SNOW_WHOLE : WHOLE,
                           is_white ? SNOW_LOWER : LOWER);
    }
}

/* Patches of snow are steps of dark and white, and a lake shows them twice. */
TEST(large_snow_reduced_equals_small_snow)
{
    for (uint64_t seed = 1; seed <= SNOWS; seed++)
        expect_land_alone(scene_of_world("lake", seed, "winter"), "lake");
}

TEST(wider_picture_shows_more_of_the_same_land)
{
    static double narrow[600], wide[1000];
    for (int seed = 1; seed <= 8; seed++) {
        rl_scene scene;
        scene_init(&scene);
        scene.seed = (uint64_t)seed;
        scene.world = 0;
        scene.scale = RL_SCALE_HEIGHT; /* one unit is the same in both */
        rl_frame *a = new_frame(&scene, 600, 300);
        rl_frame *b = new_frame(&scene, 1000, 300);
        int ridges = rl_frame_scene(a)->ridge_count;
        ck_assert_int_eq(ridges, rl_frame_scene(b)->ridge_count);
        for (int r = 0; r < ridges; r++) {
            OK(rl_frame_heights(a, r, 0, 600, narrow, &error));
            OK(rl_frame_heights(b, r, 0, 1000, wide, &error));
            for (int x = 0; x < 600; x++)
                EXPECT(fabs(narrow[x] - wide[x + 200]) <= 1.0 / 256.0);
        }
        rl_frame_free(a);
        rl_frame_free(b);
    }
}
