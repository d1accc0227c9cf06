/* scene.c - a scene as a value: open, seeded, checked. */
#include "ridgeline.h"

#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "ridge/ridge.h"
#include "scene/composition.h"
#include "base/embedded.h"
#include "scene/keys.h"
#include "scene/map_rules.h"
#include "scene/mood.h"
#include "palette/palette.h"
#include "scene/scene_check.h"
#include "scene/style.h"

static void open_ridge(rl_ridge *ridge)
{
    rl_ridge open = {
        .kind = RL_AUTO,
        .depth = RL_AUTO,
        .base = RL_AUTO,
        .amplitude = RL_AUTO,
        .spacing = RL_AUTO,
        .roughness = RL_AUTO,
        .displacement = RL_AUTO,
        .iterations = RL_AUTO,
        .min_segment = RL_AUTO,
        .noise = RL_AUTO,
        .decay = RL_AUTO,
        .direction = RL_AUTO,
        .period = RL_AUTO,
        .start_x = RL_AUTO,
        .start_y = RL_AUTO,
        .end_x = RL_AUTO,
        .end_y = RL_AUTO,
        .min_height = RL_AUTO,
        .dip = RL_AUTO,
        .hero = RL_AUTO,
        .hero_x = RL_AUTO,
        .valley = RL_AUTO,
        .colour = RL_AUTO,
        .slope = RL_AUTO,
        .relief = RL_AUTO,
        .snow = RL_AUTO,
        .snow_line = RL_AUTO,
        .trees = RL_AUTO,
        .swells = RL_AUTO,
        .strata = RL_AUTO,
    };
    *ridge = open;
}

void rl_scene_init(rl_scene *scene)
{
    memset(scene, 0, sizeof *scene);
    scene->struct_size = sizeof *scene;
    scene->algorithm = RL_ALGORITHM;
    scene->ridge_count = RL_AUTO;
    scene->style = scene->calm = scene->time = scene->take = scene->land_slices = RL_AUTO;
    scene->land_x = scene->land_mountains = scene->land_relief = RL_AUTO;
    scene->land_snow = scene->land_snow_line = RL_AUTO;
    scene->depth = scene->dither = scene->edges = scene->scale = RL_AUTO;
    scene->colours = scene->zoom = RL_AUTO;
    scene->horizon = scene->haze = scene->haze_power = RL_AUTO;
    scene->sun_x = scene->sun_y = scene->sun_lift = scene->sun_radius = RL_AUTO;
    scene->sun_halo = scene->sun_wide = scene->sun_band = RL_AUTO;
    scene->sun_bloom = scene->sun_land_glow = RL_AUTO;
    scene->mist = scene->mist_height = scene->mist_noise = scene->mist_shift = RL_AUTO;
    scene->moon = scene->birds = scene->lake_ridge = RL_AUTO;
    scene->moon_phase = scene->sun_stripes = scene->stars = scene->aurora = RL_AUTO;
    scene->clouds = scene->cloud_cover = scene->fog = scene->lake_level = RL_AUTO;
    scene->tree_height = RL_AUTO;
    scene->tree_rows = RL_AUTO;
    map_rules_open(scene);
    rl_palette_init(&scene->palette);
    for (int i = 0; i < RL_MAX_RIDGES; i++)
        open_ridge(&scene->ridge[i]);
}

const char *rl_scene_key(size_t index, const char **rule, const char **meaning)
{
    if (index >= scene_key_count)
        return NULL;
    const scene_key *key = &scene_keys[index];
    if (rule != NULL)
        *rule = key->rule;
    if (meaning != NULL)
        *meaning = key->meaning;
    return key->path;
}

const char *rl_style_name(size_t index)
{
    return index < STYLES ? style_names[index] : NULL;
}

const char *rl_scene_builtin_name(size_t index)
{
    return index < embedded_scene_count ? embedded_scenes[index].name : NULL;
}

rl_status rl_scene_builtin(rl_scene *scene, const char *name, rl_error *error)
{
    const char *names[64];
    size_t count = 0;
    for (size_t i = 0; i < embedded_scene_count; i++) {
        if (strcmp(embedded_scenes[i].name, name) == 0)
            return rl_scene_parse(scene, embedded_scenes[i].text, embedded_scenes[i].size, name,
                                  error);
        if (count < 64)
            names[count++] = embedded_scenes[i].name;
    }
    const char *near = rl_nearest(name, names, count);
    return status_fail(error, RL_BAD_ARGUMENT, "%s: no such scene%s%s%s", SHOWN(name),
                       near != NULL ? ": did you mean " : "", near != NULL ? near : "",
                       near != NULL ? "?" : "");
}

/* Rules that tie several keys together. */
static rl_status check_together(const rl_scene *scene, rl_error *error)
{
    for (int i = 0; i < scene->ridge_count; i++) {
        const rl_ridge *ridge = &scene->ridge[i];
        rl_status status = ridge_check_family(ridge, i, error);
        if (status != RL_OK)
            return status;
    }
    if (scene->colours > 0 && scene->depth != 8)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "output.depth = %d: must be 8 where output.colours is not 0",
                           scene->depth);
    int recorded = scene->width > 0 && scene->height > 0;
    if (scene->part_width > 0 && recorded &&
        (scene->part_x + scene->part_width > scene->width ||
         scene->part_y + scene->part_height > scene->height))
        return status_fail(error, RL_BAD_ARGUMENT,
                           "output.region = %dx%d+%d+%d: must lie inside output.size",
                           scene->part_width, scene->part_height, scene->part_x, scene->part_y);
    return RL_OK;
}

static rl_status check_round(rl_scene *scene, rl_error *error)
{
    rl_status status = scene_check(scene, error);
    if (status == RL_OK)
        scene_round(scene);
    return status;
}

static rl_status close_map(rl_scene *scene, rl_error *error)
{
    rl_status status = map_rules_resolve(scene, error);
    return status == RL_OK ? check_round(scene, error) : status;
}

static rl_status close_landscape(rl_scene *scene, rl_error *error)
{
    rl_status status = RL_OK;
    /* What a mood says goes before anything that the seed or the hour chooses. */
    if (scene->mood[0] != '\0')
        status = mood_fill(scene, scene->mood, error);
    if (status == RL_OK)
        status = composition_resolve(scene, error);
    if (status == RL_OK)
        status = check_round(scene, error);
    return status == RL_OK ? check_together(scene, error) : status;
}

static rl_status check_made(const rl_scene *scene, rl_error *error)
{
    return scene->struct_size == sizeof *scene
               ? RL_OK
               : status_fail(error, RL_BAD_ARGUMENT, "scene: not made by rl_scene_init");
}

rl_status scene_close(rl_scene *scene, rl_error *error)
{
    rl_status status = check_made(scene, error);
    if (status != RL_OK)
        return status;
    if (scene->kind == RL_AUTO)
        scene->kind = 0;
    status = check_round(scene, error);
    if (status == RL_OK)
        status = scene->kind == 1 ? close_map(scene, error) : close_landscape(scene, error);
    return status == RL_OK ? status_clear(error) : status;
}

rl_status rl_scene_resolve(rl_scene *scene, rl_error *error)
{
    rl_status status = check_made(scene, error);
    if (status != RL_OK)
        return status; /* what is not whole is not copied */
    rl_scene closed = *scene;
    status = scene_close(&closed, error);
    if (status == RL_OK)
        *scene = closed;
    return status;
}
