/* test_bot_time.c - dates of UTC against a calendar that counts day by day, the sun against
 * almanacs. */
#include "cli/bot/bot.h"

#include <stdio.h>
#include <string.h>

#include "support/support.h"

#define DAY INT64_C(86400)

/* A calendar that knows no arithmetic but "the next day". */
typedef struct calendar {
    int year, month, day, day_of_year;
} calendar;

static int length_of_month(int year, int month)
{
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int is_leap = year % 400 == 0 || (year % 100 != 0 && year % 4 == 0);
    return lengths[month - 1] + (month == 2 && is_leap);
}

static void next_day(calendar *at)
{
    at->day_of_year++;
    if (++at->day <= length_of_month(at->year, at->month))
        return;
    at->day = 1;
    if (++at->month <= 12)
        return;
    at->month = 1;
    at->day_of_year = 1;
    at->year++;
}

static int is_at(const calendar *at, int64_t time, int minute)
{
    almanac_day date = almanac_day_of(time);
    return date.year == at->year && date.month == at->month && date.day == at->day &&
           date.day_of_year == at->day_of_year && date.second / 60 == minute;
}

TEST(slot_time_of_every_day_to_9999_equals_the_calendar)
{
    calendar at = {1970, 1, 1, 1};
    int64_t time = 0;
    for (; at.year < 10000; time += DAY, next_day(&at)) {
        EXPECT_MSG(is_at(&at, time, 0), "%d-%d-%d", at.year, at.month, at.day);
        EXPECT_MSG(is_at(&at, time + DAY - 1, 1439), "%d-%d-%d", at.year, at.month, at.day);
    }
    ck_assert_int_eq(time, ALMANAC_MAX + 1);
}

TEST(slot_names_of_800_years_parse_to_their_time)
{
    calendar at = {1970, 1, 1, 1};
    int64_t time = 0;
    chance c = chance_from(1);
    for (; at.year < 2770; time += DAY, next_day(&at)) {
        char name[BOT_SLOT_SIZE], wanted[64];
        int64_t minute = chance_integer(&c, 0, 1439);
        int64_t back = 1;
        bot_slot_name(name, time + 60 * minute + chance_integer(&c, 0, 59));
        snprintf(wanted, sizeof wanted, "%04d%02d%02dT%02d%02dZ", at.year, at.month, at.day,
                 (int)(minute / 60), (int)(minute % 60));
        EXPECT_MSG(strcmp(name, wanted) == 0, "%s %s", name, wanted);
        EXPECT_MSG(bot_slot_parse(&back, name), "%s", name);
        EXPECT_MSG(back == time + 60 * minute, "%s", name);
    }
}

TEST(slot_texts_of_known_times_are_exact)
{
    /* as the command `date -u -d @TIME` has them */
    static const struct {
        int64_t time;
        const char *text, *slot;
    } cases[] = {
        {0, "1970-01-01T00:00:00Z", "19700101T0000Z"},
        {-1, "1970-01-01T00:00:00Z", "19700101T0000Z"},
        {951782399, "2000-02-28T23:59:59Z", "20000228T2359Z"},
        {951827696, "2000-02-29T12:34:56Z", "20000229T1234Z"},
        {INT64_C(4107542400), "2100-03-01T00:00:00Z", "21000301T0000Z"},
        {INT64_C(2147483648), "2038-01-19T03:14:08Z", "20380119T0314Z"},
        {1795240800, "2026-11-21T06:00:00Z", "20261121T0600Z"},
        {ALMANAC_MAX, "9999-12-31T23:59:59Z", "99991231T2359Z"},
        {ALMANAC_MAX + 1, "9999-12-31T23:59:59Z", "99991231T2359Z"},
        {INT64_MIN, "1970-01-01T00:00:00Z", "19700101T0000Z"},
        {INT64_MAX, "9999-12-31T23:59:59Z", "99991231T2359Z"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[BOT_TIME_SIZE], slot[BOT_SLOT_SIZE];
        bot_time_text(text, cases[i].time);
        bot_slot_name(slot, cases[i].time);
        ck_assert_str_eq(text, cases[i].text);
        ck_assert_str_eq(slot, cases[i].slot);
    }
}

TEST(malformed_slot_names_are_refused)
{
    static const char *const names[] = {
        "",
        "2",
        "20261121T0600",
        "20261121T0600Z ",
        " 20261121T0600Z",
        "20261121T060000Z",
        "20261121T0600z",
        "20261121t0600Z",
        "2026-11-21T06:00Z",
        "20261121 0600Z",
        "2026112110600Z",
        "20261121T06000",
        "20261301T0000Z",
        "20260001T0000Z",
        "20260100T0000Z",
        "20260132T0000Z",
        "20260230T0000Z",
        "20260229T0000Z",
        "21000229T0000Z",
        "20260431T0000Z",
        "20261121T2400Z",
        "20261121T0660Z",
        "99991231T2360Z",
        "99991299T9999Z",
        "00000000T0000Z",
        "2026T121T0600Z",
        "ZZZZZZZZTZZZZZ",
        "+2026112T0600Z",
        "20261121T06-1Z",
        "2026\302\26211T0600Z",
        "20261121T0600Z.png",
        "19691231T2359Z",
        "00000101T0000Z",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int64_t time = 77;
        EXPECT_MSG(!bot_slot_parse(&time, names[i]), "%s", names[i]);
        EXPECT_MSG(time == 77, "%s", names[i]);
    }
}

TEST(slot_names_accept_29_february_in_leap_years_only)
{
    static const int leap[] = {1972, 1996, 2000, 2024, 2400, 9996};
    static const int plain[] = {1970, 1999, 2023, 2100, 2200, 2300, 9999};
    for (size_t i = 0; i < sizeof leap / sizeof *leap; i++) {
        char name[32];
        int64_t time;
        snprintf(name, sizeof name, "%04d0229T2359Z", leap[i]);
        EXPECT_MSG(bot_slot_parse(&time, name), "%s", name);
    }
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        char name[32];
        int64_t time;
        snprintf(name, sizeof name, "%04d0229T2359Z", plain[i]);
        EXPECT_MSG(!bot_slot_parse(&time, name), "%s", name);
    }
}

/* The bot's folders and --keep rely on the order of names. */
TEST(slot_names_sort_by_time)
{
    chance c = chance_from(2);
    for (int i = 0; i < SUPPORT_PART(100000); i++) {
        char a[BOT_SLOT_SIZE], b[BOT_SLOT_SIZE];
        int64_t first = chance_integer(&c, 0, ALMANAC_MAX - 60);
        int64_t second = chance_integer(&c, first + 60, ALMANAC_MAX);
        bot_slot_name(a, first);
        bot_slot_name(b, second);
        EXPECT_MSG(strcmp(a, b) < 0, "%s %s", a, b);
    }
}

/* Almanacs give the minute in UTC; the formula may be 5 minutes off. */
TEST(sunrise_equals_almanacs_to_5_minutes)
{
    static const struct {
        double latitude, longitude;
        int day_of_year, minute;
    } known[] = {
        {52.52, 13.40, 80, 5 * 60 + 9},      /* Berlin, 21 March */
        {52.52, 13.40, 172, 2 * 60 + 43},    /* 21 June */
        {52.52, 13.40, 355, 7 * 60 + 15},    /* 21 December */
        {-33.87, 151.21, 355, 18 * 60 + 41}, /* Sydney, 21 December: the day before in UTC */
        {0.0, 0.0, 80, 6 * 60 + 4},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        int minute = sun_rise(known[i].latitude, known[i].longitude, known[i].day_of_year);
        int off = minute - known[i].minute;
        EXPECT_MSG(off >= -5 && off <= 5, "%zu: %02d:%02d", i, minute / 60, minute % 60);
    }
    for (int day = 1; day <= 366; day++)
        for (int latitude = -90; latitude <= 90; latitude += 15) {
            int minute = sun_rise(latitude, 0.0, day);
            EXPECT_MSG(minute >= 0 && minute < 1440, "%d %d: %d", latitude, day, minute);
        }
}
