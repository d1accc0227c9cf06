/* composition.c - a picture from a seed: palette, layers, light. */
#include "scene/composition.h"

#include <string.h>

#include "base/colour.h"
#include "base/exact.h"
#include "base/status.h"
#include "base/text.h"
#include "palette/palette.h"
#include "ridge/family.h"
#include "scene/choice.h"
#include "scene/data.h"
#include "scene/profiles.h"

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

/* 1 when the seed chooses a mood: the scene has no colours, and no hour. */
static int has_no_light(const rl_scene *scene)
{
    return scene->time == RL_AUTO && scene->mood[0] == '\0' && scene->palette.name[0] == '\0' &&
           !palette_is_complete(&scene->palette);
}

/* A scene without colours takes a mood that suits its world: at an
 * hour of the day, the day's. */
static rl_status resolve_mood(rl_scene *scene, rl_error *error)
{
    TRY(daytime_fill(scene, error));
    if (scene->time != RL_AUTO)
        return RL_OK;
    if (scene->mood[0] != '\0')
        return mood_fill(scene, scene->mood, error);
    if (!has_no_light(scene))
        return RL_OK;
    return mood_fill(scene, mood_choose(scene->style, choose(scene, CHOOSE_PALETTE, 0.0, 1.0)),
                     error);
}

static rl_status resolve_palette(rl_scene *scene, rl_error *error)
{
    rl_palette *palette = &scene->palette;
    if (palette_is_complete(palette))
        return RL_OK;
    rl_palette under;
    if (rl_palette_builtin(&under, palette->name, NULL) != RL_OK)
        return status_unknown(error, "palette.name", palette->name, "palette",
                              rl_palette_builtin_name);
    merge_stops(palette->sky, &palette->sky_count, under.sky, under.sky_count);
    merge_stops(palette->ridge, &palette->ridge_count, under.ridge, under.ridge_count);
    palette_overlay(palette, &under);
    palette_complete(palette);
    return RL_OK;
}

/* `flat`: how much nearer to a mean; `dark`: how much darker. */
static rl_colour greyer(rl_colour colour, oklab mean, double amount, double flat, double dark)
{
    oklab lab = colour_to_oklab(colour);
    lab = colour_mix_oklab(lab, mean, flat * amount);
    double chroma = 1.0 - 0.72 * amount;
    return colour_from_oklab(
        (oklab){lab.l * (1.0 - dark * amount), lab.a * chroma, lab.b * chroma});
}

/* Under clouds the sky has less colour and less difference from top to foot, and so has all that
 * it lights. */
static void make_overcast(rl_scene *scene)
{
    rl_palette *palette = &scene->palette;
    double amount = scene->overcast != RL_AUTO ? scene->overcast : 0.0;
    oklab mean = {0.0, 0.0, 0.0};
    scene->overcast = 0.0; /* the palette holds it now */
    if (amount <= 0.0)
        return;
    for (int i = 0; i < palette->sky_count; i++)
        mean = colour_mix_oklab(mean, colour_to_oklab(palette->sky[i]), 1.0 / (i + 1));
    /* Clouds let less light through; a dark sky stays lighter than its land. */
    double dark = (0.08 + 0.20 * amount * amount) * exact_clamp(2.0 * mean.l - 0.6, 0.0, 1.0);
    for (int i = 0; i < palette->sky_count; i++)
        palette->sky[i] = greyer(palette->sky[i], mean, amount, 0.6, dark);
    for (int i = 0; i < palette->ridge_count; i++) {
        oklab own = colour_to_oklab(palette->ridge[i]);
        palette->ridge[i] = greyer(palette->ridge[i], own, 0.8 * amount, 0.0, 0.14);
    }
    rl_colour *const others[] = {&palette->sun,  &palette->sun_low, &palette->glow,
                                 &palette->mist, &palette->lit,     &palette->water};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        *others[i] = greyer(*others[i], mean, amount, 0.35, dark);
    palette->cloud = greyer(palette->cloud, mean, amount, 0.35, dark + 0.22);
}

static void resolve_output(rl_scene *scene)
{
    close_name(&scene->colours, 0);
    close_name(&scene->dither, scene->inks > 0       ? RL_DITHER_BLUE
                               : scene->colours == 0 ? RL_DITHER_2X2
                               : scene->colours < 32 ? RL_DITHER_4X4
                                                     : RL_DITHER_BAYER);
    close_name(&scene->edges, scene->colours == 0 ? RL_EDGES_SMOOTH : RL_EDGES_HARD);
    if (scene->colours == 0)
        return;
    /* A few large pixels: less air and mist, so that ridges keep to different colours, and
     * trees that are some pixels high. */
    close_real(&scene->haze, 0.42);
    close_real(&scene->mist, 0.6);
    close_real(&scene->tree_height, 0.085);
    close_name(&scene->tree_rows, 2);
}

/* Where the sun is: right (1) or left (-1) of the middle. */
static double side_of(const rl_scene *scene)
{
    return scene->calm == RL_CALM_LEFT || choose(scene, CHOOSE_SIDE, -1.0, 1.0) >= 0.0 ? 1.0 : -1.0;
}

/* Keys of a composition that decide the land; its others are of the light, which a mood and an
 * hour decide first. */
static int is_land(const scene_key *key)
{
    static const char *const light[] = {"sun",  "moon", "stars", "clouds",  "aurora",
                                        "mist", "fog",  "birds", "palette", "trees"};
    for (size_t i = 0; i < sizeof light / sizeof *light; i++)
        if (keys_in(key, light[i]))
            return 0;
    return strncmp(key->path, "sky.haze", 8) != 0;
}

static int is_land_or_side(const scene_key *key)
{
    return is_land(key) || strcmp(key->path, "sun.x") == 0;
}

/* Keys of a world or composition that keep a calm place quiet. */
static int is_calm(const scene_key *key)
{
    return !keys_in(key, "clouds") && strcmp(key->path, "sky.cumulus") != 0 &&
           strcmp(key->path, "sun.lift") != 0 && strcmp(key->path, "sun.y") != 0 &&
           strcmp(key->path, "hero.frame") != 0;
}

/* Which world and which composition it is, and where the land opens. */
static rl_status resolve_place(rl_scene *scene, rl_error *error)
{
    int (*takes)(const scene_key *) = scene->time == RL_AUTO ? is_land_or_side : is_land;
    double side = side_of(scene);
    TRY(data_fill_files(scene, takes, side, error));
    close_name(&scene->land_slices, 0);
    close_name(&scene->calm, RL_CALM_NONE);
    if (scene->land_slices) /* a map's rows are mountains */
        close_name(&scene->style, choose(scene, CHOOSE_STYLE, 0.0, 1.0) < 0.5 ? 0 : 1);
    else if (scene->panorama.x != RL_AUTO)
        panorama_close(scene);
    else
        data_deal(scene, has_no_light(scene));
    if (scene->mood[0] != '\0') /* one that was dealt goes before the world, too */
        TRY(mood_fill(scene, scene->mood, error));
    TRY(composition_fill(scene, takes, side, error));
    double x = text_round(side * choose(scene, CHOOSE_SUN_X, 0.18, 0.34)); /* as by hand */
    close_real(&scene->land_x, scene->sun_x != RL_AUTO ? scene->sun_x : x);
    return RL_OK;
}

#define OVER_WATER 0.045 /* fraction of H */
#define CLOUDS_MOST 0.6

static void resolve_light(rl_scene *scene)
{
    close_real(&scene->haze, choose(scene, CHOOSE_HAZE, 0.54, 0.68));
    close_real(&scene->sun_x, scene->land_x);
    close_real(&scene->sun_lift,
               scene->calm == RL_CALM_TOP ? 0.8 : choose(scene, CHOOSE_SUN_LIFT, -0.3, 2.2));
    /* How white the scattered light is, 0..1: the wide glow of a high, pale sun
     * would wash the blue out of the sky. */
    double glow = colour_to_oklab(scene->palette.glow).l;
    double pale = exact_clamp((glow - 0.87) / 0.07, 0.0, 1.0);
    close_real(&scene->sun_halo, exact_mix(0.55, 0.45, pale));
    close_real(&scene->sun_wide, exact_mix(0.42, 0.28, pale));
    close_real(&scene->sun_band, exact_mix(0.28, 0.14, pale));
    double clouds = choose(scene, CHOOSE_CLOUDS, -0.25, 0.75);
    clouds *= scene->calm != RL_CALM_NONE ? 0.4 : 1.0;
    close_real(&scene->clouds, exact_clamp(clouds, 0.0, 1.0));
}

/* Keys of a world that come before a mood that the seed chooses; all others after it. */
static int is_place(const scene_key *key)
{
    return strcmp(key->path, "sky.horizon") == 0 || keys_in(key, "land") || keys_in(key, "lake");
}

rl_status composition_resolve(rl_scene *scene, rl_error *error)
{
    int is_counted = scene->ridge_count != RL_AUTO;
    TRY(resolve_place(scene, error));
    TRY(world_fill(scene, is_place, error));
    if (scene->lake_level != RL_AUTO) /* the sky of open water ends a little above it */
        close_real(&scene->horizon, exact_min(scene->lake_level + OVER_WATER, 0.99));
    TRY(weather_fill(scene, error));
    TRY(resolve_mood(scene, error));
    weather_choose(scene);
    TRY(weather_fill(scene, error));
    TRY(resolve_palette(scene, error));
    make_overcast(scene);
    resolve_output(scene);
    int (*takes)(const scene_key *) = scene->calm != RL_CALM_NONE ? is_calm : NULL;
    TRY(composition_fill(scene, takes, side_of(scene), error));
    int has_cumulus = scene->cumulus != RL_AUTO;
    TRY(world_fill(scene, takes, error));
    resolve_light(scene);
    if (!has_cumulus && scene->clouds > CLOUDS_MOST) /* none of a world before a covered sky */
        scene->cumulus = RL_CUMULUS_NONE;
    keys_close(scene, NULL, 0);
    int profiles = profiles_most(scene);
    int named = profiles > scene->ridge_named ? profiles : scene->ridge_named;
    if (!is_counted && scene->ridge_count < named)
        scene->ridge_count = named;
    int has_slices = 0;
    for (int i = 0; i < scene->ridge_count; i++) {
        composition_ridge(scene, i);
        has_slices |= ridge_has(&scene->ridge[i], RIDGE_OF_MAP);
    }
    if (has_slices)
        TRY(map_rules_resolve_slices(scene, error));
    keys_open(scene, "composition", 0); /* the ridges hold all of it now */
    scene->world_file = scene->mood_file = scene->composition_file = (rl_data){.text = NULL};
    scene->has_seed = 1;
    return RL_OK;
}
