/* test_surface.c - the surface view: camera, block, picture, turn; the flight. */
#include "base/exact.h"
#include "map/block.h"
#include "map/flight.h"
#include "map/map_view.h"
#include "map/surface.h"
#include "support/passes.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the tests draw ---------------------------------------------------------- */

static rl_map_rules plain_rules(double azimuth, double elevation)
{
    rl_map_rules rules;
    memset(&rules, 0, sizeof rules);
    memcpy(rules.tint_name, "atlas", sizeof "atlas");
    OK(tint_resolve(&rules, &error));
    rules.azimuth = 315.0;
    rules.altitude = 45.0;
    rules.exaggeration = 1.0;
    rules.shade = 0.6;
    rules.cell = 30.0;
    rules.relief = 3000.0;
    rules.look_azimuth = azimuth;
    rules.view_elevation = elevation;
    rules.view_exaggeration = RL_AUTO;
    rules.edge_seed = RL_AUTO;
    return rules;
}

/* Hills without a level place, no two diagonals of a cell alike. */
static heightmap hilly_map(int width, int height, uint64_t seed)
{
    heightmap map = heights_new(width, height, 1);
    chance c = chance_from(seed);
    for (int i = 0; i < width * height; i++)
        map.h[i] = (float)chance_real(&c, 0.0, 1.0);
    return map;
}

typedef struct pixels {
    int width, height;
    uint8_t *rgb;
} pixels;

static rl_status try_surface(const heightmap *map, const rl_map_rules *rules, int threads,
                             const rl_allocator *allocator, pixels *out, rl_error *why)
{
    heightmap_work work = {.allocator = allocator, .threads = threads, .rules = rules};
    view self = {.kind = &view_surface, .map = map, .memory = {.allocator = allocator}};
    rl_status status = view_surface.prepare(&self, &work, why);
    if (status != RL_OK) {
        arena_free(&self.memory);
        return status;
    }
    size_t stride = (size_t)self.width * 3;
    out->width = self.width;
    out->height = self.height;
    out->rgb = malloc(stride * (size_t)self.height);
    ck_assert_ptr_nonnull(out->rgb);
    for (int y = 0; y < self.height; y += 7) { /* rows in pieces */
        int count = y + 7 < self.height ? 7 : self.height - y;
        view_surface.rows(&self, y, count, out->rgb + (size_t)y * stride, stride);
    }
    arena_free(&self.memory);
    return RL_OK;
}

static pixels draw_surface(const heightmap *map, const rl_map_rules *rules, int threads)
{
    pixels out;
    OK(try_surface(map, rules, threads, NULL, &out, &error));
    return out;
}

static const uint8_t *pixel_at(const pixels *p, int x, int y)
{
    return p->rgb + ((size_t)y * (size_t)p->width + (size_t)x) * 3;
}

/* How far two pixels lie apart: the largest difference of a sample. */
static int apart(const uint8_t *a, const uint8_t *b)
{
    int most = 0;
    for (int i = 0; i < 3; i++)
        most = abs(a[i] - b[i]) > most ? abs(a[i] - b[i]) : most;
    return most;
}

static void must_be_equal(const pixels *a, const pixels *b)
{
    ck_assert_int_eq(a->width, b->width);
    ck_assert_int_eq(a->height, b->height);
    EXPECT(memcmp(a->rgb, b->rgb, (size_t)a->width * (size_t)a->height * 3) == 0);
}

/* ---- camera ----------------------------------------------------------------------- */

static void near_to(double value, double wanted)
{
    EXPECT_MSG(exact_abs(value - wanted) < 1e-9, "%f, not %f", value, wanted);
}

TEST(surface_azimuths_run_clockwise_from_north)
{
    projection above = project_turn(0.0, 90.0);
    ck_assert(above.right[0] == 1.0 && above.right[1] == 0.0);
    ck_assert(above.ahead[0] == 0.0 && above.ahead[1] == 1.0);
    ck_assert(above.rise == 1.0 && above.level == 0.0);
    projection east = project_turn(90.0, 0.0); /* south is to the right */
    ck_assert(east.ahead[0] == 1.0 && east.ahead[1] == 0.0);
    ck_assert(east.right[0] == 0.0 && east.right[1] == -1.0 && east.level == 1.0);
    projection usual = project_turn(37.5, 30.0); /* MATLAB's own view(3), -37.5 there */
    near_to(usual.right[0], 0.793353340291235);
    near_to(usual.right[1], -0.608761429008721);
    near_to(usual.ahead[0] * usual.rise, 0.304380714504360);
    near_to(usual.ahead[1] * usual.rise, 0.396676670145617);
    near_to(usual.level, 0.866025403784439);
}

TEST(projected_ground_point_is_found_again)
{
    projection camera = project_turn(47.0, 33.0);
    project_fit(&camera, 0.7, 0.5, -0.6, 1000, 0);
    ck_assert_int_eq(camera.width, 1000);
    ck_assert_int_eq(camera.height, 811); /* 1.1 * 880 / 1.4 + 120 */
    double right, up, x, y;
    project_point(&camera, 0.31, -0.2, 0.125, &right, &up);
    project_ground(&camera, right, up, 0.125, &x, &y);
    near_to(x, 0.31);
    near_to(y, -0.2);
    project_fit(&camera, 0.7, 0.5, -0.6, 1000, 400); /* a given height decides the scale */
    ck_assert_int_eq(camera.height, 400);
    near_to(camera.scale, 352.0 / 1.1);
    near_to(camera.middle_y, 200.0 + 0.05 * camera.scale);
}

/* ---- the block and its picture ---------------------------------------------------- */

/* In memory that the caller frees. */
static block made_block(const heightmap *map, const rl_map_rules *rules, arena *memory)
{
    static lamp light; /* large for a stack */
    heightmap_work work = {.threads = 1, .rules = rules};
    block solid;
    OK(lamp_make(&light, map, &work, &error));
    OK(block_make(&solid, map, &work, &light, 800, 0, RL_SURFACE_FIT_STILL, memory, &error));
    return solid;
}

/* The first row from above that is not like the picture's corner. */
static int first_row(const pixels *p, int x)
{
    int y = 0;
    while (y < p->height && apart(pixel_at(p, x, y), pixel_at(p, 0, y)) < 10)
        y++;
    return y;
}

/* ---- a turn ------------------------------------------------------------------------- */

static pixels turned_frame(const rl_surface *surface, double azimuth)
{
    const projection *camera = &surface->solid.camera;
    pixels p = {camera->width, camera->height, NULL};
    p.rgb = malloc((size_t)p.width * (size_t)p.height * 3);
    ck_assert_ptr_nonnull(p.rgb);
    OK(rl_surface_frame(surface, azimuth, p.rgb, 1, &error));
    return p;
}

static void make_surface(rl_surface *surface, const heightmap *map, const rl_map_rules *rules,
                         int fit)
{
    heightmap_work work = {.threads = 1, .rules = rules};
    OK(surface_make(surface, map, &work, 400, 300, fit, &error));
}

/* No corner leaves the frame. */
TEST(surface_turned_by_360_degrees_is_the_same_and_stays_inside)
{
    heightmap map = heights_new(65, 49, 1);
    for (int i = 0; i < 9; i++) /* a tower in the south-west, near the eye at first */
        map.h[(46 + i / 3) * 65 + i % 3] = 1.0f;
    rl_map_rules rules = plain_rules(45.0, 35.0);
    rules.exaggeration = 3.0;
    static rl_surface surface; /* large for a stack */
    make_surface(&surface, &map, &rules, RL_SURFACE_FIT_TURN);
    pixels first = turned_frame(&surface, 45.0), again = turned_frame(&surface, 405.0);
    must_be_equal(&first, &again);
    free(again.rgb);
    for (int i = 1; i < 24; i++) {
        pixels p = turned_frame(&surface, 45.0 + 15.0 * i);
        ck_assert(memcmp(p.rgb, first.rgb, (size_t)p.width * (size_t)p.height * 3) != 0);
        for (int x = 0; x < p.width; x++) /* paper alone along the border */
            EXPECT(apart(pixel_at(&p, x, 4), pixel_at(&p, 0, 4)) <= 2);
        for (int y = 0; y < p.height; y++) {
            EXPECT(pixel_at(&p, 4, y)[0] > 150);
            EXPECT(pixel_at(&p, p.width - 5, y)[0] > 150);
        }
        free(p.rgb);
    }
    free(first.rgb);
    arena_free(&surface.memory);
    free(map.h);
}

/* The frame depends on the range of heights only. */
TEST(surface_frame_of_a_sweep_holds_the_highest_block)
{
    heightmap map = heights_new(33, 33, 1);
    rl_map_rules rules = plain_rules(45.0, 35.0);
    static rl_surface surface; /* large for a stack */
    make_surface(&surface, &map, &rules, RL_SURFACE_FIT_ANY);
    projection level = surface.solid.camera;
    arena_free(&surface.memory);
    surface = (rl_surface){.elevation = 0.0};
    for (int i = 0; i < 33 * 33; i++)
        map.h[i] = 1.0f;
    make_surface(&surface, &map, &rules, RL_SURFACE_FIT_ANY);
    ck_assert(surface.solid.camera.scale == level.scale);
    ck_assert(surface.solid.camera.middle_y == level.middle_y);
    pixels p = turned_frame(&surface, 45.0);
    ck_assert_int_ge(first_row(&p, 200), 17); /* the margin is 18 pixels */
    ck_assert_int_le(first_row(&p, 200), 19);
    free(p.rgb);
    arena_free(&surface.memory);
    free(map.h);
}

TEST(surface_with_bad_arguments_is_refused)
{
    static rl_scene scene; /* large for a stack */
    const rl_map_options plain = {.struct_size = sizeof plain, .threads = 1};
    rl_surface_options options = {.struct_size = sizeof options, .threads = 1};
    rl_surface *surface;
    rl_map *map;
    uint8_t rgb[3];
    scene_init(&scene);
    scene.width = scene.height = 17;
    OK(rl_map_new(&map, &scene, &plain, &error));
    ck_assert_int_eq(rl_surface_new(&surface, map, &options, &error), RL_BAD_ARGUMENT);
    ck_assert_ptr_null(surface);
    options.width = options.height = 1;
    options.fit = RL_SURFACE_FIT_ANY + 1;
    ck_assert_int_eq(rl_surface_new(&surface, map, &options, &error), RL_BAD_ARGUMENT);
    options.fit = RL_SURFACE_FIT_TURN;
    OK(rl_surface_new(&surface, map, &options, &error));
    OK(rl_surface_frame(surface, RL_AUTO, rgb, 1, &error));
    ck_assert_int_eq(rl_surface_frame(surface, 1e6, rgb, 1, &error), RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_surface_frame(surface, 0.0 / 0.0, rgb, 1, &error), RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_surface_frame(surface, 0.0, rgb, 0, &error), RL_BAD_ARGUMENT);
    rl_surface_free(surface);
    rl_map_free(map);
}

/* 3000 m over 100 cells of 30 m are one unit. */
TEST(surface_exaggeration_of_1_is_the_true_size)
{
    arena memory = {.allocator = NULL};
    heightmap map = hilly_map(100, 50, 1);
    rl_map_rules rules = plain_rules(45.0, 35.0);
    near_to(made_block(&map, &rules, &memory).lift, 0.22);
    rules.view_exaggeration = 1.0;
    near_to(made_block(&map, &rules, &memory).lift, 1.0);
    rules.view_exaggeration = 0.25;
    near_to(made_block(&map, &rules, &memory).lift, 0.25);
    arena_free(&memory);
    free(map.h);
}

/* The map and the view are turned as well. */
TEST(surface_and_light_turned_by_a_quarter_are_the_same_picture)
{
    int n = 41;
    heightmap map = hilly_map(n, n, 5);
    rl_map_rules rules = plain_rules(0.0, 50.0);
    rules.sea = 0.3;
    pixels first = draw_surface(&map, &rules, 2);
    for (int turn = 1; turn < 4; turn++) {
        heightmap next = heights_new(n, n, 1);
        for (int y = 0; y < n; y++) /* counter-clockwise as seen from above */
            for (int x = 0; x < n; x++)
                next.h[(n - 1 - x) * n + y] = map.h[y * n + x];
        free(map.h);
        map = next;
        rules.look_azimuth = -90.0 * turn;
        rules.azimuth = 315.0 - 90.0 * turn;
        pixels turned = draw_surface(&map, &rules, 2);
        ck_assert_int_eq(turned.width, first.width);
        ck_assert_int_eq(turned.height, first.height);
        int unlike = 0;
        for (int i = 0; i < first.width * first.height; i++)
            unlike += apart(first.rgb + 3 * (size_t)i, turned.rgb + 3 * (size_t)i) > 2;
        /* A quarter turn rounds places the other way here and there. */
        EXPECT_MSG(unlike < 200, "turn %d: %d pixels", turn, unlike);
        free(turned.rgb);
    }
    free(first.rgb);
    free(map.h);
}

/* Each cell is at its place and has the colour of its height. */
TEST(surface_from_elevation_90_is_the_map)
{
    arena memory = {.allocator = NULL};
    heightmap map = heights_new(10, 5, 1);
    chance c = chance_from(8);
    for (int i = 0; i < 50; i++)
        map.h[i] = (float)chance_real(&c, 0.0, 1.0);
    rl_map_rules rules = plain_rules(0.0, 90.0);
    rules.shade = 0.0;
    pixels p = draw_surface(&map, &rules, 1);
    block solid = made_block(&map, &rules, &memory);
    for (int row = 1; row < 4; row++)
        for (int column = 1; column < 9; column++) {
            double right, up;
            project_point(&solid.camera, column / 9.0 - 0.5, 0.25 - row / 8.0, 0.3, &right, &up);
            near_to(right, 48.0 + 704.0 * column / 9.0);
            near_to(p.height - up, 48.0 + 352.0 * row / 4.0);
            /* equal heights have equal colours, whatever the slope */
            map.h[row * 10 + column] = 0.77f;
        }
    pixels level = draw_surface(&map, &rules, 1);
    const uint8_t *inside = pixel_at(&level, 400, 224);
    for (int y = 140; y < 308; y++)
        for (int x = 130; x < 670; x++)
            EXPECT(apart(pixel_at(&level, x, y), inside) <= 1);
    EXPECT(apart(pixel_at(&p, 400, 224), inside) > 2);
    arena_free(&memory);
    free(level.rgb);
    free(p.rgb);
    free(map.h);
}

/* The nodes of a reduced map are means. */
TEST(surface_of_a_large_map_keeps_its_means)
{
    arena memory = {.allocator = NULL};
    heightmap map = heights_new(4800, 4, 1);
    for (int i = 0; i < 4800 * 4; i++)
        map.h[i] = (float)((i % 4800) / 2 % 2);
    rl_map_rules rules = plain_rules(0.0, 90.0);
    block solid = made_block(&map, &rules, &memory);
    ck_assert_int_eq(solid.columns, 704); /* pixels along the block */
    double sum = 0.0;
    for (int i = 0; i < solid.columns; i++)
        sum += (double)solid.height[i];
    EXPECT(exact_abs(sum / solid.columns - 0.5) < 1e-6); /* nodes are floats */
    arena_free(&memory);
    free(map.h);
    map = hilly_map(30, 30, 1); /* a small one stays as it is */
    solid = made_block(&map, &rules, &memory);
    ck_assert_int_eq(solid.columns, 30);
    for (int i = 0; i < 900; i++)
        EXPECT(solid.height[i] == map.h[i]);
    arena_free(&memory);
    free(map.h);
}

TEST(surface_of_any_odd_size_and_rule_is_drawn)
{
    static const int sizes[][2] = {{1, 1}, {1, 9}, {2, 2}, {3, 200}, {200, 3}, {901, 17}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        heightmap map = hilly_map(sizes[i][0], sizes[i][1], i);
        rl_map_rules rules = plain_rules(-47.0 + 100.0 * (double)i, i % 2 ? 5.0 : 90.0);
        rules.sea = i % 3 ? 0.4 : 1.0;
        rules.exaggeration = i % 2 ? 1000.0 : 0.0;
        rules.altitude = i % 2 ? 0.0 : 90.0;
        map.h[0] = -3.0f;
        pixels p = draw_surface(&map, &rules, 2);
        ck_assert_int_ge(p.width, 800);
        ck_assert_int_le(p.height, 2 * p.width + 1);
        free(p.rgb);
        free(map.h);
    }
}

/* ---- the flight --------------------------------------------------------------------- */

static rl_status try_flight(const heightmap *map, const rl_map_rules *rules, double t, int threads,
                            const rl_allocator *allocator, pixels *p, rl_error *why)
{
    rl_flight *self;
    p->rgb = malloc((size_t)p->width * (size_t)p->height * 3);
    ck_assert_ptr_nonnull(p->rgb);
    rl_status status = flight_new(&self, map, rules, allocator, why);
    if (status == RL_OK)
        status = rl_flight_frame(self, t, p->width, p->height, p->rgb, threads, why);
    rl_flight_free(self);
    return status;
}

static pixels draw_flight(const heightmap *map, const rl_map_rules *rules, double t, int width,
                          int height, int threads)
{
    pixels p = {width, height, NULL};
    OK(try_flight(map, rules, t, threads, NULL, &p, &error));
    return p;
}

/* Heights across the seam are interpolated between the last sample and the first. */
TEST(flight_ground_is_a_torus)
{
    heightmap map = hilly_map(6, 5, 12);
    ground land;
    arena memory = {.allocator = NULL};
    OK(ground_make(&land, &map, &memory, &error));
    for (int y = 0; y < 5; y++) {
        double mean = 0.5 * (double)(map.h[y * 6 + 5] + map.h[y * 6]);
        double seam = (double)ground_height(&land, 1.0, (y + 0.5) / 5.0, 0.0f);
        EXPECT(exact_abs(seam - mean) < 1e-6);
        EXPECT(ground_height(&land, -2.0, (y + 0.5) / 5.0, 0.0f) == (float)seam);
    }
    arena_free(&memory);
    free(map.h);
}

TEST(flight_loop_closes_smoothly)
{
    heightmap map = heights_new(64, 64, 1);
    for (int i = 0; i < 64 * 64; i++) /* smooth, and a torus */
        map.h[i] = (float)(0.5 + 0.25 * exact_cos_turn((i % 64) / 64.0) +
                           0.25 * exact_cos_turn((double)(i / 64) / 64.0));
    rl_map_rules rules = plain_rules(0.0, 90.0);
    rules.sea = 0.3;
    pixels start = draw_flight(&map, &rules, 0.0, 161, 91, 1);
    pixels end = draw_flight(&map, &rules, 1.0, 161, 91, 2);
    must_be_equal(&start, &end);
    free(end.rgb);
    pixels half = draw_flight(&map, &rules, 0.5, 161, 91, 1);
    pixels close = draw_flight(&map, &rules, 0.9995, 161, 91, 1);
    int64_t far_sum = 0, close_sum = 0;
    for (int i = 0; i < 161 * 91 * 3; i++) {
        far_sum += abs(start.rgb[i] - half.rgb[i]);
        close_sum += abs(start.rgb[i] - close.rgb[i]);
    }
    ck_assert_int_gt(far_sum, 161 * 91 * 3 * 4); /* elsewhere it is another view */
    ck_assert_int_lt(close_sum, 161 * 91 * 3);   /* just before the end nearly the same */
    free(start.rgb);
    free(half.rgb);
    free(close.rgb);
    free(map.h);
}

/* Over a pass, and over a ridge across the path, the sky is visible; below ground it would not
 * be. */
TEST(flight_eye_stays_above_the_ground)
{
    heightmap map = heights_new(64, 64, 1);
    for (int i = 0; i < 64 * 64; i++)
        map.h[i] = i % 64 > 26 && i % 64 < 38 ? 1.0f : 0.0f;
    rl_map_rules rules = plain_rules(0.0, 90.0);
    for (int i = 0; i < 32; i++) {
        pixels p = draw_flight(&map, &rules, i / 32.0, 16, 40, 1);
        EXPECT_MSG(pixel_at(&p, 8, 0)[2] > pixel_at(&p, 8, 0)[0] + 40, "at %d / 32", i);
        pixels again = draw_flight(&map, &rules, i / 32.0 - 1.0, 16, 40, 1);
        must_be_equal(&p, &again);
        free(again.rgb);
        free(p.rgb);
    }
    free(map.h);
}

TEST(flight_is_equal_for_any_threads)
{
    heightmap map = hilly_map(65, 33, 9);
    rl_map_rules rules = plain_rules(0.0, 90.0);
    pixels one = draw_flight(&map, &rules, 0.3, 123, 77, 1);
    for (int threads = 2; threads < 5; threads++) {
        pixels more = draw_flight(&map, &rules, 0.3, 123, 77, threads);
        must_be_equal(&one, &more);
        free(more.rgb);
    }
    free(one.rgb);
    free(map.h);
}

/* Sky is above the horizon and land below it, and coverage brightens no row. */
TEST(flight_over_level_land_ends_at_the_horizon)
{
    heightmap map = heights_new(32, 32, 1);
    rl_map_rules rules = plain_rules(0.0, 90.0);
    pixels p = draw_flight(&map, &rules, 0.1, 100, 100, 1);
    for (int x = 1; x < 100; x++)
        for (int y = 0; y < 100; y++) /* a row looks alike, but for the sun's side */
            EXPECT(apart(pixel_at(&p, x, y), pixel_at(&p, x - 1, y)) <= 2);
    ck_assert_int_gt(pixel_at(&p, 50, 2)[2], pixel_at(&p, 50, 2)[0] + 20);   /* blue */
    ck_assert_int_gt(pixel_at(&p, 50, 98)[1], pixel_at(&p, 50, 98)[2] + 20); /* green */
    for (int y = 36; y < 99; y++) /* fog only thins toward the eye: blue falls */
        EXPECT(pixel_at(&p, 50, y + 1)[2] <= pixel_at(&p, 50, y)[2] + 1);
    free(p.rgb);
    free(map.h);
}

/* Rows of a smooth sky have more than one level. */
TEST(flight_sky_is_dithered)
{
    heightmap map = heights_new(32, 32, 1);
    rl_map_rules rules = plain_rules(0.0, 90.0);
    pixels p = draw_flight(&map, &rules, 0.1, 320, 200, 1);
    int mixed = 0;
    for (int y = 0; y < 50; y++) {
        int changes = 0;
        for (int x = 120; x < 200; x++)
            changes += pixel_at(&p, x, y)[2] != pixel_at(&p, x - 1, y)[2];
        mixed += changes > 8;
    }
    EXPECT_MSG(mixed > 25, "%d of 50 rows", mixed);
    free(p.rgb);
    free(map.h);
}

/* Light changes across a steep silhouette over more than one pixel. */
TEST(flight_silhouettes_are_smooth)
{
    heightmap map = hilly_map(64, 64, 21);
    rl_map_rules rules = plain_rules(0.0, 90.0);
    rules.exaggeration = 3.0;
    pixels p = draw_flight(&map, &rules, 0.3, 320, 180, 1);
    int edges = 0, hard = 0;
    for (int y = 2; y < 178; y++)
        for (int x = 2; x < 318; x++) {
            int all = apart(pixel_at(&p, x - 2, y), pixel_at(&p, x + 1, y));
            if (all < 50)
                continue;
            edges++;
            hard += apart(pixel_at(&p, x - 1, y), pixel_at(&p, x, y)) > all * 9 / 10;
        }
    ck_assert_int_gt(edges, 100);
    EXPECT_MSG(hard * 100 < edges * 1, "%d of %d edges", hard, edges);
    free(p.rgb);
    free(map.h);
}

/* A step of the map covers many rows near the eye; light changes from row to row and does not
 * jump from cell to cell. */
TEST(flight_slopes_near_the_eye_are_smooth)
{
    heightmap map = hilly_map(32, 32, 4);
    rl_map_rules rules = plain_rules(0.0, 90.0);
    pixels p = draw_flight(&map, &rules, 0.3, 480, 480, 1);
    int changes = 0, jumps = 0; /* of two levels, and of three to twelve: more is a silhouette */
    for (int y = 250; y < 480; y++)
        for (int x = 0; x < 480; x++) {
            int step = apart(pixel_at(&p, x, y - 1), pixel_at(&p, x, y));
            changes += step == 2;
            jumps += step > 2 && step <= 12;
        }
    EXPECT_MSG(jumps * 3 < changes, "%d of %d", jumps, changes);
    free(p.rgb);
    free(map.h);
}

static rl_flight *made_land(const heightmap *map, const rl_map_rules *rules)
{
    rl_flight *land;
    OK(flight_new(&land, map, rules, NULL, &error));
    return land;
}

/* A wall stands short of the seam, with the sun in the north, west, south and east. The shadow
 * falls over the seam, as long as the wall's height divided by the slope of the light. */
/* Gentle waves, 0.2 to 0.8, and a needle of one sample and full height at (column, row). */
static heightmap needle_map(int side, int column, int row)
{
    heightmap map = heights_new(side, side, 1);
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            map.h[y * side + x] = 0.5f + 0.3f * (float)exact_cos_turn((double)x / side) *
                                             (float)exact_cos_turn((double)y / side);
    map.h[row * side + column] = 1.0f;
    return map;
}

TEST(flight_rounds_needles_and_keeps_gentle_ground)
{
    enum { SIDE = 256, COLUMN = 64, ROW = 40, REACH = 40, BESIDE = 4 };
    rl_map_rules rules = plain_rules(0, 30);
    heightmap map = needle_map(SIDE, COLUMN, ROW);
    rl_flight *land = made_land(&map, &rules);
    const float *h = land->ground.level[0].h;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            int i = y * SIDE + x, is_near = abs(x - COLUMN) + abs(y - ROW) < 2 * REACH;
            ck_assert(is_near || exact_abs((double)(h[i] - map.h[i])) < 0.01);
        }
    double beside = (double)(h[ROW * SIDE + COLUMN - BESIDE] + h[ROW * SIDE + COLUMN + BESIDE]) / 2;
    double rise = ((double)h[ROW * SIDE + COLUMN] - beside) * land->relief * land->longer;
    ck_assert_double_gt(rise, 0.0); /* samples; the needle had 21 */
    ck_assert_double_lt(rise, 2.0 * BESIDE);
    rl_flight_free(land);
    free(map.h);
}

TEST(flight_rounds_across_the_edges_of_the_map)
{
    enum { SIDE = 64, SHIFT = SIDE / 2 };
    rl_map_rules rules = plain_rules(0, 30);
    heightmap map = needle_map(SIDE, SHIFT, SHIFT), moved = heights_new(SIDE, SIDE, 1);
    for (int i = 0; i < SIDE * SIDE; i++)
        moved.h[i] = map.h[(i / SIDE + SHIFT) % SIDE * SIDE + (i + SHIFT) % SIDE];
    rl_flight *land = made_land(&map, &rules), *other = made_land(&moved, &rules);
    const float *h = land->ground.level[0].h, *moved_h = other->ground.level[0].h;
    for (int i = 0; i < SIDE * SIDE; i++)
        ck_assert(moved_h[i] == h[(i / SIDE + SHIFT) % SIDE * SIDE + (i + SHIFT) % SIDE]);
    rl_flight_free(land);
    rl_flight_free(other);
    free(map.h);
    free(moved.h);
}

/* The edges of a plateau are rounded, so its shadow is compared some samples away from them. */
TEST(flight_shadows_fall_away_from_the_sun)
{
    enum { SIDE = 512, WIDE = 100, DARK_FROM = 16, DARK_TO = 52, LIGHT_FROM = 90, LIGHT_TO = 300 };
    for (int side = 0; side < 4; side++) {
        heightmap map = heights_new(SIDE, SIDE, 1);
        int is_column = side % 2;
        int away = side == 0 || side == 1 ? 1 : -1; /* to the south and to the east: onward */
        int edge = away > 0 ? SIDE - 4 : 3;
        for (int i = 0; i < SIDE * WIDE; i++) {
            int line = edge - away * (i / SIDE), along = i % SIDE;
            map.h[is_column ? along * SIDE + line : line * SIDE + along] = 1.0f;
        }
        rl_map_rules rules = plain_rules(0.0, 90.0);
        rules.azimuth = 360.0 - 90.0 * side;
        rules.altitude = 45.0;
        rules.exaggeration = 1.0; /* 0.17 units: 87 samples */
        rl_flight *land = made_land(&map, &rules);
        for (int k = DARK_FROM; k < LIGHT_TO; k++) {
            int line = (edge + away * k + SIDE) % SIDE;
            int at = is_column ? 20 * SIDE + line : line * SIDE + 20;
            float sun = land->sun.level[0].h[at];
            if (k <= DARK_TO)
                EXPECT_MSG(sun == 0.0f, "side %d, line %d: %g", side, k, (double)sun);
            if (k >= LIGHT_FROM)
                EXPECT_MSG(sun == 1.0f, "side %d, line %d: %g", side, k, (double)sun);
        }
        rl_flight_free(land);
        free(map.h);
    }
}

/* Ground that is skipped as invisible really is lower, at each level of detail that may be
 * skipped. */
TEST(flight_tiles_bound_their_ground)
{
    static const int sizes[][2] = {{64, 64}, {256, 256}, {200, 130}};
    for (int i = 0; i < 3; i++) {
        heightmap map = hilly_map(sizes[i][0], sizes[i][1], 5 + (uint64_t)i);
        rl_map_rules rules = plain_rules(0.0, 90.0);
        rl_flight *land = made_land(&map, &rules);
        int near = 0;
        EXPECT(land->most_level >= 0.0f);
        for (int k = 0; k < 20000; k++) {
            double x = (k % 141) / 141.0 - 3.0, y = (k / 141) / 142.0;
            for (float level = 0.0f; level <= land->most_level; level += 0.7f) {
                double h = (double)ground_height(&land->ground, x, y, level);
                double rise = (h - land->light.low) * land->relief, most;
                most = flight_most_at(land, x, y);
                EXPECT(rise <= most + 1e-9);
                near += most - rise < 0.3 * land->relief;
            }
        }
        EXPECT(near > 1000); /* the bound is of use */
        rl_flight_free(land);
        free(map.h);
    }
    heightmap map = hilly_map(63, 500, 1);
    rl_map_rules rules = plain_rules(0.0, 90.0);
    rl_flight *land = made_land(&map, &rules);
    EXPECT(land->most_level < 0.0f);
    rl_flight_free(land);
    free(map.h);
}

TEST(flight_skips_only_hidden_ground)
{
    enum { WIDTH = 96, HEIGHT = 54, SIDE = 128 };
    for (uint64_t seed = 1; seed <= 8; seed++) {
        uint8_t skips[WIDTH * HEIGHT * 3], walks[WIDTH * HEIGHT * 3];
        /* Towers of 16 x 16 samples; many rise above the eye, behind each other. */
        heightmap towers = hilly_map(SIDE / 16, SIDE / 16, seed), map = heights_new(SIDE, SIDE, 1);
        for (int i = 0; i < SIDE * SIDE; i++)
            map.h[i] = towers.h[i / SIDE / 16 * (SIDE / 16) + i % SIDE / 16];
        rl_map_rules rules = plain_rules(0.0, 90.0);
        rules.exaggeration = 4.0;
        rl_flight *land = made_land(&map, &rules);
        OK(rl_flight_frame(land, (double)seed / 8.0, WIDTH, HEIGHT, skips, 1, &error));
        land->most_level = -1.0f;
        OK(rl_flight_frame(land, (double)seed / 8.0, WIDTH, HEIGHT, walks, 1, &error));
        ck_assert_mem_eq(skips, walks, sizeof skips);
        rl_flight_free(land);
        free(towers.h);
        free(map.h);
    }
}

/* ---- the flight that is steered ----------------------------------------------------- */

static pixels look(const rl_flight *land, double x, double y, double height, double heading,
                   int threads)
{
    const rl_flight_eye eye = {sizeof eye, x, y, height, heading};
    pixels p = {120, 68, malloc((size_t)120 * 68 * 3)};
    ck_assert_ptr_nonnull(p.rgb);
    OK(rl_flight_look(land, &eye, p.width, p.height, p.rgb, threads, &error));
    return p;
}

/* The loop begins at x = 0 and y = 0.5, and heads as its path does. */
TEST(flight_look_from_the_loop_equals_its_frame)
{
    enum { SIDE = 64 };
    const double heading = 90.0 + 20.65560; /* atan(2 pi 0.06) */
    heightmap map = heights_new(SIDE, SIDE, 1);
    for (int i = 0; i < SIDE * SIDE; i++)
        map.h[i] = 0.4f + 0.3f * (float)exact_cos_turn((double)(i % SIDE) / SIDE);
    rl_map_rules rules = plain_rules(0.0, 90.0);
    rl_flight *land = made_land(&map, &rules);
    double rise = 0.7 * land->relief; /* the greatest of a stop and of the cover at x = 0 */
    double height = 0.05 + rise - flight_cover_at(land, 0.0, 0.5);
    pixels steered = look(land, 0.0, 0.5, height, heading, 1);
    pixels loop = draw_flight(&map, &rules, 0.0, 120, 68, 1);
    int unlike = 0;
    for (int i = 0; i < 120 * 68; i++)
        unlike += apart(steered.rgb + 3 * (size_t)i, loop.rgb + 3 * (size_t)i) > 4;
    EXPECT_MSG(unlike < 120 * 68 / 40, "%d pixels", unlike);
    free(steered.rgb);
    free(loop.rgb);
    rl_flight_free(land);
    free(map.h);
}

TEST(flight_look_repeats_with_the_map_and_for_any_threads)
{
    heightmap map = hilly_map(65, 33, 9);
    rl_map_rules rules = plain_rules(0.0, 90.0);
    rl_flight *land = made_land(&map, &rules);
    pixels one = look(land, 0.25, 0.75, 0.04, 200.0, 1);
    static const double places[][3] = {
        {3.25, 0.75, 200.0}, {0.25, -1.25, 200.0}, {0.25, 0.75, -160.0}, {-9.75, 64.75, 560.0}};
    for (int i = 0; i < 4; i++) {
        pixels again = look(land, places[i][0], places[i][1], 0.04, places[i][2], i + 1);
        must_be_equal(&one, &again);
        free(again.rgb);
    }
    pixels other = look(land, 0.5, 0.75, 0.04, 200.0, 1);
    ck_assert_mem_ne(one.rgb, other.rgb, (size_t)one.width * (size_t)one.height * 3);
    free(other.rgb);
    free(one.rgb);
    rl_flight_free(land);
    free(map.h);
}

/* A cover jumps by less than the ground may within a step of 1/500 of the map. */
TEST(flight_cover_is_smooth_and_above_all_ground)
{
    enum { SIDE = 256, STEPS = 500 };
    heightmap map = heights_new(SIDE, SIDE, 1);
    for (int i = 0; i < SIDE * SIDE; i++)
        map.h[i] = i % SIDE >= 250 && i / SIDE < 9 ? 1.0f : 0.0f; /* a block beside the seam */
    rl_map_rules rules = plain_rules(0.0, 90.0);
    rules.sea = 0.1;
    rl_flight *land = made_land(&map, &rules);
    double before = flight_cover_at(land, -1.0 / STEPS, 0.02);
    for (int i = 0; i <= STEPS; i++) {
        double x = (double)i / STEPS, cover = flight_cover_at(land, x, 0.02);
        double rise = (double)ground_height(&land->ground, x, 0.02, 0.0f) * land->relief;
        EXPECT_MSG(cover >= exact_max(rise, land->sea), "%g < %g at %d", cover, rise, i);
        EXPECT_MSG(exact_abs(cover - before) < 0.005, "%g, %g at %d", before, cover, i);
        before = cover;
    }
    rl_flight_free(land);
    free(map.h);
}

/* Sets the upper edge, in rows, of all ground within each of several distances, for a column of a
 * frame; a plain walk without bounds, light or fog. */
enum { SKYLINES = 4, SKY_WIDTH = 640, SKY_HEIGHT = 360 };
static void skyline(const rl_flight *land, const rl_flight_eye *eye, int column,
                    float edge[SKYLINES][SKY_WIDTH])
{
    static const double within[SKYLINES] = {0.05, 0.15, 0.4, 0.95}; /* longer sides */
    const double focal = 0.72 * SKY_WIDTH;
    double z = flight_cover_at(land, eye->x, eye->y) + eye->height;
    double across = (column + 0.5 - 0.5 * SKY_WIDTH) / focal;
    double east = degrees_sine(eye->heading), north = degrees_cosine(eye->heading);
    double ray_east = east + across * north, ray_north = north - across * east;
    double top = SKY_HEIGHT, distance = 0.006;
    for (int i = 0; i < SKYLINES; i++) {
        for (; distance < within[i]; distance *= 1.01) {
            double samples = distance * 0.007 * land->longer;
            double x = eye->x + ray_east * distance * land->unit_x;
            double y = eye->y - ray_north * distance * land->unit_y;
            float level = samples > 1.0 ? (float)exact_log2(samples) : 0.0f;
            double h = (double)ground_height(&land->ground, x, y, level) - land->light.low;
            top = exact_min(top, 0.3 * SKY_HEIGHT + (z - h * land->relief) * focal / distance);
        }
        edge[i][column] = (float)exact_max(top, 0.0);
    }
}

/* Returns the greatest rise of a column over both columns 3 pixels beside it, rows. */
static float needle_of(const rl_flight *land, const rl_flight_eye *eye)
{
    enum { BESIDE = 3 };
    float edge[SKYLINES][SKY_WIDTH], most = 0.0f;
    for (int x = 0; x < SKY_WIDTH; x++)
        skyline(land, eye, x, edge);
    for (int i = 0; i < SKYLINES; i++)
        for (int x = BESIDE; x < SKY_WIDTH - BESIDE; x++) {
            float left = edge[i][x - BESIDE], right = edge[i][x + BESIDE];
            float rise = (left < right ? left : right) - edge[i][x];
            most = rise > most ? rise : most;
        }
    return most;
}

/* The bound is a fifth of what people see as a needle: the ground as it is made rises by 11 to 20
 * rows, rounded by 3.  Of 600 frames, five are measured; RIDGELINE_FRAMES=600 measures all. */
TEST_LOOP(flight_that_is_steered_meets_no_needles, 5)
{
    static const char *const presets[] = {"none", "one-sided", "persistence", "spread",
                                          "roughness-coefficient"};
    enum { FRAMES = 600, MEASURED = 5 };
    const char *wish = getenv("RIDGELINE_FRAMES");
    int measured = wish != NULL && atoi(wish) > 0 && atoi(wish) <= FRAMES ? atoi(wish) : MEASURED;
    rl_scene *scene;
    rl_map *made;
    rl_flight *land;
    OK(rl_scene_new(&scene, NULL, &error));
    OK(rl_map_preset_apply(scene, presets[_i], &error));
    OK(rl_scene_set(scene, "ridgeline.seed", "8", &error));
    OK(rl_scene_set(scene, "map.wrap", "1", &error));
    OK(rl_scene_set(scene, "output.size", "256x256", &error));
    const rl_map_options options = {.struct_size = sizeof options, .threads = 1};
    OK(rl_map_new(&made, scene, &options, &error));
    OK(rl_flight_new(&land, made, &error));
    rl_flight_eye eye = {sizeof eye, 0.5, 0.5, 0.0, 90.0};
    float most = 0.0f;
    for (int i = 0; i < FRAMES; i++) { /* at 20 frames a second, in bends and at many heights */
        double turn = i / 180.0, climb = i / 400.0;
        eye.heading += 1.5 * exact_cos_turn(turn - (double)exact_floor(turn));
        eye.height = 0.05 + 0.035 * exact_cos_turn(climb - (double)exact_floor(climb));
        eye.x += 0.0025 * degrees_sine(eye.heading);
        eye.y -= 0.0025 * degrees_cosine(eye.heading);
        if (i % (FRAMES / measured) != 0)
            continue;
        float rise = needle_of(land, &eye);
        most = rise > most ? rise : most;
    }
    EXPECT_MSG(most < 0.02f * SKY_HEIGHT, "%s: %g rows", presets[_i], (double)most);
    if (wish != NULL)
        printf("%s: %d frames, the highest needle %g of %d rows\n", presets[_i], measured,
               (double)most, SKY_HEIGHT);
    rl_flight_free(land);
    rl_map_free(made);
    rl_scene_free(scene);
}

TEST(flight_look_from_nowhere_is_refused)
{
    static const struct {
        double x, y, height, heading;
        const char *text;
    } rows[] = {
        {1e7, 0.5, 0.1, 0.0, "x, y: must be -1000000..1000000"},
        {0.5, (double)NAN, 0.1, 0.0, "x, y: must be -1000000..1000000"},
        {0.5, 0.5, 0.0, 0.0, "height: must be 0.005..1"},
        {0.5, 0.5, (double)NAN, 0.0, "height: must be 0.005..1"},
        {0.5, 0.5, 0.1, -360001.0, "heading: must be -360000..360000"},
        {0.5, 0.5, 0.1, (double)INFINITY, "heading: must be -360000..360000"},
    };
    uint8_t rgb[3];
    heightmap map = hilly_map(3, 3, 2);
    rl_map_rules rules = plain_rules(0.0, 90.0);
    rl_flight *land = made_land(&map, &rules);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const rl_flight_eye eye = {sizeof eye, rows[i].x, rows[i].y, rows[i].height,
                                   rows[i].heading};
        ck_assert_int_eq(rl_flight_look(land, &eye, 1, 1, rgb, 1, &error), RL_BAD_ARGUMENT);
        ck_assert_str_eq(error.text, rows[i].text);
    }
    const rl_flight_eye old = {0, 0.5, 0.5, 0.1, 0.0}, eye = {sizeof eye, 0.5, 0.5, 0.1, 0.0};
    ck_assert_int_eq(rl_flight_look(land, &old, 1, 1, rgb, 1, &error), RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_flight_look(land, &eye, 0, 1, rgb, 1, &error), RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_flight_look(land, &eye, 1, 1, rgb, 0, &error), RL_BAD_ARGUMENT);
    OK(rl_flight_look(land, &eye, 1, 1, rgb, 1, &error));
    rl_flight_free(land);
    free(map.h);
}

TEST(flight_with_odd_options_is_drawn_or_refused)
{
    heightmap map = hilly_map(1, 1, 2);
    rl_map_rules rules = plain_rules(0.0, 90.0);
    rules.exaggeration = 1000.0;
    rules.sea = 1.0;
    pixels p = draw_flight(&map, &rules, -7.25, 1, 1, 3);
    free(p.rgb);
    free(map.h);
    map = hilly_map(3, 50, 2);
    p = draw_flight(&map, &rules, 1e6, 1, 40, 3);
    free(p.rgb);
    static const double nowhere[] = {-1e300, 1.000001e6, (double)NAN, -(double)INFINITY};
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(try_flight(&map, &rules, nowhere[i], 1, NULL, &p, &error),
                         RL_BAD_ARGUMENT);
        free(p.rgb);
    }
    p.width = 0;
    ck_assert_int_eq(try_flight(&map, &rules, 0.0, 1, NULL, &p, &error), RL_BAD_ARGUMENT);
    free(p.rgb);
    free(map.h);
}
