/* heights.c - the door to the formats of heights, and the simple ones: PGM, R16, PFM.
 *
 * In: a format, what is known of the map, its rows.  Out: the file's bytes into a sink.
 * A map with rows missing or to spare is never finished.  Bytes are laid down one by
 * one, so that a file does not depend on the machine.
 */
#include "encode/heights.h"

#include "base/memory.h"
#include "base/status.h"

#include <stdio.h>
#include <string.h>

/* ---- samples ------------------------------------------------------------ */

/* A height as its share of the range in 16 bits; what is no number is the lowest. */
static inline unsigned sample_of(double t)
{
    t = t > 0.0 ? t : 0.0;
    t = t < 1.0 ? t : 1.0;
    return (unsigned)(int)(t * 65535.0 + 0.5);
}

static inline void sample_put(unsigned char *out, unsigned sample, int big_endian)
{
    unsigned turned = big_endian ? sample : (sample << 8 | sample >> 8);
    out[0] = (unsigned char)(turned >> 8 & 255);
    out[1] = (unsigned char)(turned & 255);
}

void heights_pack(heights_encoder *self, const float *row, int big_endian)
{
    double low = self->info.low, range = self->info.high - low;
    unsigned char *out = self->bytes;
    size_t width = (size_t)self->info.width;
    /* Nothing is taken off and a division by one is none: that is the most common. */
    if (low == 0.0 && range == 1.0)
        for (size_t x = 0; x < width; x++)
            sample_put(out + 2 * x, sample_of((double)row[x]), big_endian);
    else
        for (size_t x = 0; x < width; x++) {
            double t = range > 0.0 ? ((double)row[x] - low) / range : 0.0;
            sample_put(out + 2 * x, sample_of(t), big_endian);
        }
}

static rl_status packed_write(heights_encoder *self, rl_error *error)
{
    size_t size = (size_t)self->info.width * (size_t)self->format->sample_bytes;
    return rl_sink_write(self->sink, self->bytes, size, error);
}

/* ---- PGM: pgm(5), the high byte first ------------------------------------ */

static rl_status pgm_start(heights_encoder *self, rl_error *error)
{
    char header[64];
    (void)snprintf(header, sizeof header, "P5\n%d %d\n65535\n", self->info.width,
                   self->info.height);
    return rl_sink_write(self->sink, header, strlen(header), error);
}

static rl_status pgm_row(heights_encoder *self, const float *row, rl_error *error)
{
    heights_pack(self, row, 1);
    return packed_write(self, error);
}

/* ---- R16: samples and nothing else --------------------------------------- */

static rl_status r16_start(heights_encoder *self, rl_error *error)
{
    (void)self;
    return status_clear(error);
}

static rl_status r16_row(heights_encoder *self, const float *row, rl_error *error)
{
    heights_pack(self, row, self->info.big_endian);
    return packed_write(self, error);
}

/* ---- PFM: a negative scale means the low byte first ----------------------- */

static rl_status pfm_start(heights_encoder *self, rl_error *error)
{
    char header[64];
    (void)snprintf(header, sizeof header, "Pf\n%d %d\n-1.0\n", self->info.width, self->info.height);
    return rl_sink_write(self->sink, header, strlen(header), error);
}

static rl_status pfm_row(heights_encoder *self, const float *row, rl_error *error)
{
    for (int x = 0; x < self->info.width; x++) {
        uint32_t bits;
        memcpy(&bits, row + x, sizeof bits);
        for (int i = 0; i < 4; i++)
            self->bytes[4 * (size_t)x + (size_t)i] = (unsigned char)(bits >> 8 * i & 255);
    }
    return packed_write(self, error);
}

/* ---- the door ------------------------------------------------------------ */

static const heights_format heights_pgm = {"pgm", 0, 2, pgm_start, pgm_row, NULL, NULL};
static const heights_format heights_r16 = {"r16", 0, 2, r16_start, r16_row, NULL, NULL};
static const heights_format heights_pfm = {"pfm", 1, 4, pfm_start, pfm_row, NULL, NULL};

/* In the order of rl_height_format. */
static const heights_format *const formats[] = {
    &heights_png16, &heights_pgm, &heights_r16, &heights_pfm, &heights_asc,
};

enum { FORMATS = (int)(sizeof formats / sizeof formats[0]) };

int heights_wants_bottom_first(int format, const heights_info *info)
{
    if (format < 0 || format >= FORMATS)
        return 0;
    return formats[format]->bottom_first || (format == RL_HEIGHTS_R16 && info->flip_y);
}

static rl_status info_check(const heights_info *info, int format, rl_error *error)
{
    rl_status status = status_range("format", format, 0, FORMATS - 1, error);
    if (status == RL_OK)
        status = status_range("width", info->width, 1, RL_MAX_SIDE, error);
    if (status == RL_OK)
        status = status_range("height", info->height, 1, RL_MAX_SIDE, error);
    if (status == RL_OK)
        status = status_range("metadata", info->metadata, 0, RL_METADATA_NONE, error);
    return status;
}

rl_status heights_start(heights_encoder *self, int format, const heights_info *info, rl_sink *sink,
                        const rl_allocator *allocator, rl_error *error)
{
    *self = (heights_encoder){.info = *info, .sink = sink, .allocator = allocator};
    rl_status status = info_check(info, format, error);
    if (status != RL_OK)
        return status;
    self->format = formats[format];
    self->rows_left = info->height;
    self->bytes = memory_array(allocator, (size_t)info->width, (size_t)self->format->sample_bytes);
    if (self->bytes == NULL)
        return status_fail(error, RL_NO_MEMORY, "heights: out of memory");
    return self->format->start(self, error);
}

rl_status heights_rows(heights_encoder *self, const float *rows, int count, rl_error *error)
{
    if (count < 0 || count > self->rows_left)
        return status_fail(error, RL_INTERNAL, "heights: %d rows: must be 0..%d", count,
                           self->rows_left);
    rl_status status = RL_OK;
    for (int i = 0; i < count && status == RL_OK; i++)
        status = self->format->row(self, rows + (size_t)i * (size_t)self->info.width, error);
    self->rows_left -= count;
    return status == RL_OK ? status_clear(error) : status;
}

rl_status heights_finish(heights_encoder *self, rl_error *error)
{
    if (self->rows_left != 0)
        return status_fail(error, RL_INTERNAL, "heights: %d rows are missing: must be 0",
                           self->rows_left);
    return self->format->finish != NULL ? self->format->finish(self, error) : status_clear(error);
}

void heights_release(heights_encoder *self)
{
    if (self->format != NULL && self->format->release != NULL)
        self->format->release(self);
    memory_free(self->allocator, self->bytes);
    self->bytes = NULL;
    self->state = NULL;
    self->format = NULL;
}
