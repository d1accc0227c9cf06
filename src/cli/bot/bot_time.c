/* bot_time.c - seconds since 1970 and the dates of UTC, without the system's time zones.
 *
 * In: seconds, or the name of a slot.  Out: the other.  Years begin in March here: the odd
 * day of a leap year is then the last of its year, and months are 31 and 30 days in turn.
 * Days are counted from 1 March of the year -400, so that no number is negative.
 */
#include "cli/bot/bot_time.h"

#include <string.h>

#define MINUTE 60
#define DAY 86400
#define DAYS_OF_400_YEARS 146097

/* From 1 March -400 to 1 January 1970: 2369 years and ten months. */
#define DAYS_TO_1970 (719468 + DAYS_OF_400_YEARS)

/* January and February belong to the year before. */
#define DAYS_FROM_MARCH 306

typedef struct date {
    int year, month, day, day_of_year;
} date;

/* ---- days ----------------------------------------------------------------- */

/* Days from 1 March of the year 0 to that of `year`. */
static int64_t days_before(int64_t year)
{
    return 365 * year + year / 4 - year / 100 + year / 400;
}

/* Days from 1 March to the first of a month, of which March is 0: five months have 153. */
static int days_before_month(int month)
{
    return (153 * month + 2) / 5;
}

static int64_t days_from(int year, int month, int day)
{
    int march = (month + 9) % 12;
    int64_t since = year + 400 - (month < 3);
    return days_before(since) + days_before_month(march) + day - 1;
}

static int is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static date date_from(int64_t days)
{
    /* Leap days make the guess one too high at most, as they are fewer than 365. */
    int64_t cycle = days / DAYS_OF_400_YEARS;
    int left = (int)(days % DAYS_OF_400_YEARS);
    int year = left / 365;
    year -= days_before(year) > left;
    left -= (int)days_before(year);
    int month = (5 * left + 2) / 153;
    int is_next = left >= DAYS_FROM_MARCH;
    date found = {.year = (int)cycle * 400 - 400 + year + is_next,
                  .month = month < 10 ? month + 3 : month - 9,
                  .day = left - days_before_month(month) + 1};
    found.day_of_year = is_next ? left - DAYS_FROM_MARCH + 1 : left + 60 + is_leap(found.year);
    return found;
}

/* ---- times ---------------------------------------------------------------- */

static int64_t within(int64_t time)
{
    return time < BOT_TIME_MIN ? BOT_TIME_MIN : time > BOT_TIME_MAX ? BOT_TIME_MAX : time;
}

/* Also before 1970 a day begins at midnight. */
static date take_apart(int64_t time, int *second_of_day)
{
    int64_t since = within(time) + (int64_t)DAYS_TO_1970 * DAY;
    *second_of_day = (int)(since % DAY);
    return date_from(since / DAY);
}

void bot_civil(int64_t time, int *year, int *month, int *day, int *minute_of_day, int *day_of_year)
{
    int second;
    date at = take_apart(time, &second);
    *year = at.year;
    *month = at.month;
    *day = at.day;
    *minute_of_day = second / MINUTE;
    *day_of_year = at.day_of_year;
}

/* ---- texts ---------------------------------------------------------------- */

/* Fills the letters of a pattern from the right; each place of a date has its own. */
static void fill(char *text, char letter, int value)
{
    for (char *at = strrchr(text, letter); at != NULL; at = strrchr(text, letter)) {
        *at = (char)('0' + value % 10);
        value /= 10;
    }
}

static void fill_all(char *text, int64_t time)
{
    int second;
    date at = take_apart(time, &second);
    fill(text, 'Y', at.year);
    fill(text, 'M', at.month);
    fill(text, 'D', at.day);
    fill(text, 'h', second / 3600);
    fill(text, 'm', second / MINUTE % 60);
    fill(text, 's', second % MINUTE);
}

void bot_time_text(char text[BOT_TIME_SIZE], int64_t time)
{
    memcpy(text, "YYYY-MM-DDThh:mm:ssZ", BOT_TIME_SIZE);
    fill_all(text, time);
}

void bot_slot_name(char name[BOT_SLOT_SIZE], int64_t time)
{
    memcpy(name, "YYYYMMDDThhmmZ", sizeof "YYYYMMDDThhmmZ");
    fill_all(name, time);
}

static int number(const char *digits, int count)
{
    int value = 0;
    for (int i = 0; i < count; i++)
        value = 10 * value + (digits[i] - '0');
    return value;
}

/* A date that does not exist, or what is no number, comes to some count of days all the same,
 * but these bear another name: so nothing else has to be looked at than whether it comes back. */
int bot_slot_parse(int64_t *time, const char *name)
{
    char again[BOT_SLOT_SIZE];
    if (strlen(name) != sizeof "YYYYMMDDThhmmZ" - 1)
        return 0;
    int64_t days = days_from(number(name, 4), number(name + 4, 2), number(name + 6, 2));
    int64_t minutes = number(name + 9, 2) * 60 + number(name + 11, 2);
    int64_t found = (days - DAYS_TO_1970) * DAY + minutes * MINUTE;
    bot_slot_name(again, found);
    if (strcmp(again, name) != 0)
        return 0;
    *time = found;
    return 1;
}
