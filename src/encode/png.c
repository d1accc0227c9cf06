/* png.c - writes pictures as PNG: RGB of 8 or 16 bits, or with a palette, marked as sRGB.
 *
 * Texts come before the picture data.  RGB and flats of many colours are packed in bands
 * (png_file.h).  Other indexed pictures, and zoomed ones, whose rows repeat, are packed by libpng
 * and zlib, which find matches at all distances.
 */
#include "encode/codec.h"
#include "encode/png_file.h"

#include <stdio.h>
#include <string.h>

/* Measured with libpng 1.6.39 and zlib 1.2.13 on pictures of 3840x2160 with the default dither
 * (2x2), except in the column Bayer.  Pairs of numbers are milliseconds of one CPU and thousands
 * of bytes:
 *
 *                            bare seeds              gradient5              classic
 *                            1           3           2x2         Bayer
 *     libpng's default       1322  3383  1060  2874   523  1139   951  1960  186  43
 *     SUB, zlib's level 4     284  3565   235  2941   125  1013   190  1772   89  45
 *     SUB, deflate.h           28  3911    26  3196    16  1100    25  2239    6  68
 *
 * Trials with deflate.h on seed 3, thousands of bytes: matches at the dither's distance alone
 * give 3195, at all three 3158, but take 0.8 of the time, so survey.c chooses distances for each
 * band.  A shortest match of 8 bytes gives 3074, of 16 3247, of 24 3520; none of them is faster by
 * a tenth.  Counting all literals instead of a quarter gives 3136 for 4 ms more.  Filters UP and
 * AVG are 2 % smaller on seed 3, but 20 % larger on gradient5.  So RL_COMPRESS_FAST cannot be
 * faster than the default and is the same.  1920x1080 with samples of 16 bits: libpng's default
 * 819, 4341; SUB level 4 151, 6414; SUB, deflate.h 21, 6348. */

/* Levels of zlib.  Indices have no gradients, so no filter helps, but long matches do: 320x180
 * pixels of 24 colours, zoomed 5 times, are 63 kB at level 4, 40 at level 6, and 21 at level 9,
 * which takes 50 ms more.  RGB that is zoomed repeats whole rows, which filter UP makes zeros;
 * 1920x1080 zoomed 4 times, milliseconds and thousands of bytes: UP level 1 19, 259; 4 31, 193;
 * 6 48, 177; 9 200, 172; SUB level 4 32, 350; NONE 30, 295.  A poster of 1920x1080: level 1 12,
 * 336; 4 20, 273; 6 72, 254; 9 869, 234; as RGB 1006 kB.  Posters of 3840x2160, seeds 1 to 16: by
 * deflate.h 8 ms, 3 to 26 % more bytes than level 4, which takes 60 ms. */
enum { INDEX_LEVEL = 9, FLAT_LEVEL = 4, ZOOM_LEVEL = 4, BEST_LEVEL = 9, FAST_LEVEL = 1 };

/* Returns the fewest bits that hold every index; PNG allows 1, 2, 4 and 8. */
static int index_bits(int colours)
{
    return colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8;
}

/* Returns 1 if zlib packs the picture: few colours or enlarged pixels repeat at distances that
 * deflate.h does not search.  Flats of more than 16 colours repeat in a row and in the row above.
 */
static int is_zlib(const picture_info *info)
{
    int is_flat = info->is_flat && info->compress != RL_COMPRESS_SMALL &&
                  index_bits(info->colours) == 8 && info->width < DEFLATE_FARTHEST;
    return info->is_zoomed || (info->colours > 0 && !is_flat);
}

static void step_start(png_guard *guard, const void *call)
{
    const picture_info *info = call;
    png_structp png = guard->png;
    int colours = info->colours;
    if (is_zlib(info)) {
        int usual = colours == 0 ? ZOOM_LEVEL : info->is_flat ? FLAT_LEVEL : INDEX_LEVEL;
        const int levels[] = {usual, FAST_LEVEL, BEST_LEVEL};
        png_set_compression_level(png, levels[info->compress]);
        png_set_compression_strategy(png, Z_DEFAULT_STRATEGY);
        png_set_filter(png, PNG_FILTER_TYPE_BASE, colours > 0 ? PNG_FILTER_NONE : PNG_FILTER_UP);
    }
    png_head(guard, info, colours > 0 ? index_bits(colours) : info->bits,
             colours > 0 ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_RGB);
    if (is_zlib(info) && info->bits == 16 && HOST_IS_LITTLE_ENDIAN)
        png_set_swap(png);
    if (is_zlib(info) && colours > 0)
        png_set_packing(png); /* `rows` has one byte for each index */
}

/* Begins a PNG.  Its rows repeat at the distance of 1 pixel without dither, of 2 with the 2x2
 * pattern, and of 8 with the 8x8 pattern. */
static rl_status png_start(encoder *self, rl_error *error)
{
    const picture_info *info = &self->info;
    int is_indexed = info->colours > 0, pixel = is_indexed ? 1 : 3 * info->bits / 8;
    png_bands bands = {
        .kernels = is_zlib(info) ? NULL : strip_kernels_of[cpu_choose(info->kernels)],
        .height = info->height,
        .row_bytes = (size_t)info->width * (size_t)pixel,
        .pixel = pixel,
        .is_swapped = info->bits == 16 && HOST_IS_LITTLE_ENDIAN,
        .filter = is_indexed ? FILTER_NONE : FILTER_SUB,
        .is_small = info->compress == RL_COMPRESS_SMALL,
        .distances = {pixel, is_indexed ? info->width + 1 : 2 * pixel, is_indexed ? 0 : 8 * pixel}};
    self->paint = is_zlib(info) ? NULL : png_paint;
    return png_file_open(self->state, &bands, self, step_start, error);
}

/* Arguments of step_rows. */
typedef struct rows_call {
    const png_bands *bands;
    const unsigned char *rows;
    int count;
} rows_call;

static void step_rows(png_guard *guard, const void *call)
{
    const rows_call *self = call;
    for (int i = 0; i < self->count; i++)
        png_write_row(guard->png, self->rows + (size_t)i * self->bands->row_bytes);
}

static rl_status png_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    png_file *file = self->state;
    if (file->bands.kernels != NULL)
        return png_file_rows(file, rows, count, error);
    return png_guard_run(&file->guard, step_rows, &(rows_call){&file->bands, rows, count}, error);
}

const encoder_format encoder_png = {
    .about = {.name = "png", .ending = ".png", .meaning = "PNG, with the recipe"},
    .takes_indices = 1,
    .state_bytes = sizeof(png_file),
    .start = png_start,
    .rows = png_rows,
    .finish = png_finish,
    .release = png_release,
};

/* Versions and files of the optional libraries that the build found; NULL = not found. */
#ifdef RL_HAS_TIFF
#define TIFF_ROW RL_HAS_TIFF, LIBRARY_TIFF
#else
#define TIFF_ROW NULL, NULL
#endif
#ifdef RL_HAS_JPEG
#define JPEG_ROW RL_HAS_JPEG, codec_library_jpeg
#else
#define JPEG_ROW NULL, NULL
#endif
#ifdef RL_HAS_WEBP
#define WEBP_ROW RL_HAS_WEBP, LIBRARY_WEBP
#else
#define WEBP_ROW NULL, NULL
#endif
#ifdef RL_HAS_AVIF
#define AVIF_ROW RL_HAS_AVIF, codec_library_avif
#else
#define AVIF_ROW NULL, NULL
#endif
#ifdef RL_HAS_JXL
#define JXL_ROW RL_HAS_JXL, codec_library_jxl
#else
#define JXL_ROW NULL, NULL
#endif
#ifdef RL_HAS_DEFLATE
#define DEFLATE_ROW RL_HAS_DEFLATE, LIBRARY_DEFLATE
#else
#define DEFLATE_ROW NULL, NULL
#endif

void rl_codec_versions(char *text, size_t size)
{
    const struct {
        const char *name, *version, *file;
    } rows[] = {{"libtiff", TIFF_ROW}, {"libjpeg", JPEG_ROW}, {"libwebp", WEBP_ROW},
                {"libavif", AVIF_ROW}, {"libjxl", JXL_ROW},   {"libdeflate", DEFLATE_ROW}};
    if (size == 0)
        return;
    (void)snprintf(text, size, "libpng %s, zlib %s", png_get_libpng_ver(NULL), zlibVersion());
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t used = strlen(text);
        if (rows[i].file != NULL && library_is_here(rows[i].file))
            (void)snprintf(text + used, size - used, ", %s %s", rows[i].name, rows[i].version);
        else
            (void)snprintf(text + used, size - used, ", no %s",
                           rows[i].file != NULL ? rows[i].file : rows[i].name);
    }
}
