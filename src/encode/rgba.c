/* rgba.c - writes a picture with straight alpha from the caller's memory as PNG (rl_encode_rgba).
 *
 * With a palette, pixels are either transparent or opaque.  Colours of pixels with alpha 0 are
 * kept, as game engines that scale a picture mix them with their neighbours.
 */
#include "base/memory.h"
#include "base/status.h"
#include "encode/png_file.h"
#include "encode/xmp.h"

#include <string.h>

#define COLOURS_MOST 255 /* most opaque colours of a palette; one entry more is transparent */
#define OPAQUE_FROM 128  /* with a palette, pixels of this alpha or more are opaque */

/* Arguments of step_write and make_row. */
typedef struct rgba_call {
    const rl_rgba_options *options;
    const uint8_t *rgba;
    size_t stride;
    int width, height, zoom;
    uint8_t *row; /* a row of the file */
    int is_head;  /* 1 = step_write only writes the chunks before the rows */
} rgba_call;

/* ---- rows ------------------------------------------------------------------- */

/* Returns the index of a pixel's colour in the palette, or -1; tries index `near` first. */
static int find_colour(const rl_rgba_options *options, const uint8_t *pixel, int near)
{
    if (memcmp(options->rgb + 3 * (size_t)near, pixel, 3) == 0)
        return near; /* colour of the last pixel, which most neighbours share */
    for (int i = 0; i < options->colours; i++)
        if (memcmp(options->rgb + 3 * (size_t)i, pixel, 3) == 0)
            return i;
    return -1;
}

/* Makes row y of the picture in call->row, as indices or RGBA, each pixel `zoom` times.  Returns
 * the first column whose colour is not in the palette, or -1. */
static int make_row(const rgba_call *call, int y)
{
    const uint8_t *pixel = call->rgba + (size_t)y * call->stride;
    uint8_t *out = call->row;
    size_t size = call->options->colours > 0 ? 1 : 4;
    int colour = 0;
    for (int x = 0; x < call->width; x++, pixel += 4) {
        const uint8_t *source = pixel;
        uint8_t index = (uint8_t)call->options->colours; /* the transparent colour */
        if (size == 1 && pixel[3] >= OPAQUE_FROM) {
            colour = find_colour(call->options, pixel, colour);
            if (colour < 0)
                return x;
            index = (uint8_t)colour;
        }
        if (size == 1)
            source = &index;
        for (int k = 0; k < call->zoom; k++, out += size)
            memcpy(out, source, size);
    }
    return -1;
}

/* ---- the file --------------------------------------------------------------- */

/* Fills the palette of the file.  The transparent entry gets the most frequent colour of
 * transparent pixels, as programs that scale the picture mix it with opaque neighbours. */
static void fill_palette(uint8_t rgb[3 * (COLOURS_MOST + 1)], const rgba_call *call)
{
    const rl_rgba_options *options = call->options;
    int count[COLOURS_MOST] = {0}, most = 0, near = 0;
    for (int y = 0; y < call->height; y++) {
        const uint8_t *pixel = call->rgba + (size_t)y * call->stride;
        for (int x = 0; x < call->width; x++, pixel += 4) {
            if (pixel[3] >= OPAQUE_FROM)
                continue;
            int colour = find_colour(options, pixel, near);
            near = colour >= 0 ? colour : near;
            count[near] += colour >= 0;
            most = count[near] > count[most] ? near : most;
        }
    }
    size_t size = 3 * (size_t)options->colours;
    memcpy(rgb, options->rgb, size);
    memcpy(rgb + size, options->rgb + 3 * (size_t)most, 3);
}

/* Writes the PNG by libpng.  Filter UP makes zeros where no layer covers the picture, as each
 * column has a single colour there. */
static void step_write(png_guard *guard, const void *data)
{
    const rgba_call *call = data;
    const rl_rgba_options *options = call->options;
    png_structp png = guard->png;
    int is_small = options->compress == RL_COMPRESS_SMALL;
    png_set_compression_level(png, is_small ? 9 : options->compress == RL_COMPRESS_FAST ? 1 : 6);
    png_set_filter(png, PNG_FILTER_TYPE_BASE,
                   options->colours > 0 ? PNG_FILTER_NONE
                   : is_small           ? PNG_ALL_FILTERS
                                        : PNG_FILTER_UP | PNG_FILTER_SUB);
    uint8_t rgb[3 * (COLOURS_MOST + 1)];
    picture_info info = {.width = call->width * call->zoom,
                         .height = call->height * call->zoom,
                         .title = options->title,
                         .recipe = options->recipe,
                         .metadata = options->metadata};
    if (options->colours > 0) {
        png_byte alpha[COLOURS_MOST + 1];
        memset(alpha, 255, sizeof alpha);
        alpha[options->colours] = 0;
        fill_palette(rgb, call);
        info.colours = options->colours + 1;
        info.rgb = rgb;
        png_set_tRNS(png, guard->info, alpha, info.colours, NULL);
    }
    png_head(guard, &info, 8, info.colours > 0 ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_RGB_ALPHA);
    if (call->is_head)
        return;
    for (int y = 0; y < call->height; y++) {
        (void)make_row(call, y);
        for (int k = 0; k < call->zoom; k++)
            png_write_row(png, call->row);
    }
    png_write_end(png, NULL);
}

/* Writes the PNG by libdeflate, with the best filter for each row. */
static rl_status write_best(png_guard *guard, rgba_call *call, const best *deflater,
                            rl_error *error)
{
    arena memory = {0};
    size_t size = 4 * (size_t)call->width * (size_t)call->zoom, line = 1 + size, used = 0;
    size_t rows = (size_t)call->height * (size_t)call->zoom;
    uint8_t *filtered = arena_array(&memory, rows, line);
    uint8_t *scratch = arena_array(&memory, 5, line);
    uint8_t *above = arena_zeroed(&memory, size, 1);
    rl_status status =
        status_memory(filtered != NULL && scratch != NULL && above != NULL, "picture", error);
    call->is_head = 1;
    if (status == RL_OK)
        status = png_guard_run(guard, step_write, call, error);
    for (int y = 0; y < call->height && status == RL_OK; y++) {
        (void)make_row(call, y);
        for (int k = 0; k < call->zoom; k++, used += line) {
            best_filter(filtered + used, call->row, above, size, 4, scratch);
            memcpy(above, call->row, size);
        }
    }
    if (status == RL_OK)
        status = png_best_write(guard, deflater, filtered, used, &memory, error);
    if (status == RL_OK)
        status = png_chunk_write(guard, "IEND", NULL, 0, error);
    arena_free(&memory);
    return status;
}

/* Writes the PNG: by libdeflate if it should be small, has no palette and at most BEST_BYTES, and
 * libdeflate is available; else by libpng. */
static rl_status write_all(png_guard *guard, rgba_call *call, rl_error *error)
{
    size_t line = 1 + 4 * (size_t)call->width * (size_t)call->zoom;
    size_t rows = (size_t)call->height * (size_t)call->zoom;
    int is_small = call->options->compress == RL_COMPRESS_SMALL && call->options->colours == 0;
    best *deflater = NULL;
    if (is_small && line <= BEST_BYTES / rows)
        TRY(best_new(&deflater, line * rows, NULL, error));
    rl_status status = deflater != NULL ? write_best(guard, call, deflater, error)
                                        : png_guard_run(guard, step_write, call, error);
    best_free(deflater);
    return status;
}

rl_status rl_encode_rgba(const uint8_t *rgba, size_t stride_bytes, int width, int height,
                         const rl_rgba_options *options, rl_sink *sink, rl_error *error)
{
    if (rgba == NULL || options == NULL || sink == NULL)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "encode: NULL: must be samples, options and a sink");
    TRY(STATUS_SIZE(options, error));
    int zoom = options->zoom > 0 ? options->zoom : 1;
    TRY(status_range("colours", options->colours, 0, COLOURS_MOST, error));
    TRY(status_range("zoom", zoom, 1, 64, error));
    TRY(status_range("metadata", options->metadata, 0, RL_METADATA_NONE, error));
    TRY(status_range("compress", options->compress, 0, RL_COMPRESS_SMALL, error));
    TRY(status_range("width", width, 1, RL_MAX_SIDE / zoom, error));
    TRY(status_range("height", height, 1, RL_MAX_SIDE / zoom, error));
    if (options->colours > 0 && options->rgb == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "options.rgb: NULL: must be the palette");
    rgba_call call = {options, rgba, stride_bytes, width, height, zoom, NULL, 0};
    call.row = memory_array(NULL, (size_t)width * (size_t)zoom, options->colours > 0 ? 1 : 4);
    TRY(status_memory(call.row != NULL, "picture", error));
    png_guard guard = {0};
    rl_status status = RL_OK;
    for (int y = 0; y < height && options->colours > 0 && status == RL_OK; y++) {
        int x = make_row(&call, y);
        const uint8_t *pixel = rgba + (size_t)y * stride_bytes + 4 * (size_t)(x < 0 ? 0 : x);
        if (x >= 0)
            status = status_fail(error, RL_BAD_ARGUMENT,
                                 "encode: pixel %d,%d: #%02x%02x%02x: is no colour of the palette",
                                 x, y, pixel[0], pixel[1], pixel[2]);
    }
    if (status == RL_OK)
        status = png_guard_open(&guard, sink, "picture", NULL, error);
    if (status == RL_OK) {
        const picture_info texts = {.title = options->title, .metadata = options->metadata};
        status = xmp_packet(&guard.packet, &texts, 0, error);
    }
    if (status == RL_OK)
        status = write_all(&guard, &call, error);
    png_guard_close(&guard);
    memory_free(NULL, call.row);
    return status == RL_OK ? status_clear(error) : status;
}
