/* test_composition.c - worlds, moods, calm places and the hours of a day. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/colour.h"
#include "base/exact.h"
#include "frame/frame.h"
#include "layers/motif/motif.h"
#include "layers/plants/woods.h"
#include "layers/water/lake.h"
#include "ridgeline.h"
#include "support/support.h"

#define W 96
#define H 54

static void paint_scene(const rl_scene *scene, uint8_t *pixels)
{
    rl_frame *frame = NULL;
    rl_view view = {.struct_size = sizeof view, .width = W, .height = H};
    OK(rl_frame_new(&frame, scene, &view, &error));
    OK(rl_paint(frame, 0, H, pixels, (size_t)W * 3, &error));
    rl_frame_free(frame);
}

static void seeded(rl_scene *scene, uint64_t seed)
{
    scene_of_seed(scene, seed);
    scene->dither = RL_DITHER_NONE;
}

/* The mean difference of two pictures, in steps of 8 bits. */
static double difference(const uint8_t *a, const uint8_t *b)
{
    long sum = 0;
    for (int i = 0; i < W * H * 3; i++)
        sum += abs(a[i] - b[i]);
    return (double)sum / (W * H * 3);
}

/* The land without plants, which take most of the time. */
static void at_time(int minutes, uint8_t *pixels)
{
    rl_scene scene;
    seeded(&scene, 66);
    scene.tree_height = scene_slot(&scene, "hero.height")->real =
        scene_slot(&scene, "ground.grass")->real = 0.0;
    scene.world = 0;
    scene_slot(&scene, "clouds.amount")->real = 0.0;
    scene.time = minutes;
    paint_scene(&scene, pixels);
}

TESTS_BELOW(.timeout = 300)

TEST(picture_at_24_hours_equals_that_at_0)
{
    static uint8_t first[W * H * 3], last[W * H * 3];
    at_time(0, first);
    at_time(1440, last);
    ck_assert_int_eq(memcmp(first, last, sizeof first), 0);
}

/* The light passes from sun to moon while both are behind the land. */
TEST(light_of_a_day_changes_without_jumps)
{
    static uint8_t before[W * H * 3], now[W * H * 3];
    at_time(0, before);
    double most = 0.0;
    int when = 0;
    for (int minute = 4; minute <= 1440; minute += 4) {
        at_time(minute, now);
        double d = difference(before, now);
        if (d > most) {
            most = d;
            when = minute;
        }
        memcpy(before, now, sizeof before);
    }
    /* Twilight is the fastest: a third of the way to day in eight minutes. */
    ck_assert_msg(most < 11.5, "%.2f steps before %02d:%02d", most, when / 60, when % 60);
}

static double disc_seen(uint64_t seed, int minutes)
{
    rl_scene scene;
    seeded(&scene, seed);
    scene.time = minutes;
    rl_frame *frame = new_frame(&scene, W, H);
    double seen = frame->light.sun_seen;
    rl_frame_free(frame);
    return seen;
}

static int moon_at(int minutes)
{
    rl_scene scene;
    seeded(&scene, 1);
    scene.time = minutes;
    OK(rl_scene_resolve(&scene, &error));
    return scene.moon;
}

TEST(sun_and_moon_change_places_while_neither_is_seen)
{
    int changes = 0, before = 1;
    for (int minute = 0; minute <= 1440; minute++) {
        int now = moon_at(minute);
        if (now == before)
            continue;
        changes++;
        before = now;
        for (uint64_t seed = 1; seed <= 12; seed++)
            for (int m = minute - 1; m <= minute; m++)
                EXPECT_MSG(disc_seen(seed, m) == 0.0, "seed %d: disc seen at %02d:%02d", (int)seed,
                           m / 60, m % 60);
    }
    ck_assert_int_eq(changes, 2);
}

TEST(hours_of_a_day_give_different_pictures)
{
    static uint8_t noon[W * H * 3], night[W * H * 3];
    at_time(0, night);
    at_time(720, noon);
    ck_assert_double_gt(difference(noon, night), 60.0);
}

static void heights_of(const rl_scene *scene, double heights[][W], int *ridges)
{
    rl_frame *frame = NULL;
    rl_view view = {.struct_size = sizeof view, .width = W, .height = H};
    OK(rl_frame_new(&frame, scene, &view, &error));
    *ridges = rl_frame_scene(frame)->ridge_count;
    for (int i = 0; i < *ridges; i++)
        OK(rl_frame_heights(frame, i, 0, W, heights[i], &error));
    rl_frame_free(frame);
}

/* The land of `a` equals the land of `b`. */
static void same_land(const rl_scene *a, const rl_scene *b, const char *what)
{
    static double x[RL_MAX_RIDGES][W], y[RL_MAX_RIDGES][W];
    int n, m;
    heights_of(a, x, &n);
    heights_of(b, y, &m);
    ck_assert_int_eq(n, m);
    for (int i = 0; i < n; i++)
        for (int c = 0; c < W; c++) /* bare land is held in 1/256 pixel, wooded is not */
            ck_assert_msg(x[i][c] - y[i][c] < 0.01 && y[i][c] - x[i][c] < 0.01, "%s moves ridge %d",
                          what, i + 1);
}

TEST(hours_of_a_day_share_their_land)
{
    for (uint64_t seed = 1; seed <= 12; seed++) {
        rl_scene morning, evening;
        seeded(&morning, seed);
        evening = morning;
        morning.time = 390;
        evening.time = 1290;
        same_land(&morning, &evening, "an hour");
    }
}

TEST(palette_changes_colours_and_not_the_land)
{
    for (uint64_t seed = 1; seed <= 12; seed++) {
        rl_scene one, other;
        seeded(&one, seed);
        other = one;
        OK(rl_palette_builtin(&one.palette, "ember", &error));
        OK(rl_palette_builtin(&other.palette, "moonlight", &error));
        same_land(&one, &other, "a palette");
    }
}

TEST(every_mood_keeps_the_land)
{
    for (size_t i = 0; rl_mood_name(i) != NULL; i++) {
        rl_scene plain, moody;
        seeded(&plain, 5);
        plain.world = 1; /* misty */
        moody = plain;
        OK(rl_mood_apply(&moody, rl_mood_name(i), &error));
        ck_assert_str_eq(moody.palette.name, rl_mood_name(i));
        moody.world = plain.world; /* a desert is a world of its own, */
        plain.sun_x = moody.sun_x; /* and a mood may place its light */
        same_land(&plain, &moody, rl_mood_name(i));
    }
}

TEST(unknown_mood_suggests_the_nearest_and_changes_nothing)
{
    rl_scene scene, before;
    seeded(&scene, 1);
    before = scene;
    ck_assert_int_eq(rl_mood_apply(&scene, "monlight", &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "mood = monlight: no such mood: did you mean moonlight?");
    ck_assert_int_eq(rl_mood_apply(&scene, "sunset", &error), RL_BAD_ARGUMENT);
    static const char listed[] = "mood = sunset: no such mood: must be one of dawn, ";
    ck_assert_int_eq(strncmp(error.text, listed, sizeof listed - 1), 0);
    ck_assert_int_eq(memcmp(&scene, &before, sizeof scene), 0);
}

/* The moods of a place, a world or after all worlds a composition; returns 0 past the last. */
static int moods_of(int place, uint64_t *moods)
{
    rl_world_info world;
    rl_composition_info composition;
    int worlds = 0;
    while (rl_world_name((size_t)worlds) != NULL)
        worlds++;
    if (place < worlds ? !rl_world_describe((size_t)place, &world)
                       : !rl_composition_describe((size_t)(place - worlds), &composition))
        return 0;
    *moods = place < worlds ? world.moods : composition.moods;
    return 1;
}

static int bits_of(uint64_t set)
{
    int bits = 0;
    for (; set != 0; set &= set - 1)
        bits++;
    return bits;
}

/* A world that is set has moods of its own. */
TEST(seeds_in_a_row_take_each_card_of_a_deck_once)
{
    static int seen[128][64];
    int cards = 0;
    uint64_t moods;
    memset(seen, 0, sizeof seen);
    for (int place = 0; moods_of(place, &moods); place++)
        cards += bits_of(moods);
    for (uint64_t seed = 90; seed < 90 + (uint64_t)cards; seed++) {
        rl_scene scene;
        int worlds = 0, mood = 0;
        seeded(&scene, seed);
        OK(rl_scene_resolve(&scene, &error));
        while (rl_world_name((size_t)worlds) != NULL)
            worlds++;
        while (strcmp(rl_mood_name((size_t)mood), scene.mood) != 0)
            mood++;
        int place =
            scene.composition_index != RL_AUTO ? worlds + scene.composition_index : scene.world;
        ck_assert(moods_of(place, &moods));
        EXPECT(moods >> mood & 1);
        ck_assert_int_eq(seen[place][mood]++, 0);
        EXPECT_MSG(rl_mood_suits(scene.mood, scene.world), "seed %d: %s in %s", (int)seed,
                   scene.mood, rl_world_name((size_t)scene.world));
    }
    for (int world = 0; rl_world_name((size_t)world) != NULL && cards > 0; world++)
        for (uint64_t seed = 0; seed < 4 && moods_of(world, &moods) && moods != 0; seed++) {
            rl_scene scene;
            int mood = 0;
            seeded(&scene, seed);
            scene.world = world;
            OK(rl_scene_resolve(&scene, &error));
            while (strcmp(rl_mood_name((size_t)mood), scene.mood) != 0)
                mood++;
            EXPECT(scene.world == world);
            EXPECT(scene.composition_index != RL_AUTO || (moods >> mood & 1));
        }
}

/* These are the worlds and moods of bare seeds. */
TEST(seeds_meet_every_world_and_mood)
{
    int worlds[64] = {0};
    int moods[64] = {0};
    uint64_t dealt;
    for (int place = 0; moods_of(place, &dealt); place++)
        if (dealt != 0)
            return; /* there is a deck */
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        rl_scene scene;
        seeded(&scene, seed);
        OK(rl_scene_resolve(&scene, &error));
        worlds[scene.world]++;
        for (size_t i = 0; rl_mood_name(i) != NULL; i++)
            moods[i] += strcmp(rl_mood_name(i), scene.mood) == 0;
    }
    rl_world_info world;
    for (size_t i = 0; rl_world_describe(i, &world); i++) {
        double share = worlds[i] / 2000.0;
        ck_assert_msg(share > world.weight - 0.04 && share < world.weight + 0.04,
                      "%s: %.3f of the seeds", rl_world_name(i), share);
    }
    for (size_t i = 0; rl_mood_name(i) != NULL; i++) {
        rl_mood_info mood;
        ck_assert_int_eq(rl_mood_describe(rl_mood_name(i), &mood, NULL), RL_OK);
        ck_assert_msg((moods[i] > 0) == (mood.weight > 0.0), "%d seeds have %s", moods[i],
                      rl_mood_name(i));
    }
}

static void resolved(rl_scene *scene, uint64_t seed, int calm)
{
    seeded(scene, seed);
    scene->world = (int)(seed % 7); /* alpine to dunes; what a bare seed is dealt may change */
    scene->calm = calm;
    scene->take = 0;
    OK(rl_scene_resolve(scene, &error));
}

/* Fewer clouds, unless the mood says how many. */
static void has_few_clouds(const rl_scene *calm, const rl_scene *plain, const rl_scene *mood)
{
    double of_mood = scene_real(mood, "clouds.amount");
    double most = of_mood == RL_AUTO ? 0.41 * scene_real(plain, "clouds.amount") : of_mood;
    ck_assert_double_le(scene_real(calm, "clouds.amount"), most);
}

/* What the mood of a scene says by itself. */
static rl_scene mood_of(const rl_scene *scene)
{
    rl_scene mood;
    scene_init(&mood);
    OK(rl_mood_apply(&mood, scene->mood, &error));
    return mood;
}

static double mean_skyline(const rl_scene *scene)
{
    static double heights[RL_MAX_RIDGES][W];
    int n;
    double sum = 0.0;
    heights_of(scene, heights, &n);
    for (int c = 0; c < W; c++) {
        double top = 0.0;
        for (int i = 0; i < n; i++)
            top = heights[i][c] > top ? heights[i][c] : top;
        sum += top / W;
    }
    return sum;
}

/* The land itself is the same. */
TEST(calm_top_lowers_land_and_sun_with_few_clouds)
{
    int lower_land = 0, lower_sun = 0, lower_horizon = 0;
    for (uint64_t seed = 1; seed <= 24; seed++) {
        rl_scene plain, calm;
        resolved(&plain, seed, 0);
        resolved(&calm, seed, 1);
        rl_scene mood = mood_of(&calm);
        has_few_clouds(&calm, &plain, &mood);
        ck_assert_double_le(calm.horizon, plain.horizon);
        ck_assert_double_le(calm.ridge[0].amplitude, plain.ridge[0].amplitude);
        if (mood.sun_lift == RL_AUTO)
            ck_assert_double_le(calm.sun_lift, 1.0);
        double change = mean_skyline(&calm) - mean_skyline(&plain);
        ck_assert_double_le(change, 0.001);
        lower_land += change < -0.002 * H;
        lower_sun += calm.sun_lift < plain.sun_lift;
        lower_horizon += calm.horizon < plain.horizon;
    }
    ck_assert_int_ge(lower_land, 18);
    ck_assert_int_ge(lower_sun, 6);
    ck_assert_int_ge(lower_horizon, 20);
}

TEST(calm_left_shifts_land_and_sun_to_the_right)
{
    int moved = 0;
    for (uint64_t seed = 1; seed <= 24; seed++) {
        rl_scene plain, calm;
        resolved(&plain, seed, 0);
        resolved(&calm, seed, 2);
        rl_scene mood = mood_of(&calm);
        has_few_clouds(&calm, &plain, &mood);
        ck_assert_double_ge(calm.land_x, 0.18);
        ck_assert_double_ge(calm.sun_x, 0.18);
        ck_assert(calm.ridge[0].hero_x > 0.0);
        moved += plain.sun_x < 0.0;
    }
    ck_assert_int_ge(moved, 6);
}

/* The height of the water differs. */
TEST(sky_gradient_ends_above_open_water_at_each_hour)
{
    static const char text[] = "[ridgeline]\nalgorithm = 2\nworld = fjord\n";
    double lowest = 1.0, highest = 0.0;
    for (uint64_t seed = 1; seed <= 24; seed++) {
        rl_scene scene;
        scene_init(&scene);
        OK(rl_scene_parse(&scene, text, sizeof text - 1, "test", &error));
        scene.seed = seed;
        scene.has_seed = 1;
        scene.time = seed % 2 == 0 ? 600 : RL_AUTO;
        OK(rl_scene_resolve(&scene, &error));
        ck_assert_double_gt(scene.horizon, scene.lake_level);
        ck_assert_double_lt(scene.horizon, scene.lake_level + 0.08);
        if (seed % 2 == 0)
            ck_assert(scene.sun_y > scene.horizon && scene.sun_y < 1.0);
        lowest = exact_min(lowest, scene.horizon);
        highest = exact_max(highest, scene.horizon);
    }
    ck_assert_double_gt(highest - lowest, 0.08);
}

/* Walkers and animals are lower than trees, and a lighthouse stands near the water. */
TEST(motifs_of_seeds_suit_their_places)
{
    static const char *const worlds[] = {"volcano", "fjord", "forest", "lake", "hills"};
    int motifs = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        rl_scene scene;
        rl_frame *frame = NULL;
        rl_view view = {.struct_size = sizeof view, .width = W, .height = H};
        seeded(&scene, seed);
        OK(rl_scene_set(&scene, "ridgeline.world", worlds[seed % 5], &error));
        OK(rl_frame_new(&frame, &scene, &view, &error));
        const rl_scene *made = rl_frame_scene(frame);
        const rl_motif *m = &made->motif;
        motif_head head;
        if (m->name > MOTIF_NONE && m->on == MOTIF_ON_GROUND) {
            OK(motif_read_head(&head, motif_file(made, m->name), &error));
            int ridge = m->ridge - 1, is_creature = head.metres <= 3.0 && head.lit[0] == '\0';
            if (is_creature && wood_has_trees(made, ridge))
                ck_assert_double_lt(m->size, 0.5 * woods_tallest(made, ridge, 1));
            if (strcmp(rl_motif_name((size_t)(m->name - MOTIF_FIRST)), "lighthouse") == 0)
                ck_assert_double_lt(m->y - lake_waterline(made, ridge), 2.1 * m->size);
            motifs++;
        }
        rl_frame_free(frame);
    }
    ck_assert_int_ge(motifs, 20);
}

/* A sun a little darker than the sky around it looks like a sticker; the discs of moods in ink are
 * much darker. */

TEST(red_suns_of_seeds_are_lighter_than_their_sky)
{
    int reds = 0;
    for (uint64_t seed = 91001; seed <= 91096; seed++) {
        rl_scene scene;
        scene_of_seed(&scene, seed);
        OK(rl_scene_resolve(&scene, &error));
        const rl_palette *palette = &scene.palette;
        oklab sun = colour_to_oklab(palette->sun);
        double around = 0.0;
        for (int i = 0; i < palette->sky_count; i++)
            around = exact_max(around, colour_to_oklab(palette->sky[i]).l);
        if (scene.moon > 0 || scene.sun_stripes > 0.0 || sun.b < 0.07 || sun.l < 0.75)
            continue;
        reds++;
        EXPECT_MSG(sun.l > around, "seed %llu: lightness %.3f before %.3f",
                   (unsigned long long)seed, sun.l, around);
    }
    ck_assert_int_ge(reds, 4);
}
