/* almanac.h - dates of UTC; hour, season and sunrise at a place. */
#ifndef RL_CLI_COMMON_ALMANAC_H
#define RL_CLI_COMMON_ALMANAC_H

#include "ridgeline.h"

/* Last second of the year 9999.  Earlier times than 0 are read as 0, later ones as this. */
#define ALMANAC_MAX INT64_C(253402300799)

/* Month, day and day of the year count from 1. */
typedef struct almanac_day {
    int year, month, day, day_of_year;
    int second; /* second of the day, 0..86399 */
} almanac_day;

almanac_day almanac_day_of(int64_t time);

/* almanac_month returns the days from 1 January 1970 to the first of a month, 1..12. */
int64_t almanac_month(int year, int month);

/* sun_hour returns one bit of rl_hour for a place in degrees north and east: night while the sun is
 * lower than 8 degrees below the horizon, day above 14 degrees, morning or evening between. */
int sun_hour(double latitude, double longitude, int64_t time);

/* sun_season returns one bit of rl_season, RL_SEASON_ANY between the tropics, and in *begin its
 * start, seconds since 1970.  A season has three months; one of them starts on 1 December. */
int sun_season(double latitude, int64_t time, int64_t *begin);

/* sun_rise returns the minute of a day, in UTC, at which the upper edge of the sun rises over a
 * flat horizon; where it does not rise, its noon; where it does not set, six hours earlier. */
int sun_rise(double latitude, double longitude, int day_of_year);

#endif
