/* time.h - dates of UTC, names of slots, hour and season at a place. */
#ifndef RL_CLI_BOT_TIME_H
#define RL_CLI_BOT_TIME_H

#include "ridgeline.h"

#define BOT_SLOT_SIZE 15 /* of "20261121T0600Z" and its NUL */
#define BOT_TIME_SIZE 21 /* of "2026-11-21T06:00:00Z" and its NUL */

/* The last second of the year 9999.  Times before 1970 count as 0, those after as this. */
#define BOT_TIME_MAX INT64_C(253402300799)

/* Month, day and day of the year count from 1. */
typedef struct bot_date {
    int year, month, day, day_of_year;
    int second; /* of the day */
} bot_date;

bot_date bot_date_of(int64_t time);

/* bot_time_text writes a time as in RFC 3339; bot_slot_name the name of the slot that begins
 * at the minute of `time`; bot_slot_parse reads such a name, or returns 0. */
void bot_time_text(char text[BOT_TIME_SIZE], int64_t time);
void bot_slot_name(char name[BOT_SLOT_SIZE], int64_t time);
int bot_slot_parse(int64_t *time, const char *name);

/* sun_hour returns the hour (rl_hour, one bit) at a place: degrees north and east.  Morning and
 * evening: the sun is 8 degrees below to 14 above the horizon. */
int sun_hour(double latitude, double longitude, int64_t time);

/* sun_season returns the season of three whole months (rl_season, one bit; between the tropics any)
 * and its begin, seconds since 1970. */
int sun_season(double latitude, int64_t time, int64_t *begin);

#endif
