/* binding.c - libridgeline for JavaScript: numbers, texts and pixels through the memory of a
 * WebAssembly module.  packaging/npm/index.js is its other half.
 *
 * A call that can fail returns an rl_status or NULL, and error_text says why.  Bytes that a call
 * makes are those of result_bytes until the next such call.  The module has one thread, so one
 * error, one result and one array of numbers are enough.
 */
#include "ridgeline-map.h"
#include "words/alt_text.h"
#include "words/title.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* tests/full/test_binding.c includes this file, with functions of its own and memory that it
 * counts. */
#ifndef EXPORT
#define EXPORT(name) __attribute__((export_name(#name)))
#define ALLOCATOR NULL
#endif

static rl_error error;
static rl_sink *result;
static double numbers[192]; /* 64 peaks of three numbers are the most */
static rl_limits limits;    /* of scenes that are painted or mapped; limits_set initialises them */

EXPORT(error_text) const char *js_error_text(void)
{
    return error.text;
}

EXPORT(numbers) const double *js_numbers(void)
{
    return numbers;
}

EXPORT(result_bytes) const void *js_result_bytes(void)
{
    return rl_sink_bytes(result, NULL);
}

EXPORT(result_size) size_t js_result_size(void)
{
    size_t size;
    (void)rl_sink_bytes(result, &size);
    return size;
}

static rl_status result_new(void)
{
    rl_sink_free(result);
    return rl_sink_to_memory(&result, ALLOCATOR, &error);
}

EXPORT(allocate) void *js_allocate(size_t size)
{
    return malloc(size);
}

EXPORT(release) void js_release(void *block)
{
    free(block);
}

/* ---- names and keys ---------------------------------------------------------- */

static const char *pass_name(size_t index)
{
    return rl_pass_name((int)index);
}

EXPORT(name_at) const char *js_name_at(int list, size_t index)
{
    static const char *(*const lists[])(size_t index) = {
        rl_world_name,         rl_mood_name,
        rl_weather_name,       rl_composition_name,
        rl_motif_name,         rl_palette_builtin_name,
        rl_scene_builtin_name, rl_map_preset_name,
        rl_tint_name,          pass_name,
        rl_print_name};
    return lists[list](index);
}

/* What key `index` is: path, meaning and rule, each ended by a NUL, in the result; 0 past the
 * last. */
EXPORT(key_at) int js_key_at(size_t index)
{
    rl_key key;
    if (!rl_scene_key(index, &key) || result_new() != RL_OK)
        return 0;
    const char *const texts[] = {key.path, key.meaning, key.rule};
    for (size_t i = 0; i < 3; i++)
        (void)rl_sink_write(result, texts[i], strlen(texts[i]) + 1, &error);
    return 1;
}

/* ---- scenes -------------------------------------------------------------------- */

EXPORT(scene_new) rl_scene *js_scene_new(void)
{
    rl_scene *scene = NULL;
    (void)rl_scene_new(&scene, ALLOCATOR, &error);
    return scene;
}

EXPORT(scene_free) void js_scene_free(rl_scene *scene)
{
    rl_scene_free(scene);
}

EXPORT(scene_set) int js_scene_set(rl_scene *scene, const char *key, const char *value)
{
    return (int)rl_scene_set(scene, key, value, &error);
}

EXPORT(scene_seed) int js_scene_seed(rl_scene *scene, const char *text)
{
    uint64_t seed;
    char number[24];
    if (rl_seed_parse(&seed, text, &error) != RL_OK)
        return (int)error.status;
    (void)snprintf(number, sizeof number, "%" PRIu64, seed); /* not the text, which may be "auto" */
    return (int)rl_scene_set(scene, "ridgeline.seed", number, &error);
}

static rl_status palette_apply(rl_scene *scene, const char *name, rl_error *why)
{
    rl_palette palette;
    rl_status status = rl_palette_builtin(&palette, name, why);
    if (status == RL_OK)
        rl_scene_set_palette(scene, &palette);
    return status;
}

/* Applies what is built in by its name: a scene, a mood, weather, a palette, a landscape of maps, a
 * print. */
EXPORT(scene_apply) int js_scene_apply(rl_scene *scene, int what, const char *name)
{
    static rl_status (*const apply[])(rl_scene * scene, const char *name, rl_error *why) = {
        rl_scene_builtin, rl_mood_apply,       rl_weather_apply,
        palette_apply,    rl_map_preset_apply, rl_print_apply};
    return (int)apply[what](scene, name, &error);
}

static rl_status palette_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                               rl_error *why)
{
    rl_palette palette;
    rl_status status = rl_palette_parse(&palette, bytes, size, place, NULL, why);
    if (status == RL_OK)
        rl_scene_set_palette(scene, &palette);
    return status;
}

/* Reads a text: of a scene, a palette, a mood, a world, a composition, a motif. */
EXPORT(scene_read)
int js_scene_read(rl_scene *scene, int what, const void *bytes, size_t size, const char *place)
{
    static rl_status (*const read[])(rl_scene * scene, const void *bytes, size_t size,
                                     const char *place, rl_error *why) = {
        rl_scene_parse, palette_parse,        rl_mood_parse,
        rl_world_parse, rl_composition_parse, rl_motif_parse};
    return (int)read[what](scene, bytes, size, place, &error);
}

/* The size and the part that a scene names: width, height, x, y, width and height of the part. */
EXPORT(scene_size) void js_scene_size(const rl_scene *scene)
{
    rl_view view;
    rl_scene_view(scene, &view);
    const int sizes[] = {view.width, view.height,     view.x,
                         view.y,     view.part_width, view.part_height};
    for (size_t i = 0; i < 6; i++)
        numbers[i] = sizes[i];
}

/* ---- limits ----------------------------------------------------------------------- */

/* Sets what the scenes of later calls may require: pixels of a side, pixels, ridges, steps of work.
 * Each is a whole number, below 2^31 (side, ridges) or 2^53; 0 = the library's default. */
EXPORT(limits_set) void js_limits_set(double side, double area, double ridges, double work)
{
    rl_limits_init(&limits);
    if (side > 0.0)
        limits.side = (int)side;
    if (area > 0.0)
        limits.area = (int64_t)area;
    if (ridges > 0.0)
        limits.ridges = (int)ridges;
    if (work > 0.0)
        limits.work = (int64_t)work;
}

/* Sets the size of a scene, as of the picture or of the samples of a map. */
static rl_status set_size(rl_scene *scene, int width, int height)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%dx%d", width, height);
    return rl_scene_set(scene, "output.size", text, &error);
}

/* Whether the picture of a map, which may have a margin, is within the limits. */
EXPORT(picture_allow) int js_picture_allow(int width, int height)
{
    rl_scene *scene = NULL;
    /* Of a map without passes only the size counts. */
    if (rl_scene_new(&scene, ALLOCATOR, &error) == RL_OK &&
        rl_scene_set(scene, "ridgeline.kind", "map", &error) == RL_OK &&
        set_size(scene, width, height) == RL_OK)
        (void)rl_limits_check(&limits, scene, &error);
    rl_scene_free(scene);
    return (int)error.status;
}

/* Makes a copy of a landscape with size and region of a view; NULL if that is not within the
 * limits.  */
static rl_scene *viewed(const rl_scene *scene, int width, int height, int x, int y, int part_width,
                        int part_height)
{
    char region[64];
    rl_scene *shown = NULL;
    (void)snprintf(region, sizeof region, "%dx%d+%d+%d", part_width, part_height, x, y);
    if (rl_scene_copy(&shown, scene, &error) == RL_OK && set_size(shown, width, height) == RL_OK &&
        rl_scene_set(shown, "output.region", part_width > 0 ? region : NULL, &error) == RL_OK &&
        rl_limits_check(&limits, shown, &error) == RL_OK)
        return shown;
    rl_scene_free(shown);
    return NULL;
}

/* Numbers 0 and 1 are width and height of the picture that a landscape is painted as. */
EXPORT(picture_size)
int js_picture_size(const rl_scene *scene, int width, int height, int x, int y, int part_width,
                    int part_height)
{
    rl_scene *shown = viewed(scene, width, height, x, y, part_width, part_height);
    if (shown == NULL)
        return (int)error.status;
    double zoom = rl_scene_number(shown, "output.zoom");
    zoom = zoom > 0.0 ? zoom : 1.0;
    numbers[0] = zoom * (part_width > 0 ? part_width : width);
    numbers[1] = zoom * (part_width > 0 ? part_height : height);
    rl_scene_free(shown);
    return RL_OK;
}

/* ---- pictures -------------------------------------------------------------------- */

/* With is_bytes a picture of 8 bits a sample, whatever the scene says. */
EXPORT(frame_new)
rl_frame *js_frame_new(const rl_scene *scene, int width, int height, int x, int y, int part_width,
                       int part_height, int is_bytes)
{
    rl_frame *frame = NULL;
    rl_scene *shown = viewed(scene, width, height, x, y, part_width, part_height);
    if (shown == NULL)
        return NULL;
    rl_view view = {.struct_size = sizeof view,
                    .width = width,
                    .height = height,
                    .x = x,
                    .y = y,
                    .part_width = part_width,
                    .part_height = part_height,
                    .allocator = ALLOCATOR};
    if (!is_bytes || rl_scene_set(shown, "output.depth", "8", &error) == RL_OK)
        (void)rl_frame_new(&frame, shown, &view, &error);
    rl_scene_free(shown);
    return frame;
}

EXPORT(frame_free) void js_frame_free(rl_frame *frame)
{
    rl_frame_free(frame);
}

/* Columns and rows of its part, how often each pixel is written, ridges, layers. */
EXPORT(frame_sizes) void js_frame_sizes(const rl_frame *frame)
{
    const rl_scene *scene = rl_frame_scene(frame);
    rl_view view;
    rl_scene_view(scene, &view);
    int is_part = view.part_width > 0;
    numbers[0] = is_part ? view.part_width : view.width;
    numbers[1] = is_part ? view.part_height : view.height;
    numbers[2] = rl_scene_number(scene, "output.zoom");
    numbers[3] = rl_scene_count(scene, "ridge");
    numbers[4] = rl_frame_layers(frame);
}

static void to_rgba(const uint8_t *rgb, size_t count, uint8_t *rgba)
{
    for (size_t i = 0; i < count; i++, rgb += 3, rgba += 4) {
        uint32_t pixel = rgb[0] | (uint32_t)rgb[1] << 8 | (uint32_t)rgb[2] << 16 | 0xff000000U;
        memcpy(rgba, &pixel, sizeof pixel); /* the low byte is first in wasm */
    }
}

/* Paints rows into RGBA; `rgb` is room for as many rows of RGB. */
EXPORT(frame_paint)
int js_frame_paint(const rl_frame *frame, int y, int rows, uint8_t *rgb, uint8_t *rgba)
{
    js_frame_sizes(frame);
    size_t width = (size_t)numbers[0];
    rl_status status = rl_paint(frame, y, rows, rgb, 3 * width, &error);
    if (status == RL_OK)
        to_rgba(rgb, width * (size_t)rows, rgba);
    return (int)status;
}

/* The picture's hash, as the program's `-f hash`. */
EXPORT(frame_hash) int js_frame_hash(const rl_frame *frame)
{
    const rl_render_options options = {
        .struct_size = sizeof options, .format = RL_FORMAT_HASH, .threads = 1};
    if (result_new() != RL_OK)
        return (int)error.status;
    return (int)rl_render(frame, &options, result, &error);
}

/* The same of RGB that is at hand. */
EXPORT(rgb_hash) int js_rgb_hash(const uint8_t *rgb, int width, int height)
{
    const rl_render_options options = {
        .struct_size = sizeof options, .format = RL_FORMAT_HASH, .threads = 1};
    if (result_new() != RL_OK)
        return (int)error.status;
    return (int)rl_encode_rgb(rgb, width, height, &options, result, &error);
}

/* The recipe: the resolved scene as text. */
EXPORT(frame_text) int js_frame_text(const rl_frame *frame)
{
    if (result_new() != RL_OK)
        return (int)error.status;
    return (int)rl_scene_write(rl_frame_scene(frame), result, &error);
}

EXPORT(frame_heights)
int js_frame_heights(const rl_frame *frame, int ridge, int count, double *heights)
{
    return (int)rl_frame_heights(frame, ridge, 0, count, heights, &error);
}

/* ---- layers ------------------------------------------------------------------------ */

/* Describes a layer: its name in the result; kind, ridge, depth, parallax, top, bottom. */
EXPORT(layer_at) int js_layer_at(const rl_frame *frame, int index)
{
    rl_layer layer = {.struct_size = sizeof layer};
    rl_status status = rl_frame_layer(frame, index, &layer, &error);
    if (status != RL_OK || result_new() != RL_OK)
        return (int)error.status;
    const double described[] = {layer.kind,     layer.ridge, layer.depth,
                                layer.parallax, layer.top,   layer.bottom};
    memcpy(numbers, described, sizeof described);
    return (int)rl_sink_write(result, layer.name, strlen(layer.name), &error);
}

EXPORT(painter_new) rl_painter *js_painter_new(const rl_frame *frame)
{
    rl_painter *painter = NULL;
    (void)rl_painter_new(&painter, frame, &error);
    return painter;
}

EXPORT(painter_layer)
int js_painter_layer(rl_painter *painter, int layer, int y, int width, int height, uint8_t *rgba)
{
    return (int)rl_painter_layer(painter, layer, 0, y, width, height, rgba, 4 * (size_t)width,
                                 &error);
}

EXPORT(painter_free) void js_painter_free(rl_painter *painter)
{
    rl_painter_free(painter);
}

/* ---- words --------------------------------------------------------------------------- */

/* clang-format off */
#define FACTS(FACT) \
    FACT(ridges) FACT(far_ridge) FACT(near_ridge) FACT(sky) FACT(land) FACT(water) FACT(land_y) \
    FACT(shore) FACT(sky_top) FACT(sky_low) FACT(far_land) FACT(near_land) FACT(lake) FACT(all) \
    FACT(disc) FACT(disc_x) FACT(disc_y) FACT(disc_radius) FACT(disc_seen) FACT(disc_in_land) \
    FACT(disc_above) FACT(moon_lit) FACT(birds) FACT(birds_x) FACT(birds_y) \
    FACT(snow) FACT(snow_y) FACT(trees) FACT(low_trees) FACT(motif_on) FACT(motif_x)
/* clang-format on */
#define FACT_NAME(name) #name ","
#define FACT_VALUE(name) (double)facts.name,

/* Alt text, title, what the trees and the motif are, and the names of the things that are seen and
 * of the facts, each ended by a NUL, in the result; the amounts and the facts are the numbers. */
EXPORT(frame_words) int js_frame_words(const rl_frame *frame)
{
    static const char names[] = FACTS(FACT_NAME);
    rl_facts facts = {.struct_size = sizeof facts};
    char alt[ALT_TEXT_SIZE], title[TITLE_SIZE];
    uint64_t seed = 0;
    (void)rl_scene_seed(rl_frame_scene(frame), &seed);
    if (rl_frame_facts(frame, &facts, &error) != RL_OK ||
        alt_text_make(alt, frame, seed, &error) != RL_OK ||
        title_make(title, frame, seed, &error) != RL_OK || result_new() != RL_OK)
        return (int)error.status;
    const double values[] = {FACTS(FACT_VALUE)};
    _Static_assert(sizeof values + RL_MAX_SIGHTS * sizeof(double) <= sizeof numbers, "their room");
    memcpy(numbers + facts.sights, values, sizeof values);
    const char *const texts[] = {alt, title, facts.wood, facts.motif};
    for (size_t i = 0; i < 4; i++)
        (void)rl_sink_write(result, texts[i], strlen(texts[i]) + 1, &error);
    for (int i = 0; i < facts.sights; i++) {
        numbers[i] = facts.sight[i].amount;
        (void)rl_sink_write(result, facts.sight[i].name, strlen(facts.sight[i].name), &error);
        (void)rl_sink_write(result, ",", 1, &error);
    }
    (void)rl_sink_write(result, names, sizeof names, &error);
    return (int)error.status;
}

/* ---- maps ------------------------------------------------------------------------------ */

/* A side of 0 is that of the scene. */
EXPORT(map_new) rl_map *js_map_new(const rl_scene *scene, int width, int height)
{
    rl_map *map = NULL;
    rl_scene *made = NULL;
    rl_view view;
    rl_scene_view(scene, &view);
    width = width > 0 ? width : view.width;
    height = height > 0 ? height : view.height;
    const rl_map_options options = {
        .struct_size = sizeof options, .threads = 1, .allocator = ALLOCATOR};
    if (rl_scene_copy(&made, scene, &error) == RL_OK &&
        rl_scene_set(made, "ridgeline.kind", "map", &error) == RL_OK &&
        (width == 0 || height == 0 || set_size(made, width, height) == RL_OK) &&
        rl_limits_check(&limits, made, &error) == RL_OK)
        (void)rl_map_new(&map, made, &options, &error);
    rl_scene_free(made);
    return map;
}

/* Its heights: numbers 0 and 1 are width and height. */
EXPORT(map_heights) const float *js_map_heights(const rl_map *map)
{
    int width, height;
    const float *heights = rl_map_heights(map, &width, &height);
    numbers[0] = width;
    numbers[1] = height;
    return heights;
}

/* Its peaks, x, y and weight each, in the numbers; returns how many these are. */
EXPORT(map_peaks) int js_map_peaks(const rl_map *map)
{
    enum { MOST = sizeof numbers / sizeof *numbers / 3 };
    int count = rl_map_peaks(map, numbers, MOST);
    return count < MOST ? count : MOST;
}

/* The picture in a format, "ppm" or "hash", or "" for the recipe, in the result. */
EXPORT(map_write) int js_map_write(const rl_map *map, const char *format)
{
    const rl_render_options options = {
        .struct_size = sizeof options, .format = format, .threads = 1};
    if (result_new() != RL_OK)
        return (int)error.status;
    if (*format == '\0')
        return (int)rl_scene_write(rl_map_scene(map), result, &error);
    return (int)rl_map_render(map, &options, result, &error);
}

EXPORT(map_free) void js_map_free(rl_map *map)
{
    rl_map_free(map);
}

/* ---- flights ----------------------------------------------------------------------------- */

/* The map must outlive it. */
EXPORT(flight_new) rl_flight *js_flight_new(const rl_map *map)
{
    rl_flight *flight = NULL;
    (void)rl_flight_new(&flight, map, &error);
    return flight;
}

EXPORT(flight_free) void js_flight_free(rl_flight *flight)
{
    rl_flight_free(flight);
}

/* Paints a frame into RGBA, as rl_flight_look; `rgb` is room for its RGB. */
EXPORT(flight_look)
int js_flight_look(const rl_flight *flight, double x, double y, double height, double heading,
                   int columns, int rows, uint8_t *rgb, uint8_t *rgba)
{
    const rl_flight_eye eye = {
        .struct_size = sizeof eye, .x = x, .y = y, .height = height, .heading = heading};
    rl_status status = rl_flight_look(flight, &eye, columns, rows, rgb, 1, &error);
    if (status == RL_OK)
        to_rgba(rgb, (size_t)columns * (size_t)rows, rgba);
    return (int)status;
}

/* ---- recipes ----------------------------------------------------------------------------- */

/* What a picture file says: width, height and bits; then where in `bytes` scene, software, title
 * and description begin, and their sizes; -1 = there is none. */
EXPORT(recipe_read) int js_recipe_read(const char *bytes, size_t size)
{
    rl_recipe recipe;
    rl_status status = rl_recipe_read(&recipe, bytes, size, "picture", &error);
    if (status != RL_OK)
        return (int)status;
    const char *const texts[] = {recipe.scene, recipe.software, recipe.title, recipe.description};
    const size_t sizes[] = {recipe.scene_size, recipe.software_size, recipe.title_size,
                            recipe.description_size};
    numbers[0] = recipe.width;
    numbers[1] = recipe.height;
    numbers[2] = recipe.bits;
    for (size_t i = 0; i < 4; i++) {
        numbers[3 + 2 * i] = texts[i] != NULL ? (double)(texts[i] - bytes) : -1.0;
        numbers[4 + 2 * i] = (double)sizes[i];
    }
    return (int)status;
}
