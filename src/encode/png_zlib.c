/* png_zlib.c - pictures whose rows repeat as they are: indexed and zoomed ones.
 *
 * In: rows.  Out: a PNG, filtered and deflated by libpng and zlib, which find what
 * repeats at any distance.  See png_writer.h for the limits set to libpng.
 */
#include "encode/encoder.h"

#include "base/memory.h"
#include "base/status.h"
#include "encode/png_writer.h"

#include <zlib.h>

/* A pattern of indices is not a slope: no filter helps, but long matches do.  320x180
 * pixels of 24 colours, zoomed 5 times: level 4 63, level 6 40, level 9 21 kB, for
 * 50 ms more.  RGB that is zoomed repeats whole rows, which UP makes zeros.
 * 1920x1080 by fours, ms and 1000 bytes: UP level 1 19, 259; 4 31, 193; 6 48, 177; 9 200,
 * 172; SUB level 4 32, 350; NONE 30, 295. */
enum { INDEX_LEVEL = 9, ZOOM_LEVEL = 4, BEST_LEVEL = 9, FAST_LEVEL = 1 };

/* Some rows for a step. */
typedef struct rows_call {
    const picture_info *info;
    const unsigned char *rows;
    int count;
} rows_call;

static void palette_add(png_writer *writer, const picture_info *info)
{
    png_color palette[256];
    for (int i = 0; i < info->colours; i++) {
        const uint8_t *rgb = info->rgb + 3 * (size_t)i;
        palette[i] = (png_color){rgb[0], rgb[1], rgb[2]};
    }
    png_set_PLTE(writer->png, writer->info, palette, info->colours);
}

static void step_start(png_writer *writer, const void *call)
{
    const picture_info *info = call;
    png_structp png = writer->png;
    int colours = info->colours;
    const int levels[] = {colours > 0 ? INDEX_LEVEL : ZOOM_LEVEL, FAST_LEVEL, BEST_LEVEL};
    png_set_compression_level(png, levels[info->compress]);
    png_set_compression_strategy(png, Z_DEFAULT_STRATEGY);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, colours > 0 ? PNG_FILTER_NONE : PNG_FILTER_UP);
    /* The fewest bits that hold every index; a PNG knows 1, 2, 4 and 8. */
    int index_bits = colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8;
    png_set_IHDR(png, writer->info, (png_uint_32)info->width, (png_uint_32)info->height,
                 colours > 0 ? index_bits : info->bits,
                 colours > 0 ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (colours > 0)
        palette_add(writer, info);
    png_set_sRGB_gAMA_and_cHRM(png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_writer_texts(writer, info->metadata, info->title, info->recipe, info->description);
    png_write_info(png, writer->info);
    if (info->bits == 16 && HOST_IS_LITTLE_ENDIAN)
        png_set_swap(png);
    if (colours > 0)
        png_set_packing(png); /* rows come as a byte for each index */
}

static void step_rows(png_writer *writer, const void *call)
{
    const rows_call *self = call;
    const picture_info *info = self->info;
    size_t samples = info->colours > 0 ? 1 : 3;
    size_t row_bytes = (size_t)info->width * samples * (size_t)(info->bits / 8);
    for (int i = 0; i < self->count; i++)
        png_write_row(writer->png, self->rows + (size_t)i * row_bytes);
}

static void step_finish(png_writer *writer, const void *call)
{
    (void)call;
    png_write_end(writer->png, NULL);
}

/* ---- the format --------------------------------------------------------- */

static rl_status zlib_start(encoder *self, rl_error *error)
{
    png_writer *writer = self->state = memory_zeroed(self->allocator, 1, sizeof *writer);
    if (writer == NULL)
        return status_fail(error, RL_NO_MEMORY, "picture: out of memory");
    TRY(png_writer_open(writer, self->sink, self->allocator, error));
    return png_writer_run(writer, step_start, &self->info, error);
}

static rl_status zlib_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    rows_call call = {&self->info, rows, count};
    return png_writer_run(self->state, step_rows, &call, error);
}

static rl_status zlib_finish(encoder *self, rl_error *error)
{
    return png_writer_run(self->state, step_finish, NULL, error);
}

static void zlib_release(encoder *self)
{
    if (self->state == NULL)
        return;
    png_writer_close(self->state);
    memory_free(self->allocator, self->state);
}

const encoder_format encoder_png_zlib = {
    .takes_indices = 1,
    .start = zlib_start,
    .rows = zlib_rows,
    .finish = zlib_finish,
    .release = zlib_release,
};
