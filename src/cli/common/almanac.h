/* almanac.h - dates of UTC; hour, season and sunrise at a place. */
#ifndef RL_CLI_COMMON_ALMANAC_H
#define RL_CLI_COMMON_ALMANAC_H

#include "ridgeline.h"

/* The last second of the year 9999.  Times before 1970 count as 0, those after as this. */
#define ALMANAC_MAX INT64_C(253402300799)

/* Month, day and day of the year count from 1. */
typedef struct almanac_day {
    int year, month, day, day_of_year;
    int second; /* second of the day, 0..86399 */
} almanac_day;

almanac_day almanac_day_of(int64_t time);

/* almanac_month returns the days from 1 January 1970 to the first of a month, 1..12. */
int64_t almanac_month(int year, int month);

/* sun_hour returns the hour (rl_hour, one bit) at a place: degrees north and east.  Morning and
 * evening: the sun is 8 degrees below to 14 above the horizon. */
int sun_hour(double latitude, double longitude, int64_t time);

/* sun_season returns the season of three whole months (rl_season, one bit; between the tropics any)
 * and its begin, seconds since 1970. */
int sun_season(double latitude, int64_t time, int64_t *begin);

/* sun_rise returns the minute of a day, in UTC, at which the upper edge of the sun rises over a
 * flat horizon; its noon where it stays below, six hours before where it stays above. */
int sun_rise(double latitude, double longitude, int day_of_year);

#endif
