/* time.c - dates of UTC, names of slots, hour and season at a place.
 *
 * Dates follow the formula of POSIX for seconds since the epoch, in 64 bits on every machine
 * and without the system's time zones.  Hour and season choose moods, so pixels depend on
 * them: no function of libm, whose results differ between machines, and the declination of a
 * circular orbit.
 */
#include "cli/bot/bot.h"

#include <stdio.h>
#include <string.h>

#define DAY_S 86400

/* ---- dates -------------------------------------------------------------- */

/* Days from 1 January 1970 to the first of a month, 1..12.  Counted in years that begin in
 * March, whose months have 153 days in each five (days_from_civil of Howard Hinnant). */
static int64_t month_begin(int year, int month)
{
    int64_t years = month < 3 ? year - 1 : year, months = (month + 9) % 12;
    return 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 - 719468;
}

bot_date bot_date_of(int64_t time)
{
    int64_t seconds = time < 0 ? 0 : time > BOT_TIME_MAX ? BOT_TIME_MAX : time;
    int64_t days = seconds / DAY_S;
    int year = 1970 + (int)(days * 400 / 146097), month = 12; /* 146097 days: 400 years */
    year += days >= month_begin(year + 1, 1);
    year -= days < month_begin(year, 1);
    while (days < month_begin(year, month))
        month--;
    return (bot_date){.year = year,
                      .month = month,
                      .day = (int)(days - month_begin(year, month)) + 1,
                      .day_of_year = (int)(days - month_begin(year, 1)) + 1,
                      .second = (int)(seconds % DAY_S)};
}

void bot_time_text(char text[BOT_TIME_SIZE], int64_t time)
{
    char line[64]; /* as gcc sees no bounds of the numbers */
    bot_date date = bot_date_of(time);
    snprintf(line, sizeof line, "%04d-%02d-%02dT%02d:%02d:%02dZ", date.year, date.month, date.day,
             date.second / 3600, date.second / 60 % 60, date.second % 60);
    memcpy(text, line, BOT_TIME_SIZE);
}

void bot_slot_name(char name[BOT_SLOT_SIZE], int64_t time)
{
    char text[BOT_TIME_SIZE];
    bot_time_text(text, time);
    snprintf(name, BOT_SLOT_SIZE, "%.4s%.2s%.5s%.2sZ", text, text + 5, text + 8, text + 14);
}

static int number(const char *digits, int count)
{
    int value = 0;
    for (int i = 0; i < count; i++)
        value = 10 * value + (digits[i] - '0');
    return value;
}

/* Dates that do not exist, and what are no digits, give a time with another name. */
int bot_slot_parse(int64_t *time, const char *name)
{
    char again[BOT_SLOT_SIZE];
    if (strlen(name) != BOT_SLOT_SIZE - 1)
        return 0;
    int year = number(name, 4), month = number(name + 4, 2);
    if (year < 1970 || month < 1 || month > 12)
        return 0;
    int64_t days = month_begin(year, month) + number(name + 6, 2) - 1;
    int64_t found = days * DAY_S + 3600 * number(name + 9, 2) + 60 * number(name + 11, 2);
    bot_slot_name(again, found);
    if (strcmp(again, name) != 0)
        return 0;
    *time = found;
    return 1;
}

/* ---- the sun ------------------------------------------------------------ */

#define TROPIC 23.44 /* degrees: the tilt of the earth's axis */
#define SOLSTICE 355 /* day of the year: the sun is farthest south */
#define YEAR_DAYS 365.2422
#define SIN_LOW (-0.139) /* of 8 degrees below the horizon */
#define SIN_HIGH 0.242   /* of 14 degrees above it */

/* The sine of an angle below 10^9 degrees by Bhaskara's rational formula (7th century), within
 * 0.0017.  base/exact.h would be closer, but would give existing bots other moods. */
static double sine(double degrees)
{
    double turns = degrees / 360.0;
    double x = (turns - (double)(int64_t)turns) * 360.0;
    x = x < 0.0 ? x + 360.0 : x;
    double half = x < 180.0 ? x : x - 180.0;
    double value = 4.0 * half * (180.0 - half) / (40500.0 - half * (180.0 - half));
    return x < 180.0 ? value : -value;
}

static double cosine(double degrees)
{
    return sine(degrees + 90.0);
}

int sun_hour(double latitude, double longitude, int64_t time)
{
    bot_date date = bot_date_of(time);
    double declination = -TROPIC * cosine(360.0 * (date.day_of_year - SOLSTICE) / YEAR_DAYS);
    /* from the south, westward */
    double angle = (date.second / 60 - 720) / 4.0 + longitude;
    double height =
        sine(latitude) * sine(declination) + cosine(latitude) * cosine(declination) * cosine(angle);
    if (height < SIN_LOW)
        return RL_HOUR_NIGHT;
    if (height > SIN_HIGH)
        return RL_HOUR_DAY;
    return sine(angle) < 0.0 ? RL_HOUR_MORNING : RL_HOUR_EVENING;
}

int sun_season(double latitude, int64_t time, int64_t *begin)
{
    static const int north[] = {RL_SEASON_WINTER, RL_SEASON_SPRING, RL_SEASON_SUMMER,
                                RL_SEASON_AUTUMN};
    bot_date date = bot_date_of(time);
    int season = date.month % 12 / 3;
    int is_new_year = date.month < 3; /* the winter began in December of the year before */
    *begin = DAY_S * month_begin(date.year - is_new_year, season > 0 ? 3 * season : 12);
    if (latitude > -TROPIC && latitude < TROPIC)
        return RL_SEASON_ANY;
    return north[latitude < 0.0 ? (season + 2) % 4 : season];
}
