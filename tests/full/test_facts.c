/* test_facts.c - facts about a picture: their ranges, and that each goes with its thing. */
#include <string.h>

#include "layers/core/kind.h"
#include "support/support.h"

static void facts_of(const rl_frame *frame, rl_facts *facts)
{
    *facts = (rl_facts){.struct_size = sizeof *facts};
    OK(rl_frame_facts(frame, facts, &error));
}

static void set_all(rl_scene *scene, const char *const settings[][2])
{
    for (size_t i = 0; settings[i][0] != NULL; i++)
        OK(rl_scene_set(scene, settings[i][0], settings[i][1], &error));
}

/* The facts of one mood and world, with some keys set; resolved, so that a second call
 * with one key changed differs in nothing else. */
static void facts_with(const char *mood, const char *world, const char *const settings[][2],
                       const char *key, const char *value, rl_facts *facts)
{
    rl_scene scene;
    scene_of_seed(&scene, 12);
    OK(rl_mood_apply(&scene, mood, &error));
    OK(rl_scene_set(&scene, "ridgeline.world", world, &error));
    set_all(&scene, settings);
    OK(rl_scene_set(&scene, key, value, &error));
    rl_frame *frame = new_frame(&scene, 640, 360);
    facts_of(frame, facts);
    rl_frame_free(frame);
}

static void expect_share(double share, const char *name)
{
    EXPECT_MSG(share >= 0.0 && share <= 1.0, "%s: %f", name, share);
}

static void expect_ranges(const rl_facts *f)
{
    int of_kinds = 0;
    for (int i = 0; i < RL_MAX_FAMILIES; i++)
        of_kinds += f->kinds[i];
    EXPECT(f->ridges >= 0 && f->ridges <= RL_MAX_RIDGES && of_kinds == f->ridges);
    EXPECT((f->far_ridge >= 0) == (f->ridges > 0) && f->far_ridge <= f->near_ridge);
    EXPECT((f->far_land != RL_AUTO) == (f->ridges > 0));
    double sum = f->sky + f->land + f->water;
    EXPECT_MSG(sum > 0.999999 && sum < 1.000001, "%f", sum);
    EXPECT((f->shore >= 0.0) == (f->water > 0.0));
    EXPECT((f->lake != RL_AUTO) == (f->water > 0.0));
    EXPECT((f->sky_top != RL_AUTO) == (f->sky > 0.0));
    EXPECT(f->all >= 0 && f->all <= 0xffffff);
    EXPECT(f->disc >= 0 && f->disc <= 2 && f->birds >= 0 && f->birds <= 7);
    const double shares[] = {f->sky,    f->land,    f->water,  f->disc_seen,    f->moon_lit,
                             f->snow,   f->trees,   f->snow_y, f->disc_in_land, f->low_trees,
                             f->land_y, f->birds_x, f->birds_y};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        expect_share(shares[i], "share");
    EXPECT(f->sights >= 0 && f->sights <= RL_MAX_SIGHTS);
    for (int i = 0; i < f->sights; i++) {
        const rl_sight *sight = &f->sight[i];
        const rl_sight_words *words = sight->words;
        expect_share(sight->x, sight->name);
        EXPECT_MSG(sight->amount >= words->least, "%s: %f", sight->name, sight->amount);
        EXPECT_MSG(words->clauses[0] != NULL || words->events[0] != NULL || words->sky != NULL ||
                       words->places[0] != NULL,
                   "%s: has no words", sight->name);
        EXPECT_MSG(words->events[0] == NULL || words->preposition != NULL, "%s", sight->name);
    }
}

TEST(facts_stay_in_their_ranges)
{
    static const int sizes[][2] = {{1, 1},   {1, 40},    {40, 1},  {2, 3},
                                   {97, 65}, {230, 130}, {64, 300}};
    chance c = chance_from(91);
    for (int i = 0; i < SUPPORT_PART(80); i++) {
        rl_scene scene;
        rl_facts facts;
        quick_scene(&c, &scene);
        rl_frame *frame = new_frame(&scene, sizes[i % 7][0], sizes[i % 7][1]);
        facts_of(frame, &facts);
        expect_ranges(&facts);
        rl_frame_free(frame);
    }
}

/* What a thing must be called by in the facts, and the key that takes it away. */
static const struct thing {
    const char *mood, *world, *key, *with, *without;
} things[] = {
    {"moonlight", "alpine", "stars.amount", "1", "0"},
    {"moonlight", "alpine", "sun.radius", "auto", "0"},
    {"dawn", "alpine", "sun.radius", "auto", "0"},
    {"dusk", "hills", "birds.count", "5", "0"},
    {"aurora", "lake", "aurora.amount", "auto", "0"},
    {"storm", "misty", "clouds.amount", "auto", "0"},
    {"winter", "alpine", "land.snow", "auto", "0"},
    {"violet", "lake", "lake.ridge", "auto", "0"},
    {"ember", "forest", "trees.height", "auto", "0"},
};

static double amount_of(const rl_facts *f, int thing)
{
    const double amounts[] = {
        sight_amount(f, "stars"),  f->disc, f->disc,  f->birds, sight_amount(f, "aurora"),
        sight_amount(f, "clouds"), f->snow, f->water, f->trees};
    return amounts[thing];
}

TEST(facts_change_with_the_thing_they_measure)
{
    static const char *const none[][2] = {{NULL, NULL}};
    for (int i = 0; i < (int)(sizeof things / sizeof *things); i++) {
        const struct thing *t = &things[i];
        rl_facts with, without;
        facts_with(t->mood, t->world, none, t->key, t->with, &with);
        facts_with(t->mood, t->world, none, t->key, t->without, &without);
        EXPECT_MSG(amount_of(&with, i) > 0.0, "%s: none", t->key);
        EXPECT_MSG(amount_of(&without, i) == 0.0, "%s: %f without", t->key, amount_of(&without, i));
    }
}

TEST(amounts_choose_the_words_of_a_thing)
{
    static const rl_sight_words many = SIGHT("thing", 0.6, SIGHT_CLAUSE(1, "many"));
    static const rl_sight_words some =
        SIGHT("thing", 0.2, SIGHT_CLAUSE(1, "some"), .most = 0.6, .next = &many);
    static const struct {
        double amount;
        const rl_sight_words *words;
    } rows[] = {{0.0, NULL},    {0.199, NULL}, {0.2, &some},
                {0.599, &some}, {0.6, &many},  {9.0, &many}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rl_facts facts = {.sights = 0};
        const rl_sight *sight = facts_mention(&facts, &some, rows[i].amount);
        EXPECT_MSG(sight == (rows[i].words != NULL ? facts.sight : NULL), "%f", rows[i].amount);
        EXPECT(facts.sights == (rows[i].words != NULL));
        EXPECT(sight == NULL || (sight->words == rows[i].words && sight->amount == rows[i].amount));
    }
    rl_facts full = {.sights = RL_MAX_SIGHTS};
    EXPECT(facts_mention(&full, &some, 0.5) == NULL && full.sights == RL_MAX_SIGHTS);
}

/* Amounts below the threshold of a kind are not listed. */
TEST(sights_go_with_their_kinds)
{
    /* A rainbow stands where the disc is not in the picture. */
    static const char *const no_disc[][2] = {{"sun.radius", "0"}, {NULL, NULL}};
    static const char *const rows[][4] = {{"weather.rainbow", "1", "0.1", "rainbow"},
                                          {"weather.rain", "0.3", "0.1", "rain"},
                                          {"sky.comet", "meteor", "none", "meteor"},
                                          {"stars.amount", "1", "0", "stars"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int with = 0; with < 2; with++) {
            rl_facts facts;
            int count = 0;
            facts_with("moonlight", "alpine", no_disc, rows[i][0], rows[i][with ? 1 : 2], &facts);
            for (int k = 0; k < facts.sights; k++)
                count += strcmp(facts.sight[k].name, rows[i][3]) == 0;
            EXPECT_MSG(count == with, "%s: %d times", rows[i][3], count);
            EXPECT_MSG((sight_amount(&facts, rows[i][3]) > 0.0) == with, "%s", rows[i][3]);
        }
}

TEST(facts_distinguish_moon_and_sun)
{
    static const char *const moon[][2] = {
        {"moon.show", "1"}, {"moon.phase", "0.25"}, {"sun.y", "0.85"}, {NULL, NULL}};
    static const char *const sun[][2] = {{"sun.y", "0.85"}, {NULL, NULL}};
    rl_facts facts;
    facts_with("moonlight", "alpine", moon, "sun.x", "-0.5", &facts);
    EXPECT(facts.disc == 2 && facts.moon_lit > 0.49 && facts.moon_lit < 0.51);
    EXPECT_MSG(facts.disc_y > 0.13 && facts.disc_y < 0.17, "%f", facts.disc_y);
    EXPECT_MSG(facts.disc_x > 0.20 && facts.disc_x < 0.24, "%f", facts.disc_x);
    EXPECT(facts.disc_seen > 0.999 && facts.disc_in_land == 0.0);
    facts_with("dusk", "alpine", sun, "sun.x", "0.5", &facts);
    EXPECT(facts.disc == 1 && facts.moon_lit == 1.0);
    EXPECT_MSG(facts.disc_x > 0.76 && facts.disc_x < 0.80, "%f", facts.disc_x);
}

/* A sun whose centre is on the horizon of a plain is half hidden, and a set sun is not visible. */
TEST(disc_visibility_falls_behind_land)
{
    static const struct {
        const char *y;
        double seen[2];
        int disc;
    } cases[] = {{"0.9", {0.999, 1.0}, 1}, {"0.5", {0.46, 0.54}, 1}, {"0.2", {0.0, 0.0}, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const plain[][2] = {
            {"ridgeline.ridges", "1"}, {"ridge.1.kind", "segment"}, {"ridge.1.start_y", "0"},
            {"ridge.1.end_y", "0"},    {"ridge.1.base", "0.5"},     {"ridge.1.displacement", "0"},
            {"ridge.1.trees", "0"},    {"ridge.1.swells", "0"},     {"ridge.1.min_height", "0.5"},
            {"sun.radius", "0.08"},    {"lake.ridge", "0"},         {NULL, NULL}};
        rl_facts facts;
        facts_with("dusk", "alpine", plain, "sun.y", cases[i].y, &facts);
        EXPECT_MSG(facts.disc == cases[i].disc, "sun.y = %s: disc %d", cases[i].y, facts.disc);
        EXPECT_MSG(facts.disc_seen >= cases[i].seen[0] && facts.disc_seen <= cases[i].seen[1],
                   "sun.y = %s: %f", cases[i].y, facts.disc_seen);
    }
}

TEST(facts_of_a_region_describe_the_region)
{
    rl_scene scene;
    rl_facts facts;
    scene_of_seed(&scene, 12);
    scene.world = 0; /* alpine: its foot is land */
    OK(rl_mood_apply(&scene, "dusk", &error));
    scene.sun_x = 0.5;
    rl_frame *left = new_part(&scene, 640, 360, 0, 0, 200, 360);
    facts_of(left, &facts);
    EXPECT(facts.disc == 0);
    rl_frame *sky = new_part(&scene, 640, 360, 0, 0, 640, 20);
    facts_of(sky, &facts);
    EXPECT(facts.sky == 1.0 && facts.ridges == 0);
    rl_frame *ground = new_part(&scene, 640, 360, 0, 350, 640, 10);
    facts_of(ground, &facts);
    EXPECT(facts.land == 1.0 && facts.sky_top == RL_AUTO);
    rl_frame_free(left);
    rl_frame_free(sky);
    rl_frame_free(ground);
}

/* Trees stand on both sides of the seam of a loop. */
TEST(trees_of_a_loop_are_equally_many_from_any_start)
{
    rl_scene scene;
    double trees[2];
    for (int i = 0; i < 2; i++) {
        scene_of_seed(&scene, 12);
        static const char *const settings[][2] = {
            {"ridgeline.world", "forest"}, {"extent.kind", "loop"}, {NULL, NULL}};
        set_all(&scene, settings);
        OK(rl_scene_set(&scene, "extent.offset", i == 0 ? "0" : "1000", &error));
        rl_frame *frame = new_frame(&scene, 640, 360);
        rl_facts facts;
        facts_of(frame, &facts);
        trees[i] = facts.trees;
        rl_frame_free(frame);
    }
    EXPECT_MSG(trees[0] > 0.3, "%f", trees[0]);
    EXPECT_MSG(trees[0] - trees[1] < 0.05 && trees[1] - trees[0] < 0.05, "%f %f", trees[0],
               trees[1]);
}

TEST(facts_with_bad_arguments_are_refused)
{
    rl_scene scene;
    scene_init(&scene);
    rl_frame *frame = new_frame(&scene, 16, 9);
    rl_facts facts = {.struct_size = 8, .birds = 77};
    ck_assert_int_eq(rl_frame_facts(frame, &facts, &error), RL_BAD_ARGUMENT);
    ck_assert_int_eq(facts.birds, 77);
    rl_frame_free(frame);
}

TEST(city_windows_are_lit_when_it_is_dark)
{
    const char *const none[][2] = {{NULL, NULL}};
    rl_facts dusk, night, noon, dark;
    facts_with("dusk", "city", none, "birds.count", "0", &dusk);
    facts_with("moonlight", "city", none, "birds.count", "0", &night);
    facts_with("noon", "city", none, "birds.count", "0", &noon);
    facts_with("moonlight", "city", none, "city.lights", "0", &dark);
    double lit = sight_amount(&dusk, "windows");
    EXPECT_MSG(lit > 0.005 && sight_amount(&night, "windows") > 0.01, "%f", lit);
    EXPECT(sight_amount(&noon, "windows") < 0.2 * lit && sight_amount(&dark, "windows") == 0.0);
    EXPECT(sight_amount(&dark, "city") > 0.01 && sight_amount(&noon, "city") > 0.01);
    facts_with("dusk", "city", none, "city.height", "0", &dark);
    EXPECT(sight_amount(&dark, "city") == 0.0 && sight_amount(&dark, "windows") == 0.0);
}
