/* test_frame.c - a frame and its rendering: parts, threads, failing memory. */
#include "frame/frame.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "support/support.h"

static rl_status try_view(int width, int height, int x, int y, int part_width, int part_height,
                          rl_error *why)
{
    rl_scene scene;
    scene_init(&scene);
    rl_view view = {.struct_size = sizeof view,
                    .width = width,
                    .height = height,
                    .x = x,
                    .y = y,
                    .part_width = part_width,
                    .part_height = part_height};
    rl_frame *frame = (rl_frame *)&view; /* must become NULL on failure */
    rl_status status = rl_frame_new(&frame, &scene, &view, why);
    ck_assert((status == RL_OK) == (frame != NULL));
    rl_frame_free(frame);
    return status;
}

TEST(view_out_of_range_is_refused)
{
    static const struct {
        int width, height, x, y, part_width, part_height;
        rl_status status;
    } cases[] = {
        {64, 36, 0, 0, 0, 0, RL_OK},
        {64, 36, 0, 0, 64, 36, RL_OK},
        {64, 36, 63, 35, 1, 1, RL_OK},
        {1, 1, 0, 0, 0, 0, RL_OK},
        {1000000, 1, 999999, 0, 1, 1, RL_OK},
        {1, 1000000, 0, 999999, 1, 1, RL_OK},
        {0, 36, 0, 0, 0, 0, RL_BAD_ARGUMENT},
        {64, 0, 0, 0, 0, 0, RL_BAD_ARGUMENT},
        {-1, 36, 0, 0, 0, 0, RL_BAD_ARGUMENT},
        {1000001, 36, 0, 0, 0, 0, RL_BAD_ARGUMENT},
        {64, 36, 1, 0, 0, 0, RL_BAD_ARGUMENT},
        {64, 36, 0, 0, 5, 0, RL_BAD_ARGUMENT},
        {64, 36, 0, 0, 65, 1, RL_BAD_ARGUMENT},
        {64, 36, 60, 0, 5, 1, RL_BAD_ARGUMENT},
        {64, 36, 0, 36, 1, 1, RL_BAD_ARGUMENT},
        {64, 36, -1, 0, 5, 5, RL_BAD_ARGUMENT},
        {64, 36, 2147483647, 0, 5, 5, RL_BAD_ARGUMENT},
        {64, 36, 0, 0, -5, 5, RL_BAD_ARGUMENT},
        {64, 36, 1, 1, 2147483647, 2147483647, RL_BAD_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rl_status status = try_view(cases[i].width, cases[i].height, cases[i].x, cases[i].y,
                                    cases[i].part_width, cases[i].part_height, &error);
        ck_assert_msg(status == cases[i].status, "case %zu: %d: %s", i, (int)status, error.text);
    }
}

TEST(frame_remembers_its_view)
{
    rl_scene scene;
    scene_init(&scene);
    scene.width = 7; /* of another picture */
    scene.height = 9;
    rl_frame *frame = new_part(&scene, 64, 36, 3, 4, 10, 11);
    const rl_scene *made = rl_frame_scene(frame);
    ck_assert(made->width == 64 && made->height == 36 && made->part_x == 3 && made->part_y == 4);
    ck_assert(made->part_width == 10 && made->part_height == 11 && made->has_seed);
    rl_frame_free(frame);
    frame = new_part(&scene, 64, 36, 0, 0, 64, 36);
    ck_assert_int_eq(rl_frame_scene(frame)->part_width, 0);
    rl_frame_free(frame);
    rl_frame_free(NULL);
}

/* Calls outside the region are refused. */
TEST(heights_of_a_region_equal_those_of_the_whole)
{
    chance c = chance_from(1);
    double all[200], part[200];
    for (int i = 0; i < 20; i++) {
        rl_scene scene;
        quick_scene(&c, &scene);
        int x = (int)chance_integer(&c, 0, 199);
        int count = (int)chance_integer(&c, 1, 200 - x);
        rl_frame *whole = new_frame(&scene, 200, 90);
        rl_frame *some = new_part(&scene, 200, 90, x, 5, count, 20);
        int ridges = rl_frame_scene(whole)->ridge_count;
        for (int ridge = 0; ridge < ridges; ridge++) {
            OK(rl_frame_heights(whole, ridge, 0, 200, all, &error));
            OK(rl_frame_heights(some, ridge, 0, count, part, &error));
            ck_assert(memcmp(part, all + x, (size_t)count * sizeof *part) == 0);
        }
        ck_assert_int_eq(rl_frame_heights(whole, ridges, 0, 1, all, &error), RL_BAD_ARGUMENT);
        ck_assert_int_eq(rl_frame_heights(whole, -1, 0, 1, all, &error), RL_BAD_ARGUMENT);
        ck_assert_int_eq(rl_frame_heights(whole, 0, 199, 2, all, &error), RL_BAD_ARGUMENT);
        ck_assert_int_eq(rl_frame_heights(whole, 0, -1, 1, all, &error), RL_BAD_ARGUMENT);
        ck_assert_int_eq(rl_frame_heights(whole, 0, 2147483647, 2, all, NULL), RL_BAD_ARGUMENT);
        rl_frame_free(whole);
        rl_frame_free(some);
    }
}

/* ---- rendering ------------------------------------------------------------ */

static char *rendered(const rl_frame *frame, const char *format, int threads, size_t *size)
{
    rl_render_options options = {
        .struct_size = sizeof options, .format = format, .threads = threads};
    rl_sink *sink = memory_sink();
    OK(rl_render(frame, &options, sink, &error));
    const void *bytes = rl_sink_bytes(sink, size);
    char *copy = malloc(*size);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, *size);
    rl_sink_free(sink);
    return copy;
}

/* rl_render and rl_paint are compared. */
TEST(rendered_pixels_equal_painted_pixels)
{
    chance c = chance_from(3);
    for (int i = 0; i < 6; i++) {
        rl_scene scene;
        quick_scene(&c, &scene);
        scene.depth = 8;
        rl_frame *frame = new_frame(&scene, 101, 203);
        size_t size;
        char *ppm = rendered(frame, RL_FORMAT_PPM, 3, &size);
        picture p = picture_paint(frame);
        size_t samples = 101 * 203 * 3;
        ck_assert_uint_gt(size, samples);
        const unsigned char *bytes = (const unsigned char *)ppm + size - samples;
        for (size_t s = 0; s < samples; s++)
            EXPECT(bytes[s] == p.sample[s]);
        picture_free(&p);
        free(ppm);
        rl_frame_free(frame);
    }
}

typedef struct watch {
    int calls, last, stop_after;
} watch;

static int watched(void *user, int done, int total)
{
    watch *w = user;
    ck_assert(done > w->last && done <= total && total == 300);
    w->last = done;
    return ++w->calls == w->stop_after;
}

TEST(progress_callback_can_cancel_rendering)
{
    rl_scene scene;
    scene_init(&scene);
    rl_frame *frame = new_frame(&scene, 40, 300);
    for (int stop = 0; stop <= 2; stop++) {
        watch w = {0, 0, stop};
        rl_render_options options = {.struct_size = sizeof options,
                                     .format = RL_FORMAT_NULL,
                                     .threads = 2,
                                     .progress = watched,
                                     .user = &w};
        rl_sink *sink = memory_sink();
        rl_status status = rl_render(frame, &options, sink, &error);
        ck_assert_int_eq(status, stop == 0 ? RL_OK : RL_CANCELLED);
        ck_assert(stop == 0 ? w.last == 300 : w.calls == stop);
        rl_sink_free(sink);
    }
    rl_frame_free(frame);
}

TEST(render_options_out_of_range_are_refused)
{
    rl_scene scene;
    scene_init(&scene);
    rl_frame *frame = new_frame(&scene, 8, 8);
    rl_sink *sink = memory_sink();
    static const int bad[] = {0, -1, 257};
    for (size_t i = 0; i < 3; i++) {
        rl_render_options options = {.struct_size = sizeof options, .threads = bad[i]};
        ck_assert_int_eq(rl_render(frame, &options, sink, &error), RL_BAD_ARGUMENT);
    }
    rl_render_options old = {.struct_size = 4, .threads = 1};
    ck_assert_int_eq(rl_render(frame, &old, sink, &error), RL_BAD_ARGUMENT);
    char row[24 * 8];
    ck_assert_int_eq(rl_paint(frame, 8, 1, row, 24, &error), RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_paint(frame, -1, 1, row, 24, &error), RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_paint(frame, 2147483647, 2, row, 24, &error), RL_BAD_ARGUMENT);
    OK(rl_paint(frame, 0, 0, row, 24, &error));
    rl_sink_free(sink);
    rl_frame_free(frame);
}

/* ---- memory --------------------------------------------------------------- */

/* The next call uses the memory again. */
TEST(painting_allocates_before_the_first_row_only)
{
    chance c = chance_from(5);
    static unsigned char pixels[500 * 60 * 6];
    for (int i = 0; i < 8; i++) {
        rl_scene scene;
        quick_scene(&c, &scene);
        counted_memory memory;
        counted_memory_init(&memory, 0);
        rl_view view = {
            .struct_size = sizeof view, .width = 60, .height = 500, .allocator = &memory.allocator};
        rl_frame *frame;
        OK(rl_frame_new(&frame, &scene, &view, &error));
        long prepared = memory.calls;
        OK(rl_paint(frame, 0, 10, pixels, 360, &error));
        long few = memory.calls - prepared;
        OK(rl_paint(frame, 0, 500, pixels, 360, &error));
        long many = memory.calls - prepared - few;
        ck_assert_int_eq(many, 0);
        ck_assert_int_gt(few, 0);
        rl_frame_free(frame);
        ck_assert_int_eq(memory.live, 0);
    }
}

enum { SHARED_WIDTH = 200, SHARED_HEIGHT = 96, SHARERS = 4, STRIP_ROWS = 8 };

typedef struct sharer {
    const rl_frame *frame;
    uint8_t *rgb;
    int first;
} sharer;

static void *paint_strips(void *user)
{
    const sharer *one = user;
    size_t stride = 3 * SHARED_WIDTH;
    for (int y = one->first * STRIP_ROWS; y < SHARED_HEIGHT; y += SHARERS * STRIP_ROWS)
        if (rl_paint(one->frame, y, STRIP_ROWS, one->rgb + (size_t)y * stride, stride, NULL) !=
            RL_OK)
            return user;
    return NULL;
}

TEST(strips_painted_by_threads_equal_one_call)
{
    static uint8_t whole[3 * SHARED_WIDTH * SHARED_HEIGHT], strips[sizeof whole];
    rl_scene scene;
    scene_of_seed(&scene, 5);
    rl_frame *frame = new_frame(&scene, SHARED_WIDTH, SHARED_HEIGHT);
    OK(rl_paint(frame, 0, SHARED_HEIGHT, whole, 3 * SHARED_WIDTH, &error));
    pthread_t thread[SHARERS];
    sharer part[SHARERS];
    for (int i = 0; i < SHARERS; i++) {
        part[i] = (sharer){frame, strips, i};
        ck_assert_int_eq(pthread_create(&thread[i], NULL, paint_strips, &part[i]), 0);
    }
    for (int i = 0; i < SHARERS; i++) {
        void *failed;
        ck_assert_int_eq(pthread_join(thread[i], &failed), 0);
        ck_assert_ptr_null(failed);
    }
    ck_assert_mem_eq(whole, strips, sizeof whole);
    rl_frame_free(frame);
}

/* ---- pixels of a window --------------------------------------------------- */

enum { SHOWN_WIDTH = 70, SHOWN_HEIGHT = 80, SHOWN_STRIDE = 4 * SHOWN_WIDTH + 12 };

/* A frame of `view` at a part of its picture must have the colours of `rgb` in the order of its
 * pixels, and leave what is between rows as it was. */
static void expect_pixels(const uint8_t *pixels, const uint8_t *rgb, int order)
{
    static const int places[3][3] = {{0, 1, 2}, {0, 1, 2}, {2, 1, 0}};
    int size = order == RL_PIXELS_RGB ? 3 : 4;
    for (int y = 0; y < SHOWN_HEIGHT; y++) {
        const uint8_t *row = pixels + y * SHOWN_STRIDE;
        for (int x = 0; x < SHOWN_WIDTH; x++) {
            for (int i = 0; i < 3; i++)
                ck_assert_int_eq(row[size * x + places[order][i]],
                                 rgb[3 * (y * SHOWN_WIDTH + x) + i]);
            ck_assert(size == 3 || row[size * x + 3] == 255);
        }
        for (int i = size * SHOWN_WIDTH; i < SHOWN_STRIDE; i++)
            ck_assert_int_eq(row[i], 77);
    }
}

TEST(pixels_for_windows_have_the_order_of_bytes_asked_for)
{
    static const char *const texts[] = {NULL, "[output]\ncolours = 12\nzoom = 3\n"};
    static uint8_t rgb[3 * SHOWN_WIDTH * SHOWN_HEIGHT], pixels[SHOWN_STRIDE * SHOWN_HEIGHT];
    for (int i = 0; i < 6; i++) {
        rl_frame *frame;
        rl_scene scene;
        rl_view view = {.struct_size = sizeof view,
                        .width = 90,
                        .height = 100,
                        .x = 7,
                        .y = 9,
                        .part_width = SHOWN_WIDTH,
                        .part_height = SHOWN_HEIGHT};
        const char *text = texts[i / 3];
        scene_init(&scene);
        if (text != NULL)
            OK(rl_scene_parse(&scene, text, strlen(text), "text", &error));
        scene.has_seed = 1;
        scene.seed = 11;
        OK(rl_frame_new(&frame, &scene, &view, &error));
        OK(rl_paint(frame, 0, SHOWN_HEIGHT, rgb, sizeof rgb / SHOWN_HEIGHT, &error));
        rl_frame_free(frame);
        view.pixels = i % 3;
        OK(rl_frame_new(&frame, &scene, &view, &error));
        memset(pixels, 77, sizeof pixels);
        OK(rl_paint(frame, 0, 30, pixels, SHOWN_STRIDE, &error));
        OK(rl_paint(frame, 30, SHOWN_HEIGHT - 30, pixels + 30 * SHOWN_STRIDE, SHOWN_STRIDE,
                    &error));
        expect_pixels(pixels, rgb, i % 3);
        rl_frame_free(frame);
        for (view.threads = 1; view.threads <= 3; view.threads += 2) { /* all in one call */
            memset(pixels, 77, sizeof pixels);
            OK(rl_picture(pixels, SHOWN_STRIDE, &view, text, "11", &error));
            expect_pixels(pixels, rgb, i % 3);
        }
    }
}

TEST(picture_call_with_bad_arguments_is_refused)
{
    static const struct {
        int pixels;
        const char *text, *seed, *message;
    } cases[] = {
        {3, NULL, "7", "pixels: 3: must be 0..2"},
        {-1, NULL, "7", "pixels: -1: must be 0..2"},
        {RL_PIXELS_BGRA, "[output]\ndepth = 16\n", "7",
         "pixels: 2: must be 0 (RGB) where output.depth = 16"},
        {0, "[sky]\nhaze = 3\n", "7", "scene:2: haze = 3: must be 0..1 or auto"},
        {0, NULL, "", "seed: empty: must be a number"},
        {0, "[ridgeline]\nkind = map\n", NULL, "ridgeline.kind = map: must be landscape"},
    };
    uint8_t pixels[4 * 16 * 9];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rl_view view = {
            .struct_size = sizeof view, .width = 16, .height = 9, .pixels = cases[i].pixels};
        ck_assert_int_ne(rl_picture(pixels, 64, &view, cases[i].text, cases[i].seed, &error),
                         RL_OK);
        ck_assert_msg(strncmp(error.text, cases[i].message, strlen(cases[i].message)) == 0,
                      "'%s' is not '%s'", error.text, cases[i].message);
    }
    counted_memory memory;
    EACH_FAULT(memory)
    {
        rl_view view = {
            .struct_size = sizeof view, .width = 16, .height = 9, .allocator = &memory.allocator};
        must_tell_fault(&memory, rl_picture(pixels, 64, &view, NULL, "7", &error));
    }
}

typedef struct stopper {
    int calls, last;
} stopper;

static int stop_after(void *user, int rows_done, int rows_total)
{
    stopper *s = user;
    ck_assert_int_eq(rows_done, 0);
    ck_assert_int_eq(rows_total, 36);
    return ++s->calls == s->last;
}

TEST(frame_preparation_stops_at_any_progress_call)
{
    rl_scene scene;
    scene_of_seed(&scene, 0);
    rl_status status = RL_CANCELLED;
    for (int n = 1; status == RL_CANCELLED; n += 5) {
        counted_memory memory;
        rl_frame *frame;
        stopper s = {0, n};
        counted_memory_init(&memory, 0);
        rl_view view = {.struct_size = sizeof view,
                        .width = 64,
                        .height = 36,
                        .allocator = &memory.allocator,
                        .progress = stop_after,
                        .user = &s};
        status = rl_frame_new(&frame, &scene, &view, &error);
        ck_assert(status == RL_CANCELLED || (status == RL_OK && n > 20));
        ck_assert((status == RL_OK) == (frame != NULL));
        double height; /* it is asked no more */
        s.last = s.calls + 1;
        if (frame != NULL)
            OK(rl_frame_heights(frame, 0, 5, 1, &height, &error));
        rl_frame_free(frame);
        ck_assert_int_eq(memory.live, 0);
    }
}
