/* test_limits.c - what a scene from outside may ask for, and memory with an end. */
#include <limits.h>
#include <pthread.h>
#include <string.h>

#include "heightmap/pass.h"
#include "ridgeline-map.h"
#include "support/support.h"

static rl_status check(const rl_limits *limits, const char *key, const char *value, rl_error *why)
{
    rl_scene scene;
    scene_init(&scene);
    EXPECT(rl_scene_set(&scene, key, value, why) == RL_OK);
    return rl_limits_check(limits, &scene, why);
}

TEST(default_limits_allow_ordinary_scenes)
{
    rl_limits limits;
    const char *name;
    rl_limits_init(&limits);
    ck_assert_uint_eq(limits.struct_size, sizeof limits);
    for (size_t i = 0; (name = rl_scene_builtin_name(i)) != NULL; i++) {
        rl_scene scene;
        scene_init(&scene);
        OK(rl_scene_builtin(&scene, name, &error));
        OK(rl_limits_check(&limits, &scene, &error));
    }
    OK(check(&limits, "output.size", "32768x1953", &error));
    ck_assert_str_eq(error.text, "");
}

TEST(picture_beyond_side_or_area_limit_is_refused)
{
    static const char *const wrong[] = {"32769x1", "1x32769", "32768x1954", "1000000x1000000"};
    rl_limits limits;
    rl_limits_init(&limits);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_int_eq(check(&limits, "output.size", wrong[i], &error), RL_BAD_DATA);
        EXPECT_MSG(strncmp(error.text, "output.size = ", 14) == 0, "%s", error.text);
    }
    limits.side = RL_MAX_SIDE;
    limits.area = INT64_C(1000000000000);
    limits.work = INT64_MAX;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        OK(check(&limits, "output.size", wrong[i], &error));
}

TEST(limit_counts_the_region_after_zoom)
{
    rl_limits limits;
    rl_scene scene;
    rl_limits_init(&limits);
    scene_init(&scene);
    scene.width = scene.height = 100000;
    scene.part_width = scene.part_height = 512;
    OK(rl_limits_check(&limits, &scene, &error));
    scene.zoom = 16; /* 8192 x 8192 is more than 64 Mpx */
    ck_assert_int_eq(rl_limits_check(&limits, &scene, &error), RL_BAD_DATA);
    scene.zoom = 15;
    OK(rl_limits_check(&limits, &scene, &error));
}

TEST(surface_picture_beyond_limits_is_refused)
{
    rl_limits limits;
    rl_scene scene;
    rl_limits_init(&limits);
    scene_init(&scene);
    scene.kind = RL_SCENE_MAP;
    scene.width = scene.height = 65;
    scene.map.picture_width = scene.map.picture_height = 8192; /* 67 Mpx */
    OK(rl_limits_check(&limits, &scene, &error));              /* from above there is none */
    scene.map.view = RL_MAP_VIEW_SURFACE;
    ck_assert_int_eq(rl_limits_check(&limits, &scene, &error), RL_BAD_DATA);
    ck_assert_str_eq(error.text, "map.picture = 8192x8192: must be within 32768 a side and "
                                 "64000000 pixels");
    scene.map.picture_height = 7812;
    OK(rl_limits_check(&limits, &scene, &error));
    limits.side = 8191;
    ck_assert_int_eq(rl_limits_check(&limits, &scene, &error), RL_BAD_DATA);
    scene.map.picture_width = scene.map.picture_height = 0; /* as wide as the map */
    OK(rl_limits_check(&limits, &scene, &error));
}

TEST(scene_with_more_ridges_than_allowed_is_refused)
{
    rl_limits limits;
    rl_limits_init(&limits);
    limits.ridges = 5;
    OK(check(&limits, "ridgeline.ridges", "5", &error));
    ck_assert_int_eq(check(&limits, "ridgeline.ridges", "6", &error), RL_BAD_DATA);
    ck_assert_str_eq(error.text, "ridgeline.ridges = 6: must be within 5");
}

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

static rl_status check_pass(const rl_limits *limits, int kind, int side, int most, rl_error *why)
{
    rl_scene scene;
    scene_init(&scene);
    scene.kind = 1;
    scene.width = scene.height = side;
    scene.map.pass_count = 1;
    scene.map.pass[0].kind = kind;
    if (most)
        set_most(&scene.map.pass[0]);
    return rl_limits_check(limits, &scene, why);
}

TEST(work_estimate_separates_seconds_from_hours)
{
    rl_limits limits;
    rl_limits_init(&limits);
    for (int kind = 0; rl_pass_name(kind) != NULL; kind++) {
        int heavy = kind != RL_PASS_NORMALISE && kind != RL_PASS_COMBINE &&
                    kind != RL_PASS_PERTURB &&
                    kind < RL_PASS_GULLIES; /* from there on: of a place */
        OK(check_pass(&limits, kind, 1025, 0, &error));
        OK(check_pass(&limits, kind, 4097, 0, &error));
        ck_assert_int_eq(check_pass(&limits, kind, 1025, 1, &error), heavy ? RL_BAD_DATA : RL_OK);
        if (heavy)
            EXPECT_MSG(strncmp(error.text, "pass.1.kind = ", 14) == 0, "%s", error.text);
    }
}

/* The sum stays a number for the largest values, and is refused. */
TEST(work_estimate_of_any_scene_is_finite)
{
    rl_limits limits;
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

TEST(work_of_a_slice_includes_its_map)
{
    rl_limits limits;
    rl_scene scene;
    rl_limits_init(&limits);
    scene_init(&scene);
    scene.map.pass_count = 1;
    scene.map.pass[0].kind = RL_PASS_THERMAL;
    set_most(&scene.map.pass[0]);
    ck_assert_int_eq(rl_limits_check(&limits, &scene, &error), RL_BAD_DATA);
    scene.map.samples = 129;
    OK(rl_limits_check(&limits, &scene, &error));
}

/* Wooded ridges at an allowed size may still take minutes to paint. */
TEST(landscape_beyond_the_work_limit_is_refused)
{
    rl_limits limits;
    rl_scene scene;
    rl_limits_init(&limits);
    scene_init(&scene);
    scene.width = 32768;
    scene.height = 1900;
    OK(rl_limits_check(&limits, &scene, &error)); /* as many as the seed chooses */
    scene.ridge_count = 64;
    ck_assert_int_eq(rl_limits_check(&limits, &scene, &error), RL_BAD_DATA);
    ck_assert_str_eq(error.text, "ridgeline.ridges = 64: must be within 100000000000 steps of work "
                                 "at 62259200 pixels, not 240320512000");
    scene.part_width = 3840;
    scene.part_height = 1900;
    OK(rl_limits_check(&limits, &scene, &error));
    scene.part_width = scene.part_height = 0;
    for (int i = 0; i < 64; i++)
        scene.ridge[i].trees = 0.0;
    OK(rl_limits_check(&limits, &scene, &error));
    limits.work = INT64_C(62259200) * (20 + 64 * 10);
    OK(rl_limits_check(&limits, &scene, &error));
    limits.work--;
    ck_assert_int_eq(rl_limits_check(&limits, &scene, &error), RL_BAD_DATA);
    scene.kind = RL_SCENE_MAP;
    OK(rl_limits_check(&limits, &scene, &error));
}

/* ---- budgets ------------------------------------------------------------ */

TEST(budget_refuses_memory_beyond_its_size)
{
    rl_budget *budget;
    OK(rl_budget_new(&budget, 1000, NULL, &error));
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

TEST(budget_frees_all_it_took_from_its_allocator)
{
    counted_memory memory;
    rl_budget *budget;
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

TEST(frame_beyond_its_budget_is_refused)
{
    rl_scene scene;
    rl_budget *budget;
    rl_frame *frame;
    int64_t limit = 0, peak = 0;
    rl_view view = {.struct_size = sizeof view, .width = 320, .height = 180, .threads = 2};
    scene_of_seed(&scene, 0);
    for (limit = 100000; limit < 200000000; limit *= 2) {
        OK(rl_budget_new(&budget, limit, NULL, &error));
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

TEST(budget_shared_by_threads_stays_exact)
{
    pthread_t thread[4];
    rl_budget *budget;
    OK(rl_budget_new(&budget, 1000, NULL, &error));
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
