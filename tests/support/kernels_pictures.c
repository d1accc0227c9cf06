/* kernels_pictures.c - cases of pictures: what is ready before painting, landscapes, maps.
 * An option chooses their kernels, which need too much around them to be called alone. */
#include "support/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ridgeline-map.h"
#include "scene/keys.h"

/* ---- landscapes ----------------------------------------------------------------------------- */

typedef struct picture {
    const char *scene; /* built-in, or NULL */
    uint64_t seed;     /* of the long run; rounds take it and the next ones */
    const char *keys;  /* "key=value key=value" */
} picture;

static void scene_make(rl_scene *scene, const picture *p, int round)
{
    rl_error error = {RL_OK, ""};
    scene_init(scene);
    if (p->scene != NULL)
        kernels_must(rl_scene_builtin(scene, p->scene, &error), &error);
    char keys[128], *next = keys;
    snprintf(keys, sizeof keys, "%s", p->keys);
    for (char *key = strtok_r(keys, " ", &next); key != NULL; key = strtok_r(NULL, " ", &next)) {
        char *value = strchr(key, '=');
        *value = '\0';
        kernels_must(rl_scene_set(scene, key, value + 1, &error), &error);
    }
    scene->has_seed = 1;
    scene->seed = p->seed + (uint64_t)(round == KERNELS_LONG ? 0 : round);
    scene->depth = p->scene == NULL && round % 4 == 3 ? 16 : 8;
}

/* Odd sizes and parts, so that no run of pixels is whole. */
static rl_view view_of(cpu_kernels kernels, int round)
{
    rl_view view = {.struct_size = sizeof view, .kernels = kernels_option(kernels)};
    if (round == KERNELS_LONG) {
        view.width = view.part_width = 960;
        view.height = view.part_height = 540;
        return view;
    }
    view.width = 320 + 7 * (round % 9);
    view.height = 180 + round % 5;
    view.x = round % 3 == 1 ? 33 : 0;
    view.y = round % 3 == 1 ? 17 : 0;
    view.part_width = view.width - 2 * view.x;
    view.part_height = view.height - 2 * view.y;
    return view;
}

static size_t picture_run(const picture *p, cpu_kernels kernels, int round, uint8_t *out,
                          double *samples)
{
    rl_scene scene;
    rl_frame *frame;
    rl_error error = {RL_OK, ""};
    rl_view view = view_of(kernels, round);
    scene_make(&scene, p, round);
    size_t stride = (size_t)view.part_width * 3 * (size_t)scene.depth / 8;
    kernels_must(rl_frame_new(&frame, &scene, &view, &error), &error);
    kernels_must(rl_paint(frame, 0, view.part_height, out, stride, &error), &error);
    rl_frame_free(frame);
    *samples += (double)view.part_width * view.part_height;
    return stride * (size_t)view.part_height;
}

/* Heights of ridges as the kernels of lines and land make them; rounds go through the kinds
 * of ridges and of noise. */
static size_t ridges_run(cpu_kernels kernels, int round, uint8_t *out, double *samples)
{
    static const char *const kinds[] = {"fractal", "range", "hill", "roll", "alps", "dune", "mesa"};
    static const char *const noises[] = {"choice", "uniform", "triangular", "gauss"};
    static const picture bare = {NULL, 1, ""};
    rl_scene scene;
    rl_frame *frame;
    rl_error error = {RL_OK, ""};
    rl_view view = view_of(kernels, round);
    scene_make(&scene, &bare, round);
    if (round != KERNELS_LONG) {
        kernels_must(rl_scene_set(&scene, "ridge.1.kind", kinds[round % 7], &error), &error);
        kernels_must(rl_scene_set(&scene, "ridge.2.noise", noises[round % 4], &error), &error);
        kernels_must(rl_scene_set(&scene, "ridge.2.period", round % 3 == 0 ? "5" : "0", &error),
                     &error);
    }
    kernels_must(rl_frame_new(&frame, &scene, &view, &error), &error);
    size_t size = 0;
    for (int i = 0; i < rl_frame_scene(frame)->ridge_count; i++) {
        double *heights = (double *)(void *)(out + size);
        kernels_must(rl_frame_heights(frame, i, 0, view.part_width, heights, &error), &error);
        size += (size_t)view.part_width * sizeof *heights;
    }
    rl_frame_free(frame);
    *samples += (double)view.part_width;
    return size;
}

#define PICTURE_CASE(name, scene, seed, keys)                                                      \
    static size_t name(cpu_kernels kernels, int round, uint8_t *out, double *samples)              \
    {                                                                                              \
        static const picture p = {scene, seed, keys};                                              \
        return picture_run(&p, kernels, round, out, samples);                                      \
    }
PICTURE_CASE(gradient5, "gradient5", 5, "")
PICTURE_CASE(lake, "lake", 1, "")
PICTURE_CASE(dunes, "dunes", 1, "")
PICTURE_CASE(mesas, "mesas", 1, "")
PICTURE_CASE(alpine, NULL, 5, "")
PICTURE_CASE(aurora, NULL, 37, "")
PICTURE_CASE(moon, NULL, 46, "")
#define WORLD "ridgeline.world="
PICTURE_CASE(bay, NULL, 3, WORLD "bay")
PICTURE_CASE(canyon, NULL, 4, WORLD "canyon")
PICTURE_CASE(city, NULL, 5, WORLD "city")
PICTURE_CASE(cloudsea, NULL, 6, WORLD "cloudsea sky.cumulus=bank")
PICTURE_CASE(coast, NULL, 7, WORLD "coast ridgeline.mood=storm clouds.amount=0.9")
PICTURE_CASE(farmland, NULL, 8, WORLD "farmland sky.cumulus=fair")
PICTURE_CASE(forest, NULL, 9, WORLD "forest fog.amount=0.5")
PICTURE_CASE(heath, NULL, 10, WORLD "heath")
PICTURE_CASE(night, NULL, 11, WORLD "alpine ridgeline.mood=moonlight stars.amount=1")
PICTURE_CASE(savanna, NULL, 12, WORLD "savanna")
PICTURE_CASE(volcano, NULL, 13, WORLD "volcano plume.lava=1")

/* ---- maps -------------------------------------------------------------------------------------
 */

typedef struct bytes_kept {
    uint8_t *to;
    size_t size;
} bytes_kept;

static int keep_bytes(void *user, const void *bytes, size_t size)
{
    bytes_kept *kept = user;
    memcpy(kept->to + kept->size, bytes, size);
    kept->size += size;
    return 0;
}

/* Rounds go through sizes, light, seas, contours and rivers. */
static void map_rules_vary(rl_scene *scene, int round)
{
    rl_map_rules *rules = &scene->map;
    scene->kind = 1;
    scene->has_seed = 1;
    scene->seed = (uint64_t)(round + 7);
    scene->width = scene->height = 2049;
    if (round == KERNELS_LONG) {
        rules->rivers = 0.0; /* finding them would hide all else */
        return;
    }
    scene->width = 40 + round * 37 % 300;
    scene->height = 30 + round * 23 % 200;
    rules->sea = round % 3 == 0 ? 0.0 : 0.4;
    rules->rivers = round % 4 == 0 ? 0.0 : 0.6;
    rules->contours = round % 5 == 0 ? 0.0 : 60.0;
    rules->shade = round % 6 == 0 ? 0.0 : 0.8;
    rules->azimuth = (double)(round * 31 % 360);
    rules->exaggeration = 1.0 + round % 7;
    rules->view = round % 8 == 7; /* the surface */
}

static size_t map_picture_run(cpu_kernels kernels, int round, uint8_t *out, double *samples)
{
    rl_scene scene;
    rl_map *map;
    rl_sink *sink;
    rl_error error = {RL_OK, ""};
    bytes_kept kept = {out, 0};
    rl_map_options options = {
        .struct_size = sizeof options, .threads = 1, .kernels = kernels_option(kernels)};
    rl_render_options render = {
        .struct_size = sizeof render, .format = RL_FORMAT_PPM, .threads = 1};
    scene_init(&scene);
    map_rules_vary(&scene, round);
    kernels_must(rl_map_new(&map, &scene, &options, &error), &error);
    kernels_must(rl_sink_to_callback(&sink, keep_bytes, &kept, NULL, &error), &error);
    kernels_must(rl_map_render(map, &render, sink, &error), &error);
    rl_sink_free(sink);
    rl_map_free(map);
    *samples += (double)scene.width * scene.height;
    return kept.size;
}

const kernels_case kernels_pictures[] = {
    {"frame: all before painting", "column", 28, ridges_run},
    {"picture: gradient5", "pixel", 6, gradient5},
    {"picture: lake", "pixel", 6, lake},
    {"picture: dunes", "pixel", 6, dunes},
    {"picture: mesas", "pixel", 6, mesas},
    {"picture: bare seed 5, alpine", "pixel", 12, alpine},
    {"picture: bare seed 37, aurora and fog", "pixel", 6, aurora},
    {"picture: bare seed 46, moon", "pixel", 6, moon},
    {"picture: bay", "pixel", 6, bay},
    {"picture: canyon", "pixel", 6, canyon},
    {"picture: city", "pixel", 6, city},
    {"picture: sea of clouds, cumulus", "pixel", 6, cloudsea},
    {"picture: coast in a storm", "pixel", 6, coast},
    {"picture: farmland", "pixel", 6, farmland},
    {"picture: forest and fog", "pixel", 6, forest},
    {"picture: heath", "pixel", 6, heath},
    {"picture: stars and moon", "pixel", 6, night},
    {"picture: savanna", "pixel", 6, savanna},
    {"picture: volcano", "pixel", 6, volcano},
    {"map: a plate with all that is on it", "pixel", 40, map_picture_run},
    {0},
};
