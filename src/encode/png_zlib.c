/* png_zlib.c - pictures whose rows repeat as they are: indexed and zoomed ones.
 *
 * In: rows.  Out: a PNG, filtered and deflated by libpng and zlib, which find what
 * repeats at any distance.  How libpng is kept in bounds is png_writer.h's.
 */
#include "encode/encoder.h"

#include "base/memory.h"
#include "base/status.h"
#include "encode/png_writer.h"

#include <string.h>
#include <zlib.h>

/* A pattern of indices is not a slope: no filter helps, but long matches do.  320x180
 * pixels of 24 colours, zoomed 5 times: level 4 63, level 6 40, level 9 21 kB, for
 * 50 ms more.  RGB that is zoomed repeats whole rows, which UP makes zeros.
 * 1920x1080 by fours, ms and 1000 bytes: UP level 1 19, 259; 4 31, 193; 6 48, 177; 9 200,
 * 172; SUB level 4 32, 350; NONE 30, 295. */
enum { INDEX_LEVEL = 9, ZOOM_LEVEL = 4, BEST_LEVEL = 9, FAST_LEVEL = 1 };

/* By rl_compress. */
static int level_of(const picture_info *info)
{
    const int levels[] = {info->colours > 0 ? INDEX_LEVEL : ZOOM_LEVEL, FAST_LEVEL, BEST_LEVEL};
    return levels[info->compress];
}

/* Some rows for a step. */
typedef struct zlib_call {
    const encoder *self;
    const unsigned char *rows;
    int count;
} zlib_call;

/* ---- the steps ---------------------------------------------------------- */

/* The fewest bits that hold every index; a PNG knows 1, 2, 4 and 8. */
static int index_bits(int colours)
{
    return colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8;
}

static void palette_add(png_writer *writer, const picture_info *info)
{
    png_color palette[256];
    for (int i = 0; i < info->colours; i++) {
        const uint8_t *rgb = info->rgb + 3 * (size_t)i;
        palette[i] = (png_color){rgb[0], rgb[1], rgb[2]};
    }
    png_set_PLTE(writer->png, writer->info, palette, info->colours);
}

static void zlib_step_start(png_writer *writer, const void *call)
{
    const picture_info *info = call;
    png_structp png = writer->png;
    png_set_compression_level(png, level_of(info));
    png_set_compression_strategy(png, Z_DEFAULT_STRATEGY);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, info->colours > 0 ? PNG_FILTER_NONE : PNG_FILTER_UP);
    png_set_IHDR(png, writer->info, (png_uint_32)info->width, (png_uint_32)info->height,
                 info->colours > 0 ? index_bits(info->colours) : info->bits,
                 info->colours > 0 ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (info->colours > 0)
        palette_add(writer, info);
    png_set_sRGB_gAMA_and_cHRM(png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_writer_texts(writer, info->metadata, info->title, info->recipe);
    png_writer_description(writer, info->metadata, info->description);
    png_write_info(png, writer->info);
    if (info->bits == 16 && HOST_IS_LITTLE_ENDIAN)
        png_set_swap(png);
    if (info->colours > 0)
        png_set_packing(png); /* rows come as a byte for each index */
}

static void zlib_step_rows(png_writer *writer, const void *of)
{
    const zlib_call *call = of;
    const picture_info *info = &call->self->info;
    size_t samples = info->colours > 0 ? 1 : 3;
    size_t row_bytes = (size_t)info->width * samples * (size_t)(info->bits / 8);
    for (int i = 0; i < call->count; i++)
        png_write_row(writer->png, call->rows + (size_t)i * row_bytes);
}

static void zlib_step_finish(png_writer *writer, const void *call)
{
    (void)call;
    png_write_end(writer->png, NULL);
}

/* ---- the format --------------------------------------------------------- */

static rl_status zlib_start(encoder *self, rl_error *error)
{
    png_writer *writer = memory_zeroed(self->allocator, 1, sizeof *writer);
    self->state = writer;
    if (writer == NULL)
        return status_fail(error, RL_NO_MEMORY, "picture: out of memory");
    rl_status status = png_writer_open(writer, self->sink, self->allocator, error);
    if (status == RL_OK)
        status = png_writer_run(writer, zlib_step_start, &self->info, error);
    return status;
}

static rl_status zlib_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    zlib_call call = {self, rows, count};
    return png_writer_run(self->state, zlib_step_rows, &call, error);
}

static rl_status zlib_finish(encoder *self, rl_error *error)
{
    return png_writer_run(self->state, zlib_step_finish, NULL, error);
}

static void zlib_release(encoder *self)
{
    if (self->state == NULL)
        return;
    png_writer_close(self->state);
    memory_free(self->allocator, self->state);
}

const encoder_format encoder_png_zlib = {
    "png", 1, zlib_start, zlib_rows, zlib_finish, zlib_release, NULL,
};
