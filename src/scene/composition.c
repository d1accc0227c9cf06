/* composition.c - a picture from a seed: palette, layers, light. */
#include "scene/composition.h"

#include "base/colour.h"
#include "base/exact.h"
#include "base/status.h"
#include "palette/palette.h"
#include "ridge/family.h"
#include "scene/composition_parts.h"
#include "scene/daytime.h"
#include "scene/map_rules.h"
#include "scene/mood.h"
#include "scene/style.h"

/* Stops that were set one by one lie over those of the palette below. */
static void merge_stops(rl_colour *stops, int *count, const rl_colour *under, int under_count)
{
    if (*count == 0)
        return; /* palette_overlay takes the whole list */
    int has_open = 0;
    for (int i = 0; i < *count; i++)
        has_open = has_open || stops[i] == RL_AUTO;
    for (int i = 0; has_open && i < under_count; i++) {
        if (i >= *count)
            stops[(*count)++] = RL_AUTO;
        if (stops[i] == RL_AUTO)
            stops[i] = under[i];
    }
    for (int i = 0; i < *count; i++) /* more than the palette has: the last goes on */
        if (stops[i] == RL_AUTO)
            stops[i] = i > 0 ? stops[i - 1] : under_count > 0 ? under[0] : 0x808080;
}

static rl_status no_such_palette(const char *name, rl_error *error)
{
    const char *names[128];
    size_t count = 0;
    while (count < 128 && rl_palette_builtin_name(count) != NULL) {
        names[count] = rl_palette_builtin_name(count);
        count++;
    }
    const char *near = rl_nearest(name, names, count);
    return status_fail(error, RL_BAD_ARGUMENT, "palette.name = %s: no such palette%s%s%s",
                       SHOWN(name), near != NULL ? ": did you mean " : "", near != NULL ? near : "",
                       near != NULL ? "?" : "");
}

/* A scene that says nothing of colours takes a mood that suits its style: at an
 * hour of the day, the day's. */
static rl_status resolve_mood(rl_scene *scene, rl_error *error)
{
    rl_status status = daytime_fill(scene, error);
    if (status != RL_OK || scene->time != RL_AUTO)
        return status;
    if (scene->mood[0] != '\0')
        return mood_fill(scene, scene->mood, error);
    if (scene->palette.name[0] != '\0' || palette_is_complete(&scene->palette))
        return RL_OK;
    return mood_fill(scene, mood_choose(scene->style, choose(scene, CHOOSE_PALETTE, 0, 0.0, 1.0)),
                     error);
}

static rl_status resolve_palette(rl_scene *scene, rl_error *error)
{
    rl_palette *palette = &scene->palette;
    if (palette_is_complete(palette))
        return RL_OK;
    rl_palette under;
    if (rl_palette_builtin(&under, palette->name, NULL) != RL_OK)
        return no_such_palette(palette->name, error);
    merge_stops(palette->sky, &palette->sky_count, under.sky, under.sky_count);
    merge_stops(palette->ridge, &palette->ridge_count, under.ridge, under.ridge_count);
    palette_overlay(palette, &under);
    palette_complete(palette);
    return RL_OK;
}

static void resolve_output(rl_scene *scene)
{
    close_name(&scene->colours, 0);
    close_name(&scene->zoom, 1);
    close_name(&scene->depth, 8);
    close_name(&scene->dither, scene->colours == 0   ? RL_DITHER_2X2
                               : scene->colours < 32 ? RL_DITHER_4X4
                                                     : RL_DITHER_BAYER);
    close_name(&scene->edges, scene->colours == 0 ? RL_EDGES_SMOOTH : RL_EDGES_HARD);
    close_name(&scene->scale, RL_SCALE_FRAME);
}

/* How white the scattered light is, 0..1: the wide glow of a high, pale sun
 * would wash the blue out of the sky. */
static double paleness(const rl_palette *palette)
{
    return exact_clamp((colour_to_oklab(palette->glow).l - 0.87) / 0.07, 0.0, 1.0);
}

/* Where the country opens: right or left of the middle. */
static void resolve_place(rl_scene *scene)
{
    const style_look *look = &style_looks[scene->style];
    double side = choose(scene, CHOOSE_SIDE, 0, -1.0, 1.0) < 0.0 ? -1.0 : 1.0;
    if (scene->calm == CALM_LEFT)
        side = 1.0;
    double x = side * choose(scene, CHOOSE_SUN_X, 0, 0.18, 0.34);
    close_real(&scene->horizon,
               scene->calm == CALM_TOP
                   ? look->horizon[0]
                   : choose(scene, CHOOSE_HORIZON, 0, look->horizon[0], look->horizon[1]));
    close_real(&scene->land_x, scene->sun_x != RL_AUTO ? scene->sun_x : x);
    close_real(&scene->land_relief, look->relief);
    close_real(&scene->land_mountains,
               choose(scene, CHOOSE_MOUNTAINS, 0, look->mountains[0], look->mountains[1]));
    if (look->lake_ridge > 0)
        close_name(&scene->lake_ridge, look->lake_ridge);
    close_name(&scene->lake_ridge, 0);
    close_real(&scene->lake_level, look->lake_ridge > 0 ? look->lake_level : 0.37);
}

/* A few large pixels: less air and mist, so that ridges keep to different
 * colours, and trees that are some pixels high. */
static void resolve_pixelart(rl_scene *scene)
{
    if (scene->colours == 0)
        return;
    close_real(&scene->haze, 0.42);
    close_real(&scene->mist, 0.6);
    close_real(&scene->tree_height, 0.085);
    close_name(&scene->tree_rows, 2);
}

static void resolve_light(rl_scene *scene)
{
    close_real(&scene->haze, choose(scene, CHOOSE_HAZE, 0, 0.54, 0.68));
    close_real(&scene->haze_power, 1.4);
    close_real(&scene->sun_x, scene->land_x);
    close_real(&scene->sun_lift,
               scene->calm == CALM_TOP ? 0.8 : choose(scene, CHOOSE_SUN_LIFT, 0, -0.3, 2.2));
    close_real(&scene->sun_radius, 0.030);
    double pale = paleness(&scene->palette);
    close_real(&scene->sun_halo, exact_mix(0.55, 0.45, pale));
    close_real(&scene->sun_wide, exact_mix(0.42, 0.28, pale));
    close_real(&scene->sun_band, exact_mix(0.28, 0.14, pale));
    close_real(&scene->sun_bloom, 0.28);
    close_real(&scene->sun_land_glow, 0.5);
    close_real(&scene->sun_stripes, 0.0);
    close_name(&scene->moon, 0);
    close_real(&scene->moon_phase, 0.42);
}

/* Snow lies on some of the cool moods' mountains. */
static void resolve_weather(rl_scene *scene)
{
    const style_look *look = &style_looks[scene->style];
    int is_calm = scene->calm != CALM_NONE;
    double clouds = choose(scene, CHOOSE_CLOUDS, 0, -0.25, 0.75);
    close_real(&scene->clouds, exact_clamp(is_calm ? 0.4 * clouds : clouds, 0.0, 1.0));
    close_real(&scene->cloud_cover, 0.05);
    close_real(&scene->stars, 0.0);
    close_real(&scene->aurora, 0.0);
    close_name(&scene->birds, 0);
    close_real(&scene->mist, 0.80);
    close_real(&scene->mist_height, 0.055);
    close_real(&scene->mist_noise, 0.6);
    close_real(&scene->mist_shift, 0.45);
    close_real(&scene->fog, look->fog);
    close_real(&scene->land_snow, 0.0);
    close_real(&scene->land_snow_line, 0.14);
    close_real(&scene->tree_height, 0.055);
    close_name(&scene->tree_rows, 3);
}

static void resolve_style(rl_scene *scene)
{
    double left = choose(scene, CHOOSE_STYLE, 0, 0.0, 1.0);
    int style = 0;
    while (style + 1 < STYLES && left >= style_looks[style].weight)
        left -= style_looks[style++].weight;
    close_name(&scene->land_slices, 0);
    if (scene->land_slices) /* a map's rows are mountains */
        style = choose(scene, CHOOSE_STYLE, 0, 0.0, 1.0) < 0.5 ? STYLE_ALPINE : STYLE_MISTY;
    close_name(&scene->style, style);
    close_name(&scene->calm, CALM_NONE);
}

static void resolve_count(rl_scene *scene)
{
    const style_look *look = &style_looks[scene->style];
    double choices = look->ridges[1] - look->ridges[0] + 1.0;
    int chosen = look->ridges[0] + (int)choose(scene, CHOOSE_COUNT, 0, 0.0, choices);
    if (scene->ridge_count == RL_AUTO)
        scene->ridge_count = chosen > scene->ridge_named ? chosen : scene->ridge_named;
}

rl_status composition_resolve(rl_scene *scene, rl_error *error)
{
    resolve_style(scene);
    resolve_place(scene);
    rl_status status = resolve_mood(scene, error);
    if (status == RL_OK)
        status = resolve_palette(scene, error);
    if (status != RL_OK)
        return status;
    resolve_output(scene);
    resolve_pixelart(scene);
    resolve_light(scene);
    resolve_weather(scene);
    resolve_count(scene);
    for (int i = 0; i < scene->ridge_count; i++)
        composition_ridge(scene, i);
    for (int i = 0; i < scene->ridge_count && status == RL_OK; i++)
        if (ridge_has(&scene->ridge[i], RIDGE_OF_MAP))
            status = map_rules_resolve_slices(scene, error);
    if (status != RL_OK)
        return status;
    scene->has_seed = 1;
    return RL_OK;
}
