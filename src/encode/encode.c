/* encode.c - the table of picture formats; rows and bands on their way to a format.
 *
 * In: a format, what is known of the picture, its rows.  Out: the file's bytes into a sink.
 * A picture with rows missing or to spare is never finished.  How bands are cut follows
 * from the width alone, so that the bytes do not depend on the threads.
 */
#include "encode/encoder.h"

#include "base/memory.h"
#include "base/status.h"

#include <stdio.h>
#include <string.h>

/* One row a format; the first is the default. */
#define FORMATS(ROW)                                                                               \
    ROW(png)                                                                                       \
    ROW(ppm)                                                                                       \
    ROW(pam)                                                                                       \
    ROW(hash)                                                                                      \
    ROW(null)

#define DECLARE(name) extern const encoder_format encoder_##name;
#define ADDRESS(name) &encoder_##name,

FORMATS(DECLARE)

static const encoder_format *const formats[] = {FORMATS(ADDRESS)};

const rl_format *rl_format_at(size_t index)
{
    return index < sizeof formats / sizeof formats[0] ? &formats[index]->about : NULL;
}

rl_status encoder_unknown(const char *name, const rl_format *(*list)(size_t index), rl_error *error)
{
    char names[160] = "";
    const rl_format *format;
    for (size_t i = 0, used = 0; (format = list(i)) != NULL && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                                 format->name);
    return status_fail(error, RL_BAD_ARGUMENT, "format: %s: must be one of %s", SHOWN(name), names);
}

rl_status encoder_start(encoder *self, const char *format, const picture_info *info, rl_sink *sink,
                        const rl_allocator *allocator, rl_error *error)
{
    *self = (encoder){.info = *info, .sink = sink, .allocator = allocator};
    const encoder_format *chosen = format == NULL ? formats[0] : NULL;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0] && chosen == NULL; i++)
        if (strcmp(formats[i]->about.name, format) == 0)
            chosen = formats[i];
    if (chosen == NULL)
        return encoder_unknown(format, rl_format_at, error);
    TRY(status_range("width", info->width, 1, RL_MAX_SIDE, error));
    TRY(status_range("height", info->height, 1, RL_MAX_SIDE, error));
    TRY(status_range("metadata", info->metadata, 0, RL_METADATA_NONE, error));
    TRY(status_range("compress", info->compress, 0, RL_COMPRESS_SMALL, error));
    TRY(status_range("colours", info->colours, 0, 256, error));
    if (info->bits != 8 && info->bits != 16)
        return status_fail(error, RL_BAD_ARGUMENT, "depth: %d: must be 8 or 16", info->bits);
    if (info->colours > 0 && info->bits != 8)
        return status_fail(error, RL_BAD_ARGUMENT, "depth: %d: must be 8 with a palette",
                           info->bits);
    self->format = chosen->variant != NULL ? chosen->variant(info) : chosen;
    self->rows_left = info->height;
    if (info->colours > 0 && !self->format->takes_indices) {
        self->expanded = memory_array(allocator, (size_t)info->width, 3);
        if (self->expanded == NULL)
            return status_fail(error, RL_NO_MEMORY, "picture: out of memory");
    }
    return self->format->start != NULL ? self->format->start(self, error) : status_clear(error);
}

static rl_status check_count(const encoder *self, int count, rl_error *error)
{
    if (count >= 0 && count <= self->rows_left)
        return RL_OK;
    return status_fail(error, RL_INTERNAL, "picture: %d rows: must be 0..%d", count,
                       self->rows_left);
}

rl_status encoder_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    TRY(check_count(self, count, error));
    self->rows_left -= count;
    if (self->expanded == NULL)
        return self->format->rows(self, rows, count, error);
    /* An index beyond the palette is a mistake of the caller: it takes the last colour. */
    const uint8_t *index = rows;
    int last = self->info.colours - 1;
    for (int y = 0; y < count; y++) {
        for (int x = 0; x < self->info.width; x++, index++)
            memcpy(self->expanded + 3 * (size_t)x,
                   self->info.rgb + 3 * (size_t)(*index < last ? *index : last), 3);
        TRY(self->format->rows(self, self->expanded, 1, error));
    }
    return RL_OK;
}

rl_status encoder_finish(encoder *self, rl_error *error)
{
    if (self->rows_left != 0)
        return status_fail(error, RL_INTERNAL, "picture: %d rows are missing: must be 0",
                           self->rows_left);
    return self->format->finish != NULL ? self->format->finish(self, error) : status_clear(error);
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

/* ---- bands, on several threads -------------------------------------------- */

/* What one thread has: the band that it paints, and what packs it. */
typedef struct packing_worker {
    void *rows;
    void *packer;
} packing_worker;

typedef struct packing {
    encoder *encoder;
    const encoder_pieces *pieces;
    const bands_work *painter;
    packing_worker *workers;
} packing;

static rl_status take_rows(void *user, void *rows, int count, rl_error *error)
{
    packing *p = user;
    return encoder_rows(p->encoder, rows, count, error);
}

static void make_rows(void *user, int y, int count, void *rows, int worker)
{
    packing *p = user;
    p->painter->make(p->painter->user, y, count, rows, worker);
}

static void make_piece(void *user, int y, int count, void *piece, int worker)
{
    packing *p = user;
    packing_worker *self = &p->workers[worker];
    p->painter->make(p->painter->user, y, count, self->rows, worker);
    p->pieces->pack(self->packer, piece, self->rows, y, count);
}

static rl_status take_piece(void *user, void *piece, int count, rl_error *error)
{
    packing *p = user;
    TRY(check_count(p->encoder, count, error));
    p->encoder->rows_left -= count;
    return p->pieces->put(p->encoder, piece, error);
}

rl_status encoder_paint(encoder *self, const bands_work *painter, rl_error *error)
{
    packing p = {.encoder = self, .pieces = self->format->pieces, .painter = painter};
    const rl_allocator *allocator = self->allocator;
    bands_work work = *painter;
    work.user = &p;
    if (p.pieces == NULL) {
        work.make = make_rows;
        work.take = take_rows;
        return bands_run(&work, allocator, error);
    }
    int height = bands_height(work.row_bytes);
    int threads = bands_threads(work.rows, work.row_bytes, work.threads);
    height = height < work.rows ? height : work.rows;
    work.band_bytes = p.pieces->bytes(self, height);
    work.make = make_piece;
    work.take = take_piece;
    p.workers = memory_zeroed(allocator, (size_t)threads, sizeof *p.workers);
    int has_memory = p.workers != NULL;
    for (int i = 0; i < threads && has_memory; i++) {
        p.workers[i].rows = memory_array(allocator, (size_t)height, work.row_bytes);
        p.workers[i].packer = p.pieces->packer(self, height);
        has_memory = p.workers[i].rows != NULL && p.workers[i].packer != NULL;
    }
    rl_status status = has_memory
                           ? bands_run(&work, allocator, error)
                           : status_fail(error, RL_NO_MEMORY, "%s: out of memory", work.name);
    for (int i = 0; i < threads && p.workers != NULL; i++) {
        p.pieces->packer_free(p.workers[i].packer);
        memory_free(allocator, p.workers[i].rows);
    }
    memory_free(allocator, p.workers);
    return status;
}

/* ---- a picture of the caller's ---------------------------------------------- */

/* Rows are fed in runs, so that no format gets more bytes than its types hold. */
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
                         .compress = options->compress};
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
