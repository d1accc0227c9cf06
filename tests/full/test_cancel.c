/* test_cancel.c - whatever takes time may be stopped, early and late, and then holds
 * nothing. */
#include <string.h>

#include "ridgeline-map.h"
#include "support/support.h"

/* Stops at call `stop_at` (1 = the first), 0 = never. */
typedef struct patience {
    long calls, stop_at;
    long preparing; /* calls that told of 0 rows of 1 */
} patience;

static int rows_told(void *user, int done, int total)
{
    patience *p = user;
    p->preparing += done == 0 && total == 1;
    return ++p->calls == p->stop_at;
}

static int share_told(void *user, const char *what, double done)
{
    patience *p = user;
    EXPECT_MSG(what[0] != '\0' && done >= 0.0 && done <= 1.0, "%s %g", what, done);
    return ++p->calls == p->stop_at;
}

static void stopped(const patience *p, rl_status status, const rl_error *why)
{
    int is_stopped = p->stop_at > 0 && p->calls >= p->stop_at;
    ck_assert_int_eq(status, is_stopped ? RL_CANCELLED : RL_OK);
    EXPECT_MSG(!is_stopped || strstr(why->text, "cancelled") != NULL, "%s", why->text);
}

/* Call 1 and 2, then each time about a third later, until nothing is stopped any more. */
static long next_stop(long stop_at)
{
    return stop_at + 1 + stop_at / 3;
}

/* ---- landscapes --------------------------------------------------------- */

static rl_status frame_with(const rl_scene *scene, int threads, size_t keep_bytes, patience *p,
                            rl_frame **frame, const rl_allocator *allocator, rl_error *why)
{
    rl_view view = {.struct_size = sizeof view,
                    .width = 640,
                    .height = 360,
                    .threads = threads,
                    .allocator = allocator,
                    .keep_bytes = keep_bytes,
                    .progress = rows_told,
                    .user = p};
    return rl_frame_new(frame, scene, &view, why);
}

TEST(frame_preparation_can_be_cancelled_anywhere)
{
    static const size_t keeps[] = {0, 0, 1 << 20};
    long most[3];
    for (int i = 0; i < 3; i++) {
        int threads = i == 0 ? 1 : 2;
        long calls = 0;
        for (long at = 1; calls == 0; at = next_stop(at)) {
            counted_memory memory;
            rl_scene scene;
            rl_frame *frame = NULL;
            patience p = {.stop_at = at};
            counted_memory_init(&memory, 0);
            scene_of_seed(&scene, 0);
            rl_status status =
                frame_with(&scene, threads, keeps[i], &p, &frame, &memory.allocator, &error);
            stopped(&p, status, &error);
            EXPECT((frame != NULL) == (status == RL_OK));
            calls = p.calls < at ? p.calls : 0;
            rl_frame_free(frame);
            ck_assert_int_eq(memory.live, 0);
        }
        ck_assert_int_gt(calls, 4);
        most[i] = calls;
    }
    ck_assert_int_gt(most[2], most[1] + 4); /* also while its land is measured */
}

static rl_status render_to_memory(const rl_frame *frame, patience *p, rl_error *why)
{
    rl_render_options how = {
        .struct_size = sizeof how, .threads = 2, .progress = rows_told, .user = p};
    rl_sink *sink;
    EXPECT(rl_sink_to_memory(&sink, NULL, why) == RL_OK);
    rl_status status = rl_render(frame, &how, sink, why);
    rl_sink_free(sink);
    return status;
}

TEST(painting_can_be_cancelled_anywhere)
{
    patience never = {0};
    rl_scene scene;
    rl_frame *frame;
    long calls = 0;
    scene_of_seed(&scene, 0);
    OK(frame_with(&scene, 1, 0, &never, &frame, NULL, &error));
    for (long at = 1; calls == 0; at = next_stop(at)) {
        patience p = {.stop_at = at};
        stopped(&p, render_to_memory(frame, &p, &error), &error);
        calls = p.calls < at ? p.calls : 0;
    }
    rl_frame_free(frame);
    ck_assert_int_gt(calls, 4);
}

/* ---- maps --------------------------------------------------------------- */

static void map_scene(rl_scene *scene, int side)
{
    scene_init(scene);
    scene->kind = 1;
    scene->has_seed = 1;
    scene->width = scene->height = side;
}

/* The calls of a map with one pass (-1 = none) that is stopped at every place. */
static long stop_map(int kind)
{
    long calls = 0;
    for (long at = 1; calls == 0; at = next_stop(at)) {
        counted_memory memory;
        rl_scene scene;
        rl_map *map = NULL;
        patience p = {.stop_at = at};
        counted_memory_init(&memory, 0);
        map_scene(&scene, 129);
        scene.map.pass_count = kind >= 0;
        scene.map.pass[0].kind = kind >= 0 ? kind : RL_AUTO;
        rl_map_options how = {.struct_size = sizeof how,
                              .threads = 2,
                              .allocator = &memory.allocator,
                              .progress = share_told,
                              .user = &p};
        rl_status status = rl_map_new(&map, &scene, &how, &error);
        stopped(&p, status, &error);
        EXPECT((map != NULL) == (status == RL_OK));
        calls = p.calls < at ? p.calls : 0;
        rl_map_free(map);
        ck_assert_int_eq(memory.live, 0);
    }
    return calls;
}

TEST(each_map_pass_can_be_cancelled_anywhere)
{
    long bare = stop_map(-1);
    ck_assert_int_ge(bare, 1);
    for (int kind = 0; rl_pass_name(kind) != NULL; kind++) {
        long calls = stop_map(kind);
        EXPECT_MSG(calls > bare, "%s: %ld calls, %ld without it", rl_pass_name(kind), calls, bare);
    }
}

TEST(each_map_view_can_be_cancelled_in_preparation)
{
    static const char *const views[] = {"above", "surface"};
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        rl_scene scene;
        rl_map *map;
        rl_map_options make = {.struct_size = sizeof make, .threads = 1};
        long calls = 0, preparing = 0;
        map_scene(&scene, 257);
        OK(rl_scene_set(&scene, "map.view", views[i], &error));
        OK(rl_scene_set(&scene, "map.rivers", "0.5", &error));
        OK(rl_map_new(&map, &scene, &make, &error));
        for (long at = 1; calls == 0; at = next_stop(at)) {
            patience p = {.stop_at = at};
            rl_render_options how = {
                .struct_size = sizeof how, .threads = 2, .progress = rows_told, .user = &p};
            rl_sink *sink = memory_sink();
            stopped(&p, rl_map_render(map, &how, sink, &error), &error);
            rl_sink_free(sink);
            calls = p.calls < at ? p.calls : 0;
            preparing = p.preparing > preparing ? p.preparing : preparing;
        }
        rl_map_free(map);
        EXPECT_MSG(preparing > 0 && calls > preparing, "%s: %ld of %ld calls while preparing",
                   views[i], preparing, calls);
    }
}
