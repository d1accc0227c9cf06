/* test_limits.c - what a scene from outside may ask for, and memory with an end. */
#include <limits.h>
#include <pthread.h>
#include <string.h>

#include "heightmap/pass.h"
#include "ridgeline-map.h"
#include "support/support.h"

static rl_status check(const rl_limits *limits, const char *key, const char *value, rl_error *error)
{
    rl_scene scene;
    scene_init(&scene);
    EXPECT(rl_scene_set(&scene, key, value, error) == RL_OK);
    return rl_limits_check(limits, &scene, error);
}

START_TEST(defaults_let_ordinary_scenes_pass)
{
    rl_limits limits;
    rl_error error;
    const char *name;
    rl_limits_init(&limits);
    ck_assert_uint_eq(limits.struct_size, sizeof limits);
    for (size_t i = 0; (name = rl_scene_builtin_name(i)) != NULL; i++) {
        rl_scene scene;
        scene_init(&scene);
        EXPECT(rl_scene_builtin(&scene, name, &error) == RL_OK);
        EXPECT_MSG(rl_limits_check(&limits, &scene, &error) == RL_OK, "%s", error.text);
    }
    EXPECT(check(&limits, "output.size", "32768x1953", &error) == RL_OK);
    ck_assert_str_eq(error.text, "");
}
END_TEST

START_TEST(sizes_are_held_to_side_and_area)
{
    static const char *const wrong[] = {"32769x1", "1x32769", "32768x1954", "1000000x1000000"};
    rl_limits limits;
    rl_error error;
    rl_limits_init(&limits);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_int_eq(check(&limits, "output.size", wrong[i], &error), RL_BAD_DATA);
        EXPECT_MSG(strncmp(error.text, "output.size = ", 14) == 0, "%s", error.text);
    }
    limits.side = RL_MAX_SIDE;
    limits.area = INT64_C(1000000000000);
    limits.work = INT64_MAX;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        EXPECT(check(&limits, "output.size", wrong[i], &error) == RL_OK);
}
END_TEST

START_TEST(a_region_and_a_zoom_count_as_what_is_written)
{
    rl_limits limits;
    rl_error error;
    rl_scene scene;
    rl_limits_init(&limits);
    scene_init(&scene);
    scene.width = scene.height = 100000;
    scene.part_width = scene.part_height = 512;
    EXPECT(rl_limits_check(&limits, &scene, &error) == RL_OK);
    scene.zoom = 16; /* 8192 x 8192 is more than 64 Mpx */
    ck_assert_int_eq(rl_limits_check(&limits, &scene, &error), RL_BAD_DATA);
    scene.zoom = 15;
    EXPECT(rl_limits_check(&limits, &scene, &error) == RL_OK);
}
END_TEST

START_TEST(surface_picture_is_held_to_the_limits)
{
    rl_limits limits;
    rl_error error;
    rl_scene scene;
    rl_limits_init(&limits);
    scene_init(&scene);
    scene.kind = RL_SCENE_MAP;
    scene.width = scene.height = 65;
    scene.map.picture_width = scene.map.picture_height = 8192; /* 67 Mpx */
    EXPECT(rl_limits_check(&limits, &scene, &error) == RL_OK); /* from above there is none */
    scene.map.view = RL_MAP_VIEW_SURFACE;
    ck_assert_int_eq(rl_limits_check(&limits, &scene, &error), RL_BAD_DATA);
    ck_assert_str_eq(error.text, "map.picture = 8192x8192: must be within 32768 a side and "
                                 "64000000 pixels");
    scene.map.picture_height = 7812;
    EXPECT(rl_limits_check(&limits, &scene, &error) == RL_OK);
    limits.side = 8191;
    ck_assert_int_eq(rl_limits_check(&limits, &scene, &error), RL_BAD_DATA);
    scene.map.picture_width = scene.map.picture_height = 0; /* as wide as the map */
    EXPECT(rl_limits_check(&limits, &scene, &error) == RL_OK);
}
END_TEST

START_TEST(ridges_are_counted)
{
    rl_limits limits;
    rl_error error;
    rl_limits_init(&limits);
    limits.ridges = 5;
    EXPECT(check(&limits, "ridgeline.ridges", "5", &error) == RL_OK);
    ck_assert_int_eq(check(&limits, "ridgeline.ridges", "6", &error), RL_BAD_DATA);
    ck_assert_str_eq(error.text, "ridgeline.ridges = 6: must be within 5");
}
END_TEST

/* The work of one pass with the most that its keys may say. */
/* The most of all that costs work, of the keys that the kind has. */
static void set_most(rl_pass *pass)
{
    static const struct {
        const char *key;
        double most;
    } values[] = {{"iterations", 100000}, {"drops", 100000000}, {"points", 1000000},
                  {"regions", 1000},      {"octaves", 16},      {"lifetime", 10000},
                  {"radius", 32}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (pass_get(pass, values[i].key) != RL_AUTO)
            ck_assert_int_eq(pass_set(pass, values[i].key, values[i].most, NULL), RL_OK);
}

static rl_status check_pass(const rl_limits *limits, int kind, int side, int most, rl_error *error)
{
    rl_scene scene;
    scene_init(&scene);
    scene.kind = 1;
    scene.width = scene.height = side;
    scene.map.pass_count = 1;
    scene.map.pass[0].kind = kind;
    if (most)
        set_most(&scene.map.pass[0]);
    return rl_limits_check(limits, &scene, error);
}

START_TEST(work_tells_seconds_from_hours)
{
    rl_limits limits;
    rl_error error;
    rl_limits_init(&limits);
    for (int kind = 0; rl_pass_name(kind) != NULL; kind++) {
        int heavy = kind != RL_PASS_NORMALISE && kind != RL_PASS_COMBINE &&
                    kind != RL_PASS_PERTURB &&
                    kind < RL_PASS_GULLIES; /* from there on: of a place */
        EXPECT_MSG(check_pass(&limits, kind, 1025, 0, &error) == RL_OK, "%s", error.text);
        EXPECT_MSG(check_pass(&limits, kind, 4097, 0, &error) == RL_OK, "%s", error.text);
        ck_assert_int_eq(check_pass(&limits, kind, 1025, 1, &error), heavy ? RL_BAD_DATA : RL_OK);
        if (heavy)
            EXPECT_MSG(strncmp(error.text, "pass.1.kind = ", 14) == 0, "%s", error.text);
    }
}
END_TEST

/* However much is asked for: the sum stays a number, and is refused. */
START_TEST(work_does_not_overflow)
{
    rl_limits limits;
    rl_error error;
    rl_scene scene;
    rl_limits_init(&limits);
    limits.side = RL_MAX_SIDE;
    limits.area = INT64_MAX;
    limits.work = INT64_C(1) << 60;
    scene_init(&scene);
    scene.kind = 1;
    scene.width = scene.height = RL_MAX_SIDE;
    scene.map.pass_count = RL_MAX_PASSES;
    for (int i = 0; i < RL_MAX_PASSES; i++) {
        scene.map.pass[i].kind = i % 2 ? RL_PASS_HYDRAULIC : RL_PASS_DROPLETS;
        set_most(&scene.map.pass[i]);
    }
    ck_assert_int_eq(rl_limits_check(&limits, &scene, &error), RL_BAD_DATA);
}
END_TEST

START_TEST(a_landscape_has_the_work_of_the_map_it_slices)
{
    rl_limits limits;
    rl_error error;
    rl_scene scene;
    rl_limits_init(&limits);
    scene_init(&scene);
    scene.map.pass_count = 1;
    scene.map.pass[0].kind = RL_PASS_THERMAL;
    set_most(&scene.map.pass[0]);
    ck_assert_int_eq(rl_limits_check(&limits, &scene, &error), RL_BAD_DATA);
    scene.map.samples = 129;
    EXPECT(rl_limits_check(&limits, &scene, &error) == RL_OK);
}
END_TEST

/* Ridges that may be wooded at a size that is allowed: minutes of painting. */
START_TEST(a_landscape_has_a_limit_of_work)
{
    rl_limits limits;
    rl_error error;
    rl_scene scene;
    rl_limits_init(&limits);
    scene_init(&scene);
    scene.width = 32768;
    scene.height = 1900;
    EXPECT(rl_limits_check(&limits, &scene, &error) == RL_OK); /* as many as the seed chooses */
    scene.ridge_count = 64;
    ck_assert_int_eq(rl_limits_check(&limits, &scene, &error), RL_BAD_DATA);
    ck_assert_str_eq(error.text, "ridgeline.ridges = 64: 62259200 pixels of them must be within "
                                 "100000000000 steps of work, not 240320512000");
    scene.part_width = 3840;
    scene.part_height = 1900;
    EXPECT(rl_limits_check(&limits, &scene, &error) == RL_OK);
    scene.part_width = scene.part_height = 0;
    for (int i = 0; i < 64; i++)
        scene.ridge[i].trees = 0.0;
    EXPECT(rl_limits_check(&limits, &scene, &error) == RL_OK);
    limits.work = INT64_C(62259200) * (20 + 64 * 10);
    EXPECT(rl_limits_check(&limits, &scene, &error) == RL_OK);
    limits.work--;
    ck_assert_int_eq(rl_limits_check(&limits, &scene, &error), RL_BAD_DATA);
    scene.kind = RL_SCENE_MAP;
    EXPECT(rl_limits_check(&limits, &scene, &error) == RL_OK);
}
END_TEST

/* ---- budgets ------------------------------------------------------------ */

START_TEST(a_budget_ends_where_it_says)
{
    rl_budget *budget;
    rl_error error;
    EXPECT(rl_budget_new(&budget, 1000, NULL, &error) == RL_OK);
    const rl_allocator *from = rl_budget_allocator(budget);
    char *first = from->alloc(from->user, 500);
    ck_assert_ptr_nonnull(first);
    memset(first, 1, 500);
    ck_assert_int_eq(rl_budget_refused(budget), 0);
    ck_assert_ptr_null(from->alloc(from->user, 500));
    ck_assert_int_eq(rl_budget_refused(budget), 1);
    ck_assert_ptr_null(from->alloc(from->user, SIZE_MAX));
    from->free(from->user, first);
    from->free(from->user, NULL);
    char *second = from->alloc(from->user, 900);
    ck_assert_ptr_nonnull(second);
    ck_assert_uint_eq((uintptr_t)second % 16, 0);
    from->free(from->user, second);
    ck_assert_int_ge(rl_budget_peak(budget), 900);
    ck_assert_int_le(rl_budget_peak(budget), 1000);
    rl_budget_free(budget);
    rl_budget_free(NULL);
    ck_assert_int_eq(rl_budget_new(&budget, -1, NULL, &error), RL_BAD_ARGUMENT);
    ck_assert_ptr_null(budget);
}
END_TEST

START_TEST(a_budget_gives_back_what_it_took)
{
    counted_memory memory;
    rl_budget *budget;
    rl_error error;
    for (long at = 0; at <= 2; at++) {
        counted_memory_init(&memory, at);
        rl_status status = rl_budget_new(&budget, 4096, &memory.allocator, &error);
        ck_assert_int_eq(status, at == 1 ? RL_NO_MEMORY : RL_OK);
        if (status != RL_OK)
            continue;
        const rl_allocator *from = rl_budget_allocator(budget);
        void *block = from->alloc(from->user, 100);
        ck_assert_int_eq(block == NULL, at == 2);
        ck_assert_int_eq(rl_budget_refused(budget), 0); /* it was the base */
        from->free(from->user, block);
        rl_budget_free(budget);
        ck_assert_int_eq(memory.live, 0);
    }
}
END_TEST

START_TEST(a_frame_obeys_its_budget)
{
    rl_scene scene;
    rl_budget *budget;
    rl_frame *frame;
    rl_error error;
    int64_t limit = 0, peak = 0;
    rl_view view = {.struct_size = sizeof view, .width = 320, .height = 180, .threads = 2};
    scene_init(&scene);
    scene.has_seed = 1;
    for (limit = 100000; limit < 200000000; limit *= 2) {
        EXPECT(rl_budget_new(&budget, limit, NULL, &error) == RL_OK);
        view.allocator = rl_budget_allocator(budget);
        rl_status status = rl_frame_new(&frame, &scene, &view, &error);
        peak = rl_budget_peak(budget);
        ck_assert_int_le(peak, limit);
        rl_frame_free(frame);
        rl_budget_free(budget);
        if (status == RL_OK)
            break;
        ck_assert_int_eq(status, RL_NO_MEMORY);
        ck_assert_ptr_null(frame);
    }
    ck_assert_int_gt(limit, 100000); /* the first was too small */
    ck_assert_int_lt(limit, 200000000);
}
END_TEST

/* Threads take and give at once; in the end nothing is held. */
static void *take_and_give(void *budget)
{
    const rl_allocator *from = rl_budget_allocator(budget);
    for (int i = 0; i < 20000; i++) {
        void *block = from->alloc(from->user, 10 + (size_t)(i % 90));
        EXPECT(block != NULL);
        from->free(from->user, block);
    }
    return NULL;
}

START_TEST(threads_share_a_budget)
{
    pthread_t thread[4];
    rl_budget *budget;
    rl_error error;
    EXPECT(rl_budget_new(&budget, 1000, NULL, &error) == RL_OK);
    for (int i = 0; i < 4; i++)
        EXPECT(pthread_create(&thread[i], NULL, take_and_give, budget) == 0);
    for (int i = 0; i < 4; i++)
        EXPECT(pthread_join(thread[i], NULL) == 0);
    const rl_allocator *from = rl_budget_allocator(budget);
    void *all = from->alloc(from->user, 1000 - 16);
    ck_assert_ptr_nonnull(all);
    from->free(from->user, all);
    rl_budget_free(budget);
}
END_TEST

Suite *suite_limits(void);
Suite *suite_limits(void)
{
    Suite *suite = suite_create("limits");
    TCase *tcase = tcase_create("limits");
    tcase_add_test(tcase, defaults_let_ordinary_scenes_pass);
    tcase_add_test(tcase, sizes_are_held_to_side_and_area);
    tcase_add_test(tcase, a_region_and_a_zoom_count_as_what_is_written);
    tcase_add_test(tcase, surface_picture_is_held_to_the_limits);
    tcase_add_test(tcase, ridges_are_counted);
    tcase_add_test(tcase, work_tells_seconds_from_hours);
    tcase_add_test(tcase, work_does_not_overflow);
    tcase_add_test(tcase, a_landscape_has_the_work_of_the_map_it_slices);
    tcase_add_test(tcase, a_landscape_has_a_limit_of_work);
    tcase_add_test(tcase, a_budget_ends_where_it_says);
    tcase_add_test(tcase, a_budget_gives_back_what_it_took);
    tcase_add_test(tcase, a_frame_obeys_its_budget);
    tcase_add_test(tcase, threads_share_a_budget);
    suite_add_tcase(suite, tcase);
    return suite;
}
