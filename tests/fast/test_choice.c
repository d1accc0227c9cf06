/* test_choice.c - worlds and moods: ranges and choices, resolved by the seed alone. */
#include <stdio.h>
#include <string.h>

#include "scene/deck.h"
#include "support/support.h"

static rl_status read_world(rl_scene *scene, uint64_t seed, const char *text, rl_error *why)
{
    scene_of_seed(scene, seed);
    return rl_world_parse(scene, text, strlen(text), "w.ini", why);
}

static void world(rl_scene *scene, uint64_t seed, const char *text)
{
    OK(read_world(scene, seed, text, &error));
    OK(rl_scene_resolve(scene, &error));
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

TEST(data_file_fault_names_line_value_and_rule)
{
    static const struct {
        const char *text, *error;
    } faults[] = {
        {"[sky]\nhaze = 0.5..0.1\n",
         "w.ini:2: haze = 0.5..0.1: must be LOW..HIGH, with LOW not above HIGH"},
        {"[sky]\nhaze = 0.5..1.1\n",
         "w.ini:2: haze = 0.5..1.1: must be LOW..HIGH, both within 0..1 or auto"},
        {"[sky]\nhaze = ..1\n", "w.ini:2: haze = ..1: must be LOW..HIGH, both within 0..1 or auto"},
        {"[sky]\nhaze = 0.1..0.2..0.3\n",
         "w.ini:2: haze = 0.1..0.2..0.3: must be LOW..HIGH, both within 0..1 or auto"},
        {"[sky]\nhaze = auto..1\n",
         "w.ini:2: haze = auto..1: must be LOW..HIGH, both within 0..1 or auto"},
        {"[output]\nedges = smooth..hard\n",
         "w.ini:2: edges = smooth..hard: must not be a range: must be smooth, hard or auto"},
        {"[output]\ndepth = 8..16\n",
         "w.ini:2: depth = 8..16: must not be a range: must be 8 or 16 or auto"},
        {"[sky]\nhaze = 0.1 | 2\n", "w.ini:2: haze = 0.1 | 2: must be 0..1 or auto"},
        {"[sky]\nhaze = 0.1 |\n", "w.ini:2: haze = 0.1 |: must be VALUE | VALUE, where each may "
                                  "end with a weight *N above 0"},
        {"[sky]\nhaze = 0.1*0 | 0.2\n",
         "w.ini:2: haze = 0.1*0 | 0.2: must be VALUE | VALUE, where each may end "
         "with a weight *N above 0"},
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
         "w.ini:2: far = 1..2: must not be a range: must be fractal, range, * or auto"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        rl_scene scene, before;
        scene_of_seed(&before, 0);
        EXPECT(read_world(&scene, 0, faults[i].text, &error) == RL_BAD_DATA);
        EXPECT_MSG(fits(error.text, faults[i].error), "%s", error.text);
        EXPECT(memcmp(&scene, &before, sizeof scene) == 0);
    }
}

/* Only data files may have ranges and an [about] section. */
TEST(scene_text_with_a_range_is_refused)
{
    rl_scene scene;
    const char text[] = "[sky]\nhaze = 0.1..0.2\n", about[] = "[about]\nweight = 1\n";
    scene_init(&scene);
    EXPECT(rl_scene_parse(&scene, text, sizeof text - 1, "s.ini", &error) == RL_BAD_DATA);
    EXPECT(rl_scene_parse(&scene, about, sizeof about - 1, "s.ini", &error) == RL_BAD_DATA);
    EXPECT(rl_scene_set(&scene, "sky.haze", "0.1..0.2", &error) == RL_BAD_ARGUMENT);
}

TEST(range_value_of_a_seed_ignores_order_of_keys)
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

TEST(weighted_choices_occur_by_their_weights)
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

/* A set also comes back from its text. */
TEST(weighted_choice_of_sets_takes_a_whole_set)
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
        scene_init(&scene);
        rl_status status = rl_scene_set(&scene, "trees.species", sets[i].text, NULL);
        EXPECT_MSG((status == RL_OK) == (sets[i].set != 0), "%s", sets[i].text);
        EXPECT_MSG(scene.tree_species == sets[i].set, "%s", sets[i].text);
    }
    rl_scene scene;
    scene_init(&scene);
    scene.tree_species = UINT64_C(1) << 62; /* of no tree */
    EXPECT(rl_scene_resolve(&scene, &error) == RL_BAD_ARGUMENT);
    EXPECT(strstr(error.text, "trees.species = the value: must be spruce") == error.text);
}

TEST(scene_value_wins_over_range_of_a_data_file)
{
    rl_scene scene;
    const char text[] = "[sky]\nhaze = 0.1..0.2\nhorizon = 0.4\n[composition]\nfar = mesa\n";
    scene_init(&scene);
    scene.haze = 0.9;
    OK(rl_world_parse(&scene, text, sizeof text - 1, "w", &error));
    OK(rl_scene_resolve(&scene, &error));
    EXPECT(scene.haze == 0.9 && scene.horizon == 0.4 && scene.ridge[0].kind == RL_RIDGE_MESA);
}

TEST(world_light_holds_unless_scene_is_calm)
{
    for (uint64_t seed = 0; seed < 40; seed++)
        for (int calm = RL_CALM_NONE; calm <= RL_CALM_TOP; calm++) {
            rl_scene coast, karst;
            scene_of_seed(&coast, seed);
            coast.calm = calm;
            OK(rl_scene_set(&coast, "ridgeline.mood", "golden", &error));
            OK(rl_scene_set(&coast, "sun.place", "sky", &error));
            karst = coast;
            OK(rl_scene_set(&coast, "ridgeline.world", "coast", &error));
            OK(rl_scene_set(&karst, "ridgeline.world", "karst", &error));
            OK(rl_scene_resolve(&coast, &error));
            OK(rl_scene_resolve(&karst, &error));
            EXPECT(calm ? coast.sun_lift == 0.8 : coast.sun_lift >= 1.8);
            EXPECT((karst.sun_y == RL_AUTO) == calm);
            EXPECT((!calm && scene_real(&coast, "clouds.amount") <= 0.6) ||
                   scene_int(&coast, "sky.cumulus") == 0);
            /* An hour needs the horizon, which follows open water. */
            scene_init(&karst);
            karst.world = coast.world;
            karst.time = 330;
            OK(rl_scene_resolve(&karst, &error));
        }
}

/* The recipe needs no file of the user and gives the same scene again. */
TEST(recipe_of_ranged_scene_has_neither_ranges_nor_composition)
{
    rl_scene scene, again;
    size_t size;
    const char mood[] =
        "[about]\nhours = night\n[palette]\nname = dusk | dawn\n[sun]\nhalo = 0.1..0.3\n";
    world(&scene, 5,
          "[about]\nlike = lake\n[ridgeline]\nridges = 3..9\n[composition]\nhero = 0..1\n");
    OK(rl_mood_parse(&scene, mood, sizeof mood - 1, "m", &error));
    ck_assert_str_eq(rl_world_name((size_t)scene.world), "lake");
    OK(rl_scene_resolve(&scene, &error));
    again = scene;
    OK(rl_scene_resolve(&again, &error));
    EXPECT(memcmp(&scene, &again, sizeof scene) == 0);
    rl_sink *sink = memory_sink();
    OK(rl_scene_write(&scene, sink, &error));
    OK(rl_sink_write(sink, "", 1, &error));
    const char *text = rl_sink_bytes(sink, &size);
    EXPECT(strstr(text, "..") == NULL && strstr(text, "|") == NULL);
    EXPECT(strstr(text, "[composition]") == NULL && strstr(text, "\nmood = auto\n") != NULL);
    scene_init(&again);
    OK(rl_scene_parse(&again, text, size - 1, "recipe", &error));
    OK(rl_scene_resolve(&again, &error));
    EXPECT(memcmp(scene.ridge, again.ridge, sizeof scene.ridge[0] * (size_t)scene.ridge_count) ==
           0);
    rl_sink_free(sink);
}

TEST(built_in_data_files_are_read_for_any_seed)
{
    rl_scene scene;
    rl_mood_info mood;
    rl_world_info about;
    rl_composition_info composition;
    size_t worlds = 0, moods = 0, compositions = 0;
    double weights = 0.0;
    for (; rl_world_describe(worlds, &about); worlds++) {
        scene_init(&scene);
        OK(rl_scene_set(&scene, "ridgeline.world", rl_world_name(worlds), &error));
        OK(rl_scene_resolve(&scene, &error));
        weights += about.weight;
        EXPECT_MSG(about.line[0] != '\0', "%s", rl_world_name(worlds));
    }
    for (; rl_composition_describe(compositions, &composition); compositions++) {
        const char *name = rl_composition_name(compositions);
        for (uint64_t seed = 1; seed <= 8; seed++) {
            scene_of_seed(&scene, seed);
            OK(rl_scene_set(&scene, "ridgeline.composition", name, &error));
            OK(rl_scene_resolve(&scene, &error));
            EXPECT_MSG(composition.worlds >> scene.world & 1, "%s, seed %d", name, (int)seed);
        }
        EXPECT_MSG(composition.line[0] != '\0', "%s", name);
    }
    for (; rl_mood_name(moods) != NULL; moods++) {
        scene_init(&scene);
        OK(rl_mood_describe(rl_mood_name(moods), &mood, &error));
        OK(rl_mood_apply(&scene, rl_mood_name(moods), &error));
        EXPECT(mood.hours > 0 && mood.seasons > 0 && scene.palette.name[0] != '\0');
        EXPECT(mood.line[0] != '\0');
    }
    EXPECT(worlds >= 7 && moods >= 19 && compositions >= 8 && weights > 0.999999 &&
           weights < 1.000001);
    EXPECT(rl_mood_describe("dsk", &mood, &error) == RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "mood = dsk: no such mood: did you mean dusk?");
}

static void with_composition(rl_scene *scene, uint64_t seed, const char *text)
{
    scene_of_seed(scene, seed);
    OK(rl_composition_parse(scene, text, strlen(text), "c.ini", &error));
}

static void resolve(rl_scene *scene)
{
    OK(rl_scene_resolve(scene, &error));
}

/* A value of the scene wins over a composition, which wins over a world; a mood sets light
 * first. */
TEST(composition_ranks_between_scene_and_world)
{
    static const char text[] = "[about]\nworlds = desert\n[ridgeline]\nridges = 4\n"
                               "[land]\nmountains = 2\n[sky]\nhorizon = 0.2..0.3\n"
                               "[clouds]\namount = 0.25\n[sun]\nradius = 0.06\nlift = 9\n"
                               "[composition]\nbase_far = 0.2..0.3\nvalley = 0.5\n"
                               "valley_power = 2\n";
    static const char sunny[] = "[palette]\nname = dusk\n[sun]\nradius = 0.02\n";
    rl_scene scene, calm;
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
    OK(rl_mood_parse(&scene, sunny, strlen(sunny), "m.ini", &error));
    resolve(&scene);
    EXPECT(scene.sun_radius == 0.02 && scene_real(&scene, "clouds.amount") == 0.25);
    /* A calm place keeps its few clouds and its low land. */
    calm.calm = RL_CALM_TOP;
    resolve(&calm);
    EXPECT(scene_real(&calm, "clouds.amount") != 0.25);
    EXPECT(calm.sun_lift == 0.8 && calm.horizon == 0.2 && calm.ridge[0].base == 0.2);
}

/* Composition files are written for a sun at the right. */
TEST(composition_is_mirrored_when_the_sun_is_left)
{
    static const char text[] = "[sun]\nx = 0.4..0.5\n[land]\nx = 0.7\n[ridge 1]\nhero_x = -0.2\n";
    int left = 0;
    for (uint64_t seed = 1; seed <= 16; seed++) {
        rl_scene scene, calm, timed;
        with_composition(&scene, seed, text);
        OK(rl_scene_set(&scene, "sun.place", "sky", &error));
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

/* Neighbouring seeds have different cards. */
TEST(deck_of_n_cards_deals_each_to_n_seeds_in_a_row)
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

/* Each kind of rare weather occurs. */
TEST(rare_weather_comes_to_one_seed_in_twenty)
{
    static const char *const kinds[] = {"rainbow", "comet", "meteor", "eclipse", "blue-moon"};
    int rare = 0, dealt[64] = {0};
    for (uint64_t seed = 0; seed < 1000; seed++) {
        rl_scene calm;
        rl_scene scene;
        scene_of_seed(&scene, seed);
        OK(rl_scene_resolve(&scene, &error));
        rare += scene.weather != RL_AUTO;
        if (scene.weather != RL_AUTO)
            dealt[scene.weather]++;
        scene_init(&calm);
        calm.seed = seed;
        calm.calm = RL_CALM_LEFT;
        OK(rl_scene_resolve(&calm, &error));
        EXPECT(calm.weather == RL_AUTO);
    }
    ck_assert_int_ge(rare, 25);
    ck_assert_int_le(rare, 85);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        rl_scene scene;
        scene_init(&scene);
        OK(rl_weather_apply(&scene, kinds[i], &error));
        EXPECT_MSG(dealt[scene.weather] > 0, "no %s", kinds[i]);
    }
}

/* The sky of an eclipse is dark, unless the scene names a mood: then there is no eclipse. */
TEST(eclipse_is_dealt_with_its_sky_alone)
{
    rl_scene eclipse;
    int found = 0;
    scene_init(&eclipse);
    OK(rl_weather_apply(&eclipse, "eclipse", &error));
    for (uint64_t seed = 0; seed < 400; seed++) {
        rl_scene scene;
        scene_of_seed(&scene, seed);
        OK(rl_scene_resolve(&scene, &error));
        if (scene.weather != eclipse.weather)
            continue;
        found++;
        EXPECT(scene.palette.sky[0] == eclipse.palette.sky[0]);
        rl_scene named;
        scene_of_seed(&named, seed);
        OK(rl_mood_apply(&named, "noon", &error));
        OK(rl_scene_resolve(&named, &error));
        EXPECT(named.weather != eclipse.weather && !(named.sun_eclipse > 0.0));
    }
    EXPECT(found > 0);
}

/* The example is a rainbow in an ink drawing. */
TEST(weather_that_does_not_suit_a_mood_comes_only_when_asked_for)
{
    int rainbow = 0, other = 0;
    rl_scene scene;
    scene_init(&scene);
    OK(rl_weather_apply(&scene, "rainbow", &error));
    int bow = scene.weather;
    for (uint64_t seed = 0; seed < 400; seed++) {
        scene_init(&scene);
        scene.seed = seed;
        (void)snprintf(scene.mood, sizeof scene.mood, "%s", seed % 2 == 0 ? "ink" : "golden");
        OK(rl_scene_resolve(&scene, &error));
        rainbow += scene.weather == bow && seed % 2 == 0;
        other += scene.weather == bow && seed % 2 == 1;
    }
    EXPECT(rainbow == 0);
    EXPECT(other > 0);
}

/* Scene version 1 held the decay power H. */
TEST(roughness_of_scene_version_1_is_converted)
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
        scene_init(&scene);
        OK(rl_scene_parse(&scene, texts[i].text, strlen(texts[i].text), "t", &error));
        EXPECT_MSG(scene.ridge[0].roughness == texts[i].roughness, "%s", texts[i].text);
    }
}

/* A light value that one mood sets must not remain when the next mood leaves it unset. */
TEST(unsetting_light_keeps_the_land)
{
    for (int clears_snow = 0; clears_snow < 2; clears_snow++) {
        rl_scene scene, fresh;
        scene_of_seed(&fresh, 3);
        fresh.sun_x = 0.25;
        fresh.mist_shift = 0.125;
        scene = fresh;
        OK(rl_mood_apply(&scene, "winter", &error));
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
