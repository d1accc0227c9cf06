/* test_panorama.c - the view from a place of a DEM against trigonometry. */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ridgeline-map.h"

#define PI 3.14159265358979323846

static rl_error error;

typedef struct cone {
    double x, y, height, radius; /* metres */
} cone;

/* The viewer is at the middle of the south edge, or where a test says. */
static double ground(const cone *cones, int count, double x, double y)
{
    double most = 0.0;
    for (int i = 0; i < count; i++)
        most = fmax(most, cones[i].height *
                              (1.0 - hypot(x - cones[i].x, y - cones[i].y) / cones[i].radius));
    return most;
}

static void dem_make(rl_dem *dem, int width, int height, double cell, const cone *cones, int count)
{
    *dem = (rl_dem){.width = width,
                    .height = height,
                    .is_metres = 1,
                    .reference = {.is_placed = 1,
                                  .west = -0.5 * cell,
                                  .north = (height - 0.5) * cell,
                                  .cell_x = cell,
                                  .cell_y = cell,
                                  .metres_x = cell,
                                  .metres_y = cell}};
    dem->heights = malloc(sizeof(float) * (size_t)width * (size_t)height);
    ck_assert_ptr_nonnull(dem->heights);
    for (int r = 0; r < height; r++)
        for (int c = 0; c < width; c++)
            dem->heights[(ptrdiff_t)r * width + c] =
                (float)ground(cones, count, c * cell, (height - 1 - r) * cell);
}

static void scene_make(rl_scene *scene, const rl_dem *dem, double x, double y, double look)
{
    scene_init(scene);
    scene->seed = 7;
    scene->has_seed = 1;
    ck_assert_int_eq(rl_mood_apply(scene, "dawn", &error), RL_OK);
    scene->panorama.x = x;
    scene->panorama.y = y;
    scene->panorama.look = look;
    scene->dem = dem;
}

static rl_frame *frame_make(const rl_scene *scene, const rl_view *view)
{
    rl_frame *frame;
    rl_status status = rl_frame_new(&frame, scene, view, &error);
    ck_assert_msg(status == RL_OK, "%s", error.text);
    return frame;
}

static void skyline_of(const rl_frame *frame, int columns, double *skyline)
{
    double *ridge = malloc(sizeof(double) * (size_t)columns);
    ck_assert_ptr_nonnull(ridge);
    for (int i = 0; i < columns; i++)
        skyline[i] = 0.0;
    for (int r = 0; r < rl_frame_scene(frame)->ridge_count; r++) {
        ck_assert_int_eq(rl_frame_heights(frame, r, 0, columns, ridge, &error), RL_OK);
        for (int i = 0; i < columns; i++)
            skyline[i] = fmax(skyline[i], ridge[i]);
    }
    free(ridge);
}

/* Trigonometry by another way: the angle at the earth's centre, on a sphere whose radius is larger
 * as refraction bends light, R / (1 - k).  What one sees of a place is the angle between the
 * level at the eye and the straight line to the place. */
static double angle_to(double eye, double height, double distance)
{
    double radius = 6371000.0 / (1.0 - 0.13), at = distance / radius;
    double away = (radius + height) * sin(at), up = (radius + height) * cos(at) - radius - eye;
    return up / away;
}

/* The tangent of the skyline in a direction, of the cones and the plain that they are on. */
static double seen(const cone *cones, int count, double x, double y, double azimuth, double eye)
{
    double most = -1.0;
    for (double d = 200.0; d < 160000.0; d += d < 40000.0 ? 2.0 : 20.0) {
        double height = ground(cones, count, x + d * sin(azimuth), y + d * cos(azimuth));
        most = fmax(most, angle_to(eye, height, d));
    }
    return most;
}

#define EYE 1.7

/* Three cones, two of them near the edges of the picture. */
static const cone three[] = {
    {15000.0 - 3600.0, 7800.0, 900.0, 3000.0},
    {15000.0 + 900.0, 15000.0, 1800.0, 6000.0},
    {15000.0 + 11400.0, 21000.0, 2000.0, 7000.0},
};

static void check_skyline(const rl_dem *dem, const cone *cones, int count, double x, int width,
                          int height)
{
    rl_scene scene;
    rl_view view = {.struct_size = sizeof view, .width = width, .height = height, .threads = 2};
    scene_make(&scene, dem, x, 0.0, 0.0);
    rl_frame *frame = frame_make(&scene, &view);
    double *skyline = malloc(sizeof(double) * (size_t)width);
    ck_assert_ptr_nonnull(skyline);
    skyline_of(frame, width, skyline);
    /* 16:9: U is the height, and 60 degrees are 16/9 of it */
    double turn = 60.0 / 180.0 * PI / (16.0 / 9.0), worst = 0.0;
    double level = rl_frame_scene(frame)->panorama.level * height;
    int step = width > 1000 ? 7 : 3;
    for (int c = 0; c < width; c += step) {
        double azimuth = (c + 0.5 - 0.5 * width) / height * turn;
        double expected = level + seen(cones, count, x, 0.0, azimuth, EYE) * height / turn;
        double apart = fabs(skyline[c] - expected);
        worst = fmax(worst, apart);
        EXPECT_MSG(apart <= 0.5, "%dx%d: column %d: %.3f px high: must be %.3f", width, height, c,
                   skyline[c], expected);
    }
    ck_assert_msg(worst > 0.0, "the skyline is what it was compared with");
    if (getenv("PANORAMA_SAY") != NULL)
        printf("%dx%d: at most %.3f px from trigonometry\n", width, height, worst);
    free(skyline);
    rl_frame_free(frame);
}

START_TEST(skyline_is_that_of_trigonometry)
{
    rl_dem dem;
    dem_make(&dem, 1001, 1001, 30.0, three, 3);
    check_skyline(&dem, three, 3, 15000.0, 640, 360);
    check_skyline(&dem, three, 3, 15000.0, 3840, 2160);
    rl_dem_free(&dem);
}
END_TEST

/* The curve hides 600 m at 100 km from an eye at 1.7 m; of 900 m one sees the top. */
START_TEST(peak_beyond_the_curve_is_hidden)
{
    const cone low = {50000.0, 100000.0, 600.0, 9000.0}, high = {50000.0, 100000.0, 900.0, 9000.0};
    const cone *cones[2] = {&low, &high};
    for (int i = 0; i < 2; i++) {
        rl_dem dem;
        rl_scene scene;
        rl_view view = {.struct_size = sizeof view, .width = 3840, .height = 2160};
        double skyline[3840];
        dem_make(&dem, 501, 601, 200.0, cones[i], 1);
        check_skyline(&dem, cones[i], 1, 50000.0, 3840, 2160);
        scene_make(&scene, &dem, 50000.0, 0.0, 0.0);
        rl_frame *frame = frame_make(&scene, &view);
        skyline_of(frame, 3840, skyline);
        double above = skyline[1920] - skyline[40];
        if (i == 0)
            ck_assert_msg(fabs(above) < 0.01, "%f px of a peak beyond the curve", above);
        else
            ck_assert_msg(above > 8.0, "%f px of a peak over it", above);
        rl_frame_free(frame);
        rl_dem_free(&dem);
    }
}
END_TEST

static uint8_t *paint(const rl_scene *scene, rl_view view)
{
    int columns = view.part_width > 0 ? view.part_width : view.width;
    int rows = view.part_height > 0 ? view.part_height : view.height;
    size_t stride = (size_t)columns * 3;
    uint8_t *pixels = malloc(stride * (size_t)rows);
    ck_assert_ptr_nonnull(pixels);
    rl_frame *frame = frame_make(scene, &view);
    ck_assert_int_eq(rl_paint(frame, 0, rows, pixels, stride, &error), RL_OK);
    rl_frame_free(frame);
    return pixels;
}

/* Rough land: bumps of many sizes. */
static void bumps_make(rl_dem *dem)
{
    dem_make(dem, 121, 101, 30.0, three, 0);
    for (int r = 0; r < dem->height; r++)
        for (int c = 0; c < dem->width; c++)
            dem->heights[r * dem->width + c] =
                (float)(300.0 + 160.0 * sin(c * 0.11) * cos(r * 0.07) + 40.0 * sin(c * 0.7 + r) +
                        9.0 * cos(r * 2.1 - c * 1.3));
}

START_TEST(parts_and_threads_are_the_same_world)
{
    rl_dem dem;
    rl_scene scene;
    rl_view view = {.struct_size = sizeof view, .width = 480, .height = 270};
    bumps_make(&dem);
    scene_make(&scene, &dem, 1830.0, 1290.0, 40.0);
    scene.land_snow = 0.7;
    uint8_t *whole = paint(&scene, view);
    const rl_view others[] = {
        {.struct_size = sizeof view, .width = 480, .height = 270, .threads = 4},
        {.struct_size = sizeof view, .width = 480, .height = 270, .kernels = RL_KERNELS_PLAIN},
        {.struct_size = sizeof view, .width = 480, .height = 270, .kernels = RL_KERNELS_AVX2},
        {.struct_size = sizeof view,
         .width = 480,
         .height = 270,
         .x = 101,
         .y = 61,
         .part_width = 211,
         .part_height = 190},
        {.struct_size = sizeof view,
         .width = 480,
         .height = 270,
         .x = 403,
         .y = 3,
         .part_width = 77,
         .part_height = 260,
         .threads = 3},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const rl_view *part = &others[i];
        int columns = part->part_width > 0 ? part->part_width : 480;
        int rows = part->part_height > 0 ? part->part_height : 270;
        uint8_t *pixels = paint(&scene, *part);
        for (int r = 0; r < rows; r++)
            EXPECT_MSG(memcmp(pixels + (ptrdiff_t)3 * r * columns,
                              whole + 3 * ((ptrdiff_t)(part->y + r) * 480 + part->x),
                              3 * (size_t)columns) == 0,
                       "view %d differs in row %d", (int)i, r);
        free(pixels);
    }
    free(whole);
    rl_dem_free(&dem);
}
END_TEST

/* Once round is a loop: what is at its left edge goes on at its right one. */
START_TEST(once_round_is_a_loop)
{
    rl_dem dem;
    rl_scene scene;
    rl_view view = {.struct_size = sizeof view, .width = 1280, .height = 192};
    double skyline[1280];
    bumps_make(&dem);
    scene_make(&scene, &dem, 1830.0, 1290.0, 0.0);
    scene.extent = RL_EXTENT_LOOP;
    rl_frame *frame = frame_make(&scene, &view);
    skyline_of(frame, 1280, skyline);
    double most = 0.0;
    for (int i = 1; i < 1280; i++)
        most = fmax(most, fabs(skyline[i] - skyline[i - 1]));
    ck_assert_msg(fabs(skyline[0] - skyline[1279]) <= most, "%f px at the seam, %f elsewhere",
                  fabs(skyline[0] - skyline[1279]), most);
    rl_frame_free(frame);
    rl_dem_free(&dem);
}
END_TEST

static void refused(const rl_scene *scene, const char *text)
{
    rl_frame *frame;
    rl_view view = {.struct_size = sizeof view, .width = 64, .height = 36};
    ck_assert_int_eq(rl_frame_new(&frame, scene, &view, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, text);
}

START_TEST(places_that_cannot_be)
{
    rl_dem dem;
    rl_scene scene;
    bumps_make(&dem);
    scene_make(&scene, &dem, 3700.0, 1290.0, 0.0);
    refused(&scene, "panorama.x = 3700: must be 0..3600: the DEM ends there");
    scene_make(&scene, &dem, 600.0, -0.5, 0.0);
    refused(&scene, "panorama.y = -0.5: must be 0..3000: the DEM ends there");
    scene_make(&scene, NULL, 600.0, 600.0, 0.0);
    refused(&scene, "panorama.x = 600: the scene has no heights: give them (--from-map)");
    scene_make(&scene, &dem, 600.0, RL_AUTO, 0.0);
    refused(&scene, "panorama.y = auto: must be given with panorama.x");
    dem.holes = calloc((size_t)dem.width * (size_t)dem.height, 1);
    ck_assert_ptr_nonnull(dem.holes);
    dem.holes[80 * dem.width + 21] = 1; /* at 630, 600 */
    scene_make(&scene, &dem, 615.0, 610.0, 0.0);
    refused(&scene, "panorama.x = 615: the DEM has no data there");
    dem.reference.is_placed = 0; /* then places are shares of it */
    scene_make(&scene, &dem, 0.5, 1.5, 0.0);
    refused(&scene, "panorama.y = 1.5: must be 0..1: the DEM ends there");
    rl_dem_free(&dem);
}
END_TEST

Suite *suite_panorama(void);
Suite *suite_panorama(void)
{
    Suite *suite = suite_create("panorama");
    TCase *tests = tcase_create("panorama");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, skyline_is_that_of_trigonometry);
    tcase_add_test(tests, peak_beyond_the_curve_is_hidden);
    tcase_add_test(tests, parts_and_threads_are_the_same_world);
    tcase_add_test(tests, once_round_is_a_loop);
    tcase_add_test(tests, places_that_cannot_be);
    suite_add_tcase(suite, tests);
    return suite;
}
