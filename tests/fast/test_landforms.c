/* test_landforms.c - passes that make one landform: terraces, dunes, a volcano; and the
 * landscapes that are made of passes. */
#include "base/embedded.h"
#include "heightmap/heightmap.h"

#include <stdlib.h>
#include <string.h>

#include "heightmap/pass.h"
#include "support/passes.h"
#include "support/support.h"

/* A plane that rises eastward from 0 to 1, shaped by one pass; free() its heights. */
static heightmap shaped_plane(int width, int height, int wrap, rl_pass pass)
{
    rl_map_rules rules = {.spread = 1.0, .persistence = 0.5};
    heightmap_work work = {.threads = 2, .seed = 5, .rules = &rules};
    heightmap map = {width, height, wrap, malloc((size_t)width * (size_t)height * sizeof(float))};
    ck_assert_ptr_nonnull(map.h);
    for (int i = 0; i < width * height; i++)
        map.h[i] = wrap ? 0.5F : (float)(i % width) / (float)(width - 1);
    OK(heightmap_run(&map, &pass, 0, &work, &error));
    return map;
}

static rl_pass pass_of(int kind, const char *key, double value, const char *second, double other)
{
    rl_pass pass = {.kind = kind};
    OK(pass_set(&pass, key, value, &error));
    OK(pass_set(&pass, second, other, &error));
    return pass;
}

/* Steps keep their ends, most of a sharp step is level, and heights never decrease. */
TEST(terraces_are_flats_and_cliffs)
{
    enum { SIDE = 1001, STEPS = 4 };
    rl_pass pass = pass_of(RL_PASS_TERRACE, "steps", STEPS, "uneven", 0.0);
    OK(pass_set(&pass, "sharpness", 0.9, &error));
    heightmap map = shaped_plane(SIDE, 1, 0, pass);
    int level = 0;
    for (int x = 0; x < SIDE - 1; x++) {
        EXPECT_MSG(map.h[x + 1] >= map.h[x], "column %d falls", x);
        level += map.h[x + 1] - map.h[x] < 1e-5F;
    }
    for (int i = 0; i <= STEPS; i++)
        EXPECT_MSG(map.h[i * (SIDE - 1) / STEPS] == (float)i / STEPS, "step %d", i);
    EXPECT_MSG(level > 0.85 * SIDE && level < 0.95 * SIDE, "%d of %d are level", level, SIDE);
    free(map.h);
}

/* Fewer samples fall along the wind than rise, so the lee sides are the steeper ones. */
TEST(dunes_have_steep_lee_sides)
{
    enum { SIDE = 256 };
    for (int wind = 0; wind < 360; wind += 90) {
        heightmap map =
            shaped_plane(SIDE, SIDE, 1, pass_of(RL_PASS_DUNES, "wind", wind, "octaves", 1));
        /* One step along the wind, which blows from `wind`. */
        int dx = wind == 90 ? -1 : wind == 270 ? 1 : 0, dy = wind == 0 ? 1 : wind == 180 ? -1 : 0;
        double up = 0.0, down = 0.0;
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++) {
                int to = (y + dy + SIDE) % SIDE * SIDE + (x + dx + SIDE) % SIDE;
                double step = (double)map.h[to] - (double)map.h[y * SIDE + x];
                up = step > up ? step : up;
                down = step < down ? step : down;
            }
        EXPECT_MSG(down < -1.3 * up, "wind from %d: %.4f up, %.4f down", wind, up, down);
        free(map.h);
    }
}

/* No step across the border is larger than the steps elsewhere. */
TEST(landforms_have_no_seam_on_a_torus)
{
    enum { SIDE = 128 };
    static const int kinds[] = {RL_PASS_DUNES, RL_PASS_TERRACE};
    for (int k = 0; k < 2; k++) {
        heightmap map = shaped_plane(SIDE, SIDE, 1, (rl_pass){.kind = kinds[k]});
        double most[2] = {0.0, 0.0}; /* elsewhere, at the seam */
        for (int i = 0; i < SIDE * SIDE; i++) {
            int x = i % SIDE, y = i / SIDE;
            double right = (double)map.h[y * SIDE + (x + 1) % SIDE] - (double)map.h[i];
            double below = (double)map.h[(y + 1) % SIDE * SIDE + x] - (double)map.h[i];
            double *of_right = &most[x == SIDE - 1], *of_below = &most[y == SIDE - 1];
            *of_right = right * right > *of_right ? right * right : *of_right;
            *of_below = below * below > *of_below ? below * below : *of_below;
        }
        EXPECT_MSG(most[1] <= 1.2 * most[0], "pass %d: %.3g, at the seam %.3g", kinds[k], most[0],
                   most[1]);
        free(map.h);
    }
}

TEST(landforms_are_the_same_at_every_size)
{
    for (int kind = RL_PASS_TERRACE; kind <= RL_PASS_VOLCANO; kind++) {
        heightmap small = shaped_plane(65, 33, 0, (rl_pass){.kind = kind});
        heightmap large = shaped_plane(129, 65, 0, (rl_pass){.kind = kind});
        for (int y = 0; y < 33; y++)
            for (int x = 0; x < 65; x++)
                EXPECT_MSG(small.h[y * 65 + x] == large.h[2 * y * 129 + 2 * x], "%s at %d %d",
                           rl_pass_name(kind), x, y);
        free(small.h);
        free(large.h);
    }
}

/* The crater is what a volcano loses against one of depth 0; it lies in the middle. */
TEST(volcano_has_a_rim_above_foot_and_crater)
{
    enum { SIDE = 129 };
    heightmap cone =
        shaped_plane(SIDE, SIDE, 1, pass_of(RL_PASS_VOLCANO, "crater", 0.08, "depth", 0.0));
    heightmap open =
        shaped_plane(SIDE, SIDE, 1, pass_of(RL_PASS_VOLCANO, "crater", 0.08, "depth", 0.3));
    int deepest = 0, least = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        deepest = open.h[i] - cone.h[i] < open.h[deepest] - cone.h[deepest] ? i : deepest;
        least = cone.h[i] < cone.h[least] ? i : least;
    }
    EXPECT(cone.h[least] == 0.5F && cone.h[deepest] > 0.8F);
    EXPECT(open.h[deepest] - cone.h[deepest] < -0.29F);
    int x = deepest % SIDE, y = deepest / SIDE;
    EXPECT_MSG(x > 0.4 * SIDE && x < 0.6 * SIDE && y > 0.4 * SIDE && y < 0.6 * SIDE, "%d %d", x, y);
    free(cone.h);
    free(open.h);
}

TEST(each_built_in_map_file_makes_a_map)
{
    ck_assert_uint_ge(embedded_map_count, 6);
    for (size_t i = 0; i < embedded_map_count; i++) {
        static rl_scene scene;
        char line[RL_LINE_SIZE];
        rl_map_options options = {.struct_size = sizeof options, .threads = 2};
        rl_map *map;
        scene_init(&scene);
        OK(rl_map_preset_apply(&scene, rl_map_preset_name(i), &error));
        EXPECT(rl_map_preset_describe(i, line) && strlen(line) > 10);
        EXPECT(scene.map.pass_count > 0 && scene.map.tint_name[0] != '\0');
        scene.width = scene.height = 65;
        OK(rl_map_new(&map, &scene, &options, &error));
        rl_map_free(map);
    }
}
