/* png16.c - heights as a 16-bit grey PNG: data, not a picture.
 *
 * In: rows of heights.  Out: a PNG whose samples are heights; it names no gamma, no
 * colour space and no resolution, so that no reader bends them.  Its texts are those
 * of a picture.
 */
#include "encode/heights.h"

#include "encode/png_bands.h"

/* Measured with libpng 1.6.39 and zlib 1.2.13 on a map of 4096x4096, diamond-square at
 * the defaults; milliseconds of CPU and 1000 bytes:
 *
 *     libpng's default     7179  20492
 *     PAETH RLE by zlib     500  20497
 *     here, PAETH            67  20380    22 of them to make samples of the heights
 *
 * Heights hold no matches for deflate to find, only small differences and, where land is
 * level, runs: those of one sample are all that is looked for. */
static void step_start(png_writer *writer, const void *call)
{
    const heights_info *info = call;
    png_set_IHDR(writer->png, writer->info, (png_uint_32)info->width, (png_uint_32)info->height, 16,
                 PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_writer_texts(writer, info->metadata, info->title, info->recipe, NULL);
    png_write_info(writer->png, writer->info);
}

/* A sample is two bytes; all that repeats is level land. */
static rl_status png16_start(heights_encoder *self, rl_error *error)
{
    png_bands bands = {.kernels = strip_choose(cpu_choose(self->info.kernels)),
                       .allocator = self->allocator,
                       .height = self->info.height,
                       .row_bytes = 2 * (size_t)self->info.width,
                       .pixel = 2,
                       .is_paeth = 1,
                       .distances = {2}};
    png_file *file;
    rl_status status = png_file_new(&file, &bands, self->sink, step_start, &self->info, error);
    self->state = file;
    return status;
}

/* PNG has the high byte first (section 7.1). */
static rl_status png16_row(heights_encoder *self, const float *row, rl_error *error)
{
    heights_pack(self, row, 1);
    return png_file_rows(self->state, self->bytes, 1, error);
}

static rl_status png16_finish(heights_encoder *self, rl_error *error)
{
    return png_file_finish(self->state, error);
}

static void png16_release(heights_encoder *self)
{
    png_file_free(self->state);
}

const heights_format heights_png16 = {
    .about = {.name = "png16", .meaning = "16-bit grey PNG, with the recipe"},
    .sample_bytes = 2,
    .start = png16_start,
    .row = png16_row,
    .finish = png16_finish,
    .release = png16_release,
};
