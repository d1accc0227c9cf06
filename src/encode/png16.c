/* png16.c - heights as a 16-bit grey PNG: data, not a picture.
 *
 * In: rows of heights.  Out: a PNG whose samples are heights; it names no gamma, no
 * colour space and no resolution, so that no reader bends them.  Its texts are those
 * of a picture.
 */
#include "encode/heights.h"

#include "base/memory.h"
#include "base/status.h"
#include "encode/png_writer.h"

#include <zlib.h>

/* Measured with libpng 1.6.39 and zlib 1.2.13 on two maps of 4096x4096, diamond-square
 * at persistence 0.5 and the same without its levels below 64 samples; milliseconds of
 * CPU and 1000 bytes:
 *
 *                             fractal        smooth
 *     libpng's default     5893  21834    3110  14344
 *     PAETH RLE             492  21795     428  18732   <- chosen
 *     PAETH Huffman only    493  21791     431  18653
 *     AVG   RLE             357  22325     393  20689
 *     PAETH level 1         785  22621     566  16179
 *     PAETH level 4        1286  22641     883  14765
 *
 * Heights hold no matches for deflate to find, only small differences and, where land
 * is level, runs; these RLE takes along for nothing. */
enum { LEVEL = 1, STRATEGY = Z_RLE, FILTER = PNG_FILTER_PAETH };

static void step_start(png_writer *writer, const void *call)
{
    const heights_info *info = call;
    png_set_compression_level(writer->png, LEVEL);
    png_set_compression_strategy(writer->png, STRATEGY);
    png_set_filter(writer->png, PNG_FILTER_TYPE_BASE, FILTER);
    png_set_IHDR(writer->png, writer->info, (png_uint_32)info->width, (png_uint_32)info->height, 16,
                 PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_writer_texts(writer, info->metadata, info->title, info->recipe);
    png_write_info(writer->png, writer->info);
}

static void step_row(png_writer *writer, const void *row)
{
    png_write_row(writer->png, row);
}

static void step_finish(png_writer *writer, const void *call)
{
    (void)call;
    png_write_end(writer->png, NULL);
}

static rl_status png16_start(heights_encoder *self, rl_error *error)
{
    png_writer *writer = memory_zeroed(self->allocator, 1, sizeof *writer);
    self->state = writer;
    if (writer == NULL)
        return status_fail(error, RL_NO_MEMORY, "heights: out of memory");
    rl_status status = png_writer_open(writer, self->sink, self->allocator, error);
    if (status == RL_OK)
        status = png_writer_run(writer, step_start, &self->info, error);
    return status;
}

/* PNG has the high byte first (section 7.1), as heights_pack lays it down. */
static rl_status png16_row(heights_encoder *self, const float *row, rl_error *error)
{
    heights_pack(self, row, 1);
    return png_writer_run(self->state, step_row, self->bytes, error);
}

static rl_status png16_finish(heights_encoder *self, rl_error *error)
{
    return png_writer_run(self->state, step_finish, NULL, error);
}

static void png16_release(heights_encoder *self)
{
    if (self->state == NULL)
        return;
    png_writer_close(self->state);
    memory_free(self->allocator, self->state);
}

const heights_format heights_png16 = {
    "png16", 0, 2, png16_start, png16_row, png16_finish, png16_release,
};
