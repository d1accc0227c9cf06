/* png.c - pictures as PNG: which kind, how filtered and deflated.
 *
 * In: rows.  Out: an RGB PNG of 8 or 16 bits, or an indexed one, that says that it
 * is sRGB, with its texts before the picture data.  How libpng is kept in bounds is
 * png_writer.h's.
 */
#include "encode/encoder.h"

#include "base/memory.h"
#include "base/status.h"
#include "encode/png_writer.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

/* How rows are filtered and deflated, measured with libpng 1.6.39 and zlib 1.2.13
 * on a synthetic 3840x2160 picture (gradient sky, glow, eight hazed ridges, 8
 * bits); milliseconds of CPU and 1000 bytes, by dither:
 *
 *                        none         row          Bayer 8x8
 *     libpng's default   539  1173    889  2103    1677  3031
 *     SUB  level 1       140  2708    141  2743     291  4308
 *     SUB  level 4       213  2067    214  2107     329  3172   <- chosen
 *     SUB  level 5       313  1934    313  1978     531  2995
 *     SUB  level 6       654  1752    660  1820    1125  2738
 *     UP   level 4       156  1391    293  2251     407  3575
 *     NONE level 4       185  2079    197  2314     282  3449
 *     SUB  level 1 RLE   127  2122    126  2102     246  5672
 *
 * With dither it is 4 to 5 times as fast as the default at 1.00 and 1.05 times
 * the bytes.  RLE fails on Bayer, Z_FILTERED changes less than 3 %, level 9 takes
 * seconds, and UP is ahead only where nothing is dithered. */
enum { PNG_LEVEL = 4, PNG_STRATEGY = Z_DEFAULT_STRATEGY, PNG_FILTER = PNG_FILTER_SUB };

/* A pattern of indices is not a slope: no filter helps, but long matches do.  320x180
 * pixels of 24 colours, zoomed 5 times: level 4 63, level 6 40, level 9 21 kB, for
 * 50 ms more. */
enum { PNG_INDEX_LEVEL = 9 };

/* Some rows for a step. */
typedef struct png_call {
    const encoder *self;
    const unsigned char *rows;
    int count;
} png_call;

/* ---- the steps ---------------------------------------------------------- */

static int host_is_little_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* The fewest bits that hold every index; a PNG knows 1, 2, 4 and 8. */
static int index_bits(int colours)
{
    return colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8;
}

static void png_palette_add(png_writer *writer, const picture_info *info)
{
    png_color palette[256];
    for (int i = 0; i < info->colours; i++) {
        const uint8_t *rgb = info->rgb + 3 * (size_t)i;
        palette[i] = (png_color){rgb[0], rgb[1], rgb[2]};
    }
    png_set_PLTE(writer->png, writer->info, palette, info->colours);
    png_set_filter(writer->png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_compression_level(writer->png, PNG_INDEX_LEVEL);
}

static void png_step_start(png_writer *writer, const void *call)
{
    const picture_info *info = call;
    png_structp png = writer->png;
    png_set_compression_level(png, PNG_LEVEL);
    png_set_compression_strategy(png, PNG_STRATEGY);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER);
    png_set_IHDR(png, writer->info, (png_uint_32)info->width, (png_uint_32)info->height,
                 info->colours > 0 ? index_bits(info->colours) : info->bits,
                 info->colours > 0 ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (info->colours > 0)
        png_palette_add(writer, info);
    png_set_sRGB_gAMA_and_cHRM(png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_writer_texts(writer, info->metadata, info->title, info->recipe);
    png_write_info(png, writer->info);
    if (info->bits == 16 && host_is_little_endian())
        png_set_swap(png);
    if (info->colours > 0)
        png_set_packing(png); /* rows come as a byte for each index */
}

static void png_step_rows(png_writer *writer, const void *of)
{
    const png_call *call = of;
    const picture_info *info = &call->self->info;
    size_t samples = info->colours > 0 ? 1 : 3;
    size_t row_bytes = (size_t)info->width * samples * (size_t)(info->bits / 8);
    for (int i = 0; i < call->count; i++)
        png_write_row(writer->png, call->rows + (size_t)i * row_bytes);
}

static void png_step_finish(png_writer *writer, const void *call)
{
    (void)call;
    png_write_end(writer->png, NULL);
}

/* ---- the format --------------------------------------------------------- */

static rl_status png_start(encoder *self, rl_error *error)
{
    png_writer *writer = memory_zeroed(self->allocator, 1, sizeof *writer);
    self->state = writer;
    if (writer == NULL)
        return status_fail(error, RL_NO_MEMORY, "picture: out of memory");
    rl_status status = png_writer_open(writer, self->sink, self->allocator, error);
    if (status == RL_OK)
        status = png_writer_run(writer, png_step_start, &self->info, error);
    return status;
}

static rl_status png_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    png_call call = {self, rows, count};
    return png_writer_run(self->state, png_step_rows, &call, error);
}

static rl_status png_finish(encoder *self, rl_error *error)
{
    return png_writer_run(self->state, png_step_finish, NULL, error);
}

static void png_release(encoder *self)
{
    if (self->state == NULL)
        return;
    png_writer_close(self->state);
    memory_free(self->allocator, self->state);
}

const encoder_format encoder_png = {"png", 1, png_start, png_rows, png_finish, png_release};

void rl_codec_versions(char *text, size_t size)
{
    if (size > 0)
        (void)snprintf(text, size, "libpng %s, zlib %s", png_get_libpng_ver(NULL), zlibVersion());
}
