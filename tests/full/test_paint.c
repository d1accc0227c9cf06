/* test_paint.c - pixels: parts equal the whole, areas are exact. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "frame/frame.h"
#include "support/slopes.h"
#include "support/support.h"

/* ---- parts ---------------------------------------------------------------- */

TEST(painted_rows_are_equal_in_any_order)
{
    chance c = chance_from(2);
    for (int i = 0; i < 10; i++) {
        rl_scene scene;
        quick_scene(&c, &scene);
        scene.depth = 8;
        rl_frame *frame = new_frame(&scene, 120, 90);
        picture whole = picture_paint(frame);
        unsigned char rows[90 * 400];
        for (int n = 0; n < 10; n++) { /* with gaps between the rows */
            int y = (int)chance_integer(&c, 0, 89);
            int count = (int)chance_integer(&c, 0, 90 - y);
            memset(rows, 0xa5, sizeof rows);
            OK(rl_paint(frame, y, count, rows, 400, &error));
            for (int r = 0; r < 90; r++)
                for (int s = 0; s < 400; s++)
                    EXPECT(rows[r * 400 + s] ==
                           (r < count && s < 360 ? whole.sample[(y + r) * 360 + s] : 0xa5));
        }
        picture_free(&whole);
        rl_frame_free(frame);
    }
}

/* ---- depths --------------------------------------------------------------- */

TEST(picture_of_16_bits_rounds_to_that_of_8)
{
    chance c = chance_from(3);
    for (int i = 0; i < SUPPORT_PART(20); i++) {
        rl_scene scene;
        quick_scene(&c, &scene);
        scene.dither = RL_DITHER_NONE;
        scene.depth = 8;
        picture low = picture_of(&scene, 160, 90);
        scene.depth = 16;
        scene.dither = RL_DITHER_BLUE; /* which 16 bits do not get */
        picture high = picture_of(&scene, 160, 90);
        for (size_t s = 0; s < 160 * 90 * 3; s++)
            EXPECT_MSG(fabs(high.sample[s] / 257.0 - low.sample[s]) <= 0.5 + 1.0 / 257.0,
                       "sample %zu: %d and %d", s, high.sample[s], low.sample[s]);
        picture_free(&low);
        picture_free(&high);
    }
}

/* The undithered picture is the reference. */
TEST(dithered_pixels_differ_by_less_than_a_step)
{
    chance c = chance_from(4);
    rl_scene scene;
    quick_scene(&c, &scene);
    scene.depth = 16;
    picture exact = picture_of(&scene, 200, 120);
    scene.depth = 8;
    for (int dither = RL_DITHER_NONE; dither <= RL_DITHER_BLUE; dither++) {
        scene.dither = dither;
        picture p = picture_of(&scene, 200, 120);
        for (size_t s = 0; s < 200 * 120 * 3; s++)
            EXPECT(fabs(exact.sample[s] / 257.0 - p.sample[s]) < 1.0 + 1.0 / 257.0);
        picture_free(&p);
    }
    picture_free(&exact);
}

/* ---- edges ---------------------------------------------------------------- */

/* A scene of flat colours: a grey sky and one black ridge. */
static void two_tones(rl_scene *scene, int edges)
{
    static const char text[] =
        "[ridgeline]\nseed = 5\nworld = alpine\n[output]\ndepth = 16\ndither = "
        "none\n[sky]\nhorizon = 0\nhaze = 0\n"
        "[sun]\nradius = 0\nhalo = 0\nwide = 0\nband = 0\nbloom = 0\nland_glow = 0\n[mist]\n"
        "amount = 0\n[ridge 1]\nkind = segment\nstart_x = -3\nend_x = 3\nstart_y = 0.5\nend_y = "
        "0.5\ndisplacement = 0.4\nroughness = 0.4\n"
        "colour = #000\n[clouds]\namount = 0\n[lake]\nridge = 0\n[fog]\namount = 0\n"
        "[palette]\nname = dawn\nsky_1 = #fff\n[motif]\nname = none\n[aloft]\nname = none\n";
    scene_init(scene);
    OK(rl_scene_parse(scene, text, strlen(text), "t", &error));
    scene->edges = edges;
}

TEST(hard_edges_are_at_the_heights)
{
    enum { W = 300, H = 200 };
    for (uint64_t seed = 0; seed < 10; seed++) {
        rl_scene scene;
        double heights[W];
        two_tones(&scene, RL_EDGES_HARD);
        scene.seed = seed;
        rl_frame *frame = new_frame(&scene, W, H);
        picture p = picture_paint(frame);
        OK(rl_frame_heights(frame, 0, 0, W, heights, &error));
        for (int x = 0; x < W; x++)
            for (int y = 0; y < H; y++) {
                int land = H - y - 0.5 < heights[x];
                const uint16_t *s = p.sample + (y * W + x) * 3;
                EXPECT_MSG(s[0] == (land ? 0 : 65535) && s[1] == s[0] && s[2] == s[0],
                           "%d,%d: %d, height %g", x, y, s[0], heights[x]);
            }
        picture_free(&p);
        rl_frame_free(frame);
    }
}

/* How much of a pixel lies below the edge of surface 0. */
static double covered_at(const rl_frame *frame, int x, int y)
{
    int first = x / TILES_BLOCK * TILES_BLOCK;
    int left = frame->columns - first;
    tile_run run = {.block = x / TILES_BLOCK,
                    .column = first,
                    .count = left < TILES_BLOCK ? left : TILES_BLOCK,
                    .row = y};
    slope one = slope_at(frame, 0);
    pixel_area covered;
    outline_kernels_of[0]->cover(frame, one.outline, &run, 0, &covered);
    uint64_t bit = UINT64_C(1) << (x - first);
    if (((covered.whole | covered.part) & bit) == 0)
        return 0.0;
    return (covered.whole & bit) != 0 ? 1.0 : (double)covered.covered[x - first];
}

/* Samples at the edge carry the coverage as linear light. */
TEST(smooth_edges_blend_in_linear_light)
{
    enum { W = 200, H = 120 };
    rl_scene scene;
    two_tones(&scene, RL_EDGES_SMOOTH);
    rl_frame *frame = new_frame(&scene, W, H);
    picture p = picture_paint(frame);
    long partly = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            double covered = covered_at(frame, x, y);
            double wanted = 65535.0 * colour_encode(1.0 - covered);
            double got = p.sample[(y * W + x) * 3];
            EXPECT_MSG(fabs(got - wanted) < 2.0, "%d,%d: %g, not %g", x, y, got, wanted);
            partly += covered > 0.0 && covered < 1.0;
        }
    ck_assert_int_gt(partly, W);
    picture_free(&p);
    rl_frame_free(frame);
}

TEST(flat_colours_are_painted_exactly)
{
    chance c = chance_from(6);
    for (int i = 0; i < 30; i++) {
        rl_scene scene;
        two_tones(&scene, RL_EDGES_HARD);
        scene.depth = 8;
        scene.ridge[0].colour = (rl_colour)chance_integer(&c, 0, 0xffffff);
        scene.palette.sky[0] = (rl_colour)chance_integer(&c, 0, 0xffffff);
        picture p = picture_of(&scene, 60, 40);
        for (int n = 0; n < 60 * 40; n++) {
            const uint16_t *s = p.sample + n * 3;
            rl_colour got = s[0] << 16 | s[1] << 8 | s[2];
            EXPECT_MSG(got == scene.ridge[0].colour || got == scene.palette.sky[0], "%06x",
                       (unsigned)got);
        }
        picture_free(&p);
    }
}

TEST(picture_does_not_depend_on_old_heap_contents)
{
    chance c = chance_from(7);
    for (int i = 0; i < 10; i++) {
        rl_scene scene;
        quick_scene(&c, &scene);
        picture a = picture_of(&scene, 90, 60);
        char *litter = malloc(1 << 16);
        ck_assert_ptr_nonnull(litter);
        memset(litter, 0x77, 1 << 16);
        free(litter);
        picture b = picture_of(&scene, 90, 60);
        EXPECT(memcmp(a.sample, b.sample, 90 * 60 * 6) == 0);
        picture_free(&a);
        picture_free(&b);
    }
}
