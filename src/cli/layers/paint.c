/* paint.c - paints the layers of a frame, one per thread, and writes their files.
 *
 * In: a frame and the options of its files.  Out: for each layer its PNG in the folder; a smaller
 * one and a thumbnail in memory.  Layers wait for their turn in the slots of frames_run, so
 * memory holds the pixels of a few of them at a time.
 */
#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "cli/common/progress.h"
#include "cli/common/request.h"
#include "cli/layers/exporter.h"

#include <stdio.h>
#include <string.h>

/* Most bytes for the pixels of the layers in progress, two per thread. */
#define PIXELS_MAX ((size_t)1 << 30)

/* ---- one layer ---------------------------------------------------------- */

static int row_is_empty(const uint8_t *row, int width)
{
    int x = 0;
    while (x < width && row[4 * (size_t)x + 3] == 0)
        x++;
    return x == width;
}

/* Leaves out rows without a covered pixel above and below; one row stays. */
static void trim(const backdrop *set, backdrop_layer *layer, const uint8_t *rgba)
{
    size_t stride = 4 * (size_t)set->width;
    int first = 0, end = set->height;
    while (first < end - 1 && row_is_empty(rgba + stride * (size_t)first, set->width))
        first++;
    while (end > first + 1 && row_is_empty(rgba + stride * (size_t)(end - 1), set->width))
        end--;
    layer->top = first;
    layer->rows = end - first;
}

static rl_status encode(rl_sink **sink, const uint8_t *rgba, geometry size,
                        const rl_rgba_options *png, rl_error *error)
{
    TRY(rl_sink_to_memory(sink, NULL, error));
    return rl_encode_rgba(rgba, 4 * (size_t)size.width, size.width, size.height, png, *sink, error);
}

/* Makes image and thumbnail of a layer.  The image needs no recipe, and the palette of pixel art
 * only if it was not made smaller, as that mixes colours. */
static rl_status encode_small(backdrop *set, backdrop_layer *layer, const uint8_t *rgba,
                              rl_error *error)
{
    geometry small = set->small, thumbnail = set->thumbnail;
    int is_whole = small.width == set->width && small.height == set->height;
    const rl_rgba_options how = {.struct_size = sizeof how,
                                 .colours = is_whole ? set->hour[0].colour_count : 0,
                                 .rgb = set->hour[0].colours,
                                 .metadata = RL_METADATA_NONE,
                                 .compress = set->job.opts->compress};
    rl_sink *png = NULL;
    rl_status status = RL_OK;
    uint8_t *copy = memory_array(NULL, (size_t)small.width * (size_t)small.height, 4);
    layer->thumbnail =
        arena_array(&set->memory, (size_t)thumbnail.width * (size_t)thumbnail.height, 4);
    if (copy != NULL && layer->thumbnail != NULL) {
        backdrop_shrink(copy, small, rgba, (geometry){set->width, set->height, 0, 0});
        backdrop_shrink(layer->thumbnail, thumbnail, copy, small);
        status = encode(&png, copy, small, &how, error);
    }
    if (png != NULL && status == RL_OK) {
        size_t size;
        const uint8_t *bytes = rl_sink_bytes(png, &size);
        layer->image = arena_array(&set->memory, TEXT_BASE64_SIZE(size), 1);
        if (layer->image != NULL)
            text_base64(layer->image, bytes, size);
    }
    if (status == RL_OK && layer->image == NULL)
        status = status_no_memory("layers", error);
    rl_sink_free(png);
    memory_free(NULL, copy);
    return status;
}

/* ---- pictures of a layer --------------------------------------------------- */

static rl_status encode_map(backdrop *set, int index, int which, const uint8_t *rgba,
                            rl_error *error)
{
    backdrop_layer *layer = &set->layer[index];
    size_t stride = 4 * (size_t)set->width;
    const rl_rgba_options png = {.struct_size = sizeof png,
                                 .zoom = set->zoom,
                                 .metadata = RL_METADATA_NONE,
                                 .compress = set->job.opts->compress};
    uint8_t *map = memory_array(NULL, stride, (size_t)set->height);
    TRY(status_memory(map != NULL, "maps", error));
    rl_status status = maps_draw(set, index, which, rgba, map, error);
    if (status == RL_OK)
        status = encode(&layer->png[HOURS_MAX + which], map + stride * (size_t)layer->top,
                        (geometry){set->width, layer->rows, 0, 0}, &png, error);
    memory_free(NULL, map);
    return status;
}

/* Returns the exporter that writes each layer in another format, or NULL. */
static const exporter *own_format(const backdrop *set)
{
    for (int i = 0; i < exporter_count; i++)
        if (exporters[i].picture != NULL && exporter_applies(set, &exporters[i]))
            return &exporters[i];
    return NULL;
}

/* Returns 1 if an exporter with this function applies. */
static int is_asked(const backdrop *set,
                    rl_status (*write)(backdrop *set, rl_sink *sink, rl_error *error))
{
    int i = 0;
    while (i < exporter_count && exporters[i].write != write)
        i++;
    return i < exporter_count && exporter_applies(set, &exporters[i]);
}

/* Encodes the pictures of a layer; `rgba` holds those of all hours, one after the other. */
static rl_status encode_layer(backdrop *set, int index, const uint8_t *rgba, rl_error *error)
{
    backdrop_layer *layer = &set->layer[index];
    size_t stride = 4 * (size_t)set->width, bytes = stride * (size_t)set->height;
    layer->rows = set->height;
    if (set->own->trim)
        trim(set, layer, rgba);
    for (int c = 0; c < 3 && index == 0; c++)
        set->background[c] = rgba[c];
    geometry size = {set->width, layer->rows, 0, 0};
    for (int h = 0; h < set->hour_count; h++) {
        const backdrop_hour *hour = &set->hour[h];
        size_t recipe_size;
        rl_rgba_options png = {.struct_size = sizeof png,
                               .colours = hour->colour_count,
                               .rgb = hour->colours,
                               .zoom = set->zoom,
                               .metadata = set->job.opts->metadata,
                               .compress = set->job.opts->compress,
                               .recipe = rl_sink_bytes(hour->recipe, &recipe_size)};
        TRY(encode(&layer->png[h], rgba + bytes * (size_t)h + stride * (size_t)layer->top, size,
                   &png, error));
    }
    for (int which = 0; which < MAPS_COUNT; which++)
        if (set->own->maps & 1 << which)
            TRY(encode_map(set, index, which, rgba, error));
    const exporter *own = own_format(set);
    if (own != NULL) {
        TRY(rl_sink_to_memory(&layer->png[PICTURE_OWN], NULL, error));
        TRY(own->picture(set, rgba, layer->png[PICTURE_OWN], error));
    }
    if (is_asked(set, play_write))
        TRY(play_keep(set, layer, rgba, error));
    if (is_asked(set, atlas_write)) { /* it needs the pixels of all layers at the end */
        layer->pixels = memory_array(NULL, stride, (size_t)layer->rows);
        TRY(status_memory(layer->pixels != NULL, "atlas", error));
        memcpy(layer->pixels, rgba + stride * (size_t)layer->top, stride * (size_t)layer->rows);
    }
    return encode_small(set, layer, rgba, error);
}

/* Returns 1 if the pictures of a layer may depend on the layers behind it. */
static int needs_behind(const backdrop *set)
{
    return set->hour_count > 1 || set->own->blend;
}

/* Composites the pictures of a layer, at all hours, over set->behind. */
static void lay_over(const backdrop *set, const uint8_t *rgba)
{
    size_t stride = 4 * (size_t)set->width, rows = (size_t)set->height * (size_t)set->hour_count;
    for (size_t row = 0; row < rows; row++) {
        uint8_t *behind = set->behind + row * stride;
        const uint8_t *pair[] = {behind, rgba + row * stride};
        rl_composite(pair, 2, set->width, set->row);
        for (int x = 0; x < set->width; x++)
            memcpy(behind + 4 * x, set->row + 3 * x, 3);
    }
}

/* ---- all layers --------------------------------------------------------- */

/* Paints a layer.  `user` is const, but points to a pointer to the set, which is changed. */

static rl_status draw(const void *user, int index, uint8_t *rgba, rl_error *error)
{
    backdrop *set = *(backdrop *const *)user;
    size_t bytes = 4 * (size_t)set->width * (size_t)set->height;
    int is_sun = set->layer[index].is_sun;
    if (set->bare != NULL && (is_sun || index == 0))
        TRY(sun_draw(set, is_sun, rgba, error));
    else
        for (int h = 0; h < set->hour_count; h++)
            TRY(backdrop_layer_pixels(set, set->hour[h].frame, set->layer[index].source,
                                      rgba + bytes * (size_t)h, error));
    set->layer[index].is_open = set->own->blend || !hours_agree(rgba, bytes, set->hour_count);
    return set->layer[index].is_open ? RL_OK : encode_layer(set, index, rgba, error);
}

/* Completes the pictures of a layer that depend on the layers behind it. */
static rl_status settle(backdrop *set, int index, const uint8_t *rgba, rl_error *error)
{
    size_t bytes = 4 * (size_t)set->width * (size_t)set->height * (size_t)set->hour_count;
    if (!set->layer[index].is_open) {
        lay_over(set, rgba);
        return RL_OK;
    }
    uint8_t *copy = memory_array(NULL, bytes, 1);
    TRY(status_memory(copy != NULL, "layers", error));
    memcpy(copy, rgba, bytes);
    if (set->own->blend) {
        blend_fit(set, copy);
    } else {
        hours_unite(set, copy, set->behind);
        lay_over(set, copy);
    }
    rl_status status = encode_layer(set, index, copy, error);
    memory_free(NULL, copy);
    return status;
}

/* Writes the layer's PNGs to their files and that of the first hour to the containers. */
static rl_status take(void *user, int index, const uint8_t *rgba, rl_error *error)
{
    backdrop *set = *(backdrop **)user;
    backdrop_layer *layer = &set->layer[index];
    if (needs_behind(set))
        TRY(settle(set, index, rgba, error));
    for (int i = 0; i < PICTURES_MAX; i++) {
        char file[sizeof layer->file + 16];
        size_t size;
        rl_sink *sink;
        if (layer->png[i] == NULL)
            continue;
        const void *bytes = rl_sink_bytes(layer->png[i], &size);
        if (i == PICTURE_OWN)
            snprintf(file, sizeof file, "%d%s", index + 1, strchr(own_format(set)->file, '.'));
        else if (i < HOURS_MAX)
            snprintf(file, sizeof file, "%s%s.png", layer->is.name, set->hour[i].suffix);
        else
            snprintf(file, sizeof file, "%s-%s.png", layer->is.name,
                     map_name((size_t)i - HOURS_MAX));
        TRY(folder_add(&set->folder, file, &sink, error));
        TRY(rl_sink_write(sink, bytes, size, error));
    }
    for (int i = 0; i < exporter_count; i++)
        if (set->file[i] != NULL && exporters[i].layer != NULL)
            TRY(exporters[i].layer(set, layer, set->file[i], error));
    for (int i = 0; i < PICTURES_MAX; i++) {
        rl_sink_free(layer->png[i]);
        layer->png[i] = NULL;
    }
    return RL_OK;
}

rl_status backdrop_paint(backdrop *set, rl_error *error)
{
    frames_work frames = {.frames = set->count,
                          .threads = request_threads(set->job.opts),
                          .bytes = 4 * (size_t)set->width * (size_t)set->height *
                                   (size_t)set->hour_count,
                          .draw = draw,
                          .take = take,
                          .user = &set};
    while (frames.threads > 1 && 2 * (size_t)frames.threads * frames.bytes > PIXELS_MAX)
        frames.threads--;
    tone_init(&set->tone);
    if (needs_behind(set)) {
        set->behind = arena_array(&set->memory, frames.bytes, 1);
        set->row = arena_array(&set->memory, (size_t)set->width, 3);
        set->light = arena_array(&set->memory, frames.bytes / 4 * 3, sizeof *set->light);
        TRY(status_memory(set->behind != NULL && set->row != NULL && set->light != NULL, "layers",
                          error));
        memset(set->behind, 255, frames.bytes); /* opaque; the sky covers it wholly */
    }
    return frames_run(&frames, &set->job.bar, error);
}
