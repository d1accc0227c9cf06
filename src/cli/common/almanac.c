/* almanac.c - dates of UTC; hour, season and sunrise at a place.
 *
 * Dates follow the formula of POSIX for seconds since the epoch, in 64 bits on every machine
 * and without the system's time zones.  Hour and season choose moods, so pixels depend on
 * them: no function of libm, whose results differ between machines, and the declination of a
 * circular orbit.
 */
#include "cli/common/almanac.h"

#define DAY_S 86400

/* ---- dates -------------------------------------------------------------- */

/* Years are counted from March, so that any five months in a row have 153 days (days_from_civil of
 * Howard Hinnant). */
int64_t almanac_month(int year, int month)
{
    int64_t years = month < 3 ? year - 1 : year, months = (month + 9) % 12;
    return 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 - 719468;
}

almanac_day almanac_day_of(int64_t time)
{
    int64_t seconds = time < 0 ? 0 : time > ALMANAC_MAX ? ALMANAC_MAX : time;
    int64_t days = seconds / DAY_S;
    int year = 1970 + (int)(days * 400 / 146097), month = 12; /* 146097 days: 400 years */
    year += days >= almanac_month(year + 1, 1);
    year -= days < almanac_month(year, 1);
    while (days < almanac_month(year, month))
        month--;
    return (almanac_day){.year = year,
                         .month = month,
                         .day = (int)(days - almanac_month(year, month)) + 1,
                         .day_of_year = (int)(days - almanac_month(year, 1)) + 1,
                         .second = (int)(seconds % DAY_S)};
}

/* ---- the sun ------------------------------------------------------------ */

#define TROPIC 23.44 /* degrees; tilt of the earth's axis */
#define SOLSTICE 355 /* day of the year on which the sun is farthest south */
#define YEAR_DAYS 365.2422
#define SIN_LOW (-0.139)   /* sine of -8 degrees of altitude */
#define SIN_HIGH 0.242     /* sine of 14 degrees of altitude */
#define SIN_RISE (-0.0145) /* sine of -0.83 degrees: refraction and the sun's radius */

#define QUARTER_TURN 90.0 /* degrees */
#define HALF_TURN 180.0   /* degrees */
#define BHASKARA 40500.0  /* constant of the formula: 5/4 * 180^2 */

/* Sine of an angle in degrees, below 10^9, by Bhaskara's rational formula (7th century); the error
 * is at most 0.0017.  base/exact.h is closer, but would give existing bots other moods. */
static double sine(double degrees)
{
    double turns = degrees / 360.0;
    double x = (turns - (double)(int64_t)turns) * 360.0;
    x = x < 0.0 ? x + 360.0 : x;
    double half = x < HALF_TURN ? x : x - HALF_TURN;
    double value = 4.0 * half * (HALF_TURN - half) / (BHASKARA - half * (HALF_TURN - half));
    return x < HALF_TURN ? value : -value;
}

static double cosine(double degrees)
{
    return sine(degrees + QUARTER_TURN);
}

/* Returns the sine of the sun's altitude; `angle` is its hour angle, degrees after noon. */
static double sine_height(double latitude, int day_of_year, double angle)
{
    double declination = -TROPIC * cosine(360.0 * (day_of_year - SOLSTICE) / YEAR_DAYS);
    return sine(latitude) * sine(declination) +
           cosine(latitude) * cosine(declination) * cosine(angle);
}

int sun_hour(double latitude, double longitude, int64_t time)
{
    almanac_day date = almanac_day_of(time);
    double angle = (date.second / 60 - 720) / 4.0 + longitude;
    double height = sine_height(latitude, date.day_of_year, angle);
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
    almanac_day date = almanac_day_of(time);
    int season = date.month % 12 / 3;
    int is_new_year = date.month < 3; /* the winter began in December of the year before */
    *begin = DAY_S * almanac_month(date.year - is_new_year, season > 0 ? 3 * season : 12);
    if (latitude > -TROPIC && latitude < TROPIC)
        return RL_SEASON_ANY;
    return north[latitude < 0.0 ? (season + 2) % 4 : season];
}

#define NOON 720.0          /* minute of the day */
#define EQUINOX 81          /* day of the year, in March */
#define CALENDAR_YEAR 365.0 /* days */

/* Equation of time: minutes by which a sundial is ahead of a clock.  Amplitudes of Spencer's series
 * shortened to three terms; the error is one or two minutes. */
static const struct {
    double twice_sine, cosine, sine; /* minutes; factors of sin 2x, cos x, sin x: x = `angle` */
} equation_of_time = {.twice_sine = 9.87, .cosine = 7.53, .sine = 1.5};

int sun_rise(double latitude, double longitude, int day_of_year)
{
    double angle = 360.0 * (day_of_year - EQUINOX) / CALENDAR_YEAR;
    double ahead = equation_of_time.twice_sine * sine(2.0 * angle) -
                   equation_of_time.cosine * cosine(angle) - equation_of_time.sine * sine(angle);
    double noon = NOON - 4.0 * longitude - ahead; /* UTC, minutes */
    int before = 0;
    while (before < 720 && sine_height(latitude, day_of_year, -before / 4.0) > SIN_RISE)
        before++;
    if (before == 0 || before == 720) /* it never rises, or never sets */
        before = before == 0 ? 0 : 360;
    return ((int)(noon + 0.5) - before + 2 * 1440) % 1440;
}
