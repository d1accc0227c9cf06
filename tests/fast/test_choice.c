/* test_choice.c - worlds and moods: ranges and choices, resolved by the seed alone. */
#include <stdio.h>
#include <string.h>

#include "scene/deck.h"
#include "support/support.h"

static rl_status read_world(rl_scene *scene, uint64_t seed, const char *text, rl_error *error)
{
    rl_scene_init(scene);
    scene->seed = seed;
    scene->has_seed = 1;
    return rl_world_parse(scene, text, strlen(text), "w.ini", error);
}

static void world(rl_scene *scene, uint64_t seed, const char *text)
{
    rl_error error;
    must_be_ok(read_world(scene, seed, text, &error), &error);
    must_be_ok(rl_scene_resolve(scene, &error), &error);
}

/* The star in a pattern is any text: the middle of a list that grows. */
static int fits(const char *text, const char *pattern)
{
    const char *star = strchr(pattern, '*');
    if (star == NULL || strstr(pattern, "*N") != NULL || strstr(pattern, "*0") != NULL)
        return strcmp(text, pattern) == 0;
    size_t size = strlen(text), after = strlen(star + 1);
    return size >= strlen(pattern) && strncmp(text, pattern, (size_t)(star - pattern)) == 0 &&
           strcmp(text + size - after, star + 1) == 0;
}

START_TEST(faults_name_line_value_and_rule)
{
    static const struct {
        const char *text, *error;
    } faults[] = {
        {"[sky]\nhaze = 0.5..0.1\n",
         "w.ini:2: haze = 0.5..0.1: must be LOW..HIGH, LOW at most HIGH"},
        {"[sky]\nhaze = 0.5..1.1\n",
         "w.ini:2: haze = 0.5..1.1: must be LOW..HIGH, both within 0..1 or auto"},
        {"[sky]\nhaze = ..1\n", "w.ini:2: haze = ..1: must be LOW..HIGH, both within 0..1 or auto"},
        {"[sky]\nhaze = 0.1..0.2..0.3\n",
         "w.ini:2: haze = 0.1..0.2..0.3: must be LOW..HIGH, both within 0..1 or auto"},
        {"[sky]\nhaze = auto..1\n",
         "w.ini:2: haze = auto..1: must be LOW..HIGH, both within 0..1 or auto"},
        {"[output]\nedges = smooth..hard\n",
         "w.ini:2: edges = smooth..hard: no range of numbers: must be smooth, hard or auto"},
        {"[output]\ndepth = 8..16\n",
         "w.ini:2: depth = 8..16: no range of numbers: must be 8 or 16 or auto"},
        {"[sky]\nhaze = 0.1 | 2\n", "w.ini:2: haze = 0.1 | 2: must be 0..1 or auto"},
        {"[sky]\nhaze = 0.1 |\n",
         "w.ini:2: haze = 0.1 |: must be VALUE | VALUE, each with a weight *N above 0 or none"},
        {"[sky]\nhaze = 0.1*0 | 0.2\n",
         "w.ini:2: haze = 0.1*0 | 0.2: must be VALUE | VALUE, each with a weight *N above 0 or "
         "none"},
        {"[ridge 1]\nkind = alp | mesa\n",
         "w.ini:2: kind = alp | mesa: must be fractal, range, * or auto"},
        {"[about]\nweight = x\n", "w.ini:2: weight = x: must be 0..1000"},
        {"[about]\nwight = 1\n", "w.ini:2: wight = 1: no such key: did you mean weight?"},
        {"[about]\nlike = alpin\n",
         "w.ini:2: like = alpin: must be alpine, misty, *: did you mean alpine?"},
        {"[about]\nmoods = dawn dsk\n", "w.ini:2: moods = dawn dsk: must be dawn, ember, * (some "
                                        "of them, with blanks between), or any: did you mean "
                                        "dusk?"},
        {"[trees]\nspecies = spruce brich\n",
         "w.ini:2: species = spruce brich: must be spruce, fir, * (some of them, with blanks "
         "between), any or auto: did "
         "you mean birch?"},
        {"[trees]\nspecies = spruce fir | oak paln\n",
         "w.ini:2: species = spruce fir | oak paln: must be spruce, fir, * (some of them, with "
         "blanks between), any "
         "or auto: did you mean palm?"},
        {"[about]\ndry = 1\ndry = 1\n", "w.ini:3: dry = 1: key given twice"},
        {"[composition]\nfar = 1..2\n",
         "w.ini:2: far = 1..2: no range of numbers: must be fractal, range, * or auto"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        rl_scene scene, before;
        rl_error error;
        rl_scene_init(&before);
        before.has_seed = 1;
        EXPECT(read_world(&scene, 0, faults[i].text, &error) == RL_BAD_DATA);
        EXPECT_MSG(fits(error.text, faults[i].error), "%s", error.text);
        EXPECT(memcmp(&scene, &before, sizeof scene) == 0);
    }
}
END_TEST

/* Scene text itself has no ranges. */
START_TEST(scenes_have_no_ranges)
{
    rl_scene scene;
    rl_error error;
    const char text[] = "[sky]\nhaze = 0.1..0.2\n", about[] = "[about]\nweight = 1\n";
    rl_scene_init(&scene);
    EXPECT(rl_scene_parse(&scene, text, sizeof text - 1, "s.ini", &error) == RL_BAD_DATA);
    EXPECT(rl_scene_parse(&scene, about, sizeof about - 1, "s.ini", &error) == RL_BAD_DATA);
    EXPECT(rl_scene_set(&scene, "sky.haze", "0.1..0.2", &error) == RL_BAD_ARGUMENT);
}
END_TEST

START_TEST(one_seed_has_one_value_in_any_order)
{
    for (uint64_t seed = 0; seed < 200; seed++) {
        rl_scene a, b;
        world(&a, seed,
              "[sky]\nhaze = 0.1..0.2\n[mist]\namount = 0.3 | 0.4\nheight = 1..2 | 3*2\n");
        world(&b, seed,
              "[mist]\nheight = 1..2 | 3*2\namount = 0.3 | 0.4\n[sky]\nhaze = 0.1..0.2\n");
        EXPECT(a.haze == b.haze && a.mist == b.mist && a.mist_height == b.mist_height);
        EXPECT(a.haze >= 0.1 && a.haze <= 0.2 && (a.mist == 0.3 || a.mist == 0.4));
        EXPECT((a.mist_height >= 1.0 && a.mist_height <= 2.0) || a.mist_height == 3.0);
        world(&b, seed, "[sky]\nhaze = 0.1..0.2\n"); /* whatever else the text has */
        EXPECT(a.haze == b.haze);
    }
}
END_TEST

START_TEST(choices_follow_their_weights)
{
    int heads = 0, whole[4] = {0};
    for (uint64_t seed = 0; seed < 2000; seed++) {
        rl_scene scene;
        world(&scene, seed, "[ridgeline]\nridges = 3..6\n[trees]\nrows = 1 | 2*3\n");
        heads += scene.tree_rows == 1;
        EXPECT(scene.ridge_count >= 3 && scene.ridge_count <= 6);
        whole[scene.ridge_count - 3]++;
    }
    EXPECT_MSG(heads > 400 && heads < 600, "%d of 2000", heads);
    for (int i = 0; i < 4; i++)
        EXPECT_MSG(whole[i] > 400 && whole[i] < 600, "%d of 2000", whole[i]);
}
END_TEST

/* A choice between sets; any set comes back from its text. */
START_TEST(sets_are_chosen_whole)
{
    static const struct {
        const char *text;
        uint64_t set; /* 0: a fault */
    } sets[] = {{"spruce", 1},  {"birch fir", 10}, {"fir fir", 2}, {"any", UINT64_MAX},
                {"any fir", 0}, {"Spruce", 0},     {"", 0},        {"shrub", 0}};
    int pairs = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        rl_scene scene;
        world(&scene, seed, "[trees]\nspecies = spruce birch | fir*3\n");
        ck_assert(scene.tree_species == 9 || scene.tree_species == 2);
        pairs += scene.tree_species == 9;
    }
    EXPECT_MSG(pairs > 70 && pairs < 130, "%d of 400", pairs);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        rl_scene scene;
        rl_scene_init(&scene);
        rl_status status = rl_scene_set(&scene, "trees.species", sets[i].text, NULL);
        EXPECT_MSG((status == RL_OK) == (sets[i].set != 0), "%s", sets[i].text);
        EXPECT_MSG(scene.tree_species == sets[i].set, "%s", sets[i].text);
    }
    rl_scene scene;
    rl_error error;
    rl_scene_init(&scene);
    scene.tree_species = UINT64_C(1) << 62; /* of no tree */
    EXPECT(rl_scene_resolve(&scene, &error) == RL_BAD_ARGUMENT);
    EXPECT(strstr(error.text, "trees.species = the value: must be spruce") == error.text);
}
END_TEST

START_TEST(a_scene_keeps_its_own_values)
{
    rl_scene scene;
    rl_error error;
    const char text[] = "[sky]\nhaze = 0.1..0.2\nhorizon = 0.4\n[composition]\nfar = mesa\n";
    rl_scene_init(&scene);
    scene.haze = 0.9;
    must_be_ok(rl_world_parse(&scene, text, sizeof text - 1, "w", &error), &error);
    must_be_ok(rl_scene_resolve(&scene, &error), &error);
    EXPECT(scene.haze == 0.9 && scene.horizon == 0.4 && scene.ridge[0].kind == RL_RIDGE_MESA);
}
END_TEST

/* What a world says of the light holds, unless the scene must be calm. */
START_TEST(worlds_have_their_light)
{
    for (uint64_t seed = 0; seed < 40; seed++)
        for (int calm = RL_CALM_NONE; calm <= RL_CALM_TOP; calm++) {
            rl_scene coast, karst;
            rl_error error;
            rl_scene_init(&coast);
            coast.seed = seed;
            coast.has_seed = 1;
            coast.calm = calm;
            must_be_ok(rl_scene_set(&coast, "ridgeline.mood", "golden", &error), &error);
            karst = coast;
            must_be_ok(rl_scene_set(&coast, "ridgeline.world", "coast", &error), &error);
            must_be_ok(rl_scene_set(&karst, "ridgeline.world", "karst", &error), &error);
            must_be_ok(rl_scene_resolve(&coast, &error), &error);
            must_be_ok(rl_scene_resolve(&karst, &error), &error);
            EXPECT(calm ? coast.sun_lift == 0.8 : coast.sun_lift >= 1.8);
            EXPECT((karst.sun_y == RL_AUTO) == calm);
            EXPECT((!calm && scene_real(&coast, "clouds.amount") <= 0.6) ||
                   scene_int(&coast, "sky.cumulus") == 0);
            /* An hour needs the horizon, which follows open water. */
            rl_scene_init(&karst);
            karst.world = coast.world;
            karst.time = 330;
            must_be_ok(rl_scene_resolve(&karst, &error), &error);
        }
}
END_TEST

/* The recipe needs no file: it has neither ranges nor a composition, and comes back. */
START_TEST(recipes_are_plain)
{
    rl_scene scene, again;
    rl_error error;
    rl_sink *sink;
    size_t size;
    const char mood[] =
        "[about]\nhours = night\n[palette]\nname = dusk | dawn\n[sun]\nhalo = 0.1..0.3\n";
    world(&scene, 5,
          "[about]\nlike = lake\n[ridgeline]\nridges = 3..9\n[composition]\nhero = 0..1\n");
    must_be_ok(rl_mood_parse(&scene, mood, sizeof mood - 1, "m", &error), &error);
    ck_assert_str_eq(rl_world_name((size_t)scene.world), "lake");
    must_be_ok(rl_scene_resolve(&scene, &error), &error);
    again = scene;
    must_be_ok(rl_scene_resolve(&again, &error), &error);
    EXPECT(memcmp(&scene, &again, sizeof scene) == 0);
    must_be_ok(rl_sink_to_memory(&sink, NULL, &error), &error);
    must_be_ok(rl_scene_write(&scene, sink, &error), &error);
    must_be_ok(rl_sink_write(sink, "", 1, &error), &error);
    const char *text = rl_sink_bytes(sink, &size);
    EXPECT(strstr(text, "..") == NULL && strstr(text, "|") == NULL);
    EXPECT(strstr(text, "[composition]") == NULL && strstr(text, "\nmood = auto\n") != NULL);
    rl_scene_init(&again);
    must_be_ok(rl_scene_parse(&again, text, size - 1, "recipe", &error), &error);
    must_be_ok(rl_scene_resolve(&again, &error), &error);
    EXPECT(memcmp(scene.ridge, again.ridge, sizeof scene.ridge[0] * (size_t)scene.ridge_count) ==
           0);
    rl_sink_free(sink);
}
END_TEST

/* Every file that is compiled in is read without fault, for any seed. */
START_TEST(files_are_right)
{
    rl_scene scene;
    rl_error error;
    rl_mood_info mood;
    rl_world_info about;
    rl_composition_info composition;
    size_t worlds = 0, moods = 0, compositions = 0;
    double weights = 0.0;
    for (; rl_world_describe(worlds, &about); worlds++) {
        rl_scene_init(&scene);
        must_be_ok(rl_scene_set(&scene, "ridgeline.world", rl_world_name(worlds), &error), &error);
        must_be_ok(rl_scene_resolve(&scene, &error), &error);
        weights += about.weight;
        EXPECT_MSG(about.line[0] != '\0', "%s", rl_world_name(worlds));
    }
    for (; rl_composition_describe(compositions, &composition); compositions++) {
        const char *name = rl_composition_name(compositions);
        for (uint64_t seed = 1; seed <= 8; seed++) {
            rl_scene_init(&scene);
            scene.seed = seed;
            scene.has_seed = 1;
            must_be_ok(rl_scene_set(&scene, "ridgeline.composition", name, &error), &error);
            must_be_ok(rl_scene_resolve(&scene, &error), &error);
            EXPECT_MSG(composition.worlds >> scene.world & 1, "%s, seed %d", name, (int)seed);
        }
        EXPECT_MSG(composition.line[0] != '\0', "%s", name);
    }
    for (; rl_mood_name(moods) != NULL; moods++) {
        rl_scene_init(&scene);
        must_be_ok(rl_mood_describe(rl_mood_name(moods), &mood, &error), &error);
        must_be_ok(rl_mood_apply(&scene, rl_mood_name(moods), &error), &error);
        EXPECT(mood.hours > 0 && mood.seasons > 0 && scene.palette.name[0] != '\0');
        EXPECT(mood.line[0] != '\0');
    }
    EXPECT(worlds >= 7 && moods >= 19 && compositions >= 8 && weights > 0.999999 &&
           weights < 1.000001);
    EXPECT(rl_mood_describe("dsk", &mood, &error) == RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "mood = dsk: no such mood: did you mean dusk?");
}
END_TEST

static void with_composition(rl_scene *scene, uint64_t seed, const char *text)
{
    rl_error error;
    rl_scene_init(scene);
    scene->seed = seed;
    scene->has_seed = 1;
    must_be_ok(rl_composition_parse(scene, text, strlen(text), "c.ini", &error), &error);
}

static void resolve(rl_scene *scene)
{
    rl_error error;
    must_be_ok(rl_scene_resolve(scene, &error), &error);
}

/* The scene goes before a composition, that before a world; a mood has its light before it. */
START_TEST(compositions_have_their_place)
{
    static const char text[] = "[about]\nworlds = desert\n[ridgeline]\nridges = 4\n"
                               "[land]\nmountains = 2\n[sky]\nhorizon = 0.2..0.3\n"
                               "[clouds]\namount = 0.25\n[sun]\nradius = 0.06\nlift = 9\n"
                               "[composition]\nbase_far = 0.2..0.3\nvalley = 0.5\n"
                               "valley_power = 2\n";
    static const char sunny[] = "[palette]\nname = dusk\n[sun]\nradius = 0.02\n";
    rl_scene scene, calm;
    rl_error error;
    with_composition(&scene, 3, text);
    calm = scene;
    scene.land_mountains = 1.0;
    resolve(&scene);
    ck_assert_str_eq(rl_world_name((size_t)scene.world), "desert");
    EXPECT(scene.ridge_count == 4 && scene.land_mountains == 1.0 &&
           scene.composition_index == RL_AUTO);
    with_composition(&calm, 3, "[ridgeline]\nridges = 9\n[ridge 9]\nhero = 1\n");
    calm.ridge_count = 2;
    resolve(&calm);
    ck_assert_int_eq(calm.ridge_count, 2);
    with_composition(&calm, 3, text);
    EXPECT(scene.horizon == scene.ridge[0].base && scene.ridge[0].base > 0.2);
    EXPECT(scene_real(&scene, "clouds.amount") == 0.25 && scene.sun_radius == 0.06 &&
           scene.sun_lift == 9.0);
    EXPECT(scene.ridge[3].valley == 0.5 && scene.ridge[1].valley < 0.06);
    scene = calm;
    must_be_ok(rl_mood_parse(&scene, sunny, strlen(sunny), "m.ini", &error), &error);
    resolve(&scene);
    EXPECT(scene.sun_radius == 0.02 && scene_real(&scene, "clouds.amount") == 0.25);
    /* A calm place keeps its few clouds and its low land. */
    calm.calm = RL_CALM_TOP;
    resolve(&calm);
    EXPECT(scene_real(&calm, "clouds.amount") != 0.25);
    EXPECT(calm.sun_lift == 0.8 && calm.horizon == 0.2 && calm.ridge[0].base == 0.2);
}
END_TEST

/* A composition is written for a sun at the right. */
START_TEST(compositions_are_mirrored)
{
    static const char text[] = "[sun]\nx = 0.4..0.5\n[land]\nx = 0.7\n[ridge 1]\nhero_x = -0.2\n";
    int left = 0;
    for (uint64_t seed = 1; seed <= 16; seed++) {
        rl_scene scene, calm, timed;
        with_composition(&scene, seed, text);
        calm = timed = scene;
        calm.calm = RL_CALM_LEFT;
        timed.time = 600;
        resolve(&scene);
        resolve(&calm);
        resolve(&timed);
        double side = scene.land_x > 0.0 ? 1.0 : -1.0;
        left += side < 0.0;
        EXPECT(scene.land_x == side * 0.7 && scene.ridge[0].hero_x == side * -0.2);
        EXPECT(scene.sun_x * side >= 0.4 && scene.sun_x * side <= 0.5);
        EXPECT(calm.land_x == 0.7 && calm.sun_x >= 0.4);
        EXPECT(timed.land_x == scene.land_x && !(timed.sun_x * side >= 0.4));
    }
    EXPECT(left >= 4 && left <= 12);
}
END_TEST

/* Any N seeds in a row take all N cards, and neighbours differ. */
START_TEST(a_deck_deals_every_card)
{
    static const uint64_t moods[] = {0x5, 0, 0xf0000000000000f1, 0x2};
    for (uint64_t first = 0; first < 5; first++) {
        int seen[4][64] = {{0}}, cards = 0;
        deck_card card = {0, 0}, before = {0, 0};
        for (uint64_t seed = first; seed < first + 12; seed++) {
            EXPECT(deck_deal(moods, 4, seed, &card));
            cards += seen[card.place][card.mood]++ == 0;
            EXPECT((moods[card.place] >> card.mood & 1) != 0);
            EXPECT(deck_deal(moods, 4, seed, &card));
            EXPECT(seed == first || card.place != before.place || card.mood != before.mood);
            before = card;
        }
        ck_assert_int_eq(cards, 12);
    }
    deck_card card;
    EXPECT(!deck_deal(moods, 0, 1, &card) && !deck_deal(moods + 1, 1, 1, &card));
}
END_TEST

/* One seed in twenty, and each kind comes. */
START_TEST(rare_weather_is_rare)
{
    static const char *const kinds[] = {"rainbow", "comet", "meteor", "eclipse", "blue-moon"};
    int rare = 0, dealt[64] = {0};
    for (uint64_t seed = 0; seed < 1000; seed++) {
        rl_scene calm;
        rl_scene scene;
        rl_error error;
        rl_scene_init(&scene);
        scene.seed = seed;
        scene.has_seed = 1;
        must_be_ok(rl_scene_resolve(&scene, &error), &error);
        rare += scene.weather != RL_AUTO;
        if (scene.weather != RL_AUTO)
            dealt[scene.weather]++;
        rl_scene_init(&calm);
        calm.seed = seed;
        calm.calm = RL_CALM_LEFT;
        must_be_ok(rl_scene_resolve(&calm, &error), &error);
        EXPECT(calm.weather == RL_AUTO);
    }
    ck_assert_int_ge(rare, 25);
    ck_assert_int_le(rare, 85);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        rl_scene scene;
        rl_error error;
        rl_scene_init(&scene);
        must_be_ok(rl_weather_apply(&scene, kinds[i], &error), &error);
        EXPECT_MSG(dealt[scene.weather] > 0, "no %s", kinds[i]);
    }
}
END_TEST

/* An ink drawing has no rainbow unless it is asked for. */
START_TEST(weather_suits_its_mood)
{
    int rainbow = 0, other = 0;
    rl_scene scene;
    rl_error error;
    rl_scene_init(&scene);
    EXPECT(rl_weather_apply(&scene, "rainbow", &error) == RL_OK);
    int bow = scene.weather;
    for (uint64_t seed = 0; seed < 400; seed++) {
        rl_scene_init(&scene);
        scene.seed = seed;
        (void)snprintf(scene.mood, sizeof scene.mood, "%s", seed % 2 == 0 ? "ink" : "golden");
        EXPECT(rl_scene_resolve(&scene, &error) == RL_OK);
        rainbow += scene.weather == bow && seed % 2 == 0;
        other += scene.weather == bow && seed % 2 == 1;
    }
    EXPECT(rainbow == 0);
    EXPECT(other > 0);
}
END_TEST

/* Version 1 of the text held the decay power H. */
START_TEST(old_roughness_is_converted)
{
    static const struct {
        const char *text;
        double roughness;
    } texts[] = {
        {"[ridgeline]\nscene = 1\n[ridge 1]\nroughness = 0.95\n", 0.05},
        {"[ridgeline]\nscene = 1\n[ridge 1]\nroughness = 1000000\n", -999999.0},
        {"[ridgeline]\nscene = 1\n[ridge 1]\nroughness = auto\n", RL_AUTO},
        {"[ridgeline]\nscene = 2\n[ridge 1]\nroughness = 0.95\n", 0.95},
        {"[ridge 1]\nroughness = -0.4\n", -0.4},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        rl_scene scene;
        rl_error error;
        rl_scene_init(&scene);
        must_be_ok(rl_scene_parse(&scene, texts[i].text, strlen(texts[i].text), "t", &error),
                   &error);
        EXPECT_MSG(scene.ridge[0].roughness == texts[i].roughness, "%s", texts[i].text);
    }
}
END_TEST

/* What one mood has set and the next leaves open is the next one's again. */
START_TEST(light_is_opened_and_land_is_not)
{
    for (int clears_snow = 0; clears_snow < 2; clears_snow++) {
        rl_scene scene, fresh;
        rl_error error;
        rl_scene_init(&fresh);
        fresh.seed = 3;
        fresh.has_seed = 1;
        fresh.sun_x = 0.25;
        fresh.mist_shift = 0.125;
        scene = fresh;
        must_be_ok(rl_mood_apply(&scene, "winter", &error), &error);
        ck_assert(scene.land_snow > 0.0);
        scene_slot(&scene, "stars.amount")->real = 0.5;
        scene.time = 300;
        double snow = scene.land_snow;
        rl_scene_unset_light(&scene, clears_snow);
        ck_assert(scene.land_snow == (clears_snow ? RL_AUTO : snow));
        scene.land_snow = fresh.land_snow;
        scene.land_snow_line = fresh.land_snow_line;
        scene.land_ground_snow = fresh.land_ground_snow;
        ck_assert((scene.tree_species == 0) == clears_snow);
        scene.tree_species = fresh.tree_species;
        ck_assert_mem_eq(&scene, &fresh, sizeof scene);
    }
}
END_TEST

Suite *suite_choice(void);
Suite *suite_choice(void)
{
    Suite *suite = suite_create("choice");
    TCase *tcase = tcase_create("data files");
    tcase_add_test(tcase, faults_name_line_value_and_rule);
    tcase_add_test(tcase, scenes_have_no_ranges);
    tcase_add_test(tcase, one_seed_has_one_value_in_any_order);
    tcase_add_test(tcase, choices_follow_their_weights);
    tcase_add_test(tcase, sets_are_chosen_whole);
    tcase_add_test(tcase, a_scene_keeps_its_own_values);
    tcase_add_test(tcase, worlds_have_their_light);
    tcase_add_test(tcase, recipes_are_plain);
    tcase_add_test(tcase, files_are_right);
    tcase_add_test(tcase, compositions_have_their_place);
    tcase_add_test(tcase, compositions_are_mirrored);
    tcase_add_test(tcase, a_deck_deals_every_card);
    tcase_add_test(tcase, rare_weather_is_rare);
    tcase_add_test(tcase, weather_suits_its_mood);
    tcase_add_test(tcase, old_roughness_is_converted);
    tcase_add_test(tcase, light_is_opened_and_land_is_not);
    suite_add_tcase(suite, tcase);
    return suite;
}
