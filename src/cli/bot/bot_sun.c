/* bot_sun.c - where the sun stands, as far as a choice of light needs to know.
 *
 * In: a place and a time.  Out: hour and season.  What is chosen by them decides pixels, so
 * nothing of libm is used, whose results differ between machines: sine is Bhaskara's
 * rational one (7th century), within 0.0017, and the declination that of a circular orbit.
 */
#include "cli/bot/bot_sun.h"
#include "cli/bot/bot_time.h"

#define DAY_S 86400
#define AXIS 23.44   /* degrees: the earth's tilt */
#define SOLSTICE 355 /* day of the year: the sun is farthest south */
#define YEAR_DAYS 365.2422
#define SIN_LOW (-0.139) /* of 8 degrees below the horizon */
#define SIN_HIGH 0.242   /* of 14 degrees above it */
#define TROPIC 23.44

/* The sine of an angle in degrees, of any size below 10^9. */
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
    int year, month, date, minute, day;
    bot_civil(time, &year, &month, &date, &minute, &day);
    double declination = -AXIS * cosine(360.0 * (day - SOLSTICE) / YEAR_DAYS);
    /* from the south, westward */
    double angle = (minute - 720) / 4.0 + longitude;
    double high =
        sine(latitude) * sine(declination) + cosine(latitude) * cosine(declination) * cosine(angle);
    if (high < SIN_LOW)
        return HOUR_NIGHT;
    if (high > SIN_HIGH)
        return HOUR_DAY;
    return sine(angle) < 0.0 ? HOUR_MORNING : HOUR_EVENING;
}

int sun_season(double latitude, int64_t time, int64_t *begin)
{
    static const int north[] = {SEASON_WINTER, SEASON_SPRING, SEASON_SUMMER, SEASON_AUTUMN};
    int year, month, day, minute, days;
    int64_t at = time - time % DAY_S;
    bot_civil(at, &year, &month, &day, &minute, &days);
    while (month % 3 != 0 || day != 1) { /* back to the first, then to the month before */
        at -= DAY_S * (int64_t)(day > 1 ? day - 1 : 1);
        bot_civil(at, &year, &month, &day, &minute, &days);
    }
    *begin = at;
    int season = month % 12 / 3;
    if (latitude > -TROPIC && latitude < TROPIC)
        return SEASON_ANY;
    return north[latitude < 0.0 ? (season + 2) % 4 : season];
}
