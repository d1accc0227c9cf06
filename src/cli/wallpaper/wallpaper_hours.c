/* wallpaper_hours.c - the hours of a timed set, and the date from which they count.
 *
 * In: how many pictures there are.  Out: minutes of the day.  The sun of a scene rises at 6
 * and sets at 18; round these hours the light changes several times faster than at noon or
 * at night, and so pictures stand closer there.
 */
#include "cli/bot/bot_time.h"
#include "cli/wallpaper/wallpaper.h"

#include <stdio.h>
#include <string.h>

/* ---- hours -------------------------------------------------------------- */

#define TWILIGHT_PACE 4  /* how much faster the light changes then */
#define TWILIGHT_FROM 60 /* minutes before and after sunrise and sunset */
#define SUNRISE 360
#define SUNSET 1080

static int pace_at(int minute)
{
    int is_twilight = (minute >= SUNRISE - TWILIGHT_FROM && minute < SUNRISE + TWILIGHT_FROM) ||
                      (minute >= SUNSET - TWILIGHT_FROM && minute < SUNSET + TWILIGHT_FROM);
    return is_twilight ? TWILIGHT_PACE : 1;
}

/* Noon is always one of them, and with an even number midnight; the way that the light
 * goes in a day is shared evenly. */
void wallpaper_hours(int *minutes, int count)
{
    int from_noon[WALLPAPER_HOURS], mornings = 0;
    int all = DAY_MINUTES + 4 * TWILIGHT_FROM * (TWILIGHT_PACE - 1);
    int minute = DAY_MINUTES / 2, way = 0;
    for (int i = 0; i < count; i++) {
        while (way * count < i * all)
            way += pace_at(minute++ % DAY_MINUTES);
        from_noon[i] = minute % DAY_MINUTES;
        mornings += minute >= DAY_MINUTES;
    }
    for (int i = 0; i < count; i++)
        minutes[i] = from_noon[(count - mornings + i) % count];
}

/* ---- the date ----------------------------------------------------------- */

/* Seconds that local time is ahead of UTC at a time: what the clock on the wall shows, read
 * as if it were UTC. */
static int64_t utc_offset(time_t at)
{
    struct tm local;
    char wall[64];
    int64_t as_utc;
    memset(&local, 0, sizeof local);
    if (localtime_r(&at, &local) == NULL)
        return 0;
    snprintf(wall, sizeof wall, "%04d%02d%02dT%02d%02dZ", local.tm_year + 1900, local.tm_mon + 1,
             local.tm_mday, local.tm_hour, local.tm_min);
    return bot_slot_parse(&as_utc, wall) ? as_utc + local.tm_sec - (int64_t)at : 0;
}

/* Noon of that day is surely under the day's rule. */
static int has_offset(struct tm day, int64_t offset)
{
    day.tm_hour = 12;
    day.tm_isdst = -1;
    time_t noon = mktime(&day);
    return noon != (time_t)-1 && utc_offset(noon) == offset;
}

struct tm wallpaper_start(time_t now, int second)
{
    struct tm today, start;
    memset(&today, 0, sizeof today);
    localtime_r(&now, &today);
    /* Some readers take the rest of a division: the start should not lie ahead. */
    const struct {
        int month, years_ago;
    } dates[] = {{0, today.tm_yday > 0 ? 0 : 1},
                 {6, today.tm_mon > 6 || (today.tm_mon == 6 && today.tm_mday > 1) ? 0 : 1}};
    start = (struct tm){
        .tm_year = today.tm_year, .tm_mon = today.tm_mon, .tm_mday = today.tm_mday, .tm_isdst = -1};
    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
        struct tm day = {.tm_year = today.tm_year - dates[i].years_ago,
                         .tm_mon = dates[i].month,
                         .tm_mday = 1,
                         .tm_isdst = -1};
        if (has_offset(day, utc_offset(now))) {
            start = day;
            break;
        }
    }
    start.tm_hour = second / 3600;
    start.tm_min = second / 60 % 60;
    start.tm_sec = second % 60;
    return start;
}
