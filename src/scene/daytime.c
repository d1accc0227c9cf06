/* daytime.c - the sun's path, the moon's after it, and the palettes between. */
#include "scene/composition.h"

#include "base/exact.h"
#include "base/status.h"
#include "palette/palette.h"

#define HIGHEST 46.0  /* degrees: the sun at noon */
#define SWITCH (-6.0) /* degrees: below it the moon is the light */
#define MOON_LAG 12.0 /* degrees that the moon stays below the sun's mirror */
#define PATH 0.68     /* U: where the light rises and sets */
#define FOOT 0.02     /* fraction of H above the horizon's foot at 0 degrees */
#define RISE 0.38     /* fraction of H from there to the highest */
#define SINK 0.16     /* fraction of H by which a light drops from 0 degrees to SWITCH */

/* Palettes by the sun's height; morning and evening meet at both ends. */
typedef struct day_key {
    double height; /* degrees */
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
    /* Role by role; of lists of unequal length the lower palette's is kept. */
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
    double hour = (scene->time % 1440) / 60.0;
    double height = -HIGHEST * exact_cos_turn(hour / 24.0);
    rl_palette day;
    TRY(day_palette(&day, height, hour < 12.0, error));
    palette_name(day.name, "day", 3);
    if (scene->palette.name[0] == '\0')
        palette_overlay(&scene->palette, &day);
    int is_night = height < SWITCH;
    close_name(&scene->moon, is_night);
    close_real(&scene->stars, 1.0 - exact_smoothstep(-16.0, 0.0, height));
    /* A light is `own_hour` hours into its own day.  Before the other takes its place it sinks
     * behind the lowest land. */
    double own_hour = !is_night ? hour : hour < 12.0 ? hour + 12.0 : hour - 12.0;
    double own_height = is_night ? -height - MOON_LAG : height;
    double sunk = SINK * exact_smoothstep(0.0, SWITCH, own_height);
    close_real(&scene->sun_x, PATH * (own_hour - 12.0) / 6.0);
    close_real(&scene->sun_y, scene->horizon + FOOT + RISE * own_height / HIGHEST - sunk);
    double strength = exact_smoothstep(SWITCH, is_night ? -14.0 : -1.0, height);
    double high = exact_smoothstep(10.0, 30.0, height);
    close_real(&scene->sun_radius, is_night ? 0.034 : 0.030);
    close_real(&scene->sun_halo, strength * (is_night ? 0.30 : exact_mix(0.55, 0.45, high)));
    close_real(&scene->sun_wide, strength * (is_night ? 0.16 : exact_mix(0.42, 0.28, high)));
    close_real(&scene->sun_band, strength * (is_night ? 0.10 : exact_mix(0.28, 0.10, high)));
    close_real(&scene->sun_bloom, strength * (is_night ? 0.12 : 0.28));
    close_real(&scene->sun_land_glow, strength * (is_night ? 0.25 : 0.5));
    return RL_OK;
}
