/* test_water.c - the lake: parts, threads, its shore line, what it mirrors. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "frame/frame.h"
#include "layers/water/lake.h"
#include "support/slopes.h"
#include "support/support.h"

/* A mountain lake with everything near it: relief, trees, mist, a low sun. */
static void lake_scene(rl_scene *scene, uint64_t seed)
{
    static const char text[] =
        "[ridgeline]\nridges = 5\nworld = alpine\n[sky]\nhorizon = 0.49\n[sun]\nx = 0.25\nlift = "
        "0.6\n"
        "[lake]\nridge = 3\nlevel = 0.37\n"
        "[ridge 1]\nkind = alps\nbase = 0.5\namplitude = 0.25\nrelief = 0.8\nsnow = 0.8\n"
        "[ridge 2]\nkind = alps\nbase = 0.4\namplitude = 0.18\nrelief = 0.75\n"
        "[ridge 3]\nkind = hill\nbase = 0.31\namplitude = 0.17\ntrees = 1\n"
        "[ridge 4]\nkind = hill\nbase = 0.05\namplitude = 0.12\n"
        "[ridge 5]\nkind = hill\nbase = 0\namplitude = 0.07\n[palette]\nname = dusk\n[motif]\nname "
        "= none\n[aloft]\nname = none\n";
    scene_init(scene);
    OK(rl_scene_parse(scene, text, strlen(text), "t", &error));
    scene->has_seed = 1;
    scene->seed = seed;
}

/* Worlds are named, so that tests see the same ones whichever the deck deals. */
static void set_world(rl_scene *scene, const char *world)
{
    OK(rl_scene_set(scene, "ridgeline.world", world, &error));
}

/* Any scene, with a lake somewhere. */
static void some_lake(chance *c, rl_scene *scene)
{
    enum { WORLDS = 8 };
    static const char *const world[WORLDS] = {"alpine", "misty",  "lake",    "desert",
                                              "dunes",  "forest", "savanna", "hills"};
    quick_scene(c, scene);
    set_world(scene, world[chance_integer(c, 0, WORLDS - 1)]);
    scene->lake_ridge = (int)chance_integer(c, 1, 7);
    scene->lake_level = chance_integer(c, 0, 5) == 0 ? 1.0 : chance_real(c, 0.05, 0.9);
    if (chance_integer(c, 0, 2) == 0)
        lake_scene(scene, chance_bits(c));
}

/* 1/256 pixel above the bottom. */
static int32_t lake_height(const rl_frame *frame)
{
    return (int32_t)floor(frame->scene.lake_level * frame->height * FRAME_HEIGHT_ONE + 0.5);
}

/* ---- open water ------------------------------------------------------------ */

/* Waves begin in the row where pixels are fine enough for them, which differs with the size. */
TEST(waves_begin_without_a_visible_row)
{
    enum { W = 1600, H = 900 };
    static const char text[] = "[ridgeline]\nridges = 1\nworld = alpine\n[output]\ndepth = 16\n"
                               "[lake]\nridge = 1\nlevel = 0.6\nopen = 1\nwind = 0.45\n"
                               "[ridge 1]\nkind = segment\nstart_x = -9\nend_x = 9\nstart_y = 0\n"
                               "end_y = 0\ndisplacement = 0\n[palette]\nname = violet\n";
    for (uint64_t seed = 3; seed < 10; seed += 2) {
        rl_scene scene;
        scene_init(&scene);
        OK(rl_scene_parse(&scene, text, strlen(text), "t", &error));
        scene.has_seed = 1;
        scene.seed = seed;
        picture p = picture_of(&scene, W, H);
        double last = -1.0;
        for (int y = 2 * H / 5 + 2; y < H; y++) {
            double mean = 0.0;
            for (size_t i = 0; i < 3 * W; i++)
                mean += p.sample[(size_t)y * W * 3 + i] / (3.0 * W * 65535.0);
            EXPECT_MSG(last < 0.0 || fabs(mean - last) < 0.004, "seed %d, row %d: %g, then %g",
                       (int)seed, y, last, mean);
            last = mean;
        }
        picture_free(&p);
    }
}

/* ---- parts and threads ---------------------------------------------------- */

static void check_part(const rl_scene *scene, const picture *whole, int x, int y, int width,
                       int height)
{
    rl_frame *frame = new_part(scene, whole->width, whole->height, x, y, width, height);
    picture part = picture_paint(frame);
    for (int row = 0; row < height; row++) {
        const uint16_t *from =
            whole->sample + ((size_t)(y + row) * (size_t)whole->width + (size_t)x) * 3;
        const uint16_t *to = part.sample + (size_t)row * (size_t)width * 3;
        for (int i = 0; i < width * 3; i++)
            EXPECT_MSG(from[i] == to[i], "%dx%d+%d+%d of %dx%d, pixel %d,%d: %d, not %d", width,
                       height, x, y, whole->width, whole->height, x + i / 3, y + row, to[i],
                       from[i]);
    }
    picture_free(&part);
    rl_frame_free(frame);
}

TEST(region_of_a_lake_equals_that_part_of_the_whole)
{
    chance c = chance_from(901);
    for (int i = 0; i < SUPPORT_PART(24); i++) {
        rl_scene scene;
        some_lake(&c, &scene);
        int large = i % 8 == 0; /* strips of several rows, nodes of several columns */
        int width = (int)chance_integer(&c, 1, large ? 900 : 260);
        int height = (int)chance_integer(&c, 1, large ? 1400 : 200);
        picture whole = picture_of(&scene, width, height);
        for (int n = 0; n < 6; n++) {
            int w = n == 0 ? 1 : (int)chance_integer(&c, 1, width);
            int h = n == 0 ? 1 : (int)chance_integer(&c, 1, height);
            check_part(&scene, &whole, (int)chance_integer(&c, 0, width - w),
                       (int)chance_integer(&c, 0, height - h), w, h);
        }
        picture_free(&whole);
    }
}

/* Regions begin and end within blocks: decisions per block must be the same. */
TEST(region_of_open_water_equals_that_part_of_the_whole)
{
    enum { WORLDS = 7 };
    static const char *const world[WORLDS] = {"fjord", "karst",   "archipelago", "coast",
                                              "bay",   "volcano", "city"};
    chance c = chance_from(903);
    for (int i = 0; i < 4 * WORLDS; i++) {
        rl_scene scene;
        scene_of_seed(&scene, (uint64_t)i);
        scene.depth = 16;
        set_world(&scene, world[i % WORLDS]);
        int width = (int)chance_integer(&c, 40, 300), height = (int)chance_integer(&c, 40, 300);
        picture whole = picture_of(&scene, width, height);
        for (int n = 0; n < 6; n++) {
            int w = (int)chance_integer(&c, 1, width / 2);
            check_part(&scene, &whole, (int)chance_integer(&c, 0, width - w), 0, w, height);
        }
        picture_free(&whole);
    }
}

/* The most memory that a picture of one thread takes, bytes. */
static double memory_of(const rl_scene *scene, rl_view view)
{
    rl_budget *budget;
    rl_frame *frame;
    OK(rl_budget_new(&budget, INT64_MAX, NULL, &error));
    rl_sink *sink = memory_sink();
    view.allocator = rl_budget_allocator(budget);
    rl_render_options options = {.struct_size = sizeof options, .format = "png", .threads = 1};
    OK(rl_frame_new(&frame, scene, &view, &error));
    OK(rl_render(frame, &options, sink, &error));
    rl_frame_free(frame);
    rl_sink_free(sink);
    double most = (double)rl_budget_peak(budget);
    rl_budget_free(budget);
    return most;
}

static void world_scene(rl_scene *scene, const char *world, uint64_t seed)
{
    scene_of_seed(scene, seed);
    set_world(scene, world);
    OK(rl_scene_set(scene, "ridgeline.mood", "dusk", &error));
}

static double memory_of_wallpaper(const char *world, uint64_t seed)
{
    rl_scene scene;
    world_scene(&scene, world, seed);
    return memory_of(
        &scene,
        (rl_view){.struct_size = sizeof(rl_view), .width = 3840, .height = 2160, .threads = 1});
}

/* The comparison is with mountains of the same seed. A forest has up to four times as many
 * trees. */
TEST(each_world_needs_about_the_memory_of_mountains)
{
    static const struct {
        const char *world;
        double most;
    } rows[] = {{"archipelago", 1.08}, {"fjord", 1.08}, {"karst", 1.08}, {"lake", 1.08},
                {"cloudsea", 1.08},    {"ice", 1.08},   {"forest", 1.34}};
    for (uint64_t seed = 5; seed <= 12; seed += 7) {
        double mountains = memory_of_wallpaper("alpine", seed);
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            double share = memory_of_wallpaper(rows[i].world, seed) / mountains;
            EXPECT_MSG(share <= rows[i].most, "%s, seed %d: %.3f", rows[i].world, (int)seed, share);
        }
    }
}

/* A region takes memory for its own rows, not for edges or trees above or below it. */
TEST(region_of_large_woods_needs_little_memory)
{
    for (int y = 34000; y <= 44000; y += 5000) {
        rl_scene scene;
        world_scene(&scene, "forest", 2);
        OK(rl_scene_set(&scene, "trees.species", "oak", &error));
        double most = memory_of(&scene, (rl_view){.struct_size = sizeof(rl_view),
                                                  .width = 100000,
                                                  .height = 50000,
                                                  .y = y,
                                                  .part_width = 100000,
                                                  .part_height = 64,
                                                  .threads = 1});
        EXPECT_MSG(most <= 48e6, "row %d: %.1f MB", y, most / 1e6);
    }
}

/* Rows are painted from the bottom up, each with new work memory. */
TEST(lake_rows_are_equal_in_any_order)
{
    enum { W = 700, H = 900 };
    rl_scene scene;
    lake_scene(&scene, 3);
    scene.depth = 16;
    rl_frame *frame = new_frame(&scene, W, H);
    picture whole = picture_paint(frame);
    static uint16_t row[W * 3];
    for (int y = H - 1; y >= 0; y -= 7) {
        OK(rl_paint(frame, y, 1, row, sizeof row, &error));
        EXPECT_MSG(memcmp(row, whole.sample + (size_t)y * W * 3, sizeof row) == 0, "row %d", y);
    }
    picture_free(&whole);
    rl_frame_free(frame);
}

/* ---- what it leaves alone -------------------------------------------------- */

TEST(lake_level_without_a_lake_changes_nothing)
{
    chance c = chance_from(902);
    for (int i = 0; i < 10; i++) {
        rl_scene scene;
        quick_scene(&c, &scene);
        scene.world = i % 4; /* alpine, misty, hills, forest: no water */
        scene.lake_ridge = 0;
        scene.lake_level = 0.0;
        picture a = picture_of(&scene, 160, 90);
        scene.lake_level = 0.9;
        scene.palette.water = 0x12ff34;
        picture b = picture_of(&scene, 160, 90);
        EXPECT(memcmp(a.sample, b.sample, 160 * 90 * 6) == 0);
        picture_free(&a);
        picture_free(&b);
    }
}

/* Above the far shore and on the ridges before it only mist may change; the scene has none. */
TEST(lake_changes_only_what_lies_before_its_far_shore)
{
    enum { W = 320, H = 180 };
    rl_scene scene;
    lake_scene(&scene, 5);
    scene.mist = 0.0;
    scene.sun_y = 0.6;     /* where the skyline would place it is another matter */
    scene.sun_bloom = 0.0; /* nor what it shows of the disc */
    picture wet = picture_of(&scene, W, H);
    rl_frame *frame = new_frame(&scene, W, H);
    scene.lake_ridge = 0;
    picture dry = picture_of(&scene, W, H);
    long changed = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            size_t at = ((size_t)y * W + (size_t)x) * 3;
            int differs = memcmp(wet.sample + at, dry.sample + at, 6) != 0;
            int is_lake = y >= frame->layer[slope_lake(frame)].block_top[0];
            for (int i = 0; i < slope_count(frame); i++)
                if (slope_at(frame, i).layer > slope_lake(frame))
                    is_lake =
                        is_lake && y < outline_rows_of(frame, slope_at(frame, i).outline, x).full;
            EXPECT_MSG(!differs || is_lake, "%d,%d", x, y);
            changed += differs;
        }
    ck_assert_int_gt(changed, W * H / 8);
    picture_free(&wet);
    picture_free(&dry);
    rl_frame_free(frame);
}

/* ---- the shore line -------------------------------------------------------- */

/* A flat sky, one level black ridge of a given height, a lake before it. */
static void flat_scene(rl_scene *scene, double land, double level)
{
    static const char text[] =
        "[ridgeline]\nseed = 5\nridges = 1\nworld = alpine\n[output]\ndepth = 16\n[sky]\nhorizon = "
        "0\nhaze = 0\n"
        "[sun]\nradius = 0\nhalo = 0\nwide = 0\nband = 0\nbloom = 0\nland_glow = 0\n[mist]\n"
        "amount = 0\n[stars]\namount = 0\n[clouds]\namount = 0\n[fog]\namount = 0\n"
        "[lake]\nridge = 1\n[ridge 1]\nkind = segment\nstart_x = -9\nend_x = 9\n"
        "displacement = 0\ntrees = 0\nrelief = 0\ncolour = #000\n"
        "[palette]\nsky_1 = #a0c0e0\nwater = #204060\nmist = #a0c0e0\n[motif]\nname = none\n"
        "[aloft]\nname = none\n";
    scene_init(scene);
    OK(rl_scene_parse(scene, text, strlen(text), "t", &error));
    scene->scale = RL_SCALE_HEIGHT;
    scene->ridge[0].start_y = scene->ridge[0].end_y = land;
    scene->lake_level = level;
}

static double linear(uint16_t sample)
{
    return colour_decode(sample / 65535.0);
}

TEST(lake_shore_is_a_level_line)
{
    enum { W = 70, H = 100 };
    for (int i = 0; i <= 40; i++) {
        double level = 0.30 + i * 0.0005; /* twentieths of a row */
        rl_scene scene;
        flat_scene(&scene, 0.0, level);
        rl_frame *frame = new_frame(&scene, W, H);
        picture p = picture_paint(frame);
        for (int y = 0; y < H; y++) {
            double wanted = fmin(fmax(level * H - (H - 1 - y), 0.0), 1.0);
            double covered = (double)lake_coverage(frame, lake_height(frame), y);
            EXPECT_MSG(fabs(covered - wanted) <= 0.5 / 256.0 + 1e-6, "%g, row %d: %g", level, y,
                       covered);
            const uint16_t *row = p.sample + (size_t)y * W * 3;
            for (int x = 1; x < W; x++)
                EXPECT(memcmp(row, row + x * 3, 6) == 0 ||
                       y > frame->layer[slope_lake(frame)].block_full[0] + 3);
            double sky = linear(p.sample[0]); /* here lake lies under sky */
            double lake = linear(
                p.sample[(size_t)(frame->layer[slope_lake(frame)].block_full[0] + 1) * W * 3]);
            /* Within the first rows the lake's colour goes on: its haze thins to 1/e
             * over one row of this size, so a row's middle is not its mean. */
            if (y == frame->layer[slope_lake(frame)].block_top[0])
                EXPECT_MSG(linear(row[0]) <= sky + 1e-4 &&
                               fabs(linear(row[0]) - sky) <= fabs(lake - sky) * wanted + 1e-3,
                           "%g: %g, not from %g to %g", level, linear(row[0]), sky, lake);
        }
        picture_free(&p);
        rl_frame_free(frame);
    }
}

TEST(lake_shore_with_hard_edges_is_hard)
{
    enum { W = 40, H = 100 };
    for (int i = 0; i <= 20; i++) {
        rl_scene scene;
        flat_scene(&scene, 0.0, 0.30 + i * 0.001);
        scene.edges = RL_EDGES_HARD;
        rl_frame *frame = new_frame(&scene, W, H);
        for (int y = 0; y < H; y++)
            EXPECT(lake_coverage(frame, lake_height(frame), y) ==
                   (H - y - 0.5 < (double)lake_height(frame) / FRAME_HEIGHT_ONE ? 1.0f : 0.0f));
        rl_frame_free(frame);
    }
}

/* ---- the mirror ------------------------------------------------------------- */

/* What a lake shows of even light: look.md's mix, in linear light. */
static double mirrored(double light, double own, double depth)
{
    double clear = 0.90 - 0.45 * fmin(depth / 0.45, 1.0);
    return clear * 0.93 * light + (1.0 - clear) * 0.6 * own;
}

/* Ripples do not change even light. Rounding to 16 bits and the tables of the transfer curve
 * (2e-6, twice) are below 3e-5. */
TEST(lake_mirrors_even_light_evenly)
{
    enum { W = 130, H = 400 };
    rl_scene scene;
    flat_scene(&scene, 0.0, 0.4);
    rl_frame *frame = new_frame(&scene, W, H);
    picture p = picture_paint(frame);
    linear_rgb sky = colour_to_linear(0xa0c0e0);
    linear_rgb own = colour_to_linear(0x204060);
    for (int y = frame->layer[slope_lake(frame)].block_full[0]; y < H; y++) {
        double depth = (y + 0.5 - 0.6 * H) / H;
        double haze = 0.40 * exp(-depth / 0.010);
        if (haze > 1e-5) /* mist lies there; it has the sky's colour, so within its share */
            continue;
        for (int x = 0; x < W; x++) {
            const uint16_t *s = p.sample + ((size_t)y * W + (size_t)x) * 3;
            EXPECT_MSG(fabs(linear(s[0]) - mirrored(sky.r, own.r, depth)) < 3e-5 &&
                           fabs(linear(s[1]) - mirrored(sky.g, own.g, depth)) < 3e-5 &&
                           fabs(linear(s[2]) - mirrored(sky.b, own.b, depth)) < 3e-5,
                       "%d,%d: %d %d %d", x, y, s[0], s[1], s[2]);
        }
    }
    picture_free(&p);
    rl_frame_free(frame);
}

/* Ripples move a row by at most .13 of its depth (and .0004 U), and three strips blur over .1
 * of it: beyond a quarter the mirror shows land or sky alone. */
TEST(lake_mirrors_land_to_the_same_depth)
{
    enum { W = 150, H = 900 };
    for (double land = 0.42; land < 0.6; land += 0.04) {
        rl_scene scene;
        flat_scene(&scene, land, 0.4);
        rl_frame *frame = new_frame(&scene, W, H);
        picture p = picture_paint(frame);
        double height = (land - 0.4) * H;
        double sky = colour_to_linear(0xa0c0e0).g;
        double own = colour_to_linear(0x204060).g;
        for (int y = frame->layer[slope_lake(frame)].block_full[0]; y < H; y++) {
            double down = y + 0.5 - 0.6 * H;
            double light = down < 0.75 * height - 3.0   ? 0.0
                           : down > 1.25 * height + 3.0 ? sky
                                                        : -1.0;
            if (light < 0.0 || down < 0.11 * H)
                continue;
            for (int x = 0; x < W; x++) {
                double got = linear(p.sample[((size_t)y * W + (size_t)x) * 3 + 1]);
                EXPECT_MSG(fabs(got - mirrored(light, own, down / H)) < 3e-5, "land %g: %d,%d: %g",
                           land, x, y, got);
            }
        }
        picture_free(&p);
        rl_frame_free(frame);
    }
}

/* Ripples of height 1 and -1 need no more strips than a thread caches: two in one place would
 * be painted without end. */
TEST(reflected_strips_fit_into_the_cache)
{
    static const int heights[] = {1, 9, 45, 270, 1080, 2160, 9000, 1000000};
    for (size_t i = 0; i < sizeof heights / sizeof heights[0] * 3; i++) {
        int h = heights[i / 3];
        int widths[] = {1, h, h < 250000 ? 4 * h : h};
        rl_scene scene;
        flat_scene(&scene, 0.0, i % 2 == 0 ? 1.0 : 0.37);
        scene.scale = RL_SCALE_FRAME;
        rl_frame *frame = new_part(&scene, widths[i % 3], h, 0, 0, 1, 1);
        static mirror m;
        memset(&m, 0, sizeof m);
        double deepest = (double)lake_height(frame) / FRAME_HEIGHT_ONE;
        double shore = frame->height - deepest;
        arena memory = {.allocator = NULL};
        mirror_plan plan = {.shore = shore,
                            .highest = 1.13 * deepest + 0.0004 * frame->unit,
                            .top = frame->layer[slope_lake(frame)].block_top[0],
                            .layer = -1,
                            .strips = MIRROR_HELD,
                            .share = MIRROR_SHARE};
        mirror_lay(&m, frame, &plan);
        EXPECT(mirror_new(&m, frame, &memory, &plan));
        for (double d = 0.0; d <= deepest; d += fmax(1.0, 0.01 * d)) {
            double swing = 0.13 * d + 0.0004 * frame->unit;
            int first = (int)(mirror_place(&m, 0, (float)(d - swing)) + 0.5f) - 1;
            int last = (int)(mirror_place(&m, 0, (float)(d + swing)) + 0.5f) + 1;
            EXPECT_MSG(last - first < MIRROR_HELD && last <= m.strips,
                       "%dx%d, depth %g: %d..%d of %d", widths[i % 3], h, d, first, last, m.strips);
        }
        arena_free(&memory);
        rl_frame_free(frame);
    }
}

/* The water is the same to the left and to the right of the sun's place. */
TEST(lake_has_no_glitter_without_a_disc)
{
    enum { W = 600, H = 400 };
    rl_scene scene;
    flat_scene(&scene, 0.0, 0.4);
    scene.sun_x = 0.2;
    scene.sun_y = 0.7;
    scene.palette.sun = scene.palette.glow = 0xffffff;
    for (int has_sun = 0; has_sun <= 2; has_sun++) { /* none, above, below the water */
        scene.sun_radius = has_sun > 0 ? 0.03 : 0.0;
        scene.sun_y = has_sun == 2 ? 0.2 : 0.7;
        picture p = picture_of(&scene, W, H);
        long bright = 0;
        for (int y = 250; y < 330; y++) /* above the mirrored disc */
            for (int x = 0; x < W; x++)
                bright +=
                    p.sample[((size_t)y * W + (size_t)x) * 3] > p.sample[(size_t)y * W * 3] + 2000;
        EXPECT_MSG(has_sun == 1 ? bright > 100 : bright == 0, "%d: %ld", has_sun, bright);
        picture_free(&p);
    }
}

/* ---- sizes ------------------------------------------------------------------ */

#define WITH_WOODS 36.0 /* dB: each tree lies between pixels in its own way */

/* The lower part of the picture is compared, with water alone and with the trees of its shores. */
TEST(lake_is_the_same_at_every_size)
{
    enum { W = 480, H = 270 };
    for (uint64_t seed = 1; seed <= 8; seed++) {
        rl_scene scene;
        int has_woods = seed > 4;
        lake_scene(&scene, has_woods ? seed - 4 : seed);
        scene.depth = 16;
        if (!has_woods)
            scene.tree_height = 0.0;
        picture small = picture_of(&scene, W, H);
        picture large = picture_of(&scene, 3 * W, 3 * H);
        double sum = 0.0;
        long count = 0;
        for (int y = (int)(0.63 * H); y < H; y++)
            for (int i = 0; i < 3 * W; i++) {
                double mean = 0.0;
                for (int n = 0; n < 9; n++) {
                    size_t row = (size_t)(3 * y + n / 3) * 3 * W;
                    mean += large.sample[(row + (size_t)(3 * (i / 3) + n % 3)) * 3 + (size_t)i % 3];
                }
                double d = (mean / 9.0 - small.sample[(size_t)y * W * 3 + (size_t)i]) / 65535.0;
                sum += d * d;
                count++;
            }
        double psnr = -10.0 * log10(sum / (double)count);
        EXPECT_MSG(psnr >= (has_woods ? WITH_WOODS : 40.0), "seed %d: %.1f dB", (int)seed, psnr);
        picture_free(&small);
        picture_free(&large);
    }
}
