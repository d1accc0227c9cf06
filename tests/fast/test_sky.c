/* test_sky.c - clouds, stars, moon, stripes, aurora, birds and fog. */
#include <math.h>
#include <string.h>

#include "frame/frame.h"
#include "layers/sky/sky.h"
#include "support/slopes.h"
#include "support/support.h"

/* A scene with nothing of the sky's inhabitants. */
static void bare_scene(rl_scene *scene, uint64_t seed, const char *palette)
{
    scene_of_seed(scene, seed);
    scene->world = 0; /* of ridges */
    scene->depth = 16;
    strcpy(scene->palette.name, palette);
    scene_slot(scene, "clouds.amount")->real = scene_slot(scene, "stars.amount")->real =
        scene_slot(scene, "aurora.amount")->real = scene->fog = scene->sun_stripes = 0.0;
    scene->moon = scene_slot(scene, "birds.count")->integer = 0;
    scene->lake_ridge = 0;
    for (int i = 0; i < RL_MAX_RIDGES; i++)
        scene->ridge[i].relief = 0.0; /* its tables take most of the time */
}

static int differs(const picture *a, const picture *b, int x, int y)
{
    size_t at = ((size_t)y * (size_t)a->width + (size_t)x) * 3;
    return memcmp(a->sample + at, b->sample + at, 3 * sizeof *a->sample) != 0;
}

static int difference(const picture *a, const picture *b)
{
    int count = 0;
    for (int y = 0; y < a->height; y++)
        for (int x = 0; x < a->width; x++)
            count += differs(a, b, x, y);
    return count;
}

static int is_land(const rl_frame *frame, int x, int y)
{
    for (int i = 0; i < slope_count(frame); i++)
        if (y >= outline_rows_of(frame, slope_at(frame, i).outline, x).full)
            return 1;
    return 0;
}

/* ---- place of the disc ------------------------------------------------------ */

TEST(disc_is_wholly_in_the_picture_or_outside)
{
    static const int sizes[][2] = {{320, 180}, {90, 195}, {344, 144}};
    for (uint64_t seed = 1; seed <= 60; seed++) {
        rl_scene scene;
        bare_scene(&scene, seed, "dusk");
        scene.sun_lift = seed % 3 == 0 ? 100.0 : RL_AUTO;
        scene.sun_x = seed % 2 == 0 ? 0.02 * (double)seed - 0.6 : RL_AUTO;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            double x, y, radius;
            rl_frame *frame = new_frame(&scene, sizes[i][0], sizes[i][1]);
            rl_frame_sun(frame, &x, &y, &radius);
            EXPECT_MSG(y >= radius, "seed %d, size %zu", (int)seed, i);
            EXPECT_MSG((x >= radius && x <= sizes[i][0] - radius) || x <= 0.001 - radius ||
                           x >= sizes[i][0] + radius - 0.001,
                       "seed %d, size %zu", (int)seed, i);
            rl_frame_free(frame);
        }
    }
}

/* ---- off ------------------------------------------------------------------ */

TEST(sky_feature_that_is_off_changes_no_pixel)
{
    rl_scene scene;
    bare_scene(&scene, 5, "dusk");
    picture plain = picture_of(&scene, 320, 180);
    scene_slot(&scene, "clouds.cover")->real = 1.0;
    scene.moon_phase = 0.1;
    scene.palette.star = scene.palette.cloud = 0xff0000;
    scene.palette.aurora[0] = scene.palette.aurora[1] = scene.palette.aurora[2] = 0xff0000;
    picture other = picture_of(&scene, 320, 180);
    ck_assert_int_eq(difference(&plain, &other), 0);
    picture_free(&other);
    picture_free(&plain);
}

/* ---- stars ---------------------------------------------------------------- */

#define LATTICE 400

TEST(stars_follow_the_magnitude_law)
{
    rl_scene scene;
    bare_scene(&scene, 77, "moonlight");
    rl_frame *frame = new_frame(&scene, 64, 36);
    double brighter[2] = {0.0, 0.0};
    double tint[3] = {0.0, 0.0, 0.0};
    double count = 0.0;
    for (int64_t row = 0; row < LATTICE; row++)
        for (int64_t column = -LATTICE / 2; column < LATTICE / 2; column++) {
            star s;
            if (!stars_at(frame, column, row, &s))
                continue;
            EXPECT(s.light >= 0.045 && s.light <= 1.6);
            EXPECT(s.x >= (double)column * STARS_CELL && s.x <= (double)(column + 1) * STARS_CELL);
            count += 1.0;
            tint[s.tint] += 1.0;
            brighter[0] += s.light > 0.1;
            brighter[1] += s.light > 0.8;
        }
    double rate = log(brighter[0] / brighter[1]) / log(8.0);
    ck_assert_msg(fabs(rate - 1.0 / 0.78) < 0.03, "log N over log flux: -%g", rate);
    ck_assert_double_eq_tol(count / LATTICE / LATTICE, 0.62, 0.01);
    ck_assert_double_eq_tol(tint[0] / count, 0.2, 0.01);
    ck_assert_double_eq_tol(tint[2] / count, 0.4, 0.01);
    rl_frame_free(frame);
}

/* ---- disc ----------------------------------------------------------------- */

/* A white disc in the middle of a black sky without land. */
static void disc_scene(rl_scene *scene)
{
    bare_scene(scene, 3, "moonlight");
    scene->ridge_count = 1;
    scene->ridge[0].base = scene->ridge[0].min_height = -2.0;
    scene->ridge[0].kind = RL_RIDGE_FRACTAL;
    scene->ridge[0].trees = 0.0;
    scene->palette.sky_count = 1;
    scene->palette.sky[0] = scene->palette.mist = 0x000000;
    scene->palette.sun = scene->palette.sun_low = 0xffffff;
    scene->sun_halo = scene->sun_wide = scene->sun_band = scene->sun_bloom = 0.0;
    scene->sun_x = 0.0;
    scene->sun_y = 0.5;
    scene->sun_radius = 0.4;
    scene->moon = 1;
}

TEST(moon_lit_share_equals_its_phase)
{
    for (int i = 0; i <= 20; i++) {
        rl_scene scene;
        disc_scene(&scene);
        scene.moon_phase = i / 20.0;
        picture p = picture_of(&scene, 300, 300);
        double lit = 0.0;
        double right = 0.0;
        for (int y = 0; y < 300; y++)
            for (int x = 0; x < 300; x++) {
                uint16_t green = p.sample[(y * 300 + x) * 3 + 1];
                lit += green > 40000;
                right += green > 40000 && x >= 150;
            }
        double radius = 0.4 * 300.0 * sqrt(9.0 / 16.0);
        double share = lit / (3.14159265358979 * radius * radius);
        double expected = 0.5 - 0.5 * cos(2.0 * 3.14159265358979 * scene.moon_phase);
        ck_assert_msg(fabs(share - expected) <= 0.02, "phase %g: %g lit, not %g", scene.moon_phase,
                      share, expected);
        if (i > 1 && i < 8)
            ck_assert_double_gt(right, 0.6 * lit);
        if (i > 12 && i < 19)
            ck_assert_double_lt(right, 0.4 * lit);
        picture_free(&p);
    }
}

/* ---- clouds and birds ------------------------------------------------------ */

TEST(birds_fly_opposite_the_sun)
{
    for (uint64_t seed = 1; seed <= 5; seed++) {
        rl_scene scene;
        bare_scene(&scene, seed, "ember");
        rl_frame *frame = new_frame(&scene, 640, 360);
        picture empty = picture_paint(frame);
        scene_slot(&scene, "birds.count")->integer = 5;
        picture birds = picture_of(&scene, 640, 360);
        for (int y = 0; y < 360; y++)
            for (int x = 0; x < 640; x++)
                if (differs(&empty, &birds, x, y)) {
                    EXPECT((x < 320) == (frame->light.sun_x > 320.0));
                    EXPECT(!is_land(frame, x, y));
                }
        picture_free(&empty);
        picture_free(&birds);
        rl_frame_free(frame);
    }
}
