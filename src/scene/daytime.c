/* daytime.c - places the sun or the moon and mixes the palette for a scene's time of day.
 *
 * The sun's elevation follows the cosine of the hour; below SWITCH the moon is the light, on the
 * path that the sun takes by day.  Two palettes are mixed by the elevation.  The looks were tuned
 * by eye. */
#include "scene/composition.h"

#include "base/exact.h"
#include "base/status.h"
#include "palette/palette.h"

#define DAY_MINUTES 1440
#define HOUR_MINUTES 60.0
#define DAY_HOURS 24.0
#define NOON 12.0       /* hour; also the hours by which the moon's day is later */
#define QUARTER_DAY 6.0 /* hours from a light's rise to its highest */

/* Elevations, degrees. */
#define HIGHEST 46.0       /* elevation of the sun at noon */
#define SWITCH (-6.0)      /* below this elevation of the sun the moon is the light */
#define MOON_LAG 12.0      /* the moon is this much lower than the sun is below the horizon */
#define STARS_FULL (-16.0) /* elevation of the sun at which all stars are visible */
#define MOON_FULL (-14.0)  /* elevation of the sun at which the moon has its full strength */
#define SUN_FULL (-1.0)    /* elevation from which the sun has its full strength */
#define LOW_SUN 10.0       /* up to this elevation the sun has the look of `low_sun` */
#define HIGH_SUN 30.0      /* from this elevation the sun has the look of `high_sun` */

/* Places in the picture. */
#define PATH 0.68 /* U from the middle to where the light rises and sets */
#define FOOT 0.02 /* height above the horizon at 0 degrees, fraction of H */
#define RISE 0.38 /* way from 0 degrees to HIGHEST, fraction of H */
#define SINK 0.16 /* descent below FOOT from 0 degrees to SWITCH, fraction of H */

/* The disc and its glows at full strength; the fields have the meaning of the scene's sun_*. */
typedef struct light_look {
    double radius;                             /* radius of the disc, U */
    double halo, wide, band, bloom, land_glow; /* strengths, 0..1 */
} light_look;

static const light_look low_sun = {
    .radius = 0.030, .halo = 0.55, .wide = 0.42, .band = 0.28, .bloom = 0.28, .land_glow = 0.5};
static const light_look high_sun = {.halo = 0.45, .wide = 0.28, .band = 0.10};
static const light_look moon = {
    .radius = 0.034, .halo = 0.30, .wide = 0.16, .band = 0.10, .bloom = 0.12, .land_glow = 0.25};

/* Palettes of an elevation of the sun.  Morning and evening have the same at both ends. */
typedef struct day_key {
    double height; /* elevation of the sun, degrees */
    const char *morning, *evening;
} day_key;

static const day_key keys[] = {
    {-16.0, "moonlight", "moonlight"}, {-7.0, "dusk", "dusk"}, {2.0, "sakura", "ember"},
    {10.0, "dawn", "golden"},          {30.0, "noon", "noon"},
};
#define KEYS (sizeof keys / sizeof keys[0])

static void blend_stops(rl_colour *target, const rl_colour *other, int count, double t)
{
    for (int i = 0; i < count; i++)
        target[i] = palette_mix(target[i], other[i], t);
}

static rl_status day_palette(rl_palette *palette, double height, int is_morning, rl_error *error)
{
    size_t above = 0;
    while (above < KEYS && keys[above].height < height)
        above++;
    const day_key *low = &keys[above > 0 ? above - 1 : 0];
    const day_key *high = &keys[above < KEYS ? above : KEYS - 1];
    rl_palette other;
    const char *low_name = is_morning ? low->morning : low->evening;
    const char *high_name = is_morning ? high->morning : high->evening;
    if (rl_palette_builtin(palette, low_name, NULL) != RL_OK ||
        rl_palette_builtin(&other, high_name, NULL) != RL_OK)
        return status_fail(error, RL_INTERNAL, "time: a palette of the day is not built in");
    if (low == high)
        return RL_OK;
    /* Lists of unequal length cannot be mixed: the lower palette's is kept. */
    double t = exact_smoothstep(low->height, high->height, height);
    if (palette->sky_count == other.sky_count)
        blend_stops(palette->sky, other.sky, palette->sky_count, t);
    if (palette->ridge_count == other.ridge_count)
        blend_stops(palette->ridge, other.ridge, palette->ridge_count, t);
    for (int i = 0; i < PALETTE_SINGLES; i++)
        palette_set_single(palette, i,
                           palette_mix(palette_single(palette, i), palette_single(&other, i), t));
    return RL_OK;
}

rl_status daytime_fill(rl_scene *scene, rl_error *error)
{
    if (scene->time == RL_AUTO)
        return RL_OK;
    double hour = (scene->time % DAY_MINUTES) / HOUR_MINUTES;
    double height = -HIGHEST * exact_cos_turn(hour / DAY_HOURS);
    rl_palette day;
    TRY(day_palette(&day, height, hour < NOON, error));
    palette_name(day.name, "day", 3);
    if (scene->palette.name[0] == '\0')
        palette_overlay(&scene->palette, &day);
    int is_night = height < SWITCH;
    fill_name(&scene->moon, is_night);
    fill_real(&scene_slot(scene, "stars.amount")->real,
              1.0 - exact_smoothstep(STARS_FULL, 0.0, height));
    /* The moon crosses the sky half a day after the sun.  A light sinks behind the lowest land
     * before the other one takes its place. */
    double light_hour = !is_night ? hour : hour < NOON ? hour + NOON : hour - NOON;
    double light_height = is_night ? -height - MOON_LAG : height;
    double sunk = SINK * exact_smoothstep(0.0, SWITCH, light_height);
    fill_real(&scene->sun_x, PATH * (light_hour - NOON) / QUARTER_DAY);
    fill_real(&scene->sun_y, scene->horizon + FOOT + RISE * light_height / HIGHEST - sunk);
    double strength = exact_smoothstep(SWITCH, is_night ? MOON_FULL : SUN_FULL, height);
    double high = exact_smoothstep(LOW_SUN, HIGH_SUN, height);
    double halo = is_night ? moon.halo : exact_mix(low_sun.halo, high_sun.halo, high);
    double wide = is_night ? moon.wide : exact_mix(low_sun.wide, high_sun.wide, high);
    double band = is_night ? moon.band : exact_mix(low_sun.band, high_sun.band, high);
    fill_real(&scene->sun_radius, is_night ? moon.radius : low_sun.radius);
    fill_real(&scene->sun_halo, strength * halo);
    fill_real(&scene->sun_wide, strength * wide);
    fill_real(&scene->sun_band, strength * band);
    fill_real(&scene->sun_bloom, strength * (is_night ? moon.bloom : low_sun.bloom));
    fill_real(&scene->sun_land_glow, strength * (is_night ? moon.land_glow : low_sun.land_glow));
    return RL_OK;
}
