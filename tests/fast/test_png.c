/* test_png.c - everything that the PNG path writes is decoded by libpng and compared.
 *
 * Pictures of every kind and size, fed row by row or painted in bands on threads, with
 * each aim of compression and each width of kernels; heights of 16 bits. */
#include "encode/encoder.h"
#include "ridgeline-map.h"
#include "support/png_memory.h"
#include "support/support.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* ---- pictures ----------------------------------------------------------------------- */

typedef enum kind { FLAT, GRADIENT, TWO_BY_TWO, BAYER, EDGES, INKS, NOISE, KINDS } kind;

typedef struct sample_picture {
    picture_info info;
    uint8_t *rows; /* as the encoder takes them */
    size_t row_bytes;
} sample_picture;

static int sample_of(kind which, chance *c, int x, int y, int channel)
{
    static const int two[4] = {0, 128, 192, 64};
    int slope = 50 * channel + x * 40 + y * 25, step = slope >> 8 & 255;
    switch (which) {
    case FLAT:
        return 40 * channel;
    case GRADIENT:
        return step;
    case TWO_BY_TWO:
        return (step + ((slope & 255) > two[y % 2 * 2 + x % 2])) & 255;
    case BAYER:
        return (step + ((slope & 255) > (x * 37 % 8 * 8 + y * 21 % 8) * 4)) & 255;
    case EDGES:
        return (x * x / 300 + y / 7) % 5 * 50 + channel;
    case INKS: /* 60 colours with spray */
        return (x / 30 + y / 7 + (x * y % 97 == 0)) % 60 * 4 + channel;
    default:
        return (int)chance_integer(c, 0, 255);
    }
}

static sample_picture sample_make(kind which, int width, int height, int bits)
{
    chance c = chance_from((uint64_t)((int)which + 10 * width + 1000 * height));
    sample_picture p = {.info = {.width = width, .height = height, .bits = bits, .metadata = 2}};
    p.row_bytes = (size_t)width * 3 * (size_t)(bits / 8);
    p.rows = malloc(p.row_bytes * (size_t)height);
    for (int y = 0; y < height; y++)
        for (int i = 0; i < 3 * width; i++) {
            size_t at = (size_t)y * 3 * (size_t)width + (size_t)i;
            int value = sample_of(which, &c, i / 3, y, i % 3);
            if (bits == 16)
                ((uint16_t *)(void *)p.rows)[at] = (uint16_t)(value * 257 ^ (which == NOISE) * i);
            else
                p.rows[at] = (uint8_t)value;
        }
    return p;
}

/* ---- writing ------------------------------------------------------------------------ */

static rl_status write_fed(const sample_picture *p, rl_sink *sink, int run,
                           const rl_allocator *allocator)
{
    encoder self;
    rl_status status = encoder_start(&self, RL_FORMAT_PNG, &p->info, sink, allocator, &error);
    for (int y = 0; y < p->info.height && status == RL_OK; y += run) {
        int count = run < p->info.height - y ? run : p->info.height - y;
        status = encoder_rows(&self, p->rows + (size_t)y * p->row_bytes, count, &error);
    }
    if (status == RL_OK)
        status = encoder_finish(&self, &error);
    encoder_release(&self);
    return status;
}

static void copy_rows(void *user, int y, int count, void *rows, int worker)
{
    const sample_picture *p = user;
    (void)worker;
    memcpy(rows, p->rows + (size_t)y * p->row_bytes, (size_t)count * p->row_bytes);
}

static rl_status write_painted(const sample_picture *p, rl_sink *sink, int threads,
                               const rl_allocator *allocator)
{
    encoder self;
    sample_picture copy = *p;
    bands_work painter = {.name = "test",
                          .rows = p->info.height,
                          .row_bytes = p->row_bytes,
                          .threads = threads,
                          .make = copy_rows,
                          .user = &copy};
    rl_status status = encoder_start(&self, RL_FORMAT_PNG, &p->info, sink, allocator, &error);
    if (status == RL_OK)
        status = encoder_paint(&self, &painter, &error);
    if (status == RL_OK)
        status = encoder_finish(&self, &error);
    encoder_release(&self);
    return status;
}

/* ---- reading ------------------------------------------------------------------------ */

/* Decodes the file row by row; each must be the expected one, high bytes first. */
static void decodes_to(const rl_sink *sink, const uint8_t *expected, size_t row_bytes, int height)
{
    png_memory self = png_memory_of(sink);
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    uint8_t *row = malloc(row_bytes);
    ck_assert(row != NULL && info != NULL);
    if (setjmp(png_jmpbuf(png)) != 0)
        ck_abort_msg("libpng refused the file");
    png_set_benign_errors(png, 0);
    png_set_read_fn(png, &self, png_memory_read);
    png_read_info(png, info);
    if (png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE) {
        png_set_palette_to_rgb(png);
        png_read_update_info(png, info);
    }
    EXPECT(png_get_rowbytes(png, info) == row_bytes);
    EXPECT(png_get_image_height(png, info) == (png_uint_32)height);
    for (int y = 0; y < height; y++) {
        png_read_row(png, row, NULL);
        EXPECT_MSG(memcmp(row, expected + (size_t)y * row_bytes, row_bytes) == 0, "row %d", y);
    }
    png_read_end(png, NULL);
    EXPECT(self.offset == self.size);
    png_destroy_read_struct(&png, &info, NULL);
    free(row);
}

static uint8_t *big_endian(const sample_picture *p)
{
    size_t size = p->row_bytes * (size_t)p->info.height;
    uint8_t *bytes = malloc(size);
    const uint16_t *samples = (const uint16_t *)(const void *)p->rows;
    if (p->info.bits == 8)
        memcpy(bytes, p->rows, size);
    else
        for (size_t i = 0; i < size / 2; i++) {
            bytes[2 * i] = (uint8_t)(samples[i] >> 8);
            bytes[2 * i + 1] = (uint8_t)(samples[i] & 255);
        }
    return bytes;
}

static void same_bytes(const rl_sink *a, const rl_sink *b)
{
    size_t size_a, size_b;
    const void *bytes_a = rl_sink_bytes(a, &size_a), *bytes_b = rl_sink_bytes(b, &size_b);
    EXPECT(size_a == size_b && memcmp(bytes_a, bytes_b, size_a) == 0);
}

/* Decodes what is written in one way; every other way gives the same bytes. */
static void check_picture(kind which, int width, int height, int bits, int compress)
{
    sample_picture p = sample_make(which, width, height, bits);
    uint8_t *expected = big_endian(&p);
    rl_sink *first = memory_sink();
    p.info.compress = compress;
    OK(write_painted(&p, first, 1, NULL));
    decodes_to(first, expected, p.row_bytes, height);
    for (int way = 0; way < 5; way++) {
        rl_sink *sink = memory_sink();
        p.info.kernels = way % 3 + RL_KERNELS_PLAIN;
        OK(way < 3 ? write_painted(&p, sink, way + 1, NULL)
                   : write_fed(&p, sink, way == 3 ? 1 : 50, NULL));
        same_bytes(first, sink);
        rl_sink_free(sink);
    }
    rl_sink_free(first);
    free(expected);
    free(p.rows);
}

TEST(png_of_widths_1_to_70_reads_back)
{
    for (int width = 1; width <= 70; width++)
        for (int which = 0; which < KINDS; which++)
            check_picture((kind)which, width, width % 7 + 1, 8 + 8 * (width & 1),
                          (width + which) % 3);
}

/* A band has 64 rows here, or as many as fit 512 KiB; of 16 bands the last two are divided. */
TEST(png_heights_about_band_borders_read_back)
{
    const int heights[] = {1, 63, 64, 65, 127, 128, 129, 300, 1023, 1024, 1025, 1087};
    for (size_t i = 0; i < sizeof heights / sizeof heights[0]; i++)
        for (int which = 0; which < KINDS; which++)
            check_picture((kind)which, 30 + 7 * which, heights[i], 8, which % 3);
    for (int height = 43; height <= 46; height++)
        check_picture(TWO_BY_TWO, 3840, height, 8, RL_COMPRESS_DEFAULT);
}

TEST(png_of_extreme_shapes_reads_back)
{
    for (int compress = 0; compress < 3; compress++) {
        check_picture(NOISE, 1, 1, 8, compress);
        check_picture(GRADIENT, 1, 1, 16, compress);
        check_picture(EDGES, 1, 5000, 8, compress);
        check_picture(TWO_BY_TWO, 100001, 1, 8, compress);
        check_picture(BAYER, 100001, 2, 8, compress);
        check_picture(NOISE, 70000, 3, 16, compress);
        check_picture(NOISE, 701, 400, 8, compress);
        check_picture(GRADIENT, 701, 400, 16, compress);
    }
}

/* ---- what goes wrong ------------------------------------------------------------------ */

static int refuse_after(void *user, const void *bytes, size_t size)
{
    int *left = user;
    (void)bytes;
    (void)size;
    return (*left)-- > 0 ? 0 : 17;
}

/* Writes a flat picture in two ways; both have the colour type and read back. */
static void check_flat(kind which, int width, int height, int colour_type)
{
    enum { COLOUR_TYPE_AT = 25 }; /* byte of the file */
    sample_picture p = sample_make(which, width, height, 8);
    rl_sink *painted = memory_sink(), *fed = memory_sink();
    size_t size;
    p.info.is_flat = 1;
    OK(write_painted(&p, painted, 2, NULL));
    OK(write_fed(&p, fed, 7, NULL));
    same_bytes(painted, fed);
    decodes_to(painted, p.rows, p.row_bytes, height);
    const uint8_t *bytes = rl_sink_bytes(painted, &size);
    EXPECT(size > COLOUR_TYPE_AT && bytes[COLOUR_TYPE_AT] == colour_type);
    rl_sink_free(painted);
    rl_sink_free(fed);
    free(p.rows);
}

TEST(png_of_flat_picture_is_indexed_up_to_256_colours)
{
    check_flat(FLAT, 5, 3, PNG_COLOR_TYPE_PALETTE);
    check_flat(EDGES, 300, 90, PNG_COLOR_TYPE_PALETTE);
    check_flat(INKS, 3001, 150, PNG_COLOR_TYPE_PALETTE);
    check_flat(INKS, 40000, 3, PNG_COLOR_TYPE_PALETTE);
    check_flat(NOISE, 16, 16, PNG_COLOR_TYPE_PALETTE);
    check_flat(NOISE, 257, 1, PNG_COLOR_TYPE_RGB);
    check_flat(NOISE, 40, 60, PNG_COLOR_TYPE_RGB);
}

TEST(png_write_failing_at_any_call_is_an_io_error)
{
    sample_picture p = sample_make(BAYER, 60, 300, 8);
    rl_status status = RL_IO_ERROR;
    int failures = 0;
    for (int n = 0; status != RL_OK; n++, failures++) {
        int left = n;
        rl_sink *sink;
        OK(rl_sink_to_callback(&sink, refuse_after, &left, NULL, &error));
        status = write_painted(&p, sink, n % 3 + 1, NULL);
        rl_sink_free(sink);
        if (status == RL_OK)
            break;
        ck_assert_int_eq(status, RL_IO_ERROR);
        ck_assert_str_eq(error.text, "output: the write function returned 17: must be 0");
    }
    ck_assert_int_ge(failures, 15);
    free(p.rows);
}

TEST(png_compression_out_of_range_is_refused)
{
    sample_picture p = sample_make(FLAT, 3, 3, 8);
    rl_sink *sink = memory_sink();
    p.info.compress = 3;
    ck_assert_int_eq(write_fed(&p, sink, 1, NULL), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "compress: 3: must be 0..2");
    rl_sink_free(sink);
    free(p.rows);
}

/* Pictures that no level can reduce are excepted. */
TEST(png_best_compression_is_smallest)
{
    size_t sizes[3];
    sample_picture p = sample_make(TWO_BY_TWO, 640, 360, 8);
    for (int compress = 0; compress < 3; compress++) {
        rl_sink *sink = memory_sink();
        p.info.compress = compress;
        OK(write_painted(&p, sink, 2, NULL));
        (void)rl_sink_bytes(sink, &sizes[compress]);
        rl_sink_free(sink);
    }
    ck_assert_uint_lt(sizes[RL_COMPRESS_SMALL], sizes[RL_COMPRESS_DEFAULT]);
    ck_assert_uint_le(sizes[RL_COMPRESS_DEFAULT], sizes[RL_COMPRESS_FAST]);
    free(p.rows);
}

/* ---- heights ------------------------------------------------------------------------ */

static void check_heights(int kind_of, int width, int height)
{
    chance c = chance_from((uint64_t)(width + 7 * height + kind_of));
    size_t count = (size_t)width * (size_t)height;
    float *h = malloc(count * sizeof *h);
    uint8_t *expected = malloc(2 * count);
    for (size_t i = 0; i < count; i++) {
        int slope = (int)(i % (size_t)width * 90 + i / (size_t)width * 70) & 65535;
        int value = kind_of == 0   ? 0
                    : kind_of == 1 ? slope
                    : kind_of == 2 ? (slope + (int)chance_integer(&c, 0, 40)) & 65535
                                   : (int)chance_integer(&c, 0, 65535);
        h[i] = (float)((double)value / 65535.0);
        expected[2 * i] = (uint8_t)(value >> 8);
        expected[2 * i + 1] = (uint8_t)(value & 255);
    }
    rl_sink *first = NULL;
    for (int kernels = RL_KERNELS_PLAIN; kernels <= RL_KERNELS_AVX512; kernels++) {
        picture_info info = {.width = width,
                             .height = height,
                             .bits = BITS_HEIGHTS,
                             .high = 1.0,
                             .kernels = kernels};
        encoder self;
        rl_sink *sink = memory_sink();
        OK(encoder_start(&self, RL_HEIGHTS_PNG16, &info, sink, NULL, &error));
        for (int y = 0; y < height; y += kernels) {
            int rows = kernels < height - y ? kernels : height - y;
            OK(encoder_rows(&self, h + (size_t)y * (size_t)width, rows, &error));
        }
        OK(encoder_finish(&self, &error));
        encoder_release(&self);
        if (first == NULL) {
            decodes_to(sink, expected, 2 * (size_t)width, height);
            first = sink;
            continue;
        }
        same_bytes(first, sink);
        rl_sink_free(sink);
    }
    rl_sink_free(first);
    free(expected);
    free(h);
}

TEST(height_png_of_any_size_reads_back)
{
    for (int kind_of = 0; kind_of < 4; kind_of++) {
        for (int width = 1; width <= 70; width += 3)
            check_heights(kind_of, width, 1 + width % 5);
        check_heights(kind_of, 1, 200);
        check_heights(kind_of, 33, 129);
        check_heights(kind_of, 513, 257);
        check_heights(kind_of, 300001, 2);
    }
}
