/* composition.c - a picture from a seed: palette, layers, light. */
#include "scene/composition.h"

#include <string.h>

#include "base/colour.h"
#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "scene/palette.h"

/* The palettes that a bare seed chooses from: those that live on ridges, air
 * and a low sun. */
static const char *const seed_palettes[] = {"dawn",    "ember",  "violet", "golden", "dusk",
                                            "emerald", "sakura", "autumn", "noon",   "mist"};

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
    CHOOSE_HAZE
};

#define STREAM_COMPOSITION 1000

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
                       SHOWN(name), near != NULL ? ": did you mean " : "",
                       near != NULL ? near : "", near != NULL ? "?" : "");
}

static rl_status resolve_palette(rl_scene *scene, rl_error *error)
{
    rl_palette *palette = &scene->palette;
    if (palette_is_complete(palette))
        return RL_OK;
    size_t count = sizeof seed_palettes / sizeof seed_palettes[0];
    const char *name = palette->name;
    if (name[0] == '\0')
        name = seed_palettes[(size_t)choose(scene, CHOOSE_PALETTE, 0, 0.0, (double)count)];
    rl_palette under;
    if (rl_palette_builtin(&under, name, NULL) != RL_OK)
        return no_such_palette(name, error);
    merge_stops(palette->sky, &palette->sky_count, under.sky, under.sky_count);
    merge_stops(palette->ridge, &palette->ridge_count, under.ridge, under.ridge_count);
    palette_overlay(palette, &under);
    palette_complete(palette);
    return RL_OK;
}

static void resolve_output(rl_scene *scene)
{
    close_name(&scene->depth, 8);
    close_name(&scene->dither, RL_DITHER_2X2);
    close_name(&scene->edges, RL_EDGES_SMOOTH);
    close_name(&scene->scale, RL_SCALE_FRAME);
}

/* How white the scattered light is, 0..1: the wide glow of a high, pale sun
 * would wash the blue out of the sky. */
static double paleness(const rl_palette *palette)
{
    return exact_clamp((colour_to_oklab(palette->glow).l - 0.87) / 0.07, 0.0, 1.0);
}

static void resolve_light(rl_scene *scene)
{
    double side = choose(scene, CHOOSE_SIDE, 0, -1.0, 1.0) < 0.0 ? -1.0 : 1.0;
    close_real(&scene->horizon, choose(scene, CHOOSE_HORIZON, 0, 0.40, 0.48));
    close_real(&scene->haze, choose(scene, CHOOSE_HAZE, 0, 0.54, 0.68));
    close_real(&scene->haze_power, 1.4);
    close_real(&scene->sun_x, side * choose(scene, CHOOSE_SUN_X, 0, 0.18, 0.34));
    close_real(&scene->sun_lift, choose(scene, CHOOSE_SUN_LIFT, 0, -0.3, 2.2));
    close_real(&scene->sun_radius, 0.030);
    double pale = paleness(&scene->palette);
    close_real(&scene->sun_halo, exact_mix(0.55, 0.45, pale));
    close_real(&scene->sun_wide, exact_mix(0.42, 0.28, pale));
    close_real(&scene->sun_band, exact_mix(0.28, 0.14, pale));
    close_real(&scene->sun_bloom, 0.28);
    close_real(&scene->sun_land_glow, 0.5);
    close_real(&scene->mist, 0.80);
    close_real(&scene->mist_height, 0.055);
    close_real(&scene->mist_noise, 0.6);
    close_real(&scene->mist_shift, 0.45);
    close_name(&scene->moon, 0);
    close_real(&scene->moon_phase, 0.42);
    close_real(&scene->sun_stripes, 0.0);
    close_real(&scene->stars, 0.0);
    close_real(&scene->clouds, 0.0);
    close_real(&scene->cloud_cover, 0.05);
    close_real(&scene->aurora, 0.0);
    close_name(&scene->birds, 0);
    close_real(&scene->fog, 0.0);
    close_name(&scene->lake_ridge, 0);
    close_real(&scene->lake_level, 0.37);
    close_real(&scene->tree_height, 0.055);
    close_name(&scene->tree_rows, 3);
}

/* What a style builds at each depth. */
typedef enum style {
    STYLE_MISTY, /* ranges to the front */
    STYLE_HILLS, /* ranges behind wooded hills */
    STYLE_ROLLING /* ranges, hills, and a rolling foreground */
} style;

static style style_of(const rl_scene *scene)
{
    double u = choose(scene, CHOOSE_STYLE, 0, 0.0, 1.0);
    return u < 0.45 ? STYLE_MISTY : u < 0.75 ? STYLE_HILLS : STYLE_ROLLING;
}

static int kind_at(const rl_scene *scene, double depth)
{
    switch (style_of(scene)) {
    case STYLE_MISTY:
        return RL_RIDGE_RANGE;
    case STYLE_HILLS:
        return depth < 0.5 ? RL_RIDGE_RANGE : RL_RIDGE_HILL;
    default:
        return depth < 0.4 ? RL_RIDGE_RANGE : depth < 0.75 ? RL_RIDGE_HILL : RL_RIDGE_ROLL;
    }
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
    [RL_RIDGE_DUNE] = {2.00, 2.00, 1.05},    [RL_RIDGE_MESA] = {1.00, 1.00, 0.70},
};

/* The bound of the first halving that the scene left open. */
static double default_displacement(const rl_ridge *ridge)
{
    if (ridge->kind == RL_RIDGE_SEGMENT)
        return 0.5 * (ridge->start_y + ridge->end_y);
    if (ridge->kind == RL_RIDGE_ALPS)
        return 0.38; /* of a segment as long as the spacing */
    /* Unit variance at every level: a_1 = 2^-H, whatever the distribution. */
    static const double deviation[] = {1.0, 0.577350269, 0.408248290, 0.288675135};
    return exact_exp2(-exact_min(ridge->roughness, 60.0)) / deviation[ridge->noise];
}

static void resolve_geometry(rl_ridge *ridge)
{
    int segment = ridge->kind == RL_RIDGE_SEGMENT;
    close_name(&ridge->noise, segment ? RL_NOISE_CHOICE : RL_NOISE_TRIANGULAR);
    close_name(&ridge->decay, RL_DECAY_EXPONENTIAL);
    close_name(&ridge->direction, RL_DIRECTION_VERTICAL);
    close_name(&ridge->period, 0);
    close_real(&ridge->min_segment, 0.0);
    int is_rock = ridge->kind == RL_RIDGE_RANGE || ridge->kind == RL_RIDGE_ALPS;
    close_real(&ridge->slope, is_rock ? 1.45 : 0.0);
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

static void resolve_ridge(rl_scene *scene, int i)
{
    rl_ridge *ridge = &scene->ridge[i];
    int n = scene->ridge_count;
    close_real(&ridge->depth, n > 1 ? (double)i / (n - 1) : 0.5);
    double z = ridge->depth;
    double back = exact_pow(1.0 - z, 0.7);
    close_name(&ridge->kind, kind_at(scene, z));
    const family_look *look = &looks[ridge->kind];
    int free = ridge->kind != RL_RIDGE_SEGMENT; /* a segment stands as it was drawn */
    double far_spacing = choose(scene, CHOOSE_FAR_SPACING, 0, 0.36, 0.40);
    double near_spacing = choose(scene, CHOOSE_NEAR_SPACING, 0, 0.70, 0.95);
    double far_amplitude = choose(scene, CHOOSE_FAR_AMPLITUDE, 0, 0.20, 0.29);
    close_real(&ridge->base, free ? exact_mix(0.45, 0.12, exact_pow(z, 1.05)) : 0.0);
    close_real(&ridge->amplitude, free ? exact_mix(far_amplitude, 0.10, z) : 1.0);
    close_real(&ridge->spacing, exact_mix(far_spacing, near_spacing, z) * look->spread);
    close_real(&ridge->roughness, exact_mix(look->rough_far, look->rough_near, z));
    close_real(&ridge->min_height, free ? 0.03 : -10.0);
    close_real(&ridge->dip, free ? 0.45 * (0.35 + 0.65 * back) : 0.0);
    close_real(&ridge->hero, free ? 0.35 * back : 0.0);
    close_real(&ridge->hero_x, -scene->sun_x);
    close_real(&ridge->valley, free ? 0.09 * z : 0.0);
    resolve_geometry(ridge);
    int is_rock = ridge->kind == RL_RIDGE_RANGE || ridge->kind == RL_RIDGE_ALPS;
    int is_wooded = is_rock ? style_of(scene) == STYLE_MISTY ? z >= 0.78 : z >= 0.55 : z >= 0.40;
    close_real(&ridge->relief, is_rock && z < 0.5 ? 0.8 * (1.0 - 0.35 * z) : 0.0);
    close_real(&ridge->snow, 0.0);
    close_real(&ridge->snow_line, 0.14);
    close_real(&ridge->strata, 0.0);
    close_real(&ridge->trees, free && is_wooded ? 1.0 : 0.0);
}

rl_status composition_resolve(rl_scene *scene, rl_error *error)
{
    rl_status status = resolve_palette(scene, error);
    if (status != RL_OK)
        return status;
    resolve_output(scene);
    resolve_light(scene);
    if (scene->ridge_count == RL_AUTO) {
        int chosen = 5 + (int)choose(scene, CHOOSE_COUNT, 0, 0.0, 3.0);
        scene->ridge_count = chosen > scene->ridge_named ? chosen : scene->ridge_named;
    }
    for (int i = 0; i < scene->ridge_count; i++)
        resolve_ridge(scene, i);
    scene->has_seed = 1;
    return RL_OK;
}
