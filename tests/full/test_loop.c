/* test_loop.c - worlds that go on: loops that close, windows that join. */
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/text.h"
#include "layers/core/kind.h"
#include "ridge/noise.h"
#include "ridge/ridge.h"
#include "support/support.h"

/* Everything that a scene can show, in one or the other of them. */
static void rich_scene(chance *c, rl_scene *scene)
{
    int worlds = 0;
    while (rl_world_name((size_t)worlds) != NULL)
        worlds++;
    scene_of_seed(scene, chance_bits(c));
    OK(rl_scene_set(scene, "ridgeline.world",
                    rl_world_name((size_t)chance_integer(c, 0, worlds - 1)), &error));
    scene_slot(scene, "clouds.amount")->real = text_round(chance_real(c, 0.3, 1.0));
    scene_slot(scene, "stars.amount")->real = text_round(chance_real(c, 0.2, 1.0));
    scene_slot(scene, "birds.count")->integer = (int)chance_integer(c, 1, 7);
    scene->fog = text_round(chance_real(c, 0.0, 1.0));
    scene->mist = text_round(chance_real(c, 0.2, 1.0));
    scene->mist_noise = 1.0;
    scene->moon = (int)chance_integer(c, 0, 1);
    scene->dither = (int)chance_integer(c, 0, RL_DITHER_4X4);
    if (chance_integer(c, 0, 2) == 0)
        scene_slot(scene, "aurora.amount")->real = 0.8;
    if (chance_integer(c, 0, 1) == 0) {
        scene->ridge_count = 6;
        scene->lake_ridge = (int)chance_integer(c, 1, 5);
    }
    scene->ridge[0].snow = 0.8;
    scene->ridge[1].strata = 0.6;
    random_print(c, scene);
}

static void must_equal(const picture *a, const picture *b, int shift)
{
    for (int y = 0; y < a->height; y++) {
        for (int x = 0; x < a->width; x++) {
            const uint16_t *one = a->sample + 3 * ((size_t)y * (size_t)a->width + (size_t)x);
            const uint16_t *two =
                b->sample + 3 * ((size_t)y * (size_t)a->width + (size_t)((x + shift) % a->width));
            EXPECT_MSG(memcmp(one, two, 3 * sizeof *one) == 0, "shift %d: differs at %d,%d", shift,
                       x, y);
        }
    }
}

TEST(loop_of_another_offset_is_the_loop_turned)
{
    chance c = chance_from(61);
    for (int i = 0; i < SUPPORT_PART(100); i++) {
        rl_scene scene;
        rich_scene(&c, &scene);
        scene.extent = RL_EXTENT_LOOP;
        int width = (int)chance_integer(&c, 1, 320);
        int height = (int)chance_integer(&c, 40, 120);
        picture whole = picture_of(&scene, width, height);
        int64_t offset = (int64_t)chance_bits(&c);
        scene.offset = offset;
        picture turned = picture_of(&scene, width, height);
        must_equal(&turned, &whole, (int)(offset % width + width) % width);
        picture_free(&whole);
        picture_free(&turned);
    }
}

/* The mean step between neighbouring columns, at one of them. */
static double step_at(const picture *p, int x)
{
    double sum = 0.0;
    int before = (x + p->width - 1) % p->width;
    for (int y = 0; y < p->height; y++)
        for (int k = 0; k < 3; k++) {
            size_t row = (size_t)y * (size_t)p->width;
            sum += abs(p->sample[3 * (row + (size_t)x) + (size_t)k] -
                       p->sample[3 * (row + (size_t)before) + (size_t)k]);
        }
    return sum / (3.0 * p->height);
}

/* Columns to each side of the ends with which these are compared. */
#define NEAR 16

/* How many of the steps near the ends of a picture are larger than the one over them. */
static double share_above_seam(const picture *p)
{
    double seam = step_at(p, 0);
    int above = 0;
    for (int k = 1; k <= NEAR; k++)
        above += (step_at(p, k) > seam) + (step_at(p, p->width - k) > seam);
    return above / (2.0 * NEAR);
}

/* A visible seam would be the largest step nearby; an invisible one has any rank among the
 * steps. */
TEST(loop_has_no_seam)
{
    chance c = chance_from(62);
    int largest = 0, larger = 0, count = SUPPORT_ALL ? 200 : 100;
    for (int i = 0; i < count; i++) {
        rl_scene scene;
        rich_scene(&c, &scene);
        scene.dither = RL_DITHER_NONE;
        scene.extent = RL_EXTENT_LOOP;
        picture p = picture_of(&scene, 240 + i % 17, 144);
        double share = share_above_seam(&p);
        largest += !(share > 0.0);
        larger += share < 0.5;
        picture_free(&p);
    }
    EXPECT_MSG(largest <= 2 + count / 10, "%d of %d seams are the largest step near by", largest,
               count);
    EXPECT_MSG(larger <= 2 + count * 2 / 3, "%d of %d seams are larger than most near by", larger,
               count);
}

/* This shows that the measure of loop_has_no_seam can fail. */
TEST(plain_world_has_a_seam)
{
    chance c = chance_from(63);
    int largest = 0;
    for (int i = 0; i < 10; i++) {
        rl_scene scene;
        rich_scene(&c, &scene);
        picture p = picture_of(&scene, 256, 144);
        largest += !(share_above_seam(&p) > 0.0);
        picture_free(&p);
    }
    EXPECT_MSG(largest >= 8, "only %d of 10 ends differ", largest);
}

/* A loop prepared from a later column reaches beyond the end of the first, and must repeat it
 * there. Single pixels may round differently, such as those of a small plant before snow. Widths are whole blocks, so that the nodes of
 * colours coincide. */
TEST(loop_pixels_repeat_after_one_period)
{
    chance c = chance_from(69);
    for (int i = 0; i < SUPPORT_PART(60); i++) {
        rl_scene scene;
        rich_scene(&c, &scene);
        scene.extent = RL_EXTENT_LOOP;
        scene.dither = RL_DITHER_NONE;
        scene.twinkle = 0.5;
        scene.phase = text_round(chance_real(&c, 0.0, 1.0));
        scene.cloud_drift = scene.lake_drift = scene.mist_drift = 1.0;
        if (i % 4 == 0)
            scene.sun_x = text_round(chance_real(&c, -0.9, 0.9));
        int width = 64 * (int)chance_integer(&c, 3, 6);
        rl_view view = {.struct_size = sizeof view, .width = width, .height = 150};
        picture wanted = picture_of(&scene, width, 150);
        rl_frame *frame;
        OK(frame_new(&frame, &scene, &view, NULL, 64 * chance_integer(&c, -5, 5), layers_prepare,
                     &error));
        picture got = picture_paint(frame);
        int64_t off = 0, apart = 0, samples = (int64_t)width * 150 * 3;
        for (int64_t k = 0; k < samples; k++) {
            int step = abs(wanted.sample[k] - got.sample[k]);
            apart += step > 1;
            off += step > 16;
        }
        int64_t most = samples / (scene.print > 0 ? 2500 : 5000); /* prints raise the contrast */
        EXPECT_MSG(apart <= most && off <= 2,
                   "scene %d: %lld of %lld samples differ, %lld much", i, (long long)apart,
                   (long long)samples, (long long)off);
        picture_free(&wanted);
        picture_free(&got);
        rl_frame_free(frame);
    }
}

/* Ridges are sampled one loop farther on and may differ by rounding. */
TEST(loop_ridges_of_every_kind_repeat)
{
    chance c = chance_from(64);
    for (int i = 0; i < SUPPORT_PART(200); i++) {
        rl_scene scene;
        scene_of_seed(&scene, chance_bits(&c));
        scene.ridge_count = 1;
        scene.ridge[0].kind = i % RL_RIDGE_SLICE;
        if (i % 3 == 0)
            scene.ridge[0].slope = 1.5;
        if (i % 11 == 0)
            scene.ridge[0].direction = RL_DIRECTION_PERPENDICULAR;
        OK(rl_scene_resolve(&scene, &error));
        enum { COUNT = 700 };
        double loop = chance_real(&c, 0.3, 6.0);
        ridge_grid grid = {.step = loop / COUNT, .detail = loop / COUNT, .loop = loop};
        double near[COUNT], far[COUNT];
        grid.origin = -0.5 * loop; /* where a segment begins */
        OK(ridge_sample(&scene.ridge[0], scene.seed, 0, &grid, COUNT, near, NULL, &error));
        if (scene.ridge[0].kind == RL_RIDGE_SEGMENT) { /* it is not sampled beyond its ends */
            EXPECT(exact_abs(near[0] - near[COUNT - 1]) < 0.2);
            continue;
        }
        grid.first = 3 * COUNT;
        OK(ridge_sample(&scene.ridge[0], scene.seed, 0, &grid, COUNT, far, NULL, &error));
        for (int j = 1; j + 1 < COUNT; j++) { /* a cliff may move by a rounding */
            double most = exact_max(near[j - 1], exact_max(near[j], near[j + 1])) + 1e-7;
            double least = exact_min(near[j - 1], exact_min(near[j], near[j + 1])) - 1e-7;
            EXPECT_MSG(far[j] >= least && far[j] <= most, "kind %d, loop %g: %.12g is not %.12g",
                       scene.ridge[0].kind, loop, far[j], near[j]);
        }
    }
}

TEST(loop_noises_repeat)
{
    chance c = chance_from(65);
    for (int i = 0; i < 500; i++) {
        double loop = chance_real(&c, 0.2, 9.0), rate = chance_real(&c, 0.3, 40.0);
        double cell = 1.0 / rate;
        noise_period period = noise_fit_rate(loop, &rate);
        EXPECT(period >= 1 && exact_abs(rate * loop - (double)period) < 1e-9);
        EXPECT(noise_fit_cell(loop, &cell) == period && exact_abs(cell * rate - 1.0) < 1e-9);
        double x = chance_real(&c, -20.0, 20.0), y = chance_real(&c, -9.0, 9.0);
        double here = noise_fractal(7, 5, rate * x, y, period);
        double there = noise_fractal(7, 5, rate * (x + 5.0 * loop), y, period);
        EXPECT_MSG(exact_abs(here - there) < 1e-9, "%g, %g", here, there);
    }
    double kept = 0.37;
    EXPECT(noise_fit_cell(0.0, &kept) == 0 && kept == 0.37);
}

/* A window and the one to its right are halves of one that holds both. */
TEST(windows_of_an_endless_world_join)
{
    chance c = chance_from(66);
    for (int i = 0; i < SUPPORT_PART(100); i++) {
        rl_scene scene;
        rich_scene(&c, &scene);
        scene.extent = RL_EXTENT_ENDLESS;
        int width = 2 * (int)chance_integer(&c, 20, 90);
        int height = (int)chance_integer(&c, 40, 100);
        static const int64_t reach[] = {1000, 1000000, INT64_C(1000000000000)};
        int64_t offset = chance_integer(&c, -reach[i % 3], reach[i % 3]);
        scene.offset = offset;
        picture left = picture_of(&scene, width, height);
        scene.offset = offset + width / 2;
        picture right = picture_of(&scene, width, height);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width / 2; x++) {
                size_t row = (size_t)y * (size_t)width;
                const uint16_t *a = left.sample + 3 * (row + (size_t)(x + width / 2));
                const uint16_t *b = right.sample + 3 * (row + (size_t)x);
                EXPECT_MSG(memcmp(a, b, 3 * sizeof *a) == 0, "offset %lld: differs at %d,%d",
                           (long long)offset, x, y);
            }
        picture_free(&left);
        picture_free(&right);
    }
}

TEST(endless_world_does_not_repeat)
{
    static const int64_t offsets[] = {0, 320, 4096, 1 << 20, INT64_C(1) << 40};
    double height[5][320];
    for (int i = 0; i < 5; i++) {
        rl_scene scene;
        scene_of_seed(&scene, 5);
        scene.extent = RL_EXTENT_ENDLESS;
        scene.offset = offsets[i];
        rl_frame *frame = new_frame(&scene, 320, 180);
        OK(rl_frame_heights(frame, 1, 0, 320, height[i], &error));
        for (int k = 0; k < i; k++) {
            double apart = 0.0;
            for (int x = 0; x < 320; x++)
                apart += exact_abs(height[i][x] - height[k][x]) / 320.0;
            EXPECT_MSG(apart > 1.0, "offsets %lld and %lld: %g pixels apart", (long long)offsets[i],
                       (long long)offsets[k], apart);
        }
        rl_frame_free(frame);
    }
}

/* With lost precision there would be steps in place of hills. */
TEST(endless_world_is_as_rough_far_away)
{
    static const int64_t offsets[] = {INT64_C(1000000000000), INT64_MAX, INT64_MIN};
    for (int i = 0; i < 3; i++) {
        rl_scene scene;
        scene_of_seed(&scene, 5);
        scene.extent = RL_EXTENT_ENDLESS;
        scene.offset = offsets[i];
        rl_frame *frame = new_frame(&scene, 320, 180);
        double height[320];
        OK(rl_frame_heights(frame, 0, 0, 320, height, &error));
        int moves = 0;
        for (int x = 1; x < 320; x++)
            moves += height[x] < height[x - 1] || height[x] > height[x - 1];
        EXPECT_MSG(moves > 200, "offset %lld: %d of 319 steps", (long long)offsets[i], moves);
        rl_frame_free(frame);
    }
}

/* The frames between differ. */
TEST(motion_cycle_ends_where_it_began)
{
    chance c = chance_from(68);
    for (int i = 0; i < 6; i++) {
        rl_scene scene;
        rich_scene(&c, &scene);
        scene.extent = RL_EXTENT_LOOP;
        scene.cloud_drift = 1.0;
        scene.mist_drift = -2.0;
        scene.lake_drift = 1.0;
        scene.twinkle = 1.0;
        scene.lake_ridge = 2;
        scene.ridge_count = 5;
        picture first = picture_of(&scene, 192, 108);
        scene.phase = 1.0;
        picture last = picture_of(&scene, 192, 108);
        scene.phase = 0.4;
        picture middle = picture_of(&scene, 192, 108);
        int most = 0;
        int64_t moved = 0;
        for (int k = 0; k < 192 * 108 * 3; k++) {
            int off = abs(first.sample[k] - last.sample[k]);
            most = off > most ? off : most;
            moved += first.sample[k] != middle.sample[k];
        }
        EXPECT_MSG(most <= 2, "phase 1 is off by %d of 255", most);
        int least = scene.print > 0 ? 2000 : 5000; /* of a paper cut only edges move */
        EXPECT_MSG(moved > least, "only %lld samples have moved", (long long)moved);
        picture_free(&first);
        picture_free(&last);
        picture_free(&middle);
    }
}

TEST(frame_of_another_phase_equals_the_frame_made_for_it)
{
    chance c = chance_from(70);
    for (int i = 0; i < 8; i++) {
        rl_scene scene;
        rl_frame *at;
        rich_scene(&c, &scene);
        scene.extent = RL_EXTENT_LOOP;
        scene.cloud_drift = scene.mist_drift = scene.lake_drift = 1.0;
        scene.twinkle = 1.0;
        scene_slot(&scene, "sky.cumulus")->integer = i % 5; /* none, too */
        rl_frame *frame = new_frame(&scene, 128, 72);
        scene.phase = 0.37;
        picture wanted = picture_of(&scene, 128, 72);
        OK(rl_frame_at(&at, frame, 0.37, &error));
        picture got = picture_paint(at);
        must_equal(&got, &wanted, 0);
        EXPECT(rl_frame_scene(at)->phase == 0.37 && rl_frame_scene(frame)->phase == 0.0);
        rl_frame_free(at);
        ck_assert_int_eq(rl_frame_at(&at, frame, 1.5, &error), RL_BAD_ARGUMENT);
        ck_assert_ptr_null(at);
        picture_free(&wanted);
        picture_free(&got);
        rl_frame_free(frame);
    }
}
