/* time.c - times as text: RFC 3339, names of slots.
 *
 * In: seconds since 1970.  Out: text, and the other way round, in UTC.
 */
#include "cli/bot/bot.h"

#include <stdio.h>
#include <string.h>

#define DAY_S 86400

void bot_time_text(char text[BOT_TIME_SIZE], int64_t time)
{
    char line[64]; /* longer than needed: gcc cannot see the range of the numbers */
    almanac_day date = almanac_day_of(time);
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

/* A date that does not exist, or a character that is no digit, gives a time whose name is different
 * from `name`. */
int bot_slot_parse(int64_t *time, const char *name)
{
    char again[BOT_SLOT_SIZE];
    if (strlen(name) != BOT_SLOT_SIZE - 1)
        return 0;
    int year = number(name, 4), month = number(name + 4, 2);
    if (year < 1970 || month < 1 || month > 12)
        return 0;
    int64_t days = almanac_month(year, month) + number(name + 6, 2) - 1;
    int64_t found = days * DAY_S + 3600 * number(name + 9, 2) + 60 * number(name + 11, 2);
    bot_slot_name(again, found);
    if (strcmp(again, name) != 0)
        return 0;
    *time = found;
    return 1;
}
