/* bot_sun.h - where the sun stands, as far as a choice of light needs to know. */
#ifndef RL_CLI_BOT_BOT_SUN_H
#define RL_CLI_BOT_BOT_SUN_H

#include <stdint.h>

/* Bits of the hours and the seasons. */
enum { HOUR_NIGHT = 1, HOUR_MORNING = 2, HOUR_DAY = 4, HOUR_EVENING = 8, HOUR_ANY = 15 };
enum {
    SEASON_WINTER = 1,
    SEASON_SPRING = 2,
    SEASON_SUMMER = 4,
    SEASON_AUTUMN = 8,
    SEASON_ANY = 15
};

/* sun_hour returns the hour (one bit) at a place: degrees north and east.  Morning and
 * evening are while the sun stands from 8 degrees below to 14 above the horizon. */
int sun_hour(double latitude, double longitude, int64_t time);

/* sun_season returns the season of three whole months (one bit; between the tropics any)
 * and its begin, seconds since 1970. */
int sun_season(double latitude, int64_t time, int64_t *begin);

#endif
