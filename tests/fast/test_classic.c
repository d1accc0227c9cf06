/* test_classic.c - the article's own picture, to the letter. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/support.h"

enum { W = 1000, H = 500, RIDGES = 4, SEEDS = 5 };

/* Its colours: sky, sun, and the ridges from far to near. */
static const rl_colour sky = 240 << 16 | 203 << 8 | 163;
static const rl_colour sun = 255 << 16 | 255 << 8 | 255;
static const rl_colour land[RIDGES] = {195 << 16 | 157 << 8 | 224, 158 << 16 | 98 << 8 | 204,
                                       130 << 16 | 79 << 8 | 138, 68 << 16 | 28 << 8 | 99};

/* Its segments in pixels, from far to near. */
static const struct segment {
    int start_x, start_y, end_x, end_y;
} segments[RIDGES] = {
    {0, 350, 1000, 320}, {0, 270, 1000, 190}, {0, 180, 1000, 80}, {250, 0, 1000, 200}};

static rl_scene classic(uint64_t seed)
{
    rl_scene scene;
    scene_init(&scene);
    OK(rl_scene_builtin(&scene, "classic", &error));
    scene.seed = seed;
    return scene;
}

static rl_colour colour_at(const picture *p, int x, int y)
{
    const uint16_t *s = p->sample + ((size_t)y * (size_t)p->width + (size_t)x) * 3;
    return s[0] << 16 | s[1] << 8 | s[2];
}

static void get_heights(const rl_frame *frame, int ridge, int columns, double *heights)
{
    OK(rl_frame_heights(frame, ridge, 0, columns, heights, &error));
}

/* The sun's disc touches the box (50,25)-(100,75) from inside. */
static int in_sun(int x, int y)
{
    double dx = x + 0.5 - 75.0;
    double dy = y + 0.5 - 50.0;
    return dx * dx + dy * dy <= 25.0 * 25.0;
}

/* The expected colour is that of the nearest layer that reaches the pixel. */
TEST(classic_pixels_are_flat_colours_of_the_layer_heights)
{
    static double heights[RIDGES][W];
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        rl_scene scene = classic(seed);
        rl_frame *frame = new_frame(&scene, W, H);
        picture p = picture_paint(frame);
        ck_assert_int_eq(rl_frame_scene(frame)->ridge_count, RIDGES);
        for (int r = 0; r < RIDGES; r++)
            get_heights(frame, r, W, heights[r]);
        for (int x = 0; x < W; x++)
            for (int y = 0; y < H; y++) {
                rl_colour wanted = in_sun(x, y) ? sun : sky;
                for (int r = 0; r < RIDGES; r++)
                    if (H - y - 0.5 < heights[r][x])
                        wanted = land[r];
                EXPECT_MSG(colour_at(&p, x, y) == wanted, "seed %d, %d,%d: %06x, not %06x",
                           (int)seed, x, y, (unsigned)colour_at(&p, x, y), (unsigned)wanted);
            }
        picture_free(&p);
        rl_frame_free(frame);
    }
}

TEST(classic_land_reaches_the_lower_edge_in_any_frame)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        rl_scene scene = classic(seed);
        picture p = picture_of(&scene, W, H);
        for (int x = 0; x < W; x++) {
            int is_land = 0;
            for (int r = 0; r < RIDGES; r++)
                is_land = is_land || colour_at(&p, x, H - 1) == land[r];
            EXPECT_MSG(is_land, "seed %d: column %d ends in the sky", (int)seed, x);
        }
        picture_free(&p);
    }
}

TEST(classic_sun_fills_its_box)
{
    rl_scene scene = classic(1);
    /* Without the land, which may stand before the disc. */
    for (int r = 0; r < RIDGES; r++)
        scene.ridge[r].base = -10.0;
    picture p = picture_of(&scene, W, H);
    int left = W, right = -1, top = H, bottom = -1;
    long count = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            rl_colour c = colour_at(&p, x, y);
            EXPECT(c == sun || c == sky);
            if (c != sun)
                continue;
            count++;
            left = x < left ? x : left;
            right = x > right ? x : right;
            top = y < top ? y : top;
            bottom = y > bottom ? y : bottom;
        }
    ck_assert_int_eq(left, 50);
    ck_assert_int_eq(right, 99);
    ck_assert_int_eq(top, 25);
    ck_assert_int_eq(bottom, 74);
    EXPECT(fabs((double)count / (3.14159265358979 * 625.0) - 1.0) < 0.01);
    picture_free(&p);
}

/* In an enlarged picture the centres of the first and last column are the end points. */
TEST(classic_profiles_have_their_end_points_at_outer_columns)
{
    enum { TIMES = 200 };
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        rl_scene scene = classic(seed);
        for (int r = 0; r < RIDGES; r++) {
            const int ends[2][2] = {
                {segments[r].start_x * TIMES, segments[r].start_y},
                {segments[r].end_x * TIMES - 1, segments[r].end_y},
            };
            for (int end = 0; end < 2; end++) {
                double height;
                rl_frame *frame = new_part(&scene, W * TIMES, H * TIMES, ends[end][0], 0, 1, 1);
                OK(rl_frame_heights(frame, r, 0, 1, &height, &error));
                EXPECT_MSG(fabs(height / TIMES - ends[end][1]) < 0.05,
                           "seed %d ridge %d: %g, not %d", (int)seed, r + 1, height / TIMES,
                           ends[end][1]);
                rl_frame_free(frame);
            }
        }
    }
}

TEST(large_classic_picture_shows_land_of_the_small_one)
{
    static double small[W], large[4 * W];
    double most = 0.0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        rl_scene scene = classic(seed);
        rl_frame *few = new_frame(&scene, W, H);
        rl_frame *many = new_frame(&scene, 4 * W, 4 * H);
        for (int r = 0; r < RIDGES; r++) {
            get_heights(few, r, W, small);
            get_heights(many, r, 4 * W, large);
            for (int x = r == RIDGES - 1 ? segments[r].start_x : 0; x < W; x++) {
                double mean = 0.0;
                for (int i = 0; i < 4; i++)
                    mean += large[4 * x + i] / 16.0; /* of four, in small pixels */
                EXPECT_MSG(fabs(mean - small[x]) <= 1.0, "seed %d ridge %d column %d: %g and %g",
                           (int)seed, r + 1, x, mean, small[x]);
                most = fmax(most, fabs(mean - small[x]));
            }
        }
        rl_frame_free(few);
        rl_frame_free(many);
    }
    EXPECT(most > 0.0);
}

/* Frames of other shapes than 2:1, as width and height. */
static const int frames[][2] = {{960, 540}, {800, 600}, {500, 500}, {540, 960}, {720, 1560}};
enum { FRAMES = sizeof frames / sizeof *frames };

TEST(classic_segments_reach_from_edge_to_edge_in_any_frame)
{
    for (int i = 0; i < FRAMES; i++) {
        int width = frames[i][0], height = frames[i][1];
        rl_scene scene = classic(1);
        rl_frame *frame = new_frame(&scene, width, height);
        for (int r = 0; r < RIDGES; r++) {
            static double xy[2 * 4097];
            size_t count, last;
            OK(rl_frame_points(frame, r, xy, 4097, &count, &error));
            ck_assert_uint_eq(count, ((size_t)1 << rl_frame_scene(frame)->ridge[r].iterations) + 1);
            last = 2 * (count - 1);
            EXPECT(fabs(xy[0] / width * W - segments[r].start_x) < 1e-9);
            EXPECT(fabs(xy[1] / height * H - segments[r].start_y) < 1e-9);
            EXPECT(fabs(xy[last] / width * W - segments[r].end_x) < 1e-9);
            EXPECT(fabs(xy[last + 1] / height * H - segments[r].end_y) < 1e-9);
        }
        rl_frame_free(frame);
    }
}

/* Columns of the picture are interpolated between the vertices; with displacements at right angles
 * vertices leave the lattice. */
TEST(vertices_of_a_segment_lie_on_the_heights_of_the_picture)
{
    enum { TIMES = 16 };
    static double xy[2 * 513], heights[TIMES * W];
    for (int is_perpendicular = 0; is_perpendicular < 2; is_perpendicular++) {
        size_t count;
        rl_scene scene = classic(3);
        if (is_perpendicular)
            OK(rl_scene_set(&scene, "ridge.2.direction", "perpendicular", &error));
        rl_frame *frame = new_frame(&scene, TIMES * W, TIMES * H);
        OK(rl_frame_points(frame, 1, xy, 513, &count, &error));
        get_heights(frame, 1, TIMES * W, heights);
        int moved = 0;
        for (size_t i = 1; i + 1 < count; i++) {
            double column = xy[2 * i] - 0.5;
            int x = (int)column;
            double between = heights[x] + (column - x) * (heights[x + 1] - heights[x]);
            moved += fabs(xy[2 * i] - (double)i * TIMES * W / 512) > 1.0;
            EXPECT_MSG(is_perpendicular || fabs(between - xy[2 * i + 1]) < 2.0,
                       "vertex %d: %g, the picture has %g", (int)i, xy[2 * i + 1], between);
            /* A vertex may be the tip of a fold, which only one of the columns reaches. */
            EXPECT_MSG(fmax(heights[x], heights[x + 1]) > xy[2 * i + 1] - 2.0,
                       "vertex %d stands above the picture", (int)i);
        }
        EXPECT((moved > 0) == is_perpendicular);
        rl_frame_free(frame);
    }
}

TEST(vertices_are_refused_without_room_or_a_segment)
{
    static const struct {
        const char *key, *value; /* what is set in the scene */
        size_t most;             /* room for vertices */
        const char *line;        /* expected error */
    } rows[] = {
        {"ridge.1.iterations", "8", 256, "ridge 1: 257 vertices: there is room for 256"},
        {"ridge.1.kind", "alps", 999,
         "ridge.1.kind = alps: has no vertices of its own: must be segment"},
        {"ridge.1.iterations", "21", 999,
         "ridge.1.iterations = 21: makes too many vertices: must be at most 20"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double xy[2 * 999];
        size_t count;
        rl_scene scene = classic(1);
        OK(rl_scene_set(&scene, rows[i].key, rows[i].value, &error));
        rl_frame *frame = new_frame(&scene, W, H);
        ck_assert_int_eq(rl_frame_points(frame, 0, xy, rows[i].most, &count, &error),
                         RL_BAD_ARGUMENT);
        ck_assert_str_eq(error.text, rows[i].line);
        rl_frame_free(frame);
    }
}

/* Inside its segment the layer is unchanged. */
TEST(layer_with_empty_ends_is_empty_beside_its_segment)
{
    enum { FROM = 200, TO = 710 };
    static double level[W], empty[W];
    for (int r = 0; r < RIDGES; r++) {
        rl_scene scene = classic(1);
        scene.ridge[r].ends = RL_ENDS_UNIT;
        scene.ridge[r].start_x = (FROM - W / 2) / (double)H;
        scene.ridge[r].end_x = (TO - W / 2) / (double)H;
        rl_frame *frame = new_frame(&scene, W, H);
        get_heights(frame, r, W, level);
        rl_frame_free(frame);
        char key[32];
        (void)snprintf(key, sizeof key, "ridge.%d.beyond", r + 1);
        OK(rl_scene_set(&scene, key, "empty", &error));
        frame = new_frame(&scene, W, H);
        get_heights(frame, r, W, empty);
        rl_frame_free(frame);
        for (int x = 0; x < W; x++)
            EXPECT_MSG(x < FROM || x >= TO ? empty[x] < 0.0 : empty[x] == level[x],
                       "ridge %d at %d: %g, level %g", r + 1, x, empty[x], level[x]);
    }
}

/* The article's program hides its sun in 4 of 100 pictures. */
TEST(classic_sun_is_seldom_hidden_in_any_frame)
{
    enum { TRIED = 100, MOST_HIDDEN = 6 };
    for (int i = 0; i < FRAMES; i++) {
        int hidden = 0;
        for (uint64_t seed = 1; seed <= TRIED; seed++) {
            rl_scene scene = classic(seed);
            picture p = picture_of(&scene, frames[i][0] / 2, frames[i][1] / 2);
            int shown = 0;
            for (int y = 0; y < p.height / 4; y++)
                for (int x = 0; x < p.width / 6; x++)
                    shown += colour_at(&p, x, y) == sun;
            hidden += shown == 0;
            picture_free(&p);
        }
        EXPECT_MSG(hidden <= MOST_HIDDEN, "%dx%d: %d hidden", frames[i][0], frames[i][1], hidden);
    }
}

TEST(classic_sun_keeps_its_share_of_the_width_in_any_frame)
{
    for (int i = 0; i < FRAMES; i++) {
        double x, y, radius;
        rl_scene scene = classic(1);
        rl_frame *frame = new_frame(&scene, frames[i][0], frames[i][1]);
        rl_frame_sun(frame, &x, &y, &radius);
        EXPECT(fabs(x / frames[i][0] - 0.075) < 1e-9);
        EXPECT(fabs(y / frames[i][1] - 0.1) < 1e-9);
        EXPECT(fabs(radius / frames[i][0] - 0.025) < 1e-9);
        rl_frame_free(frame);
    }
}

/* The article's decay powers i: bounds of displacement fall as 2^(-i k). */
TEST(decay_power_of_a_ridge_is_one_less_its_roughness)
{
    static const double powers[] = {0.0, 0.9, 1.0, 1.2, 1.4, 2.0};
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
        char value[16], read[RL_VALUE_SIZE];
        rl_scene scene = classic(1);
        (void)snprintf(value, sizeof value, "%.1f", powers[i]);
        OK(rl_scene_set(&scene, "ridge.3.decay_power", value, &error));
        EXPECT(fabs(scene.ridge[2].roughness - (1.0 - powers[i])) < 1e-12);
        EXPECT(rl_scene_number(&scene, "ridge.3.decay_power") == powers[i]);
        EXPECT(strtod(rl_scene_get(&scene, "ridge.3.decay_power", read), NULL) == powers[i]);
    }
}
