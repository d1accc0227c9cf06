/* test_water.c - the lake: parts, threads, its shore line, what it mirrors. */
#include <math.h>
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

/* 1/256 pixel above the bottom. */
static int32_t lake_height(const rl_frame *frame)
{
    return (int32_t)floor(frame->scene.lake_level * frame->height * FRAME_HEIGHT_ONE + 0.5);
}

/* ---- parts and threads ---------------------------------------------------- */

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
    } rows[] = {{"archipelago", 1.15}, {"fjord", 1.15}, {"karst", 1.15}, {"lake", 1.15},
                {"cloudsea", 1.08},    {"ice", 1.08},   {"forest", 1.34}};
    for (uint64_t seed = 5; seed <= 12; seed += 7) {
        double mountains = memory_of_wallpaper("alpine", seed);
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            double share = memory_of_wallpaper(rows[i].world, seed) / mountains;
            EXPECT_MSG(share <= rows[i].most, "%s, seed %d: %.3f of the %.2f MB of mountains",
                       rows[i].world, (int)seed, share, mountains / 1e6);
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

/* ---- waves near the viewer ------------------------------------------------- */

/* Going down, water brightens at the sharp upper edges of waves and darkens slowly below them, so
 * that steps of light from row to row have a positive skewness. */
TEST(near_waves_have_sharp_upper_edges)
{
    enum { W = 960, H = 540, FROM = 440, TO = 530 };
    static const char text[] = "[ridgeline]\nridges = 1\nworld = archipelago\n[ridge 1]\nkind = "
                               "hill\nbase = 0.1\namplitude = 0.05\n[lake]\nridge = 1\nlevel = "
                               "0.5\nopen = 1\nwind = 0.7\n[motif]\nname = none\n";
    for (uint64_t seed = 1; seed <= 3; seed++) {
        rl_scene scene;
        scene_init(&scene);
        OK(rl_scene_parse(&scene, text, strlen(text), "t", &error));
        scene.has_seed = 1;
        scene.seed = seed;
        picture water = picture_of(&scene, W, H);
        double squares = 0.0, cubes = 0.0;
        for (int y = FROM; y < TO; y++)
            for (int x = 0; x < W; x++) {
                const uint16_t *green = water.sample + ((size_t)y * W + (size_t)x) * 3 + 1;
                double step = (double)green[(size_t)W * 3] - green[0];
                squares += step * step;
                cubes += step * step * step;
            }
        double n = (double)(TO - FROM) * W, skewness = cubes / n / pow(squares / n, 1.5);
        EXPECT_MSG(skewness > 0.3, "seed %d: skewness %.2f", (int)seed, skewness);
        picture_free(&water);
    }
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

/* ---- the mirror ------------------------------------------------------------- */

/* Ripples of height 1 and -1 need no more strips than a thread caches: two in one place would
 * be painted without end. */
TEST(reflected_strips_fit_into_the_cache)
{
    static const int heights[] = {1, 9, 45, 270, 1080, 2160, 9000, 1000000};
    for (size_t i = 0; i < sizeof heights / sizeof heights[0] * 3; i++) {
        int h = heights[i / 3];
        int widths[] = {1, h, h < 250000 ? 4 * h : h};
        rl_scene scene;
        lake_scene(&scene, 5);
        scene.lake_level = i % 2 == 0 ? 1.0 : 0.37;
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
                            .share = 0.012,
                            .sky_share = 0.024,
                            .land = frame->height};
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
