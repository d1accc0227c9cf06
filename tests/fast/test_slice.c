/* test_slice.c - ridges that are slices of a map: the two modes are one world. */
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "frame/profile.h"
#include "heightmap/heightmap.h"
#include "ridge/family.h"
#include "support/support.h"

/* A small map with a pass, of which all ridges are slices. */
static void sliced(rl_scene *scene, uint64_t seed, int samples)
{
    scene_of_seed(scene, seed);
    scene->land_slices = 1;
    scene->map.samples = samples;
    OK(rl_scene_set(scene, "pass.1.kind", "thermal-fast", &error));
    OK(rl_scene_set(scene, "pass.1.iterations", "5", &error));
}

static rl_map *map_of(const rl_scene *landscape, int samples)
{
    rl_scene scene;
    rl_map *map;
    rl_map_options options = {.struct_size = sizeof options, .threads = 3};
    scene_init(&scene);
    scene.kind = 1;
    scene.seed = landscape->seed;
    scene.has_seed = 1;
    scene.map = landscape->map;
    scene.width = scene.height = samples;
    OK(rl_map_new(&map, &scene, &options, &error));
    return map;
}

static double mean_of(const float *row, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += (double)row[i];
    return sum / count;
}

/* At the map's samples a ridge spans 2.6 amplitudes, about the mean of its row. */
TEST(slice_ridges_have_the_heights_of_the_map)
{
    rl_scene scene;
    sliced(&scene, 7, 129);
    rl_frame *frame = new_frame(&scene, 64, 36);
    rl_map *map = map_of(&scene, 129);
    const float *h = rl_map_heights(map, NULL, NULL);
    rl_map_statistics range;
    rl_map_measure(map, &range);
    for (int i = 0; i < frame->scene.ridge_count; i++) {
        rl_ridge ridge = frame->scene.ridge[i];
        const float *row = h + (size_t)exact_floor(ridge.depth * 128 + 0.5) * 129;
        double heights[129], mean = mean_of(row, 129);
        ridge_grid grid = {.step = ridge.spacing / 128,
                           .origin = -0.5 * ridge.spacing,
                           .detail = 0.001,
                           .row = &frame->profile->ridge[i].row};
        ck_assert_int_eq(ridge.kind, RL_RIDGE_SLICE);
        ridge.slope = 0.0;
        OK(ridge_sample(&ridge, 7, (uint64_t)i, &grid, 129, heights, NULL, &error));
        for (int x = 0; x < 129; x++) {
            double share = ((double)row[x] - mean) / (range.max - range.min);
            double expected = ridge.amplitude * (2.6 * share + 0.42);
            EXPECT_MSG(exact_abs(heights[x] - expected) < 1e-5, "ridge %d at %d: %f, not %f", i, x,
                       heights[x], expected);
        }
    }
    rl_map_free(map);
    rl_frame_free(frame);
}

TEST(slice_far_ridges_are_north)
{
    rl_scene scene;
    sliced(&scene, 3, 65);
    rl_frame *frame = new_frame(&scene, 64, 36);
    rl_map *map = map_of(&scene, 65);
    const float *h = rl_map_heights(map, NULL, NULL);
    int last = frame->scene.ridge_count - 1;
    double north = (double)(h[40] - h[0]), south = (double)(h[64 * 65 + 40] - h[64 * 65]);
    const float *far = frame->profile->ridge[0].row.height,
                *near = frame->profile->ridge[last].row.height;
    ck_assert(north * (double)(far[40] - far[0]) > 0.0);
    ck_assert(south * (double)(near[40] - near[0]) > 0.0);
    ck_assert_double_eq_tol((double)(far[40] - far[0]) / (double)(near[40] - near[0]),
                            north / south, 1e-3);
    rl_map_free(map);
    rl_frame_free(frame);
}

static void fill_row(float *row, int count)
{
    for (int i = 0; i < count; i++)
        row[i] = (float)((i * i * 37 + 11 * i) % 97) / 97.0F;
}

TEST(slice_rows_continue_beyond_the_map)
{
    float made[33], cut[33];
    fill_row(made, 33);
    ridge_row row;
    ridge_row_cut(&row, cut, made, 33, 0);
    for (int i = -200; i < 200; i++) { /* mirrored at both ends */
        ck_assert(ridge_row_at(&row, -i) == ridge_row_at(&row, i));
        ck_assert(ridge_row_at(&row, 32 + i) == ridge_row_at(&row, 32 - i));
    }
    ridge_row_cut(&row, cut, made, 32, 1);
    for (int i = -200; i < 200; i++)
        ck_assert(ridge_row_at(&row, i) == (double)cut[((i % 32) + 32) % 32]);
    rl_ridge ridge = {.kind = RL_RIDGE_SLICE, .spacing = 32.0};
    ck_assert_double_eq(line_make(&ridge, 1, 0, &row, 0.0, 0).spacing, 1.0);
    ridge_row_cut(&row, cut, made, 33, 0);
    ck_assert_double_eq(line_make(&ridge, 1, 0, &row, 0.0, 0).spacing, 1.0);
}

/* The curve between samples is exact for a parabola. */
TEST(slice_curve_follows_a_parabola)
{
    float made[33], cut[33];
    double values[256], work[2 * 1024];
    for (int i = 0; i < 33; i++)
        made[i] = (float)(i * i) / 1024.0F;
    rl_ridge ridge = {.kind = RL_RIDGE_SLICE, .spacing = 32.0};
    ridge_row row;
    ridge_row_cut(&row, cut, made, 33, 0);
    ridge_line line = line_make(&ridge, 1, 0, &row, 0.0, 0);
    ck_assert_uint_le(displacement_scratch(256), 1024);
    line_fill(&line, 3, 0, 256, values, NULL, work);
    for (int n = 8; n < 31 * 8; n++) {
        double x = n / 8.0, expected = x * x / 1024.0 + (double)(cut[0] - made[0]);
        ck_assert_double_eq_tol(values[n], expected, 1e-6);
    }
}

/* The largest step of a ridge from sample to sample, seven map sides wide. */
static double largest_step(int wrap, int seed)
{
    rl_scene scene;
    sliced(&scene, (uint64_t)seed, wrap ? 128 : 129);
    scene.map.wrap = wrap;
    rl_frame *frame = new_frame(&scene, 64, 36);
    rl_ridge ridge = frame->scene.ridge[0];
    enum { COUNT = 7 * 128 };
    double heights[COUNT], most = 0.0;
    ridge_grid grid = {.first = -COUNT / 2,
                       .step = ridge.spacing / 128,
                       .detail = 1.0,
                       .row = &frame->profile->ridge[0].row};
    ridge.slope = 0.0;
    OK(ridge_sample(&ridge, 1, 0, &grid, COUNT, heights, NULL, &error));
    for (int i = 1; i < COUNT; i++)
        most = exact_max(most, exact_abs(heights[i] - heights[i - 1]));
    rl_frame_free(frame);
    return most / ridge.amplitude;
}

TEST(slice_has_no_jump_at_the_ends_of_its_map)
{
    for (int seed = 1; seed <= 5; seed++) {
        ck_assert_double_lt(largest_step(0, seed), 0.25);
        ck_assert_double_lt(largest_step(1, seed), 0.25);
    }
}

/* A larger size adds finer detail. */
TEST(slice_is_the_same_land_at_every_size)
{
    rl_scene scene;
    sliced(&scene, 5, 129);
    rl_frame *small = new_frame(&scene, 160, 90), *large = new_frame(&scene, 2560, 1440);
    for (int i = 0; i < small->scene.ridge_count; i++) {
        double a[300], b[300];
        double cell = small->scene.ridge[i].spacing / 128;
        ridge_grid at = {.first = -150, .step = cell, .detail = 1.0 / small->unit};
        OK(profile_heights(small->profile, i, &at, 300, a, &error));
        at.detail = 1.0 / large->unit;
        OK(profile_heights(large->profile, i, &at, 300, b, &error));
        for (int j = 0; j < 300; j++)
            EXPECT(exact_abs(a[j] - b[j]) < 1e-12); /* nodes of every level */
    }
    rl_frame_free(small);
    rl_frame_free(large);
}

TEST(slice_has_detail_below_the_samples_of_its_map)
{
    rl_scene scene;
    sliced(&scene, 5, 65);
    rl_frame *frame = new_frame(&scene, 64, 36);
    rl_ridge ridge = frame->scene.ridge[0], smooth = ridge;
    double rough[640], plain[640], most = 0.0;
    ridge_grid grid = {
        .step = ridge.spacing / 640, .detail = 0.001, .row = &frame->profile->ridge[0].row};
    ridge.slope = smooth.slope = smooth.displacement = 0.0;
    OK(ridge_sample(&ridge, 5, 0, &grid, 640, rough, NULL, &error));
    OK(ridge_sample(&smooth, 5, 0, &grid, 640, plain, NULL, &error));
    for (int i = 0; i < 640; i++)
        most = exact_max(most, exact_abs(rough[i] - plain[i]));
    ck_assert_double_gt(most, 0.005 * ridge.amplitude);
    ck_assert_double_lt(most, 0.4 * ridge.amplitude);
    rl_frame_free(frame);
}

TEST(slice_heights_stay_within_the_bound_of_rise)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        rl_scene scene;
        sliced(&scene, seed, 33);
        rl_frame *frame = new_frame(&scene, 16, 9);
        rl_ridge ridge = frame->scene.ridge[0];
        double h[2000], low = 1e9, high = -1e9;
        ridge_grid grid = {
            .first = -1000, .step = 0.003, .detail = 0.003, .row = &frame->profile->ridge[0].row};
        ridge.slope = 0.0;
        ridge.displacement = seed % 2 == 0 ? 0.0 : 1.0;
        OK(ridge_sample(&ridge, seed, 0, &grid, 2000, h, NULL, &error));
        for (int i = 0; i < 2000; i++) {
            low = exact_min(low, h[i]);
            high = exact_max(high, h[i]);
        }
        ck_assert_double_lt(high - low, line_rise(&ridge));
        rl_frame_free(frame);
    }
}

/* The lifts that a frame caches equal those computed for the row. */
TEST(slice_slope_limit_is_that_of_its_row)
{
    rl_scene scene;
    sliced(&scene, 9, 129);
    scene.ridge[0].slope = 0.3;
    rl_frame *frame = new_frame(&scene, 200, 112);
    double edge[200], ground[200];
    ridge_grid grid = {.step = 1.0 / frame->unit,
                       .origin = (0.5 - 100.0) / frame->unit,
                       .detail = 1.0 / frame->unit};
    OK(rl_frame_heights(frame, 0, 0, 200, edge, &error));
    OK(profile_heights(frame->profile, 0, &grid, 200, ground, &error));
    for (int x = 0; x < 200; x++)
        ck_assert_double_eq_tol(edge[x], ground[x] * 112, 0.01);
    rl_frame_free(frame);
}

/* The canonical text holds the rules of the map. */
TEST(recipe_of_a_slice_gives_the_same_picture)
{
    rl_scene scene, again;
    sliced(&scene, 21, 129);
    scene.map.persistence = 0.55;
    rl_frame *frame = new_frame(&scene, 200, 112);
    char *text = scene_text(rl_frame_scene(frame));
    ck_assert_ptr_nonnull(strstr(text, "[pass 1]\nkind = thermal-fast\niterations = 5\n"));
    ck_assert_ptr_nonnull(strstr(text, "persistence = 0.55\n"));
    ck_assert_ptr_null(strstr(text, "[tint]"));
    ck_assert_ptr_null(strstr(text, "contours"));
    scene_init(&again);
    OK(rl_scene_parse(&again, text, strlen(text), "recipe", &error));
    rl_frame *second = new_frame(&again, 200, 112);
    char *second_text = scene_text(rl_frame_scene(second));
    ck_assert_str_eq(text, second_text);
    picture a = picture_paint(frame), b = picture_paint(second);
    ck_assert(memcmp(a.sample, b.sample, 200 * 112 * 3 * sizeof(uint16_t)) == 0);
    picture_free(&a);
    picture_free(&b);
    free(text);
    free(second_text);
    rl_frame_free(frame);
    rl_frame_free(second);
}

TEST(recipe_of_landscape_without_slices_has_no_map)
{
    rl_scene scene;
    scene_init(&scene);
    rl_frame *frame = new_frame(&scene, 64, 36);
    char *text = scene_text(rl_frame_scene(frame));
    ck_assert_ptr_null(strstr(text, "slices"));
    ck_assert_ptr_null(strstr(text, "[map]"));
    ck_assert_ptr_null(frame->profile->ridge[0].row.height);
    free(text);
    rl_frame_free(frame);
}

TEST(slice_with_bad_map_rules_is_refused)
{
    static const char *const bad[][3] = {
        {"map.wrap", "1", "map.samples = 129: must be 2^n where map.wrap is 1"},
        {"pass.2.kind", "auto", "pass.2.kind: unset: must be named"},
        {"pass.1.rain", "1", "pass.1.rain: thermal-fast has no such key"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        rl_scene scene;
        error = (rl_error){RL_OK, ""};
        sliced(&scene, 1, 129);
        OK(rl_scene_set(&scene, bad[i][0], bad[i][1], &error));
        ck_assert_int_eq(rl_scene_resolve(&scene, &error), RL_BAD_ARGUMENT);
        ck_assert_str_eq(error.text, bad[i][2]);
    }
}
