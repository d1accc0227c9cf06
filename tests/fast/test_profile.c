/* test_profile.c - ridges that follow heights of the user's own: read, fitted, carried. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "support/support.h"

#define WIDE 640
#define HIGH 360

/* A handle, as a scene owns its profiles; valid until the next. */
static rl_scene *scene_new(void)
{
    static rl_scene *scene;
    rl_scene_free(scene);
    OK(rl_scene_new(&scene, NULL, &error));
    return scene;
}

/* A walk over two passes: heights of 2 to 3 km, some of them rough. */
static double alpine(double share)
{
    double way = 6.0 * share - 2.2, second = 7.0 * share - 5.2;
    double rough =
        0.5 - exact_cos_turn((double)exact_wrap((int64_t)(share * 9000.0), 1000) / 1000.0);
    return 1200.0 + 1500.0 / (1.0 + way * way) + 900.0 / (1.0 + 2.0 * second * second) +
           60.0 * rough;
}

/* `rows` rows of heights, or of distance and height with distances that are not even. */
static char *csv_of(int rows, int has_way)
{
    char *text = malloc((size_t)rows * 40 + 40);
    ck_assert_ptr_nonnull(text);
    int used = sprintf(text, has_way ? "km;m\n" : "# heights\n");
    for (int i = 0; i < rows; i++) {
        double share = (double)i / (rows - 1), way = share * (0.4 + 0.6 * share);
        if (has_way)
            used += sprintf(text + used, "%.4f;%.2f\n", 20.0 * way, alpine(way));
        else
            used += sprintf(text + used, "%.2f\n", alpine(share));
    }
    return text;
}

/* The same way northward at a longitude, in two segments. */
static char *gpx_of(int points, const char *element)
{
    char *text = malloc((size_t)points * 100 + 400);
    ck_assert_ptr_nonnull(text);
    int used = sprintf(text, "<?xml version=\"1.0\"?>\n<!-- <trkpt> -->\n<gpx version='1.1'>"
                             "<wpt lat=\"1\" lon=\"2\"><ele>9</ele></wpt><trk><trkseg>\n");
    for (int i = 0; i < points; i++) {
        double share = (double)i / (points - 1);
        used += sprintf(text + used, "<%s lon='11' lat=\"%.7f\"><time/><ele> %.2f </ele></%s>\n%s",
                        element, 46.0 + 0.2 * share, alpine(share), element,
                        i == points / 2 ? "</trkseg>\n<trkseg>" : "");
    }
    (void)sprintf(text + used, "</trkseg></trk></gpx>\n");
    return text;
}

static void give(rl_scene *scene, int ridge, char *file)
{
    OK(rl_profile_parse(scene, ridge, file, strlen(file), "x", &error));
    free(file);
}

static rl_scene *seeded(uint64_t seed, const char *world)
{
    rl_scene *scene = scene_new();
    scene->has_seed = 1;
    scene->seed = seed;
    OK(rl_scene_set(scene, "ridgeline.world", world, &error));
    return scene;
}

/* How well heights of a ridge follow the data: 1 = but for place and scale. */
static double correlation(const rl_frame *frame, int ridge)
{
    double height[WIDE], a = 0.0, b = 0.0, aa = 0.0, ab = 0.0, bb = 0.0;
    int spacing = (int)(frame == NULL ? 0 : rl_frame_scene(frame)->ridge[ridge].spacing * HIGH);
    OK(rl_frame_heights(frame, ridge, 0, WIDE, height, &error));
    for (int x = 0; x < WIDE; x++) {
        double data = alpine((x - 0.5 * WIDE) / spacing + 0.5) / 1000.0, h = height[x];
        a += data, b += h;
        aa += data * data, bb += h * h, ab += data * h;
    }
    return (WIDE * ab - a * b) / exact_sqrt((WIDE * aa - a * a) * (WIDE * bb - b * b));
}

TEST(profile_outline_follows_gpx_and_csv_heights)
{
    static const char *const worlds[] = {"alpine", "lake", "hills", "desert"};
    for (int i = 0; i < 8; i++) {
        rl_scene *scene = seeded((uint64_t)i, worlds[i % 4]);
        give(scene, 1,
             i % 2 ? gpx_of(40 + 500 * i, i == 1 ? "rtept" : "trkpt") : csv_of(100 + 400 * i, 0));
        give(scene, 2, csv_of(60 + 300 * i, 1));
        rl_frame *frame = new_frame(scene, WIDE, HIGH);
        for (int ridge = 0; ridge < 2; ridge++) {
            double found = correlation(frame, ridge);
            EXPECT_MSG(found > 0.99, "%s, ridge %d: correlation %f", worlds[i % 4], ridge + 1,
                       found);
        }
        rl_frame_free(frame);
    }
}

/* A loop from another offset is the same loop turned. Ends are blended, or the profile runs
 * there and back. */
TEST(profile_of_a_loop_has_no_jump_at_its_ends)
{
    for (int i = 0; i < 4; i++) {
        double height[2][WIDE], steepest = 0.0;
        rl_scene *scene = seeded(3, "alpine");
        give(scene, 1, csv_of(i == 3 ? 3 : 200, 0));
        scene->extent = RL_EXTENT_LOOP;
        if (i == 1)
            OK(rl_scene_set(scene, "ridge.1.join", "0", &error));
        if (i == 2)
            OK(rl_scene_set(scene, "ridge.1.spacing", "0.3", &error));
        for (int k = 0; k < 2; k++) {
            scene->offset = k * 100;
            rl_frame *frame = new_frame(scene, WIDE, HIGH);
            OK(rl_frame_heights(frame, 0, 0, WIDE, height[k], &error));
            rl_frame_free(frame);
        }
        for (int x = 0; x < WIDE; x++) {
            EXPECT_MSG(!(height[1][x] < height[0][(x + 100) % WIDE]) &&
                           !(height[1][x] > height[0][(x + 100) % WIDE]),
                       "%d: column %d differs", i, x);
            if (x > 0)
                steepest = exact_max(steepest, exact_abs(height[0][x] - height[0][x - 1]));
        }
        double jump = exact_abs(height[0][0] - height[0][WIDE - 1]);
        EXPECT_MSG(jump <= steepest, "%d: a jump of %f, no step is above %f", i, jump, steepest);
    }
}

TEST(profile_is_the_same_in_regions_and_sizes)
{
    double small[WIDE], large[2 * WIDE];
    rl_scene *scene = seeded(5, "alpine");
    give(scene, 1, csv_of(9, 0));
    give(scene, 2, csv_of(900, 0));
    rl_frame *frame = new_frame(scene, WIDE, HIGH);
    rl_frame *twice = new_frame(scene, 2 * WIDE, 2 * HIGH);
    for (int ridge = 0; ridge < 2; ridge++) {
        OK(rl_frame_heights(frame, ridge, 0, WIDE, small, &error));
        OK(rl_frame_heights(twice, ridge, 0, 2 * WIDE, large, &error));
        for (int x = 0; x < WIDE; x++)
            EXPECT_MSG(exact_abs(small[x] - 0.25 * (large[2 * x] + large[2 * x + 1])) < 1.5,
                       "ridge %d, column %d: %f, %f", ridge + 1, x, small[x], 0.5 * large[2 * x]);
    }
    picture whole = picture_paint(frame);
    rl_frame *part = new_part(scene, WIDE, HIGH, 201, 60, 99, 120);
    picture piece = picture_paint(part);
    for (int y = 0; y < 120; y++)
        EXPECT_MSG(memcmp(piece.sample + (size_t)y * 99 * 3,
                          whole.sample + ((size_t)(y + 60) * WIDE + 201) * 3,
                          (size_t)99 * 3 * sizeof *piece.sample) == 0,
                   "row %d of the region", y);
    picture_free(&whole);
    picture_free(&piece);
    rl_frame_free(part);
    rl_frame_free(twice);
    rl_frame_free(frame);
}

TEST(recipe_of_a_profile_gives_the_same_picture)
{
    rl_scene again;
    rl_scene *scene = seeded(9, "hills");
    give(scene, 2, gpx_of(5000, "trkpt"));
    give(scene, 4, csv_of(7, 0));
    rl_frame *frame = new_frame(scene, 160, 90);
    char *text = scene_text(rl_frame_scene(frame));
    EXPECT(strstr(text, "\n[profile 2]\n") != NULL && strstr(text, "\n[profile 4]\n") != NULL);
    scene_init(&again);
    OK(rl_scene_parse(&again, text, strlen(text), "x", &error));
    char *second = scene_text(&again);
    EXPECT(strcmp(text, second) == 0);
    rl_frame *other = new_frame(&again, 160, 90);
    picture one = picture_paint(frame), two = picture_paint(other);
    EXPECT(memcmp(one.sample, two.sample, (size_t)160 * 90 * 3 * sizeof *one.sample) == 0);
    picture_free(&one);
    picture_free(&two);
    /* Another kind of ridge leaves them out. */
    OK(rl_scene_set(&again, "ridge.2.kind", "alps", &error));
    char *third = scene_text(&again);
    EXPECT(strstr(third, "[profile 2]") == NULL && strstr(third, "[profile 4]") != NULL);
    rl_frame_free(other);
    rl_frame_free(frame);
    free(text);
    free(second);
    free(third);
}

TEST(profile_of_few_even_heights_keeps_them)
{
    static const char *const same[] = {"1\n5\n3\n",
                                       "h\n 1\r\n\r\n5\r\n3",
                                       "#a\n0,1\n2,5\n4,3\n",
                                       "x;y\n0;10\n5;50\n10;30",
                                       "d\th\n1\t-1e1\n2\t+30\n3\t10.0",
                                       ("\xef\xbb\xbf"
                                        "100\n500\n300\n")};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        rl_scene *scene = scene_new();
        OK(rl_profile_parse(scene, 1, same[i], strlen(same[i]), "x", &error));
        EXPECT_MSG(scene->profile[0].heights.size == 12 &&
                       memcmp(scene->profile[0].heights.text, "0 9999 5000\n", 12) == 0,
                   "%zu: %.12s", i, (const char *)scene->profile[0].heights.text);
    }
}

TEST(profile_beyond_point_or_byte_limit_is_refused)
{
    rl_scene *scene = scene_new();
    char *file = calloc(RL_PROFILE_FILE + 1, 1);
    ck_assert_ptr_nonnull(file);
    for (int i = 0; i <= RL_PROFILE_POINTS; i++)
        memcpy(file + (size_t)2 * (size_t)i, i % 3 ? "1\n" : "2\n", 2);
    size_t most = (size_t)2 * RL_PROFILE_POINTS;
    OK(rl_profile_parse(scene, 1, file, most, "f", &error));
    EXPECT(rl_profile_parse(scene, 1, file, most + 2, "f", &error) == RL_BAD_DATA);
    ck_assert_str_eq(error.text, "f:1000001: the next point: there may be 1000000 points");
    EXPECT(rl_profile_parse(scene, 1, file, RL_PROFILE_FILE + 1, "f", &error) == RL_BAD_DATA);
    ck_assert_str_eq(error.text, "f: 16777217 bytes: must be at most 16777216");
    for (int ridge = -1; ridge <= 65; ridge += 33)
        if (ridge < 1 || ridge > RL_MAX_RIDGES)
            EXPECT(rl_profile_parse(scene, ridge, "1\n2\n", 4, "f", &error) == RL_BAD_ARGUMENT);
    for (int ridge = 1; ridge <= RL_MAX_PROFILES; ridge++)
        OK(rl_profile_parse(scene, ridge, "1\n2\n", 4, "f", &error));
    OK(rl_profile_parse(scene, 2, "1\n2\n", 4, "f", &error));
    EXPECT(rl_profile_parse(scene, 9, "1\n2\n", 4, "f", &error) == RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "profile: ridge 9: there may be 8 profiles");
    free(file);
}

TEST(ridge_of_own_heights_needs_a_profile)
{
    rl_scene scene;
    scene_init(&scene);
    OK(rl_scene_set(&scene, "ridge.3.kind", "own", &error));
    EXPECT(rl_scene_resolve(&scene, &error) == RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "ridge.3.kind = own: needs heights of your own (--ridge), or a "
                                 "section [profile]");
    static const char far[] = "[profile 9]\n1 2 3\n"; /* more ridges than most seeds have */
    scene_init(&scene);
    OK(rl_scene_parse(&scene, far, sizeof far - 1, "f", &error));
    OK(rl_scene_resolve(&scene, &error));
    EXPECT(scene.ridge_count == 9);
}
