/* composition.c - fills a scene step by step: world and composition, mood, palette, light, ridges.
 */
#include "scene/composition.h"

#include "base/colour.h"
#include "base/exact.h"
#include "base/status.h"
#include "base/text.h"
#include "palette/palette.h"
#include "ridge/family.h"
#include "scene/choice.h"
#include "scene/data.h"
#include "scene/keys.h"
#include "scene/profiles.h"

/* Values of what a scene leaves unset; all were tuned by eye. */

/* Changes of a palette under an overcast of 1. */
static const struct {
    double chroma_loss;            /* share of the chroma that is lost */
    double sky_flat, light_flat;   /* way of the sky, and of the lights, to the mean sky, 0..1 */
    double dark, dark_square;      /* loss of lightness: constant, and times the overcast squared */
    double night;                  /* no loss where twice the sky's mean lightness is below this */
    double land_amount, land_dark; /* overcast of the land; loss of its lightness */
    double cloud_dark;             /* further loss of the clouds' lightness */
} overcast = {.chroma_loss = 0.72,
              .sky_flat = 0.6,
              .light_flat = 0.35,
              .dark = 0.08,
              .dark_square = 0.20,
              .night = 0.6,
              .land_amount = 0.8,
              .land_dark = 0.14,
              .cloud_dark = 0.22};

/* Defaults of pixel art, which has a few large pixels. */
static const struct {
    double haze, mist;  /* less air, so that ridges keep to different colours, 0..1 */
    double tree_height; /* U; trees are some pixels high */
    int tree_rows;
} pixel_art = {.haze = 0.42, .mist = 0.6, .tree_height = 0.085, .tree_rows = 2};

/* Glows round the sun, strengths 0..1: in a saturated sky, and in a pale one, whose blue a wide
 * glow would wash out. */
typedef struct glow_look {
    double halo, wide, band;
} glow_look;

static const glow_look saturated = {.halo = 0.55, .wide = 0.42, .band = 0.28};
static const glow_look pale = {.halo = 0.45, .wide = 0.28, .band = 0.14};
#define PALE_FROM 0.87  /* lightness of the glow from which a sky begins to be pale */
#define PALE_RANGE 0.07 /* increase of that lightness until it is fully pale */

/* Ranges from which the seed chooses. */
typedef struct choice_range {
    double low, high;
} choice_range;

static const choice_range sun_x = {0.18, 0.34};   /* U from the middle */
static const choice_range sun_lift = {-0.3, 2.2}; /* radii above the skyline */
static const choice_range haze = {0.54, 0.68};    /* 0..1 */
static const choice_range clouds = {-0.25, 0.75}; /* cover; below 0 is a clear sky */
#define CALM_SUN_LIFT 0.8 /* radii above the skyline, where the top of the picture is calm */
#define CALM_CLOUDS 0.4   /* share of the cover that is left beside a calm place */
#define CLOUDS_MOST 0.6   /* cover from which a world's cumulus is left out */
#define OVER_WATER 0.045  /* height of the horizon over open water, fraction of H */
#define HORIZON_MOST 0.99 /* fraction of H */

/* Fills the unset stops of a list from the palette `under`; stops beyond its last one repeat it. */
static void merge_stops(rl_colour *stops, int *count, const rl_colour *under, int under_count)
{
    if (*count == 0)
        return; /* palette_overlay copies the whole list */
    int has_unset = 0;
    for (int i = 0; i < *count; i++)
        has_unset = has_unset || stops[i] == RL_AUTO;
    for (int i = 0; has_unset && i < under_count; i++) {
        if (i >= *count)
            stops[(*count)++] = RL_AUTO;
        if (stops[i] == RL_AUTO)
            stops[i] = under[i];
    }
    for (int i = 0; i < *count; i++)
        if (stops[i] == RL_AUTO)
            stops[i] = i > 0 ? stops[i - 1] : under_count > 0 ? under[0] : 0x808080;
}

/* Returns 1 if the scene has neither colours nor an hour, so that the seed chooses a mood. */
static int has_no_light(const rl_scene *scene)
{
    return scene->time == RL_AUTO && scene->mood[0] == '\0' && scene->palette.name[0] == '\0' &&
           !palette_is_complete(&scene->palette);
}

/* A scene with a time has the light of that hour.  Another one without colours gets a mood that
 * suits its world. */
static rl_status resolve_mood(rl_scene *scene, rl_error *error)
{
    TRY(daytime_fill(scene, error));
    if (scene->time != RL_AUTO)
        return RL_OK;
    if (scene->mood[0] != '\0')
        return mood_fill(scene, scene->mood, error);
    if (!has_no_light(scene))
        return RL_OK;
    return mood_fill(scene, mood_choose(scene->world, choose(scene, CHOOSE_PALETTE, 0.0, 1.0)),
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

/* The colour under an overcast `amount`: `flat` is the way to the mean and `dark` the loss of
 * lightness at amount 1. */
static rl_colour greyer(rl_colour colour, oklab mean, double amount, double flat, double dark)
{
    oklab lab = colour_to_oklab(colour);
    lab = colour_mix_oklab(lab, mean, flat * amount);
    double chroma = 1.0 - overcast.chroma_loss * amount;
    return colour_from_oklab(
        (oklab){lab.l * (1.0 - dark * amount), lab.a * chroma, lab.b * chroma});
}

/* Under clouds the sky and all that it lights have less chroma and less contrast. */
static void make_overcast(rl_scene *scene)
{
    rl_palette *palette = &scene->palette;
    double *weather = &scene_slot(scene, "weather.overcast")->real;
    double amount = *weather != RL_AUTO ? *weather : 0.0;
    oklab mean = {0.0, 0.0, 0.0};
    *weather = 0.0; /* the palette holds it now */
    if (amount <= 0.0)
        return;
    for (int i = 0; i < palette->sky_count; i++)
        mean = colour_mix_oklab(mean, colour_to_oklab(palette->sky[i]), 1.0 / (i + 1));
    /* Clouds let less light through; a dark sky stays lighter than its land. */
    double dark = (overcast.dark + overcast.dark_square * amount * amount) *
                  exact_clamp(2.0 * mean.l - overcast.night, 0.0, 1.0);
    for (int i = 0; i < palette->sky_count; i++)
        palette->sky[i] = greyer(palette->sky[i], mean, amount, overcast.sky_flat, dark);
    for (int i = 0; i < palette->ridge_count; i++) {
        oklab colour = colour_to_oklab(palette->ridge[i]);
        palette->ridge[i] = greyer(palette->ridge[i], colour, overcast.land_amount * amount, 0.0,
                                   overcast.land_dark);
    }
    rl_colour *const others[] = {&palette->sun,  &palette->sun_low, &palette->glow,
                                 &palette->mist, &palette->lit,     &palette->water};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        *others[i] = greyer(*others[i], mean, amount, overcast.light_flat, dark);
    palette->cloud =
        greyer(palette->cloud, mean, amount, overcast.light_flat, dark + overcast.cloud_dark);
}

static void resolve_output(rl_scene *scene)
{
    fill_name(&scene->colours, 0);
    fill_name(&scene->dither, scene->inks > 0       ? RL_DITHER_BLUE
                              : scene->colours == 0 ? RL_DITHER_2X2
                              : scene->colours < 32 ? RL_DITHER_4X4
                                                    : RL_DITHER_BAYER);
    fill_name(&scene->edges, scene->colours == 0 ? RL_EDGES_SMOOTH : RL_EDGES_HARD);
    if (scene->colours == 0)
        return;
    fill_real(&scene->haze, pixel_art.haze);
    fill_real(&scene->mist, pixel_art.mist);
    fill_real(&scene->tree_height, pixel_art.tree_height);
    fill_name(&scene->tree_rows, pixel_art.tree_rows);
}

/* Returns the side of the sun: 1 right of the middle, -1 left of it. */
static double side_of(const rl_scene *scene)
{
    return scene->calm == RL_CALM_LEFT || choose(scene, CHOOSE_SIDE, -1.0, 1.0) >= 0.0 ? 1.0 : -1.0;
}

/* Rings of distances in a panorama: so many that the steps of colour between them are invisible. */
#define PANORAMA_RINGS 56

/* Fraction of H; a stand-in, as the frame places the horizon by the eye's elevation. */
#define PANORAMA_HORIZON 0.42

/* A view of real land has neither other land nor things on it. */
static void fill_panorama(rl_scene *scene)
{
    KEYS_EACH(walk)
    {
        if ((walk.traits & TRAIT_INVENTED) != 0 && keys_is_unset(scene, walk.key, 0, 0))
            keys_set(scene, walk.key, 0, 0.0);
    }
    if (scene->ridge_named == 0)
        fill_name(&scene->ridge_count, PANORAMA_RINGS);
    fill_name(&scene->world, 0);
    fill_real(&scene->horizon, PANORAMA_HORIZON);
}

/* Fills the world, the composition and the place where the land opens. */
static rl_status resolve_place(rl_scene *scene, rl_error *error)
{
    /* A composition decides the land here.  For the light, a mood and an hour come before it. */
    key_filter takes = {.without = TRAIT_OF_MOOD | (scene->time != RL_AUTO ? TRAIT_SUN_SIDE : 0U)};
    double side = side_of(scene);
    int has_mood = scene->mood[0] != '\0';
    TRY(data_fill_files(scene, takes, side, error));
    fill_name(&scene->land_slices, 0);
    fill_name(&scene->calm, RL_CALM_NONE);
    if (scene->land_slices) /* slices of a map are mountains: no data file is dealt */
        fill_name(&scene->world, choose(scene, CHOOSE_WORLD, 0.0, 1.0) < 0.5 ? 0 : 1);
    else if (scene->panorama.x != RL_AUTO)
        fill_panorama(scene);
    else
        data_deal(scene, has_no_light(scene));
    if (!has_mood && weather_choose(scene)) /* its colours come before those of a dealt mood */
        TRY(weather_fill(scene, error));
    if (scene->mood[0] != '\0') /* a mood that was dealt comes before the world, too */
        TRY(mood_fill(scene, scene->mood, error));
    TRY(composition_fill(scene, takes, side, error));
    double x = text_round(side * choose(scene, CHOOSE_SUN_X, sun_x.low, sun_x.high));
    fill_real(&scene->land_x, composition_has_sun_inside(scene) ? scene->sun_x : x);
    return RL_OK;
}

static void resolve_light(rl_scene *scene, const given_sun *sun)
{
    fill_real(&scene->haze, choose(scene, CHOOSE_HAZE, haze.low, haze.high));
    fill_real(&scene->sun_x, scene->land_x);
    fill_real(&scene->sun_lift, scene->calm == RL_CALM_TOP
                                    ? CALM_SUN_LIFT
                                    : choose(scene, CHOOSE_SUN_LIFT, sun_lift.low, sun_lift.high));
    double cover = choose(scene, CHOOSE_CLOUDS, clouds.low, clouds.high);
    cover *= scene->calm != RL_CALM_NONE ? CALM_CLOUDS : 1.0;
    fill_real(&scene_slot(scene, "clouds.amount")->real, exact_clamp(cover, 0.0, 1.0));
    if (!sun->has_cumulus &&
        scene_real(scene, "clouds.amount") > CLOUDS_MOST) /* a world's cumulus needs a clear sky */
        scene_slot(scene, "sky.cumulus")->integer = RL_CUMULUS_NONE;
    composition_sun(scene, sun);
    double glow = colour_to_oklab(scene->palette.glow).l;
    double paleness = exact_clamp((glow - PALE_FROM) / PALE_RANGE, 0.0, 1.0);
    fill_real(&scene->sun_halo, exact_mix(saturated.halo, pale.halo, paleness));
    double more = composition_sun_glow(scene);
    fill_real(&scene->sun_wide, more * exact_mix(saturated.wide, pale.wide, paleness));
    fill_real(&scene->sun_band, more * exact_mix(saturated.band, pale.band, paleness));
}

rl_status composition_resolve(rl_scene *scene, rl_error *error)
{
    int is_counted = scene->ridge_count != RL_AUTO;
    given_sun sun = composition_given_sun(scene);
    TRY(resolve_place(scene, error));
    TRY(world_fill(scene, (key_filter){.with = TRAIT_OF_PLACE}, error));
    if (scene->lake_level != RL_AUTO)
        fill_real(&scene->horizon, exact_min(scene->lake_level + OVER_WATER, HORIZON_MOST));
    TRY(weather_fill(scene, error));
    TRY(resolve_mood(scene, error));
    (void)weather_choose(scene);
    TRY(weather_fill(scene, error));
    sun.has_colour = sun.has_palette || scene->palette.sun != RL_AUTO;
    sun.has_low_colour = sun.has_palette || scene->palette.sun_low != RL_AUTO;
    TRY(resolve_palette(scene, error));
    make_overcast(scene);
    resolve_output(scene);
    key_filter takes = {.without = scene->calm != RL_CALM_NONE ? TRAIT_BUSY : 0U};
    TRY(composition_fill(scene, takes, side_of(scene), error));
    sun.has_cumulus = scene_int(scene, "sky.cumulus") != RL_AUTO;
    TRY(world_fill(scene, takes, error));
    resolve_light(scene, &sun);
    TRY(print_fill(scene, error));
    keys_fill(scene, NULL, 0);
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
    keys_unset(scene, "composition", 0); /* the values of all ridges hold it now */
    scene->world_file = scene->mood_file = scene->composition_file = (rl_data){.text = NULL};
    scene->has_seed = 1;
    return RL_OK;
}
