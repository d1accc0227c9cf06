/* test_shape.c - outlines of land: where land and sea are, at every size, streamed, on a torus. */
#include <string.h>

#include "heightmap/shape.h"
#include "support/support.h"

static rl_scene scene_of(int kind, int width, int height, uint64_t seed)
{
    rl_scene scene;
    scene_init(&scene);
    scene.kind = RL_SCENE_MAP;
    scene.map.shape = kind;
    scene.width = width;
    scene.height = height;
    scene.seed = seed;
    return scene;
}

/* How much of a map is land, and how much of its edge. */
static void land_of(const rl_map *map, double *land, double *edge)
{
    int width, height, all = 0, along = 0;
    const float *h = rl_map_heights(map, &width, &height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int is_land = (double)h[y * width + x] > rl_map_scene(map)->map.sea;
            int is_edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
            EXPECT(h[y * width + x] >= 0.0F && h[y * width + x] <= 1.0F);
            all += is_land;
            along += is_edge && is_land;
        }
    *land = (double)all / (width * height);
    *edge = (double)along / (2 * (width + height) - 4);
}

TEST(map_land_lies_inside_its_outline)
{
    static const struct {
        double land[2], edge[2];
    } bounds[] = {[RL_SHAPE_ISLAND] = {{0.06, 0.5}, {0.0, 0.0}},
                  [RL_SHAPE_ARCHIPELAGO] = {{0.06, 0.5}, {0.0, 0.0}},
                  [RL_SHAPE_CONTINENT] = {{0.15, 0.7}, {0.0, 0.0}},
                  [RL_SHAPE_BAY] = {{0.3, 0.9}, {0.35, 0.96}},
                  [RL_SHAPE_RANGE] = {{0.99, 1.0}, {0.97, 1.0}}};
    static const int sizes[][2] = {{129, 129}, {300, 100}, {64, 200}};
    for (int kind = RL_SHAPE_ISLAND; kind <= RL_SHAPE_RANGE; kind++)
        for (uint64_t seed = 1; seed <= 60; seed++) {
            const int *size = sizes[seed % 3];
            rl_scene scene = scene_of(kind, size[0], size[1], seed);
            rl_map *map = map_of_scene(&scene);
            double land, edge;
            land_of(map, &land, &edge);
            EXPECT_MSG(land >= bounds[kind].land[0] && land <= bounds[kind].land[1] &&
                           edge >= bounds[kind].edge[0] && edge <= bounds[kind].edge[1],
                       "%s, seed %d: land %.3f, at the edge %.3f", shape_names[kind], (int)seed,
                       land, edge);
            rl_map_free(map);
        }
}

/* A larger grid has the same heights at the samples of the smaller one. */
TEST(map_outline_is_the_same_at_every_size)
{
    static const int sizes[][4] = {{257, 257, 513, 513}, {240, 136, 480, 272}};
    for (int kind = RL_SHAPE_ISLAND; kind <= RL_SHAPE_RANGE; kind++)
        for (int i = 0; i < 2; i++) {
            const int *s = sizes[i];
            rl_scene small = scene_of(kind, s[0], s[1], 9), large = scene_of(kind, s[2], s[3], 9);
            rl_map *maps[2] = {map_of_scene(&small), map_of_scene(&large)};
            const float *few = rl_map_heights(maps[0], NULL, NULL);
            const float *many = rl_map_heights(maps[1], NULL, NULL);
            for (int y = 0; y < s[1]; y++)
                for (int x = 0; x < s[0]; x++)
                    EXPECT_MSG(few[y * s[0] + x] == many[2 * y * s[2] + 2 * x],
                               "%s, %dx%d at %d %d", shape_names[kind], s[0], s[1], x, y);
            rl_map_free(maps[0]);
            rl_map_free(maps[1]);
        }
}

TEST(streamed_heights_with_outline_equal_those_in_memory)
{
    for (int i = 0; i < 8; i++) {
        rl_height_options how = {.struct_size = sizeof how, .format = RL_HEIGHTS_R16};
        rl_scene scene = scene_of(i % 2 ? RL_SHAPE_CONTINENT : RL_SHAPE_RANGE, 130, 70, 3);
        scene.map.raw = i / 2 % 2;
        scene.map.pass_count = i / 4;
        scene.map.pass[0].kind = RL_PASS_GULLIES;
        expect_streamed(&scene, &how, scene.map.raw ? "raw" : "normalised");
    }
}

/* The formats are those that begin with the top row. The map may be a small part of its grid,
 * whose range of heights then differs. */
TEST(streamed_heights_of_any_rule_and_format_equal_those_in_memory)
{
    static const char *const formats[] = {RL_HEIGHTS_PNG16, RL_HEIGHTS_PGM, RL_HEIGHTS_R16,
                                          RL_HEIGHTS_ASC};
    static const int sizes[][2] = {{130, 3}, {3, 130}, {129, 129}, {1, 1}, {64, 64}};
    for (int i = 0; i < 4 * 5 * 8; i++) {
        rl_height_options how = {.struct_size = sizeof how, .format = formats[i % 4]};
        const int *size = sizes[i / 4 % 5], rule = i / 20;
        rl_scene scene = scene_of(RL_SHAPE_NONE, size[0], size[1], 7);
        scene.map.raw = rule & 1;
        scene.map.wrap = (rule & 2) != 0 && size[0] == 64;
        scene.map.smoothed = rule >> 2;
        scene.map.spread = 1.0 + (rule >> 1);
        scene.map.noise = rule & 2 ? RL_MAP_GAUSS : RL_MAP_UNIFORM;
        expect_streamed(&scene, &how, scene.map.raw ? "raw" : "normalised");
    }
}

/* Heights across the border differ no more than in the rows beside it. */
TEST(map_outline_has_no_seam_on_a_torus)
{
    enum { SIDE = 128 };
    for (int kind = RL_SHAPE_ISLAND; kind <= RL_SHAPE_CONTINENT; kind++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            rl_scene scene = scene_of(kind, SIDE, SIDE, seed);
            scene.map.wrap = 1;
            rl_map *map = map_of_scene(&scene);
            const float *h = rl_map_heights(map, NULL, NULL);
            double seam = 0.0, beside = 0.0;
            for (int i = 0; i < SIDE; i++) {
                double a = (double)h[i] - (double)h[(SIDE - 1) * SIDE + i];
                double b = (double)h[i * SIDE] - (double)h[i * SIDE + SIDE - 1];
                double c = (double)h[2 * SIDE + i] - (double)h[SIDE + i];
                double d = (double)h[i * SIDE + 2] - (double)h[i * SIDE + 1];
                seam += a * a + b * b;
                beside += c * c + d * d;
            }
            EXPECT_MSG(seam < 2.5 * beside + 1e-6, "%s, seed %d: %.3g at the seam, %.3g beside it",
                       shape_names[kind], (int)seed, seam, beside);
            rl_map_free(map);
        }
}

TEST(outline_that_does_not_fit_its_map_is_refused)
{
    rl_scene scene = scene_of(RL_SHAPE_BAY, 128, 128, 1);
    scene.map.wrap = 1;
    ck_assert_int_eq(rl_scene_resolve(&scene, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "map.shape = bay: must be island, archipelago or continent where "
                                 "map.wrap is 1: its land meets the edges");
    scene = scene_of(RL_SHAPE_ISLAND, 128, 128, 1);
    scene.map.corner[2] = 0.5;
    ck_assert_int_eq(rl_scene_resolve(&scene, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "map.corner_3 = 0.5: must be unset where map.shape is island");
}
