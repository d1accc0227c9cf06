/* maps.c - `--maps`: pictures of each layer for the lights and the fog of engines.
 *
 * In: the land of the set, at ten in the morning with the sun at four places of the loop, and at
 * midnight.  Out: for each layer
 *
 *     normal    direction of its faces: a pixel that a sun from the right makes lighter faces
 *               right, one that is lighter than the layer's mean faces up (x right, y up, z to the
 *               eye, 128 = 0: the convention of OpenGL)
 *     depth     grey, from 0 far to 255 near; water from the layer behind it to the next
 *     emissive  light that the layer emits: its light at midnight beyond what the night sky gives;
 *               of the sky its own colours
 *
 * with the layer's alpha.  Four suns give the normals by photometric stereo (Woodham 1980).
 */
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "cli/common/say.h"
#include "cli/layers/exporter.h"

#include <stdlib.h>
#include <string.h>

#define MORNING (10 * 60)
#define MIDNIGHT 0

/* The scene unit U in pixels is min(sqrt(9/16 W H), HEIGHT_MOST H): see docs/glossary.md. */
#define ASPECT_WIDTH 16.0
#define ASPECT_HEIGHT 9.0
#define HEIGHT_MOST 1.2

/* A component -1..1 of a normal as a byte: middle + span * component. */
#define NORMAL_MIDDLE 127.5
#define NORMAL_SPAN 127.0

/* Distance between samples of rl_frame_tint, pixels. */
#define TINT_STEP 16

/* Horizontal slopes of a layer are scaled to this root mean square, because haze makes them weak;
 * the factor is at most GAIN_MOST, so that flat land stays flat. */
#define STEEP 0.5
#define GAIN_MOST 4.0
#define UPWARD 0.15 /* STEEP of vertical slopes; low because a dark pixel may be a tree */

/* A pixel emits the light at midnight above the sum of GLOW_LEAST and its light by day times
 * GLOW_OVER times the layer's median ratio of night to day. */
#define GLOW_LEAST 0.015f
#define GLOW_OVER 2.5f

static const char *const names[MAPS_COUNT] = {"normal", "depth", "emissive"};

const char *map_name(size_t index)
{
    return index < MAPS_COUNT ? names[index] : NULL;
}

int read_maps(options *opts, const option_row *row, const char *place, const char *value)
{
    layers_options *own = opts->own;
    char item[16], name[40];
    (void)row;
    snprintf(name, sizeof name, "%s ", place);
    for (const char *list = value; list != NULL;) {
        list = list_item(item, sizeof item, list);
        int index = name_index(map_name, item);
        if (index < 0)
            return say_no_such(name, item, "map", map_name);
        own->maps |= 1 << index;
    }
    return CODE_OK;
}

/* ---- frames ------------------------------------------------------------- */

static rl_status add_frame(backdrop *set, const rl_scene *scene, rl_error *error)
{
    const rl_view view = job_view(&set->job, set->width, set->height);
    TRY(rl_frame_new(&set->lit[set->lit_count], scene, &view, error));
    set->lit_count++;
    return RL_OK;
}

rl_status maps_prepare(backdrop *set, rl_error *error)
{
    static const int minutes[] = {MORNING, MIDNIGHT};
    double height = set->height,
           area = exact_sqrt(set->width * height * ASPECT_HEIGHT / ASPECT_WIDTH);
    double loop = set->width / exact_min(area, HEIGHT_MOST * height); /* length of the loop in U */
    if (set->own->maps == 0)
        return RL_OK;
    for (int i = 0; i < 2; i++) {
        rl_scene *scene;
        TRY(scene_at(set, &scene, minutes[i], error));
        /* The hour decides the light, whatever mood the set has; the land stays. */
        rl_scene_unset_light(scene, set->job.source.is_picture);
        scene_take(scene, set->scene, LAND_KEYS);
        scene_put_time(scene, minutes[i]);
        scene_put(scene, "output.colours", "0");
        scene_put(scene, "output.dither", "none");
        rl_status status = add_frame(set, scene, error);
        if (status == RL_OK && minutes[i] == MORNING) {
            rl_scene_free(scene);
            TRY(rl_scene_copy(&scene, rl_frame_scene(set->lit[0]), error));
            double first = rl_scene_number(scene, "sun.x");
            for (int k = 1; k < MAPS_SUNS && status == RL_OK; k++) {
                scene_put_number(scene, "sun.x", first + k * loop / MAPS_SUNS);
                status = add_frame(set, scene, error);
            }
        }
        rl_scene_free(scene);
        TRY(status);
    }
    return RL_OK;
}

/* ---- light -------------------------------------------------------------- */

static float light_of(const backdrop *set, const uint8_t *rgb)
{
    float light[3];
    for (int c = 0; c < 3; c++)
        light[c] = tone_decode(&set->tone, (float)rgb[c] * (1.0f / 255.0f));
    return LUMINANCE_RED * light[0] + LUMINANCE_GREEN * light[1] + LUMINANCE_BLUE * light[2];
}

/* Divides the light of a ridge by that of its smooth colour (rl_frame_tint), which leaves the light
 * of its relief, 1 on average. */
static rl_status divide_by_tint(const backdrop *set, int sun, int index, float *light,
                                rl_error *error)
{
    for (int top = 0; top < set->height; top += TINT_STEP)
        for (int left = 0; left < set->width; left += TINT_STEP) {
            float corner[4];
            for (int i = 0; i < 4; i++) {
                uint8_t rgb[3];
                TRY(rl_frame_tint(set->lit[sun], set->layer[index].source, left + i % 2 * TINT_STEP,
                                  top + i / 2 * TINT_STEP, rgb, error));
                corner[i] = light_of(set, rgb) + 1e-3f;
            }
            for (int y = top; y < set->height && y < top + TINT_STEP; y++)
                for (int x = left; x < set->width && x < left + TINT_STEP; x++) {
                    float across = (float)(x - left) / TINT_STEP,
                          down = (float)(y - top) / TINT_STEP;
                    float high = corner[0] + (corner[1] - corner[0]) * across;
                    float low = corner[2] + (corner[3] - corner[2]) * across;
                    light[(size_t)y * (size_t)set->width + (size_t)x] /= high + (low - high) * down;
                }
        }
    return RL_OK;
}

/* ---- normals ------------------------------------------------------------ */

/* Adds the light under one sun to the slopes of all pixels: to `across` weighted by the side, -1
 * left to 1 right, from which the sun shines, to `up` not weighted. */
static rl_status add_sun(const backdrop *set, int sun, int index, uint8_t *rgba, float *light,
                         float *across, float *up, rl_error *error)
{
    size_t width = (size_t)set->width, pixels = width * (size_t)set->height;
    double x, y, radius;
    TRY(backdrop_layer_pixels(set, set->lit[sun], set->layer[index].source, rgba, error));
    for (size_t i = 0; i < pixels; i++)
        light[i] = light_of(set, rgba + 4 * i);
    TRY(divide_by_tint(set, sun, index, light, error));
    rl_frame_sun(set->lit[sun], &x, &y, &radius);
    for (size_t column = 0; column < width; column++) {
        /* sine of the azimuth: 1 where the sun is a quarter of the loop to the right */
        double turn = (x - (double)column - 0.5) / set->width - 0.25;
        float side = (float)exact_cos_turn(turn - (double)exact_floor(turn)) * (2.0f / MAPS_SUNS);
        for (size_t i = column; i < pixels; i += width) {
            across[i] += side * light[i];
            up[i] += (light[i] - 1.0f) * (1.0f / MAPS_SUNS);
        }
    }
    return RL_OK;
}

/* Returns the factor, at most GAIN_MOST, that makes the root mean square of the slopes `steep`. */
static double gain_of(const float *slope, double steep, const uint8_t *rgba, size_t pixels)
{
    double sum = 0.0, count = 1.0;
    for (size_t i = 0; i < pixels; i++)
        if (rgba[4 * i + 3] >= 128) {
            sum += (double)slope[i] * (double)slope[i];
            count += 1.0;
        }
    double mean = exact_sqrt(sum / count);
    return exact_min(steep / exact_max(mean, 1e-6), GAIN_MOST);
}

static rl_status draw_normal(const backdrop *set, int index, const uint8_t *rgba, uint8_t *map,
                             rl_error *error)
{
    size_t pixels = (size_t)set->width * (size_t)set->height;
    float *light = memory_zeroed(NULL, 3 * pixels, sizeof *light);
    TRY(status_memory(light != NULL, "maps", error));
    float *across = light + pixels, *up = across + pixels;
    rl_status status = RL_OK;
    int is_ridge = set->layer[index].is.kind == RL_LAYER_RIDGE;
    for (int sun = 0; sun < MAPS_SUNS && is_ridge && status == RL_OK; sun++)
        status = add_sun(set, sun, index, map, light, across, up, error);
    if (status == RL_OK) {
        double gain = is_ridge ? gain_of(across, STEEP, rgba, pixels) : 0.0;
        double lift = is_ridge ? gain_of(up, UPWARD, rgba, pixels) : 0.0;
        for (size_t i = 0; i < pixels; i++) {
            int is_bare = rgba[4 * i + 3] == 0;
            double x = is_bare ? 0.0 : exact_clamp(gain * (double)across[i], -2.0, 2.0);
            double y = is_bare ? 0.0 : exact_clamp(lift * (double)up[i], -1.0, 1.0);
            double length = exact_sqrt(x * x + y * y + 1.0);
            uint8_t *pixel = map + 4 * i;
            pixel[0] = (uint8_t)(NORMAL_MIDDLE + NORMAL_SPAN * x / length + 0.5);
            pixel[1] = (uint8_t)(NORMAL_MIDDLE + NORMAL_SPAN * y / length + 0.5);
            pixel[2] = (uint8_t)(NORMAL_MIDDLE + NORMAL_SPAN / length + 0.5);
        }
    }
    memory_free(NULL, light);
    return status;
}

/* ---- depth -------------------------------------------------------------- */

static void draw_depth(const backdrop *set, int index, uint8_t *map)
{
    const rl_layer *layer = &set->layer[index].is;
    int is_water = layer->kind == RL_LAYER_LAKE && index + 1 < set->count;
    double far = is_water ? set->layer[index - 1].is.depth : layer->depth;
    double near = is_water ? set->layer[index + 1].is.depth : layer->depth;
    for (int y = 0; y < set->height; y++) {
        int rows = layer->bottom - layer->top;
        double share = rows > 0 ? exact_clamp((y - layer->top + 0.5) / rows, 0.0, 1.0) : 0.0;
        int grey = (int)(exact_mix(far, near, share) * 255.0 + 0.5);
        memset(map + 4 * (size_t)y * (size_t)set->width, grey, 4 * (size_t)set->width);
    }
}

/* ---- emissive --------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    float one = *(const float *)a, other = *(const float *)b;
    return (one > other) - (one < other);
}

/* Returns the median ratio of the light at night to that by day where the layer covers: the ratio
 * of pixels that do not glow. */
static float median_share(const backdrop *set, const uint8_t *rgba, const uint8_t *day,
                          const uint8_t *night)
{
    enum { SAMPLES = 1024 };
    float share[SAMPLES];
    size_t pixels = (size_t)set->width * (size_t)set->height, step = pixels / SAMPLES | 1,
           count = 0;
    for (size_t i = 0; i < pixels && count < SAMPLES; i += step)
        if (rgba[4 * i + 3] >= 128)
            share[count++] = light_of(set, night + 4 * i) / (light_of(set, day + 4 * i) + 1e-3f);
    if (count == 0)
        return 0.0f;
    qsort(share, count, sizeof *share, by_size);
    return share[count / 2];
}

static rl_status draw_emissive(const backdrop *set, int index, const uint8_t *rgba, uint8_t *map,
                               rl_error *error)
{
    size_t pixels = (size_t)set->width * (size_t)set->height;
    if (set->layer[index].is.kind == RL_LAYER_SKY) {
        memcpy(map, rgba, 4 * pixels);
        return RL_OK;
    }
    uint8_t *day = memory_array(NULL, pixels, 4);
    TRY(status_memory(day != NULL, "maps", error));
    rl_status status =
        backdrop_layer_pixels(set, set->lit[0], set->layer[index].source, day, error);
    if (status == RL_OK)
        status =
            backdrop_layer_pixels(set, set->lit[MAPS_SUNS], set->layer[index].source, map, error);
    if (status == RL_OK) {
        float share = GLOW_OVER * median_share(set, rgba, day, map);
        for (size_t i = 0; i < pixels; i++) {
            uint8_t *pixel = map + 4 * i;
            float lit = light_of(set, pixel), over = lit - share * light_of(set, day + 4 * i);
            float keep = lit > 0.0f && rgba[4 * i + 3] > 0 ? (over - GLOW_LEAST) / lit : 0.0f;
            for (int c = 0; c < 3; c++) {
                float own = tone_decode(&set->tone, (float)pixel[c] * (1.0f / 255.0f));
                pixel[c] = (uint8_t)(tone_encode(&set->tone, own * keep) * 255.0f + 0.5f);
            }
        }
    }
    memory_free(NULL, day);
    return status;
}

/* ---- maps of a layer ---------------------------------------------------- */

rl_status maps_draw(const backdrop *set, int index, int which, const uint8_t *rgba, uint8_t *map,
                    rl_error *error)
{
    size_t pixels = (size_t)set->width * (size_t)set->height;
    rl_status status = RL_OK;
    if (which == MAP_NORMAL)
        status = draw_normal(set, index, rgba, map, error);
    else if (which == MAP_DEPTH)
        draw_depth(set, index, map);
    else
        status = draw_emissive(set, index, rgba, map, error);
    for (size_t i = 0; i < pixels && status == RL_OK; i++)
        map[4 * i + 3] = rgba[4 * i + 3];
    return status;
}
