/* heights.c - the table of formats of heights, and the simple ones: PGM, R16, PFM.
 *
 * In: a format, what is known of the map, its rows.  Out: the file's bytes into a sink.
 * A map with rows missing or to spare is never finished.  Bytes are laid down one by
 * one, so that a file does not depend on the machine.
 */
#include "encode/heights.h"
#include "encode/encoder.h"

#include "base/memory.h"
#include "base/status.h"
#include "ridgeline-map.h"

#include <stdio.h>
#include <string.h>

/* One row a format; the first is the default. */
#define FORMATS(ROW)                                                                               \
    ROW(png16)                                                                                     \
    ROW(pgm)                                                                                       \
    ROW(r16)                                                                                       \
    ROW(pfm)                                                                                       \
    ROW(asc)

#define DECLARE(name) extern const heights_format heights_##name;
#define ADDRESS(name) &heights_##name,

FORMATS(DECLARE)

static const heights_format *const formats[] = {FORMATS(ADDRESS)};

#define FORMAT_COUNT (sizeof formats / sizeof formats[0])

const rl_format *rl_height_format_at(size_t index)
{
    return index < FORMAT_COUNT ? &formats[index]->about : NULL;
}

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
    /* Without a range to stretch, the most common case. */
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

const heights_format heights_pgm = {
    .about = {.name = "pgm", .ending = ".pgm", .meaning = "Netpbm P5, 16 bits, high byte first"},
    .sample_bytes = 2,
    .start = pgm_start,
    .row = pgm_row,
};

const heights_format heights_r16 = {
    .about = {.name = "r16", .ending = ".r16", .meaning = "16 bits without a header"},
    .bottom_first = 2,
    .sample_bytes = 2,
    .row = r16_row,
};

const heights_format heights_pfm = {
    .about = {.name = "pfm", .ending = ".pfm", .meaning = "32-bit floats, bottom row first"},
    .bottom_first = 1,
    .sample_bytes = 4,
    .start = pfm_start,
    .row = pfm_row,
};

/* ---- the way of all formats ------------------------------------------------ */

static const heights_format *find(const char *name)
{
    if (name == NULL)
        return formats[0];
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (strcmp(formats[i]->about.name, name) == 0)
            return formats[i];
    return NULL;
}

int heights_bottom_first(const char *name, const heights_info *info)
{
    const heights_format *format = find(name);
    return format != NULL &&
           (format->bottom_first == 1 || (format->bottom_first == 2 && info->flip_y));
}

rl_status heights_start(heights_encoder *self, const char *format, const heights_info *info,
                        rl_sink *sink, const rl_allocator *allocator, rl_error *error)
{
    *self = (heights_encoder){.info = *info, .sink = sink, .allocator = allocator};
    const heights_format *chosen = find(format);
    if (chosen == NULL)
        return encoder_unknown(format, rl_height_format_at, error);
    TRY(status_range("width", info->width, 1, RL_MAX_SIDE, error));
    TRY(status_range("height", info->height, 1, RL_MAX_SIDE, error));
    TRY(status_range("metadata", info->metadata, 0, RL_METADATA_NONE, error));
    self->format = chosen;
    self->rows_left = info->height;
    self->bytes = memory_array(allocator, (size_t)info->width, (size_t)chosen->sample_bytes);
    if (self->bytes == NULL)
        return status_fail(error, RL_NO_MEMORY, "heights: out of memory");
    return chosen->start != NULL ? chosen->start(self, error) : status_clear(error);
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
