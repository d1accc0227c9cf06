/* encode.c - finds a format by its name and passes rows and bands of a picture to it.
 *
 * A picture with a wrong number of rows cannot be finished.  The height of bands depends on the
 * bytes of a row alone, so that the bytes of a file do not depend on the number of threads.
 */
#include "encode/encoder.h"

#include "base/library.h"
#include "base/memory.h"
#include "base/status.h"
#include "encode/deflate/strip.h"
#include "ridgeline-map.h"

#include <stdio.h>
#include <string.h>

/* Returns the format with a name, the first one for NULL, or NULL if there is none. */
static const encoder_format *find(int is_heights, const char *name)
{
    const encoder_format *format;
    for (size_t i = 0; (format = encoder_format_at(is_heights, i)) != NULL; i++)
        if (name == NULL || strcmp(format->about.name, name) == 0)
            return format;
    return NULL;
}

int encoder_bottom_first(const char *name, const picture_info *info)
{
    const encoder_format *format = find(1, name);
    return format != NULL &&
           (format->bottom_first == 1 || (format->bottom_first == 2 && info->flip_y));
}

static int is_expanded(const encoder *self)
{
    return self->info.colours > 0 && !self->format->takes_indices;
}

/* ---- flat pictures ------------------------------------------------------------------ */

/* Most pixels of a picture whose indices are kept, as runs. */
#define FLAT_PIXELS ((size_t)1 << 26)

enum { FLAT_MOST = 256, FLAT_SLOTS = 2048 }; /* colours; slots of their hash table */
enum { RUN_MOST = 255, RUN_WRITTEN = 16 };   /* greatest length of a run; pixels written at once */

/* Equal pixels in a row. */
typedef struct flat_run {
    uint8_t index, count;
} flat_run;

typedef struct flat_picture {
    const strip_kernels *kernels;
    int colours, rows;          /* numbers so far */
    uint8_t rgb[3 * FLAT_MOST]; /* palette, in the order in which the colours occur */
    uint32_t key[FLAT_SLOTS];   /* colour + 1; 0 = an empty slot */
    uint8_t index[FLAT_SLOTS];
    flat_run *run; /* [pixels]: room for runs of one pixel, up to 128 MiB */
    size_t runs;   /* number so far */
} flat_picture;

static void flat_release(encoder *self)
{
    if (self->flat != NULL)
        memory_free(self->allocator, self->flat->run);
    memory_free(self->allocator, self->flat);
    self->flat = NULL;
}

/* Makes self->flat if the format writes indices and there is memory for them. */
static void flat_new(encoder *self)
{
    const picture_info *info = &self->info;
    size_t pixels = (size_t)info->width * (size_t)info->height;
    if (!info->is_flat || !self->format->takes_indices || self->format->start == NULL ||
        info->colours > 0 || info->bits != 8 || info->is_zoomed || pixels > FLAT_PIXELS)
        return;
    self->flat = memory_zeroed(self->allocator, sizeof *self->flat, 1);
    if (self->flat == NULL)
        return;
#ifndef RL_CORE /* no format of a core build takes indices */
    self->flat->kernels = strip_kernels_of[cpu_choose(info->kernels)];
#endif
    self->flat->run = memory_array(self->allocator, pixels, sizeof *self->flat->run);
    if (self->flat->run == NULL)
        flat_release(self);
}

/* Appends equal pixels of a row; returns 0 if their colour is one too many. */
static inline int flat_add(flat_picture *flat, const uint8_t *rgb, int count)
{
    uint32_t key = ((uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2]) + 1;
    int slot = (int)((key * 0x9e3779b1u) >> 21);
    while (flat->key[slot] != 0 && flat->key[slot] != key)
        slot = (slot + 1) % FLAT_SLOTS;
    if (flat->key[slot] == 0) {
        if (flat->colours == FLAT_MOST)
            return 0;
        memcpy(flat->rgb + 3 * (size_t)flat->colours, rgb, 3);
        flat->key[slot] = key;
        flat->index[slot] = (uint8_t)flat->colours++;
    }
    for (; count > 0; count -= RUN_MOST)
        flat->run[flat->runs++] =
            (flat_run){flat->index[slot], (uint8_t)(count < RUN_MOST ? count : RUN_MOST)};
    return 1;
}

/* Appends a row; returns 0 if its colours are too many.  Bit i of
 * `equal` is set if byte i after the first pixel equals that byte of the pixel before. */
static int flat_row(encoder *self, const uint8_t *rgb)
{
    const uint64_t first_bytes = 0x9249249249249249; /* every third bit */
    uint64_t *equal = (uint64_t *)(void *)self->line;
    int width = self->info.width, start = 0;
    size_t bytes = 3 * (size_t)(width - 1), words = bytes / 64;
    self->flat->kernels->equal(equal, rgb + 3, words, 3);
    equal[words] = equal[words + 1] = ~(uint64_t)0;
    for (size_t i = 64 * words; i < bytes; i++)
        equal[words] ^= (uint64_t)(rgb[3 + i] != rgb[i]) << i % 64;
    for (size_t i = 0; i <= words; i++) {
        uint64_t other = ~equal[i], next = ~equal[i + 1];
        uint64_t pixels = other | other >> 1 | next << 63 | other >> 2 | next << 62;
        pixels &= first_bytes << 2 * i % 3; /* as 64 i + bit is a multiple of 3 there */
        for (; pixels != 0; pixels &= pixels - 1) {
            int x = 1 + (int)(64 * i + (size_t)__builtin_ctzll(pixels)) / 3;
            if (!flat_add(self->flat, rgb + 3 * (size_t)start, x - start))
                return 0;
            start = x;
        }
    }
    if (!flat_add(self->flat, rgb + 3 * (size_t)start, width - start))
        return 0;
    self->flat->rows++;
    return 1;
}

/* Writes a row of indices as RGB to self->line. */
static void expand(encoder *self, const uint8_t *index, const uint8_t *rgb, int last)
{
    for (int x = 0; x < self->info.width; x++)
        memcpy(self->line + 3 * (size_t)x, rgb + 3 * (size_t)(index[x] < last ? index[x] : last),
               3);
}

/* Begins the file and writes the rows so far: as indices, or as RGB if there are too many colours.
 * Indices of a row are made in the last third of self->line, in which `expand` overwrites none that
 * it has not read. */
static rl_status flat_end(encoder *self, int is_indexed, rl_error *error)
{
    flat_picture *flat = self->flat;
    int width = self->info.width;
    uint8_t *row = self->line + 2 * (size_t)width;
    const flat_run *run = flat->run;
    self->info.colours = is_indexed ? flat->colours : 0;
    self->info.rgb = is_indexed ? flat->rgb : NULL;
    TRY(self->format->start(self, error));
    for (int y = 0; y < flat->rows; y++) {
        for (int x = 0; x < width; x += run->count, run++) {
            memset(row + x, run->index, RUN_WRITTEN); /* most runs are shorter */
            if (run->count > RUN_WRITTEN)
                memset(row + x, run->index, run->count);
        }
        if (!is_indexed)
            expand(self, row, flat->rgb, flat->colours - 1);
        TRY(self->format->rows(self, is_indexed ? row : self->line, 1, error));
    }
    return RL_OK;
}

/* ---- files ----------------------------------------------------------------------------- */

rl_status encoder_start(encoder *self, const char *format, const picture_info *info, rl_sink *sink,
                        const rl_allocator *allocator, rl_error *error)
{
    *self =
        (encoder){.info = *info, .sink = sink, .allocator = allocator, .rows_left = info->height};
    int is_heights = info->bits == BITS_HEIGHTS;
    const encoder_format *chosen = find(is_heights, format), *other;
    if (chosen == NULL) {
        char names[200] = "";
        size_t used = 0;
        for (size_t i = 0; (other = encoder_format_at(is_heights, i)) != NULL; i++)
            if (used < sizeof names)
                used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                         i > 0 ? ", " : "", other->about.name);
        return status_fail(error, RL_BAD_ARGUMENT, "format: %s: must be one of %s", SHOWN(format),
                           names);
    }
    if (chosen->missing != NULL)
        return library_absent(chosen->about.name, chosen->missing, NULL, error);
    TRY(status_range("width", info->width, 1, RL_MAX_SIDE, error));
    TRY(status_range("height", info->height, 1, RL_MAX_SIDE, error));
    TRY(status_range("metadata", info->metadata, 0, RL_METADATA_NONE, error));
    TRY(status_range("compress", info->compress, 0, RL_COMPRESS_SMALL, error));
    TRY(status_range("quality", info->quality, 0, 100, error));
    if (info->quality > 0 && chosen->about.quality == 0)
        return status_fail(error, RL_BAD_ARGUMENT, "quality: %d: %s has none", info->quality,
                           chosen->about.name);
    if (info->inks != NULL && chosen->about.quality > 0)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "output.inks = %s: must not be in %s, whose colours may change: use "
                           "png, or output.proof = 1",
                           info->inks, chosen->about.name);
    TRY(status_range("colours", info->colours, 0, 256, error));
    if (!is_heights && info->bits != 8 && info->bits != 16)
        return status_fail(error, RL_BAD_ARGUMENT, "depth: %d: must be 8 or 16", info->bits);
    if (info->colours > 0 && info->bits != 8)
        return status_fail(error, RL_BAD_ARGUMENT, "depth: %d: must be 8 with a palette",
                           info->bits);
    self->state = memory_zeroed(allocator, chosen->state_bytes, 1);
    TRY(status_memory(self->state != NULL, "picture", error));
    self->format = chosen;
    flat_new(self);
    size_t line_bytes = is_expanded(self) ? 3 : chosen->line_bytes;
    if (self->flat != NULL && line_bytes < 3)
        line_bytes = 3;
    self->line = memory_array(allocator, (size_t)info->width * line_bytes + RUN_WRITTEN, 1);
    TRY(status_memory(self->line != NULL, "picture", error));
    int is_begun = self->flat != NULL || chosen->start == NULL;
    return is_begun ? status_clear(error) : chosen->start(self, error);
}

static rl_status rows_check(const encoder *self, int count, rl_error *error)
{
    if (count >= 0 && count <= self->rows_left)
        return RL_OK;
    return status_fail(error, RL_INTERNAL, "picture: %d rows: must be 0..%d", count,
                       self->rows_left);
}

rl_status encoder_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    TRY(rows_check(self, count, error));
    self->rows_left -= count;
    for (; self->flat != NULL && count > 0; count--) {
        if (flat_row(self, rows)) {
            rows = (const uint8_t *)rows + (size_t)self->info.width * 3;
            continue;
        }
        TRY(flat_end(self, 0, error));
        flat_release(self);
        break;
    }
    if (count == 0)
        return status_clear(error);
    if (!is_expanded(self))
        return self->format->rows(self, rows, count, error);
    /* An index beyond the palette, a mistake of the caller, gets the last colour of the palette. */
    const uint8_t *index = rows;
    for (int y = 0; y < count; y++, index += self->info.width) {
        expand(self, index, self->info.rgb, self->info.colours - 1);
        TRY(self->format->rows(self, self->line, 1, error));
    }
    return RL_OK;
}

rl_status encoder_finish(encoder *self, rl_error *error)
{
    if (self->rows_left != 0)
        return status_fail(error, RL_INTERNAL, "picture: %d rows are missing: must be 0",
                           self->rows_left);
    if (self->flat != NULL)
        TRY(flat_end(self, 1, error));
    return self->format->finish != NULL ? self->format->finish(self, error) : status_clear(error);
}

void encoder_release(encoder *self)
{
    if (self->format != NULL && self->format->release != NULL)
        self->format->release(self);
    flat_release(self);
    memory_free(self->allocator, self->line);
    memory_free(self->allocator, self->state);
    self->line = NULL;
    self->state = NULL;
    self->format = NULL;
}

/* ---- bands, on several threads -------------------------------------------- */

typedef struct painting {
    encoder *encoder;
    const bands_work *painter;
} painting;

static void make_rows(void *user, int y, int count, void *rows, int worker)
{
    const bands_work *painter = ((painting *)user)->painter;
    painter->make(painter->user, y, count, rows, worker);
}

static rl_status take_rows(void *user, void *rows, int count, rl_error *error)
{
    return encoder_rows(((painting *)user)->encoder, rows, count, error);
}

rl_status encoder_paint(encoder *self, const bands_work *painter, rl_error *error)
{
    TRY(rows_check(self, painter->rows, error));
    if (self->paint != NULL) {
        self->rows_left -= painter->rows;
        return self->paint(self, painter, error);
    }
    bands_work work = *painter;
    work.user = &(painting){self, painter};
    work.make = make_rows;
    work.take = take_rows;
    return bands_run(&work, self->allocator, error);
}

/* ---- a picture in the caller's memory ---------------------------------------- */

/* Most rows in a call of encoder_rows, so that their bytes fit in every format's integers. */
#define RUN_ROWS 64

rl_status rl_encode_rgb(const uint8_t *rgb, int width, int height, const rl_render_options *options,
                        rl_sink *sink, rl_error *error)
{
    if (rgb == NULL || options == NULL || sink == NULL)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "encode: NULL: must be samples, options and a sink");
    TRY(STATUS_SIZE(options, error));
    picture_info info = {.width = width,
                         .height = height,
                         .bits = 8,
                         .title = options->title,
                         .description = options->description,
                         .metadata = options->metadata,
                         .compress = options->compress,
                         .quality = options->quality,
                         .threads = options->threads,
                         .frame = options->frame,
                         .fps = options->fps};
    encoder self;
    rl_status status = encoder_start(&self, options->format, &info, sink, NULL, error);
    while (status == RL_OK && self.rows_left > 0) {
        int count = self.rows_left < RUN_ROWS ? self.rows_left : RUN_ROWS;
        status = encoder_rows(&self, rgb, count, error);
        rgb += (size_t)count * (size_t)width * 3;
    }
    if (status == RL_OK)
        status = encoder_finish(&self, error);
    encoder_release(&self);
    return status == RL_OK ? status_clear(error) : status;
}
