/* png.c - pictures as PNG.
 *
 * In: rows.  Out: an RGB PNG of 8 or 16 bits, marked as sRGB, with its texts
 * before the picture data.  libpng frames it (png_writer.h); its bands are those of
 * png_bands.h.
 */
#include "encode/encoder.h"

#include "encode/png_bands.h"

#include <stdio.h>
#include <zlib.h>

extern const encoder_format encoder_png, encoder_png_zlib;

/* Measured with libpng 1.6.39 and zlib 1.2.13 on pictures of 3840x2160 with the program's
 * own dither (2x2) unless said; milliseconds of one CPU and 1000 bytes:
 *
 *                            bare seeds              gradient5              classic
 *                            1           3           2x2         Bayer
 *     libpng's default       1322  3383  1060  2874   523  1139   951  1960  186  43
 *     SUB, zlib's level 4     284  3565   235  2941   125  1013   190  1772   89  45
 *     here                     28  3911    26  3196    16  1100    25  2239    6  68
 *
 * What that rests on, in trials on seed 3: matches at one distance alone, where it is
 * the one of the dither, are as good as at all three (3195 instead of 3158) in 0.8 of
 * the time, so each band has its own (survey.h); matches from 8 bytes on 3074, from 16 on
 * 3247, from 24 on 3520, none of them faster by a tenth; counting all literals instead of
 * a quarter 3136, for 4 ms.  UP and AVG are 2 % smaller here, but 20 % larger on
 * gradient5.  So RL_COMPRESS_FAST has nothing to win and is the default.  16 bits a
 * sample, 1920x1080: libpng's default 819, 4341; SUB level 4 151, 6414; here 21, 6348. */
static void step_start(png_writer *writer, const void *call)
{
    const picture_info *info = call;
    png_structp png = writer->png;
    png_set_IHDR(png, writer->info, (png_uint_32)info->width, (png_uint_32)info->height, info->bits,
                 PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB_gAMA_and_cHRM(png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_writer_texts(writer, info->metadata, info->title, info->recipe, info->description);
    png_write_info(png, writer->info);
}

/* Rows repeat at the distance of a pixel where nothing is dithered, of the 2x2 and of
 * the 8x8 pattern's period where it is. */
static rl_status png_start(encoder *self, rl_error *error)
{
    const picture_info *info = &self->info;
    int pixel = 3 * info->bits / 8;
    png_bands bands = {.kernels = strip_choose(cpu_choose(info->kernels)),
                       .allocator = self->allocator,
                       .height = info->height,
                       .row_bytes = (size_t)info->width * (size_t)pixel,
                       .pixel = pixel,
                       .is_swapped = info->bits == 16 && HOST_IS_LITTLE_ENDIAN,
                       .is_small = info->compress == RL_COMPRESS_SMALL,
                       .distances = {pixel, 2 * pixel, 8 * pixel}};
    png_file *file;
    rl_status status = png_file_new(&file, &bands, self->sink, step_start, info, error);
    self->state = file;
    return status;
}

static rl_status png_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    return png_file_rows(self->state, rows, count, error);
}

static rl_status png_finish(encoder *self, rl_error *error)
{
    return png_file_finish(self->state, error);
}

static void png_release(encoder *self)
{
    png_file_free(self->state);
}

/* ---- pieces --------------------------------------------------------------------- */

static size_t piece_bytes(const encoder *self, int rows)
{
    const png_file *file = self->state;
    return png_packed_bytes(&file->bands, rows);
}

static void *packer_new(const encoder *self, int rows)
{
    const png_file *file = self->state;
    return png_packer_new(&file->bands, rows);
}

static void packer_free(void *packer)
{
    png_packer_free(packer);
}

static void piece_pack(void *packer, void *piece, const void *rows, int y, int count)
{
    png_pack(packer, piece, rows, NULL, y, count);
}

static rl_status piece_put(encoder *self, void *piece, rl_error *error)
{
    return png_file_put(self->state, piece, self->rows_left == 0, error);
}

static const encoder_pieces pieces = {piece_bytes, packer_new, packer_free, piece_pack, piece_put};

/* What has few colours, or is enlarged, repeats in ways that zlib finds. */
static const encoder_format *png_variant(const picture_info *info)
{
    return info->colours > 0 || info->is_zoomed ? &encoder_png_zlib : &encoder_png;
}

const encoder_format encoder_png = {
    .about = {.name = "png", .ending = ".png", .meaning = "PNG, with the recipe"},
    .variant = png_variant,
    .start = png_start,
    .rows = png_rows,
    .finish = png_finish,
    .release = png_release,
    .pieces = &pieces,
};

void rl_codec_versions(char *text, size_t size)
{
    if (size > 0)
        (void)snprintf(text, size, "libpng %s, zlib %s", png_get_libpng_ver(NULL), zlibVersion());
}
