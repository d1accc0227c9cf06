/* composition.c - a picture from a seed: palette, layers, light. */
#include "scene/composition.h"

#include <string.h>

#include "base/colour.h"
#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "scene/daytime.h"
#include "scene/map_rules.h"
#include "scene/mood.h"
#include "scene/palette.h"
#include "scene/style.h"

/* Every choice has a number of its own; never reuse or reorder them. */
enum choice {
    CHOOSE_PALETTE,
    CHOOSE_STYLE,
    CHOOSE_COUNT,
    CHOOSE_SIDE,
    CHOOSE_SUN_X,
    CHOOSE_SUN_LIFT,
    CHOOSE_HORIZON,
    CHOOSE_FAR_AMPLITUDE,
    CHOOSE_FAR_SPACING,
    CHOOSE_NEAR_SPACING,
    CHOOSE_HAZE,
    CHOOSE_MOUNTAINS,
    CHOOSE_SNOW,
    CHOOSE_CLOUDS
};

#define STREAM_COMPOSITION 1000

enum calm { CALM_NONE, CALM_TOP, CALM_LEFT };

/* An even choice in low..high for (choice, index). */
static double choose(const rl_scene *scene, enum choice choice, int index, double low, double high)
{
    uint64_t bits = hash_at(hash_key(scene->seed, STREAM_COMPOSITION), (int)choice, index);
    return exact_mix(low, high, hash_unit(bits));
}

static void close_real(double *field, double value)
{
    if (*field == RL_AUTO)
        *field = value;
}

static void close_name(int *field, int value)
{
    if (*field == RL_AUTO)
        *field = value;
}

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

static int kind_at(const rl_scene *scene, double depth)
{
    const style_look *look = &style_looks[scene->style];
    if (scene->land_slices)
        return RL_RIDGE_SLICE;
    return look->kind[depth < look->middle_from ? 0 : depth < look->near_from ? 1 : 2];
}

/* Roughness and anchor spacing by family, from far to near: distance smooths,
 * perspective spreads. */
typedef struct family_look {
    double rough_far, rough_near;
    double spread; /* spacing relative to a range's */
} family_look;

static const family_look looks[] = {
    [RL_RIDGE_FRACTAL] = {1.00, 0.95, 1.00}, [RL_RIDGE_RANGE] = {1.00, 0.95, 1.00},
    [RL_RIDGE_HILL] = {1.20, 1.15, 1.15},    [RL_RIDGE_ROLL] = {1.40, 1.40, 1.30},
    [RL_RIDGE_SEGMENT] = {1.00, 1.00, 1.00}, [RL_RIDGE_ALPS] = {1.00, 1.00, 1.10},
    [RL_RIDGE_DUNE] = {2.00, 2.00, 1.05},    [RL_RIDGE_MESA] = {1.00, 1.00, 1.10},
    [RL_RIDGE_SLICE] = {1.00, 1.00, 1.00},
};

/* The bound of the first halving that the scene left open. */
static double default_displacement(const rl_ridge *ridge)
{
    if (ridge->kind == RL_RIDGE_SEGMENT)
        return 0.5 * (ridge->start_y + ridge->end_y);
    if (ridge->kind == RL_RIDGE_ALPS)
        return 0.38; /* of a segment as long as the spacing */
    if (ridge->kind == RL_RIDGE_SLICE)
        return 1.0; /* of the row's own roughness */
    /* Unit variance at every level: a_1 = 2^-H, whatever the distribution. */
    static const double deviation[] = {1.0, 0.577350269, 0.408248290, 0.288675135};
    return exact_exp2(-exact_min(ridge->roughness, 60.0)) / deviation[ridge->noise];
}

static int is_rock(int kind)
{
    return kind == RL_RIDGE_RANGE || kind == RL_RIDGE_ALPS || kind == RL_RIDGE_SLICE;
}

static void resolve_geometry(rl_ridge *ridge)
{
    int segment = ridge->kind == RL_RIDGE_SEGMENT;
    close_name(&ridge->noise, segment ? RL_NOISE_CHOICE : RL_NOISE_TRIANGULAR);
    close_name(&ridge->decay, RL_DECAY_EXPONENTIAL);
    close_name(&ridge->direction, RL_DIRECTION_VERTICAL);
    close_name(&ridge->period, 0);
    close_real(&ridge->min_segment, 0.0);
    close_real(&ridge->slope, is_rock(ridge->kind) ? 1.45 : 0.0);
    close_real(&ridge->start_x, -1.0);
    close_real(&ridge->start_y, 0.2);
    close_real(&ridge->end_x, 1.0);
    close_real(&ridge->end_y, 0.2);
    close_real(&ridge->displacement, exact_clamp(default_displacement(ridge), 0.0, 1000.0));
    /* Where levels do not shrink toward nothing the pixel grid must not decide
     * how many there are: the land would change with the size. */
    if (ridge->decay != RL_DECAY_EXPONENTIAL || ridge->roughness == 0.0)
        close_name(&ridge->iterations, 12);
}

/* The height of what stands at a depth, in U. */
static double amplitude_at(const rl_scene *scene, int kind, double z)
{
    const style_look *look = &style_looks[scene->style];
    double far = scene->calm == CALM_TOP ? look->amplitude_far[0]
                                         : choose(scene, CHOOSE_FAR_AMPLITUDE, 0,
                                                  look->amplitude_far[0], look->amplitude_far[1]);
    double scale = kind == RL_RIDGE_ALPS || kind == RL_RIDGE_SLICE ? scene->land_mountains : 1.0;
    return exact_mix(far, look->amplitude_near, z) * exact_mix(scale, 1.0, z);
}

/* U that one side of a map is: what is near looks larger. */
#define SLICE_SIDE_FAR 2.0
#define SLICE_SIDE_NEAR 4.0

/* Where a ridge stands and how high it is. */
static void place_ridge(rl_scene *scene, rl_ridge *ridge, double z)
{
    const style_look *look = &style_looks[scene->style];
    double back = exact_pow(1.0 - z, 0.7);
    int free = ridge->kind != RL_RIDGE_SEGMENT; /* a segment stands as it was drawn */
    int is_fixed = scene->time != RL_AUTO;      /* the land must not follow the sun */
    double far_spacing = choose(scene, CHOOSE_FAR_SPACING, 0, 0.36, 0.40);
    double near_spacing = choose(scene, CHOOSE_NEAR_SPACING, 0, 0.70, 0.95);
    const family_look *family = &looks[ridge->kind];
    if (ridge->kind == RL_RIDGE_SLICE)
        close_real(&ridge->spacing, exact_mix(SLICE_SIDE_FAR, SLICE_SIDE_NEAR, z));
    close_real(&ridge->base,
               free ? exact_mix(look->base_far, look->base_near, exact_pow(z, 1.05)) : 0.0);
    close_real(&ridge->amplitude, free ? amplitude_at(scene, ridge->kind, z) : 1.0);
    close_real(&ridge->spacing, exact_mix(far_spacing, near_spacing, z) * family->spread);
    close_real(&ridge->roughness, exact_mix(family->rough_far, family->rough_near, z));
    close_real(&ridge->min_height, free ? 0.03 : -10.0);
    int can_bend = free && ridge->kind != RL_RIDGE_MESA; /* its tops are level */
    double dip = look->dip * (0.35 + 0.65 * back) * (is_fixed ? 0.6 : 1.0);
    close_real(&ridge->dip, can_bend ? dip : 0.0);
    close_real(&ridge->hero, can_bend ? look->hero * back : 0.0);
    close_real(&ridge->hero_x, scene->calm == CALM_LEFT ? 0.45 : -scene->land_x);
    close_real(&ridge->valley, free ? look->valley * z : 0.0);
}

/* What lies and grows on it. */
static void dress_ridge(rl_scene *scene, rl_ridge *ridge, double z)
{
    const style_look *look = &style_looks[scene->style];
    int free = ridge->kind != RL_RIDGE_SEGMENT;
    int has_relief = free && z < look->relief_to &&
                     (is_rock(ridge->kind) || ridge->kind == RL_RIDGE_DUNE ||
                      ridge->kind == RL_RIDGE_MESA || look->relief_to > 1.0);
    int is_wooded = free && z >= look->trees_from;
    close_real(&ridge->relief, has_relief ? scene->land_relief * (1.0 - 0.35 * z) : 0.0);
    close_real(&ridge->snow,
               is_rock(ridge->kind) && z < 0.5 && !is_wooded ? scene->land_snow : 0.0);
    close_real(&ridge->snow_line, scene->land_snow_line);
    close_real(&ridge->strata, ridge->kind == RL_RIDGE_MESA ? look->strata : 0.0);
    close_real(&ridge->trees, is_wooded ? 1.0 : 0.0);
    int is_bare = ridge->trees <= 0.0 || scene->tree_height <= 0.0;
    int is_soft = ridge->kind == RL_RIDGE_HILL || ridge->kind == RL_RIDGE_ROLL;
    close_name(&ridge->swells, is_soft && is_bare && z > 0.7 ? 2 : 0);
}

/* How near a ridge is by default: even steps from far to near.  In lake country the
 * far half lies beyond the water, whatever stands on this side. */
static double depth_at(const rl_scene *scene, int i, int n)
{
    int beyond = scene->lake_ridge;
    if (style_looks[scene->style].lake_ridge == 0 || beyond < 2 || beyond >= n)
        return n > 1 ? (double)i / (n - 1) : 0.5;
    return i < beyond ? 0.5 * i / (beyond - 1) : 0.5 + 0.5 * (i - beyond + 1) / (n - beyond);
}

static void resolve_ridge(rl_scene *scene, int i)
{
    rl_ridge *ridge = &scene->ridge[i];
    int n = scene->ridge_count;
    double z = depth_at(scene, i, n);
    close_name(&ridge->kind, kind_at(scene, z));
    close_real(&ridge->depth, z * style_looks[scene->style].depth_most);
    place_ridge(scene, ridge, z);
    dress_ridge(scene, ridge, z);
    resolve_geometry(ridge);
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
        resolve_ridge(scene, i);
    for (int i = 0; i < scene->ridge_count && status == RL_OK; i++)
        if (scene->ridge[i].kind == RL_RIDGE_SLICE)
            status = map_rules_resolve_slices(scene, error);
    if (status != RL_OK)
        return status;
    scene->has_seed = 1;
    return RL_OK;
}
