/* test_bot_choice.c - what a bot shows: moods and worlds without a history. */
#include "cli/bot/bot.h"
#include "cli/common/say.h"

#include "support/support.h"

#include <string.h>

#define PERIOD 10800
#define SLOTS 700
#define NOW_SLOT INT64_C(166226) /* 2026-11-21 */

static const char *const names[] = {"mybot", "a", "ridges every three hours", "q"};
#define NAMES (int)(sizeof names / sizeof *names)

/* A bot that has chosen nothing yet; only the last one of a test may choose. */
static bot bot_of(const options *opts, int name)
{
    static bot_block block;
    block = (bot_block){.begin = 0};
    return (bot){
        .options = opts, .name = names[name], .folder = "x", .period_s = PERIOD, .block = &block};
}

TEST_LOOP(bot_worlds_do_not_repeat, NAMES)
{
    const options opts = {0};
    bot run = bot_of(&opts, _i);
    const char *last = "";
    for (int64_t slot = 0; slot < SLOTS; slot++) {
        bot_choice chosen = bot_choose(&run, (NOW_SLOT + slot) * PERIOD);
        ck_assert_ptr_nonnull(chosen.world);
        ck_assert_str_ne(chosen.world, last);
        last = chosen.world;
    }
}

/* At least 19 other moods are between. */
TEST_LOOP(bot_mood_returns_after_half_of_the_moods_at_least, NAMES)
{
    const options opts = {0};
    bot run = bot_of(&opts, _i);
    const char *seen[SLOTS];
    for (int64_t slot = 0; slot < SLOTS; slot++) {
        seen[slot] = bot_mood(&run, (NOW_SLOT + slot) * PERIOD);
        for (int64_t before = slot > 9 ? slot - 9 : 0; before < slot; before++)
            ck_assert_str_ne(seen[before], seen[slot]);
    }
}

TEST_LOOP(bot_world_suits_its_mood, NAMES)
{
    const options opts = {0};
    bot run = bot_of(&opts, _i);
    for (int64_t slot = 0; slot < 100; slot++) {
        bot_choice chosen = bot_choose(&run, (NOW_SLOT + slot) * PERIOD);
        int world = 0;
        while (strcmp(rl_world_name((size_t)world), chosen.world) != 0)
            world++;
        ck_assert_int_eq(rl_mood_suits(chosen.mood, world), 1);
    }
}

/* A third of the cards have a composition, for the same moods and worlds as bare seeds. */
TEST_LOOP(bot_composition_suits_mood_and_world, NAMES)
{
    enum { MOST = 16 };
    const options opts = {0};
    bot run = bot_of(&opts, _i);
    int count[MOST] = {0}, sum = 0;
    for (int64_t slot = 0; slot < SLOTS; slot++) {
        bot_choice chosen = bot_choose(&run, (NOW_SLOT + slot) * PERIOD);
        if (chosen.composition == NULL)
            continue;
        rl_composition_info info;
        int index = name_index(rl_composition_name, chosen.composition);
        ck_assert_int_eq(rl_composition_describe((size_t)index, &info), 1);
        ck_assert(info.worlds >> name_index(rl_world_name, chosen.world) & 1);
        ck_assert(info.moods >> name_index(rl_mood_name, chosen.mood) & 1);
        count[index]++;
        sum++;
    }
    for (int i = 0; rl_composition_name((size_t)i) != NULL; i++)
        ck_assert_msg(count[i] > SLOTS / 100, "%s: %d", rl_composition_name((size_t)i), count[i]);
    ck_assert_int_ge(sum, SLOTS / 4);
    ck_assert_int_le(sum, SLOTS / 2);
}

TEST(bot_options_fix_what_they_name)
{
    const options opts = {.mood = "ink", .world = "lake"}, palette = {.palette = "nord"},
                  framed = {.composition = "framed"};
    bot run = bot_of(&opts, 0);
    bot_choice chosen = bot_choose(&run, NOW_SLOT * PERIOD);
    ck_assert_str_eq(chosen.mood, "ink");
    ck_assert_str_eq(chosen.world, "lake");
    ck_assert_ptr_null(chosen.composition);
    run.options = &framed;
    for (int64_t slot = 0; slot < 20; slot++) {
        chosen = bot_choose(&run, (NOW_SLOT + slot) * PERIOD);
        ck_assert_str_eq(chosen.composition, "framed");
    }
    run.options = &palette;
    ck_assert_ptr_null(bot_mood(&run, NOW_SLOT * PERIOD));
}

/* A list of -m is a bag of its own, in any light. */
TEST_LOOP(bot_list_of_moods_is_kept, NAMES)
{
    const options two = {.mood = "dawn,dusk"}, with_world = {.mood = "noon,ink", .world = "desert"};
    bot run = bot_of(&two, _i);
    for (int is_place = 0; is_place < 2; is_place++) {
        int dusks = 0;
        run.has_place = is_place;
        run.latitude = 52.5;
        for (int64_t slot = 0; slot < 100; slot++) {
            const char *mood = bot_mood(&run, (NOW_SLOT + slot) * PERIOD);
            ck_assert(strcmp(mood, "dawn") == 0 || strcmp(mood, "dusk") == 0);
            dusks += strcmp(mood, "dusk") == 0;
        }
        ck_assert_int_ge(dusks, is_place ? 20 : 40);
        ck_assert_int_le(dusks, is_place ? 80 : 60);
    }
    run.options = &with_world;
    ck_assert_ptr_nonnull(bot_mood(&run, NOW_SLOT * PERIOD));
}

/* How many of the worlds in a list suit a mood. */
static int suiting(const char *mood, const char *list)
{
    int count = 0;
    for (int i = 0; rl_world_name((size_t)i) != NULL; i++)
        count += strstr(list, rl_world_name((size_t)i)) != NULL && rl_mood_suits(mood, i);
    return count;
}

/* Each world of -w is shown and no other one, although one may suit no mood of -m. None is
 * often twice in a row where two suit: neighbours may leave no choice. */
TEST_LOOP(bot_list_of_worlds_is_kept, NAMES)
{
    static const char *const lists[] = {"alpine,lake", "city,ice, dunes", "desert,canyon"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        options opts = {.world = lists[i], .mood = i == 2 ? "winter,aurora" : NULL};
        bot run = bot_of(&opts, _i);
        int seen = 0, repeats = 0;
        const char *last = "";
        for (int64_t slot = 0; slot < 200; slot++) {
            bot_choice chosen = bot_choose(&run, (NOW_SLOT + slot) * PERIOD);
            ck_assert_ptr_nonnull(strstr(lists[i], chosen.world));
            seen |= 1 << (strstr(lists[i], chosen.world) - lists[i]);
            repeats += suiting(chosen.mood, lists[i]) > 1 && strcmp(chosen.world, last) == 0;
            last = chosen.world;
        }
        ck_assert_int_eq(seen, i == 0 ? 1 | 1 << 7 : i == 1 ? 1 | 1 << 5 | 1 << 10 : 1 | 1 << 7);
        ck_assert_msg(repeats <= 200 / 8, "%s: %d", lists[i], repeats);
    }
}

/* A run of the bot chooses its slot alone. */
TEST_LOOP(bot_slot_alone_equals_slot_in_order, NAMES)
{
    const options opts = {0};
    bot run = bot_of(&opts, _i);
    const char *ordered[64];
    for (int64_t slot = 0; slot < 64; slot++)
        ordered[slot] = bot_choose(&run, (NOW_SLOT + slot) * PERIOD).world;
    for (int64_t slot = 63; slot >= 0; slot -= 7) {
        run = bot_of(&opts, _i);
        ck_assert_str_eq(bot_choose(&run, (NOW_SLOT + slot) * PERIOD).world, ordered[slot]);
    }
}

/* The times are solstices and equinoxes of 2026, to the hour. */
TEST(hour_of_day_by_sun_equals_almanacs)
{
    static const struct {
        double latitude, longitude;
        int64_t time;
        int hour;
    } cases[] = {
        {52.5, 13.4, INT64_C(1782036000), RL_HOUR_DAY},     /* Berlin, 21 June 10:00 UTC */
        {52.5, 13.4, INT64_C(1782000000), RL_HOUR_NIGHT},   /* 0:00 UTC: 14 degrees below */
        {52.5, 13.4, INT64_C(1782010800), RL_HOUR_MORNING}, /* 3:00 UTC: it rises at 2:43 */
        {69.6, 18.9, INT64_C(1781996400), RL_HOUR_MORNING}, /* Tromso, just after local midnight */
        {-33.9, 151.2, INT64_C(1782007200), RL_HOUR_DAY},   /* Sydney, noon of winter */
        {69.6, 18.9, INT64_C(1797825600), RL_HOUR_NIGHT},   /* Tromso, 21 December 4:00 UTC */
        {0.0, 0.0, INT64_C(1774008000), RL_HOUR_DAY},       /* the equator, 20 March 12:00 UTC */
        {0.0, 0.0, INT64_C(1774029600), RL_HOUR_EVENING},   /* and 18:00 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(
            sun_hour(cases[i].latitude, cases[i].longitude, cases[i].time) == cases[i].hour,
            "case %zu: %d", i, sun_hour(cases[i].latitude, cases[i].longitude, cases[i].time));
}

TEST(seasons_begin_with_their_months)
{
    int64_t begin;
    ck_assert_int_eq(sun_season(50.0, INT64_C(1795240800), &begin), RL_SEASON_AUTUMN);
    ck_assert_int_eq(begin, INT64_C(1788220800)); /* 2026-09-01 */
    ck_assert_int_eq(sun_season(-50.0, INT64_C(1795240800), &begin), RL_SEASON_SPRING);
    ck_assert_int_eq(sun_season(10.0, INT64_C(1795240800), &begin), RL_SEASON_ANY);
    ck_assert_int_eq(sun_season(50.0, INT64_C(1798761600), &begin), RL_SEASON_WINTER);
    ck_assert_int_eq(begin, INT64_C(1796083200)); /* 2026-12-01 */
}
