/* test_layers.c - layers of a frame: what they are, and that they make the picture. */
#include <stdlib.h>
#include <string.h>

#define LANES 1
#include "base/colour_lanes.h"
#include "base/composite.h"
#include "base/hash.h"
#include "frame/frame.h"
#include "heightmap/pass.h"
#include "layers/core/kind.h"
#include "ridge/family.h"
#include "support/support.h"

#define WIDTH 256
#define HEIGHT 120
#define LAYERS_MOST 66

static void layered_scene(chance *c, rl_scene *scene)
{
    static const char *const worlds[] = {"alpine", "forest", "lake", "desert", "misty"};
    scene_of_seed(scene, chance_bits(c));
    OK(rl_scene_set(scene, "ridgeline.world", worlds[chance_integer(c, 0, 4)], &error));
    scene->dither = (int)chance_integer(c, 0, RL_DITHER_4X4);
    scene->extent = chance_integer(c, 0, 2) == 0 ? RL_EXTENT_ENDLESS : RL_EXTENT_LOOP;
    scene->offset = chance_integer(c, -5000, 5000);
    scene_slot(scene, "birds.count")->integer = 4;
    scene_slot(scene, "stars.amount")->real = 0.7;
    random_print(c, scene);
}

/* All layers of a frame, whole. */
typedef struct stack {
    int count;
    uint8_t *rgba[LAYERS_MOST];
} stack;

static stack paint_stack(const rl_frame *frame)
{
    stack all = {.count = rl_frame_layers(frame)};
    rl_painter *painter;
    OK(rl_painter_new(&painter, frame, &error));
    for (int i = 0; i < all.count; i++) {
        all.rgba[i] = calloc(WIDTH * HEIGHT, 4);
        OK(rl_painter_layer(painter, i, 0, 0, WIDTH, HEIGHT, all.rgba[i], 4 * WIDTH, &error));
    }
    rl_painter_free(painter);
    return all;
}

static void free_stack(stack *all)
{
    for (int i = 0; i < all->count; i++)
        free(all->rgba[i]);
}

TEST(layers_composed_equal_the_picture)
{
    chance c = chance_from(71);
    static uint8_t flat[WIDTH * HEIGHT * 3], made[WIDTH * HEIGHT * 3];
    for (int i = 0; i < SUPPORT_PART(60); i++) {
        rl_scene scene;
        layered_scene(&c, &scene);
        if (i % 5 == 0)
            scene.colours = 24;
        rl_frame *frame = new_frame(&scene, WIDTH, HEIGHT);
        OK(rl_paint(frame, 0, HEIGHT, flat, 3 * WIDTH, &error));
        stack all = paint_stack(frame);
        rl_composite((const uint8_t *const *)all.rgba, all.count, WIDTH * HEIGHT, made);
        for (int k = 0; k < WIDTH * HEIGHT * 3; k++)
            EXPECT_MSG(abs(flat[k] - made[k]) <= (i % 5 == 0 ? 0 : 1), "%d,%d: %d is not %d",
                       k / 3 % WIDTH, k / 3 / WIDTH, made[k], flat[k]);
        free_stack(&all);
        rl_frame_free(frame);
    }
}

/* The picture is painted without layers. */
TEST(composed_layers_are_within_3_steps_of_the_picture)
{
    chance c = chance_from(74);
    static uint8_t flat[WIDTH * HEIGHT * 3], made[WIDTH * HEIGHT * 3];
    for (int i = 0; i < SUPPORT_PART(12); i++) {
        rl_scene scene;
        layered_scene(&c, &scene);
        scene.dither = RL_DITHER_NONE;
        rl_frame *frame = new_frame(&scene, WIDTH, HEIGHT);
        OK(rl_paint(frame, 0, HEIGHT, made, 3 * WIDTH, &error));
        frame->is_layered = 0;
        OK(rl_paint(frame, 0, HEIGHT, flat, 3 * WIDTH, &error));
        int64_t apart = 0;
        int most = 0;
        for (int k = 0; k < WIDTH * HEIGHT * 3; k++) {
            int step = abs(flat[k] - made[k]);
            apart += step > 1;
            most = step > most ? step : most;
        }
        EXPECT_MSG(most <= 3 && apart <= WIDTH * HEIGHT * 3 / 10000,
                   "scene %d: %lld differ, up to %d", i, (long long)apart, most);
        rl_frame_free(frame);
    }
}

/* The covered pixel of a column that is nearest to a row; either where two are. */
static int has_nearest_colour(const uint8_t *rgba, int x, int y)
{
    const uint8_t *own = rgba + 4 * ((size_t)y * WIDTH + (size_t)x);
    for (int far = 1; far < HEIGHT; far++) {
        int is_found = 0, is_like = 0;
        for (int side = -1; side <= 1; side += 2) {
            int row = y + side * far;
            if (row < 0 || row >= HEIGHT)
                continue;
            const uint8_t *other = rgba + 4 * ((size_t)row * WIDTH + (size_t)x);
            if (other[3] == 0)
                continue;
            is_found = 1;
            is_like |= memcmp(own, other, 3) == 0;
        }
        if (is_found)
            return is_like;
    }
    return 1; /* nothing is covered: the columns beside decide */
}

TEST(transparent_pixels_have_the_nearest_colour)
{
    chance c = chance_from(72);
    for (int i = 0; i < SUPPORT_PART(20); i++) {
        rl_scene scene;
        layered_scene(&c, &scene);
        rl_frame *frame = new_frame(&scene, WIDTH, HEIGHT);
        stack all = paint_stack(frame);
        for (int k = 0; k < all.count; k++) {
            int covered = 0;
            for (int p = 0; p < WIDTH * HEIGHT; p++) {
                covered += all.rgba[k][4 * p + 3] > 0;
                if (all.rgba[k][4 * p + 3] == 0)
                    EXPECT_MSG(has_nearest_colour(all.rgba[k], p % WIDTH, p / WIDTH),
                               "layer %d: %d,%d has another colour", k, p % WIDTH, p / WIDTH);
            }
            EXPECT_MSG(covered > 0 || i > 0, "layer %d is empty", k);
        }
        free_stack(&all);
        rl_frame_free(frame);
    }
}

/* Nothing is covered above the top of a layer and below its bottom. */
static void check_rows(const rl_layer *layer, const uint8_t *rgba)
{
    for (int p = 0; p < WIDTH * HEIGHT; p++)
        EXPECT_MSG(rgba[4 * p + 3] == 0 || (p / WIDTH >= layer->top && p / WIDTH < layer->bottom),
                   "%s is covered in row %d, not only in %d..%d", layer->name, p / WIDTH,
                   layer->top, layer->bottom - 1);
}

TEST(layer_list_describes_each_layer)
{
    rl_scene scene;
    scene_of_seed(&scene, 14);
    scene.world = 0; /* alpine: nothing but ridges and the lake */
    scene.ridge_count = 5;
    scene.lake_ridge = 3;
    scene.extent = RL_EXTENT_LOOP;
    rl_frame *frame = new_frame(&scene, WIDTH, HEIGHT);
    static const char *const names[] = {"sky",  "ridge-1", "ridge-2", "ridge-3",
                                        "lake", "ridge-4", "ridge-5"};
    ck_assert_int_eq(rl_frame_layers(frame), 7);
    stack all = paint_stack(frame);
    double last = -1.0;
    for (int i = 0; i < 7; i++) {
        rl_layer layer = {.struct_size = sizeof layer};
        OK(rl_frame_layer(frame, i, &layer, &error));
        ck_assert_str_eq(layer.name, names[i]);
        EXPECT(layer.parallax >= last && layer.parallax <= 1.0);
        EXPECT(layer.is_opaque == (i == 0));
        last = layer.parallax;
        check_rows(&layer, all.rgba[i]);
    }
    EXPECT(last > 0.7);
    rl_layer layer = {.struct_size = sizeof layer};
    ck_assert_int_eq(rl_frame_layer(frame, 7, &layer, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "layer: 7: must be 0..6");
    layer.struct_size = 3;
    ck_assert_int_eq(rl_frame_layer(frame, 0, &layer, &error), RL_BAD_ARGUMENT);
    free_stack(&all);
    rl_frame_free(frame);
}

/* The motif is much higher than its ridge, and is part of the ridge's layer or a layer of its
 * own. */
TEST(layer_rows_include_a_high_motif)
{
    rl_scene scene;
    int layers[2];
    scene_of_seed(&scene, 3);
    scene.extent = RL_EXTENT_LOOP;
    scene.motif.size = 0.6;
    OK(rl_scene_set(&scene, "ridgeline.world", "hills", &error));
    OK(rl_scene_set(&scene, "motif.name", "windmill", &error));
    OK(rl_scene_set(&scene, "aloft.name", "balloon", &error));
    for (scene.motif_layer = 0; scene.motif_layer <= 1; scene.motif_layer++) {
        rl_frame *frame = new_frame(&scene, WIDTH, HEIGHT);
        stack all = paint_stack(frame);
        int motifs = 0;
        for (int i = 0; i < all.count; i++) {
            rl_layer layer = {.struct_size = sizeof layer};
            OK(rl_frame_layer(frame, i, &layer, &error));
            motifs += strncmp(layer.name, "motif", 5) == 0;
            check_rows(&layer, all.rgba[i]);
        }
        ck_assert_int_eq(motifs, 2 * scene.motif_layer);
        layers[scene.motif_layer] = all.count;
        free_stack(&all);
        rl_frame_free(frame);
    }
    ck_assert_int_eq(layers[1], layers[0] + 2);
}

/* A window may be wider than the loop. */
TEST(window_of_a_loop_is_the_same_from_any_start)
{
    chance c = chance_from(73);
    rl_scene scene;
    layered_scene(&c, &scene);
    scene.extent = RL_EXTENT_LOOP;
    rl_frame *frame = new_frame(&scene, WIDTH, HEIGHT);
    rl_painter *painter;
    OK(rl_painter_new(&painter, frame, &error));
    stack all = paint_stack(frame);
    enum { WIDE = 2 * WIDTH + 37 };
    static uint8_t window[WIDE * HEIGHT * 4];
    for (int i = 0; i < 40; i++) {
        int layer = (int)chance_integer(&c, 0, all.count - 1);
        int64_t x = i < 20 ? chance_integer(&c, -1000, 1000) : (int64_t)chance_bits(&c);
        OK(rl_painter_layer(painter, layer, x, 0, WIDE, HEIGHT, window, 4 * WIDE, &error));
        int64_t from = x % WIDTH + WIDTH;
        for (int p = 0; p < WIDE * HEIGHT; p++) {
            size_t at = (size_t)((from + p % WIDE) % WIDTH) + (size_t)(p / WIDE) * WIDTH;
            EXPECT_MSG(memcmp(window + 4 * (size_t)p, all.rgba[layer] + 4 * at, 4) == 0,
                       "layer %d from %lld differs at %d,%d", layer, (long long)x, p % WIDE,
                       p / WIDE);
        }
    }
    free_stack(&all);
    rl_painter_free(painter);
    rl_frame_free(frame);
}

/* The lake is before all ridges, and windows are at the ends of int64_t. */
TEST(layers_at_extremes_of_the_world_are_painted)
{
    rl_scene scene;
    uint8_t here[4 * 8], there[4 * 8];
    rl_painter *painter;
    scene_of_seed(&scene, 0);
    scene.ridge_count = 3;
    scene.lake_ridge = 9;
    scene.extent = RL_EXTENT_LOOP;
    rl_frame *frame = new_frame(&scene, 192, 60);
    OK(rl_painter_new(&painter, frame, &error));
    for (int i = 0; i < rl_frame_layers(frame); i++) {
        rl_layer layer = {.struct_size = sizeof layer};
        OK(rl_frame_layer(frame, i, &layer, &error));
        EXPECT(layer.depth >= 0.0 && layer.depth <= 1.0);
        OK(rl_painter_layer(painter, i, INT64_MIN, 50, 8, 1, here, 32, &error));
        OK(rl_painter_layer(painter, i, INT64_MIN % 192 + 192, 50, 8, 1, there, 32, &error));
        EXPECT(memcmp(here, there, sizeof here) == 0);
        OK(rl_painter_layer(painter, i, INT64_MAX, 50, 8, 1, here, 32, &error));
    }
    rl_painter_free(painter);
    rl_frame_free(frame);
}

/* Greatest difference of a tint, 1/255: pixels interpolate between nodes where a crest is corrected.
 */
#define TINT_MOST 4
#define GLOW_RADII 3.0 /* radii round the sun whose glow bends between nodes */

/* The sun is at the scene's place. */
TEST(layer_tints_equal_bare_sky_and_land)
{
    rl_scene scene;
    scene_of_seed(&scene, 6);
    scene.ridge_count = 3;
    scene.lake_ridge = 2;
    scene.extent = RL_EXTENT_LOOP;
    scene.offset = 100;
    scene_slot(&scene, "clouds.amount")->real = scene_slot(&scene, "stars.amount")->real =
        scene_slot(&scene, "aurora.amount")->real = 0.0;
    scene_slot(&scene, "birds.count")->integer = scene.moon = 0;
    scene.fog = scene.mist_noise = 0.0;
    scene.sun_x = 0.25;
    scene.sun_y = 0.9;
    for (int i = 0; i < RL_MAX_RIDGES; i++)
        scene.ridge[i].relief = scene.ridge[i].trees = 0.0;
    rl_frame *frame = new_frame(&scene, WIDTH, HEIGHT);
    const rl_scene *made = rl_frame_scene(frame);
    double unit = made->scale == RL_SCALE_HEIGHT ? HEIGHT : 0.75 * __builtin_sqrt(WIDTH * HEIGHT);
    double x, y, radius;
    rl_frame_sun(frame, &x, &y, &radius);
    double must_be = 0.5 * WIDTH + 0.25 * unit - 100.0;
    must_be += must_be < 0.0 ? WIDTH : 0.0;
    EXPECT_MSG(x - must_be < 1e-6 && must_be - x < 1e-6, "the sun is at %g, not %g", x, must_be);
    EXPECT(y - 0.1 * HEIGHT < 1e-6 && y - 0.1 * HEIGHT > -1e-6);
    stack all = paint_stack(frame);
    for (int layer = 0; layer < 2; layer++)
        for (int p = 0; p < WIDTH * HEIGHT; p++) {
            const uint8_t *pixel = all.rgba[layer] + 4 * p;
            uint8_t rgb[3];
            double dx = p % WIDTH + 0.5 - x, dy = p / WIDTH + 0.5 - y;
            double glow = GLOW_RADII * (radius + 2.0);
            if (pixel[3] < 255 || dx * dx + dy * dy < glow * glow)
                continue;
            OK(rl_frame_tint(frame, layer, p % WIDTH, p / WIDTH + 0.5, rgb, &error));
            for (int c = 0; c < 3; c++)
                EXPECT_MSG(pixel[c] - rgb[c] <= TINT_MOST && rgb[c] - pixel[c] <= TINT_MOST,
                           "layer %d: %d,%d: sample %d is %d, its tint %d", layer, p % WIDTH,
                           p / WIDTH, c, pixel[c], rgb[c]);
        }
    uint8_t rgb[3];
    ck_assert_int_eq(rl_frame_tint(frame, 5, 0.0, 0.0, rgb, &error), RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_frame_tint(frame, 3, 0.0, 0.0, rgb, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "layer: 3: must not be a lake");
    free_stack(&all);
    rl_frame_free(frame);
}

TEST(layer_window_with_bad_arguments_is_refused)
{
    rl_scene scene;
    uint8_t pixel[4];
    rl_painter *painter;
    scene_of_seed(&scene, 0);
    scene.extent = RL_EXTENT_ENDLESS;
    rl_frame *frame = new_frame(&scene, WIDTH, HEIGHT);
    OK(rl_painter_new(&painter, frame, &error));
    ck_assert_int_eq(rl_painter_layer(painter, 0, WIDTH, 0, 1, 1, pixel, 4, &error),
                     RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "1 columns from 256: must be inside 0..255");
    ck_assert_int_eq(rl_painter_layer(painter, 0, 0, HEIGHT, 1, 1, pixel, 4, &error),
                     RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_painter_layer(painter, 99, 0, 0, 1, 1, pixel, 4, &error), RL_BAD_ARGUMENT);
    rl_painter_free(painter);
    rl_frame_free(frame);
    scene.depth = 16;
    frame = new_frame(&scene, WIDTH, HEIGHT);
    ck_assert_int_eq(rl_painter_new(&painter, frame, &error), RL_BAD_ARGUMENT);
    ck_assert_ptr_null(painter);
    rl_frame_free(frame);
}

TEST(layer_light_is_mixed_linearly)
{
    const uint8_t below[4] = {255, 255, 255, 255};
    const uint8_t over[4] = {0, 0, 0, 128};
    const uint8_t *const both[] = {below, over};
    uint8_t rgb[3];
    rl_composite(both, 2, 1, rgb);
    EXPECT_MSG(rgb[0] == 187 && rgb[1] == 187 && rgb[2] == 187, "%d", rgb[0]); /* .498 of light */
    const uint8_t hidden[4] = {9, 8, 7, 255};
    const uint8_t *const three[] = {below, over, hidden};
    rl_composite(three, 3, 1, rgb);
    EXPECT(rgb[0] == 9 && rgb[1] == 8 && rgb[2] == 7);
}

/* One pixel, as rl_composite's comment has it; what is not mixed keeps its bytes. */
static void mix_pixel(const uint8_t *const *rgba, int count, int at, uint8_t rgb[3])
{
    for (int c = 0; c < 3; c++) {
        float light = 0.0f;
        int is_mixed = 0;
        for (int k = 0; k < count; k++) {
            const uint8_t *pixel = rgba[k] + (size_t)4 * (size_t)at;
            float own = lanes_tone_decode((float)pixel[c] * (1.0f / 255.0f));
            float alpha = (float)pixel[3] * (1.0f / 255.0f);
            light = pixel[3] == 255 ? own : light + (own - light) * alpha;
            is_mixed = pixel[3] > 0 ? pixel[3] < 255 : is_mixed;
            rgb[c] = pixel[3] == 255 ? pixel[c] : rgb[c];
        }
        if (is_mixed)
            rgb[c] = (uint8_t)(lanes_tone_encode(light) * 255.0f + 0.5f);
    }
}

/* Pixels come in runs of one layer and mixed, and no byte beyond them is written. */
TEST(layer_pixels_mixed_in_bulk_equal_pixels_alone)
{
    enum { LAYERS = 4, MOST = 100, SPARE = 4 };
    static const uint8_t alphas[] = {0, 255, 0, 255, 128, 1};
    static uint8_t rgba[LAYERS][4 * MOST], rgb[3 * MOST + SPARE];
    chance c = chance_from(77);
    for (int pixels = 0; pixels <= MOST; pixels++) {
        const uint8_t *row[LAYERS];
        for (int k = 0; k < LAYERS; k++) {
            row[k] = rgba[k];
            for (int i = 0, run = 0, alpha = 0; i < pixels; i++, run--) {
                if (run == 0) {
                    run = (int)chance_integer(&c, 1, 40);
                    alpha = alphas[chance_integer(&c, 0, sizeof alphas - 1)];
                }
                for (int j = 0; j < 3; j++)
                    rgba[k][4 * i + j] = (uint8_t)chance_integer(&c, 0, 255);
                rgba[k][4 * i + 3] = (uint8_t)(k == 0 ? 255 : alpha);
            }
        }
        for (int k = 0; k <= (int)cpu_choose(RL_KERNELS_BEST); k++) {
            memset(rgb, 0x5a, sizeof rgb);
            composite_kernels[k](row, LAYERS, pixels, rgb);
            for (int i = 0; i < pixels; i++) {
                uint8_t alone[3];
                mix_pixel(row, LAYERS, i, alone);
                EXPECT_MSG(memcmp(alone, rgb + (size_t)3 * (size_t)i, 3) == 0, "%d of %d, width %d",
                           i, pixels, k);
            }
            for (int i = 0; i < SPARE; i++)
                EXPECT_MSG(rgb[3 * pixels + i] == 0x5a, "behind %d, width %d", pixels, k);
        }
    }
}

/* Programs that ignore transparency show this colour. */
TEST(transparent_palette_index_has_a_colour_of_the_edge)
{
    static const uint8_t palette[] = {10, 20, 30, 200, 210, 220, 90, 80, 70};
    static const uint8_t rgba[] = {10,  20,  30,  0, 200, 210, 220, 0,
                                   200, 210, 220, 9, 90,  80,  70,  255};
    const rl_rgba_options how = {.struct_size = sizeof how, .colours = 3, .rgb = palette};
    size_t size;
    rl_sink *sink = memory_sink();
    OK(rl_encode_rgba(rgba, 8, 2, 2, &how, sink, &error));
    const uint8_t *bytes = rl_sink_bytes(sink, &size);
    size_t at = 0;
    while (at + 20 < size && memcmp(bytes + at, "PLTE", 4) != 0)
        at++;
    EXPECT(memcmp(bytes + at + 4, palette, 9) == 0);
    EXPECT_MSG(memcmp(bytes + at + 13, palette + 3, 3) == 0, "%d", bytes[at + 13]);
    rl_sink_free(sink);
    static const uint8_t foreign[] = {1, 2, 3, 255};
    sink = memory_sink();
    ck_assert_int_eq(rl_encode_rgba(foreign, 4, 1, 1, &how, sink, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "encode: pixel 0,0: #010203: is no colour of the palette");
    rl_sink_free(sink);
}

/* ---- random streams -------------------------------------------------------- */

typedef struct stream_range {
    const char *name;
    uint64_t first, count;
} stream_range;

#define SHARED(name, first, count) {#name, first, count},

/* Appends the streams of a row of a table, if it has any.  Returns how many rows it added. */
static int add_streams(stream_range all[128], const char *name, uint64_t first, uint64_t count)
{
    int end = 0;
    while (all[end].name != NULL)
        end++;
    ck_assert_int_lt(end, 127);
    if (first != 0)
        all[end] = (stream_range){name, first, count > 0 ? count : 1};
    return first != 0;
}

TEST(random_streams_of_rows_do_not_overlap)
{
    stream_range all[128] = {SHARED_STREAMS(SHARED){"shape", STREAM_SHAPE, 1}};
    int kinds = 0, families = 0, passes = 0;
    for (int i = 0; i < layer_kind_count; i++)
        kinds +=
            add_streams(all, layer_kinds[i]->name, layer_kinds[i]->stream, layer_kinds[i]->streams);
    const ridge_family *family;
    for (size_t i = 0; (family = ridge_family_at(i)) != NULL; i++)
        families += add_streams(all, family->name, family->stream, 1);
    const heightmap_pass *pass;
    for (int i = 0; (pass = pass_at(i)) != NULL; i++)
        passes += add_streams(all, pass->name, pass->random, RL_MAX_PASSES);
    ck_assert_int_ge(kinds, 18);
    ck_assert_int_eq(families, 2);
    ck_assert_int_eq(passes, 8);
    for (int i = 0; all[i].name != NULL; i++)
        for (int j = 0; j < i; j++)
            ck_assert_msg(all[i].first + all[i].count <= all[j].first ||
                              all[j].first + all[j].count <= all[i].first,
                          "%s and %s share a random stream", all[i].name, all[j].name);
}
