/* encode.c - the door to the formats: picks one and counts the rows.
 *
 * In: a format, what is known of the picture, its rows.  Out: the file's bytes
 * into a sink.  A picture with rows missing or to spare is never finished.
 */
#include "encode/encoder.h"

#include "base/memory.h"
#include "base/status.h"

#include <string.h>

/* In the order of rl_format. */
static const encoder_format *const formats[] = {
    &encoder_png, &encoder_ppm, &encoder_pam, &encoder_hash, &encoder_null,
};

static rl_status info_check(const picture_info *info, int format, rl_error *error)
{
    int last_format = (int)(sizeof formats / sizeof formats[0]) - 1;
    rl_status status = status_range("format", format, 0, last_format, error);
    if (status == RL_OK)
        status = status_range("width", info->width, 1, RL_MAX_SIDE, error);
    if (status == RL_OK)
        status = status_range("height", info->height, 1, RL_MAX_SIDE, error);
    if (status == RL_OK)
        status = status_range("metadata", info->metadata, 0, RL_METADATA_NONE, error);
    if (status == RL_OK)
        status = status_range("compress", info->compress, 0, RL_COMPRESS_SMALL, error);
    if (status == RL_OK && info->bits != 8 && info->bits != 16)
        status = status_fail(error, RL_BAD_ARGUMENT, "depth: %d: must be 8 or 16", info->bits);
    if (status == RL_OK)
        status = status_range("colours", info->colours, 0, 256, error);
    if (status == RL_OK && info->colours > 0 && info->bits != 8)
        status =
            status_fail(error, RL_BAD_ARGUMENT, "depth: %d: must be 8 with a palette", info->bits);
    return status;
}

/* What is made of few colours, or larger, repeats in ways that zlib finds. */
static const encoder_format *format_of(int format, const picture_info *info)
{
    if (format == RL_FORMAT_PNG && (info->colours > 0 || info->is_zoomed))
        return &encoder_png_zlib;
    return formats[format];
}

rl_status encoder_start(encoder *self, int format, const picture_info *info, rl_sink *sink,
                        const rl_allocator *allocator, rl_error *error)
{
    *self = (encoder){.info = *info, .sink = sink, .allocator = allocator};
    rl_status status = info_check(info, format, error);
    if (status != RL_OK)
        return status;
    self->format = format_of(format, info);
    self->rows_left = info->height;
    if (info->colours > 0 && !self->format->takes_indices) {
        self->expanded = memory_array(allocator, (size_t)info->width, 3);
        if (self->expanded == NULL)
            return status_fail(error, RL_NO_MEMORY, "picture: out of memory");
    }
    return self->format->start(self, error);
}

/* An index beyond the palette is a mistake upstream; it takes the last colour. */
static void expand_row(const encoder *self, const uint8_t *indices)
{
    int last = self->info.colours - 1;
    for (int i = 0; i < self->info.width; i++) {
        int at = indices[i] < last ? indices[i] : last;
        memcpy(self->expanded + 3 * (size_t)i, self->info.rgb + 3 * (size_t)at, 3);
    }
}

static rl_status expanded_rows(encoder *self, const uint8_t *rows, int count, rl_error *error)
{
    rl_status status = RL_OK;
    for (int i = 0; i < count && status == RL_OK; i++) {
        expand_row(self, rows + (size_t)i * (size_t)self->info.width);
        status = self->format->rows(self, self->expanded, 1, error);
    }
    return status;
}

rl_status encoder_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    if (count < 0 || count > self->rows_left)
        return status_fail(error, RL_INTERNAL, "picture: %d rows: must be 0..%d", count,
                           self->rows_left);
    self->rows_left -= count;
    if (self->expanded != NULL)
        return expanded_rows(self, rows, count, error);
    return self->format->rows(self, rows, count, error);
}

rl_status encoder_finish(encoder *self, rl_error *error)
{
    if (self->rows_left != 0)
        return status_fail(error, RL_INTERNAL, "picture: %d rows are missing: must be 0",
                           self->rows_left);
    return self->format->finish(self, error);
}

void encoder_release(encoder *self)
{
    if (self->format != NULL && self->format->release != NULL)
        self->format->release(self);
    memory_free(self->allocator, self->expanded);
    self->expanded = NULL;
    self->state = NULL;
    self->format = NULL;
}

/* ---- a picture that the caller holds ------------------------------------ */

/* Rows go in runs whose byte count no format has to fear. */
static rl_status rgb_rows(encoder *self, const uint8_t *rgb, rl_error *error)
{
    const int run = 64;
    size_t row_bytes = (size_t)self->info.width * 3;
    rl_status status = RL_OK;
    while (status == RL_OK && self->rows_left > 0) {
        int count = self->rows_left < run ? self->rows_left : run;
        status = encoder_rows(self, rgb, count, error);
        rgb += row_bytes * (size_t)count;
    }
    return status;
}

rl_status rl_encode_rgb(const uint8_t *rgb, int width, int height, const rl_render_options *options,
                        rl_sink *sink, rl_error *error)
{
    if (rgb == NULL || options == NULL || sink == NULL)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "encode: NULL: must be samples, options and a sink");
    rl_status status = status_options(options->struct_size, sizeof *options, error);
    if (status != RL_OK)
        return status;
    picture_info info = {.width = width,
                         .height = height,
                         .bits = 8,
                         .title = options->title,
                         .description = options->description,
                         .metadata = options->metadata,
                         .compress = options->compress};
    encoder self;
    status = encoder_start(&self, options->format, &info, sink, NULL, error);
    if (status == RL_OK)
        status = rgb_rows(&self, rgb, error);
    if (status == RL_OK)
        status = encoder_finish(&self, error);
    encoder_release(&self);
    return status == RL_OK ? status_clear(error) : status;
}
