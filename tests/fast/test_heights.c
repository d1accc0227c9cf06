/* test_heights.c - heights as files: what we write, and what we read of others.
 *
 * Each format is checked byte by byte on a tiny map, then read back; other readers'
 * opinions are in tests/proofs/oracles-heights.sh. */
#include "support/support.h"

#include "encode/encoder.h"
#include "ridgeline-map.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const float tiny[6] = {0.0f, 0.25f, 0.5f, 0.75f, 1.0f, 2.0f};

static picture_info info_of(int width, int height)
{
    return (picture_info){.width = width,
                          .height = height,
                          .bits = BITS_HEIGHTS,
                          .low = 0.0,
                          .high = 1.0,
                          .cell = 30.0,
                          .relief = 1000.0,
                          .title = "Karte \xc3\xbc",
                          .recipe = "[ridgeline]\nscene = 1\n",
                          .metadata = RL_METADATA_FULL};
}

/* Feeds the rows of a map in the order that the format wants, one by one. */
static rl_status write_to(rl_sink *sink, const char *format, const picture_info *info,
                          const float *map, const rl_allocator *allocator)
{
    encoder self;
    int up = encoder_bottom_first(format, info);
    rl_status status = encoder_start(&self, format, info, sink, allocator, &error);
    for (int y = 0; status == RL_OK && y < info->height; y++) {
        int row = up ? info->height - 1 - y : y;
        status = encoder_rows(&self, map + (size_t)row * (size_t)info->width, 1, &error);
    }
    if (status == RL_OK)
        status = encoder_finish(&self, &error);
    encoder_release(&self);
    return status;
}

static rl_sink *written(const char *format, const picture_info *info, const float *map)
{
    rl_sink *sink = memory_sink();
    rl_status status = write_to(sink, format, info, map, NULL);
    ck_assert_msg(status == RL_OK, "%s", error.text);
    return sink;
}

static void bytes_are(const char *format, const picture_info *info, const char *expected,
                      size_t size)
{
    rl_sink *sink = written(format, info, tiny);
    size_t got_size;
    const void *got = rl_sink_bytes(sink, &got_size);
    ck_assert_uint_eq(got_size, size);
    ck_assert_mem_eq(got, expected, size);
    rl_sink_free(sink);
}

#define BYTES_ARE(format, info, text) bytes_are(format, info, text, sizeof(text) - 1)

/* ---- writing ------------------------------------------------------------- */

TEST(height_formats_write_exact_bytes)
{
    picture_info info = info_of(3, 2);
    BYTES_ARE(RL_HEIGHTS_PGM, &info, "P5\n3 2\n65535\n\0\0\x40\0\x80\0\xbf\xff\xff\xff\xff\xff");
    BYTES_ARE(RL_HEIGHTS_R16, &info, "\0\0\0\x40\0\x80\xff\xbf\xff\xff\xff\xff");
    info.big_endian = 1;
    BYTES_ARE(RL_HEIGHTS_R16, &info, "\0\0\x40\0\x80\0\xbf\xff\xff\xff\xff\xff");
    info.flip_y = 1;
    BYTES_ARE(RL_HEIGHTS_R16, &info, "\xbf\xff\xff\xff\xff\xff\0\0\x40\0\x80\0");
    info.big_endian = 0;
    BYTES_ARE(RL_HEIGHTS_R16, &info, "\xff\xbf\xff\xff\xff\xff\0\0\0\x40\0\x80");
    info.big_endian = 1; /* neither is for the other formats */
    BYTES_ARE(RL_HEIGHTS_PGM, &info, "P5\n3 2\n65535\n\0\0\x40\0\x80\0\xbf\xff\xff\xff\xff\xff");
    BYTES_ARE(RL_HEIGHTS_PFM, &info,
              "Pf\n3 2\n-1.0\n\0\0\x40\x3f\0\0\x80\x3f\0\0\0\x40"
              "\0\0\0\0\0\0\x80\x3e\0\0\0\x3f");
    BYTES_ARE(RL_HEIGHTS_ASC, &info,
              "ncols        3\nnrows        2\nxllcorner    0\nyllcorner    0\n"
              "cellsize     30\nNODATA_value -9999\n0 250 500\n750 1000 2000\n");
    info.cell = 0.5;
    info.relief = 0.001;
    BYTES_ARE(RL_HEIGHTS_ASC, &info,
              "ncols        3\nnrows        2\nxllcorner    0\nyllcorner    0\n"
              "cellsize     0.5\nNODATA_value -9999\n0 0.00025 0.0005\n0.00075 0.001 0.002\n");
}

TEST(height_rows_stand_in_the_order_of_the_format)
{
    picture_info info = info_of(1, 1);
    const rl_format *format;
    for (size_t f = 0; (format = rl_height_format_at(f)) != NULL; f++) {
        int is_pfm = strcmp(format->name, RL_HEIGHTS_PFM) == 0;
        int is_r16 = strcmp(format->name, RL_HEIGHTS_R16) == 0;
        info.flip_y = 0;
        ck_assert_int_eq(encoder_bottom_first(format->name, &info), is_pfm);
        info.flip_y = 1;
        ck_assert_int_eq(encoder_bottom_first(format->name, &info), is_pfm || is_r16);
    }
    ck_assert_int_eq(encoder_bottom_first("tiff", &info), 0);
}

/* One sample as R16 has it, big-endian. */
static int sample_of(double low, double high, float value)
{
    picture_info info = info_of(1, 1);
    info.low = low;
    info.high = high;
    info.big_endian = 1;
    rl_sink *sink = written(RL_HEIGHTS_R16, &info, &value);
    size_t size;
    const unsigned char *bytes = rl_sink_bytes(sink, &size);
    ck_assert_uint_eq(size, 2);
    int sample = bytes[0] << 8 | bytes[1];
    rl_sink_free(sink);
    return sample;
}

TEST(height_of_any_float_maps_to_16_bits)
{
    const uint32_t nan_bits = 0x7fc00000, infinity_bits = 0x7f800000;
    float nan_value, infinite;
    memcpy(&nan_value, &nan_bits, sizeof nan_value);
    memcpy(&infinite, &infinity_bits, sizeof infinite);
    ck_assert_int_eq(sample_of(0, 1, nan_value), 0);
    ck_assert_int_eq(sample_of(0, 1, infinite), 65535);
    ck_assert_int_eq(sample_of(0, 1, -infinite), 0);
    ck_assert_int_eq(sample_of(0, 1, -0.5f), 0);
    ck_assert_int_eq(sample_of(0, 1, 1.5f), 65535);
    ck_assert_int_eq(sample_of(0, 1, (float)(0.499 / 65535)), 0);
    ck_assert_int_eq(sample_of(0, 1, (float)(0.501 / 65535)), 1);
    ck_assert_int_eq(sample_of(0, 1, 0.5f), 32768);
    ck_assert_int_eq(sample_of(-3, 5, -3.0f), 0);
    ck_assert_int_eq(sample_of(-3, 5, 5.0f), 65535);
    ck_assert_int_eq(sample_of(-3, 5, -1.0f), 16384);
    ck_assert_int_eq(sample_of(7, 7, 7.0f), 0);
    ck_assert_int_eq(sample_of(7, 7, 8.0f), 0);
    for (int i = 0; i <= 65535; i += 257)
        ck_assert_int_eq(sample_of(0, 1, (float)((double)i / 65535.0)), i);
}

/* ---- numbers of .asc ------------------------------------------------------ */

static void number_is_printf(double value)
{
    char got[ASC_NUMBER_SIZE + 1] = "", expected[64];
    int size = asc_number(got, value);
    EXPECT(size > 0 && size <= ASC_NUMBER_SIZE);
    got[size] = '\0';
    (void)snprintf(expected, sizeof expected, "%.9g", value);
    EXPECT_MSG(strcmp(got, expected) == 0, "%a: %s: must be %s", value, got, expected);
}

TEST(asc_numbers_equal_printf_9_digits)
{
    chance c = chance_from(1);
    for (int i = 0; i < SUPPORT_PART(400000); i++) {
        uint64_t bits = chance_bits(&c);
        /* exponents of 1e-14 .. 1e30, any digits; then what maps hold */
        uint64_t exponent = 1023 - 46 + (bits >> 52) % 145;
        bits = (bits & UINT64_C(0x800fffffffffffff)) | exponent << 52;
        double value;
        memcpy(&value, &bits, sizeof value);
        if ((value < 0 ? -value : value) >= 1e-14 && (value < 0 ? -value : value) < 1e30)
            number_is_printf(value);
        number_is_printf((double)(float)chance_real(&c, 0, 1) * 1000.0);
    }
}

TEST(asc_numbers_near_ties_and_powers_of_ten_equal_printf)
{
    for (double p = 1e-13; p < 1e29; p *= 10)
        for (int i = -40; i <= 40; i++) {
            number_is_printf(p * (1.0 + i * 1.1102230246251565e-16));
            number_is_printf(p * (1.0 + i * 1e-10));
        }
    for (int i = 100000000; i < 100020000; i++) {
        number_is_printf(i + 0.5);
        number_is_printf((i + 0.5) / 1024);
        number_is_printf((i * 2 + 1) * 50.0);
        number_is_printf(-(i + 0.5) * 1e5);
    }
}

static void number_is(double value, const char *expected)
{
    char got[ASC_NUMBER_SIZE + 1] = "";
    got[asc_number(got, value)] = '\0';
    ck_assert_str_eq(got, expected);
}

TEST(asc_numbers_beyond_the_range_become_0_or_no_data)
{
    number_is(0.0, "0");
    number_is(-0.0, "0");
    number_is(1e-15, "0");
    number_is(1e-14, "1e-14");
    number_is(1.05e-14, "1.05e-14");
    number_is(-9.5e-14, "-9.5e-14");
    number_is(-1e-300, "0");
    number_is(1e30, "-9999");
    number_is(1e300 * 1e300, "-9999");
    number_is(1e300 * 1e300 * 0.0, "-9999");
    number_is(-0.000123456789, "-0.000123456789");
    number_is(-1.23456789e-12, "-1.23456789e-12");
}

/* ---- PNG ------------------------------------------------------------------ */

/* The types of a PNG's chunks, one after the other. */
static void chunks_are(int metadata, const char *title, const char *expected)
{
    picture_info info = info_of(3, 2);
    info.metadata = metadata;
    info.title = title;
    rl_sink *sink = written(RL_HEIGHTS_PNG16, &info, tiny);
    size_t size, at = 8;
    const unsigned char *bytes = rl_sink_bytes(sink, &size);
    char all[128] = "";
    while (at < size && strlen(all) < 100) {
        (void)strncat(all, (const char *)bytes + at + 4, 4);
        at += 12 + ((size_t)bytes[at] << 24 | (size_t)bytes[at + 1] << 16 |
                    (size_t)bytes[at + 2] << 8 | bytes[at + 3]);
    }
    ck_assert_str_eq(all, expected);
    ck_assert_uint_eq(bytes[24], 16); /* depth */
    ck_assert_uint_eq(bytes[25], PNG_COLOR_TYPE_GRAY);
    rl_sink_free(sink);
}

TEST(height_png_has_no_colour_chunks)
{
    chunks_are(RL_METADATA_FULL, "t", "IHDRtEXtiTXtiTXtiTXtIDATIEND");
    chunks_are(RL_METADATA_FULL, NULL, "IHDRtEXtiTXtiTXtIDATIEND");
    chunks_are(RL_METADATA_MINIMAL, "t", "IHDRtEXtiTXtiTXtIDATIEND");
    chunks_are(RL_METADATA_NONE, "t", "IHDRIDATIEND");
}

TEST(height_png_carries_its_recipe)
{
    picture_info info = info_of(3, 2);
    rl_sink *sink = written(RL_HEIGHTS_PNG16, &info, tiny);
    size_t size;
    const void *bytes = rl_sink_bytes(sink, &size);
    rl_recipe recipe;
    OK(rl_recipe_read(&recipe, bytes, size, "x", &error));
    ck_assert_uint_eq(recipe.scene_size, strlen(info.recipe));
    ck_assert_mem_eq(recipe.scene, info.recipe, recipe.scene_size);
    ck_assert_uint_eq(recipe.title_size, strlen(info.title));
    ck_assert_mem_eq(recipe.title, info.title, recipe.title_size);
    ck_assert_int_eq(recipe.width, 3);
    ck_assert_int_eq(recipe.height, 2);
    ck_assert_int_eq(recipe.bits, 16);
    rl_sink_free(sink);
}

/* ---- there and back -------------------------------------------------------- */

enum { WIDE = 61, HIGH = 37, CELLS = WIDE * HIGH };

static void map_fill(float *map, uint64_t seed)
{
    chance c = chance_from(seed);
    for (int i = 0; i < CELLS; i++)
        map[i] = (float)chance_real(&c, 0, 1);
    map[CELLS / 2] = 0.0f;
    map[CELLS / 3] = 1.0f;
}

static float *read_back(const void *bytes, size_t size, int width, int height)
{
    float *heights;
    int w, h;
    rl_status status = rl_heights_read(&heights, &w, &h, bytes, size, "x", NULL, NULL, &error);
    ck_assert_msg(status == RL_OK, "%s", error.text);
    ck_assert_str_eq(error.text, "");
    ck_assert_int_eq(w, width);
    ck_assert_int_eq(h, height);
    return heights;
}

TEST(heights_read_back_as_written)
{
    static float map[CELLS];
    const char *const formats[] = {RL_HEIGHTS_PNG16, RL_HEIGHTS_PGM, RL_HEIGHTS_ASC};
    map_fill(map, 5);
    for (int k = 0; k < 3; k++) {
        picture_info info = info_of(WIDE, HIGH);
        rl_sink *sink = written(formats[k], &info, map);
        size_t size;
        const void *bytes = rl_sink_bytes(sink, &size);
        float *heights = read_back(bytes, size, WIDE, HIGH);
        for (int i = 0; i < CELLS; i++) {
            double exact = (double)(int)((double)map[i] * 65535.0 + 0.5) / 65535.0;
            double far = (double)heights[i] - (double)map[i];
            if (k == 2) /* half of the ninth digit, of 1000 m */
                EXPECT(far < 1e-7 && far > -1e-7);
            else
                EXPECT(heights[i] == (float)exact);
        }
        rl_heights_free(heights, NULL);
        rl_sink_free(sink);
    }
}

/* ---- reading what others write --------------------------------------------- */

static void reads_as(const char *bytes, size_t size, int width, int height, const double *expected)
{
    float *heights = read_back(bytes, size, width, height);
    for (int i = 0; i < width * height; i++)
        ck_assert_msg(heights[i] == (float)expected[i], "%d: %a: must be %a", i, (double)heights[i],
                      expected[i]);
    rl_heights_free(heights, NULL);
}

#define READS_AS(text, width, height, ...)                                                         \
    reads_as(text, sizeof(text) - 1, width, height, (const double[]){__VA_ARGS__})

TEST(pgm_of_any_dialect_is_read)
{
    READS_AS("P2\n# by hand\n2 2 # size\n10\n0 5\n10 2", 2, 2, 0, .5, 1, .2);
    READS_AS("P2 2 1 255\r\n0\t255#end\n#more", 2, 1, 0, 1);
    READS_AS("P2 1 1 1 1#", 1, 1, 1);
    READS_AS("P5\n2 1\n255\n\0\xff", 2, 1, 0, 1);
    READS_AS("P5 3 1 100\n\0\x32\x64", 3, 1, 0, .5, 1);
    READS_AS("P5\n#c\n2 1 65535\n\x80\0\xff\xffsecond picture", 2, 1, 32768.0 / 65535, 1);
    READS_AS("P5 1 2 256\n\x01\0\0\x40", 1, 2, 1, .25);
}

TEST(asc_of_any_dialect_is_read)
{
    READS_AS("ncols 3\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n10 15 20\n", 3, 1, 0, .5, 1);
    READS_AS("\xef\xbb\xbfNCOLS 2\r\nNROWS 2\r\nXLLCENTER 1.5e3\r\nYLLCENTER -7\r\nCELLSIZE 1\r\n"
             "NODATA_VALUE -9999\r\n-9999 4 \r\n8 6",
             2, 2, 0, 0, 1, .5);
    READS_AS("nrows 1 ncols 2 dx 1 dy 2 +1e0 .3e1", 2, 1, 0, 1);
    READS_AS("ncols 3\nnrows 1\ncellsize 1\nnodata_value nan\nnan 1 2", 3, 1, 0, 0, 1);
    READS_AS("ncols 2\nnrows 1\ncellsize 1\nnodata_value -3.4028234663852886e38\n"
             "-3.402823466e+38 5",
             2, 1, 0, 0);
    READS_AS("ncols 2\nnrows 2\ncellsize 1\n7 7 7 7", 2, 2, 0, 0, 0, 0);
    READS_AS("ncols 3\nnrows 1\ncellsize 1\n0 0.0000000000000000000000000005e28 "
             "100000000000000000000000000e-25",
             3, 1, 0, .5, 1);
    READS_AS("ncols 2\nnrows 1\ncellsize 1\n0e99999999999 1e-999999999999", 2, 1, 0, 0);
}

/* libpng writes a PNG of any kind: each sample is the row of `bytes`. */
typedef struct output {
    unsigned char bytes[4096];
    size_t size;
} output;

static void output_write(png_structp png, png_bytep bytes, size_t size)
{
    output *out = png_get_io_ptr(png);
    memcpy(out->bytes + out->size, bytes, size);
    out->size += size;
}

static void output_flush(png_structp png)
{
    (void)png;
}

static void png_make(output *out, int width, int height, int depth, int colour, int interlace,
                     const unsigned char *rows, size_t row_bytes)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_bytep row[16];
    out->size = 0;
    if (setjmp(png_jmpbuf(png)) != 0)
        ck_abort_msg("libpng refused");
    for (int y = 0; y < height; y++) {
        row[y] = malloc(row_bytes);
        memcpy(row[y], rows + (size_t)y * row_bytes, row_bytes);
    }
    png_set_write_fn(png, out, output_write, output_flush);
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, depth, colour, interlace, 0,
                 0);
    png_color palette[4] = {{0, 0, 0}, {1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    if (colour == PNG_COLOR_TYPE_PALETTE)
        png_set_PLTE(png, info, palette, 4);
    png_set_gAMA_fixed(png, info, 45455); /* must not bend anything */
    png_write_info(png, info);
    png_write_image(png, row);
    png_write_end(png, info);
    for (int y = 0; y < height; y++)
        free(row[y]);
    png_destroy_write_struct(&png, &info);
}

TEST(height_png_of_any_kind_is_read)
{
    static output out;
    const unsigned char low[6] = {0, 51, 255, 102, 153, 204};
    const double low_is[6] = {0, .2, 1, .4, .6, .8};
    for (int interlace = 0; interlace <= 1; interlace++) {
        png_make(&out, 3, 2, 8, PNG_COLOR_TYPE_GRAY, interlace, low, 3);
        reads_as((const char *)out.bytes, out.size, 3, 2, low_is);
    }
    const unsigned char alpha[4] = {51, 0, 255, 9};
    png_make(&out, 2, 1, 8, PNG_COLOR_TYPE_GRAY_ALPHA, 0, alpha, 4);
    reads_as((const char *)out.bytes, out.size, 2, 1, (const double[]){.2, 1});
    const unsigned char high[12] = {0x33, 0x33, 0, 0, 255, 255, 1, 2, 0, 0, 3, 4};
    png_make(&out, 3, 1, 16, PNG_COLOR_TYPE_GRAY_ALPHA, 1, high, 12);
    reads_as((const char *)out.bytes, out.size, 3, 1, (const double[]){.2, 1, 0});
    png_make(&out, 6, 1, 16, PNG_COLOR_TYPE_GRAY, 1, high, 12);
    reads_as((const char *)out.bytes, out.size, 6, 1,
             (const double[]){.2, 0, 1, 258.0 / 65535, 0, 772.0 / 65535});
    const unsigned char bits[2] = {0xb0, 0x1b}; /* 1 0 1 1 0 0 0 0 ; 0 1 2 3 */
    png_make(&out, 5, 1, 1, PNG_COLOR_TYPE_GRAY, 0, bits, 1);
    reads_as((const char *)out.bytes, out.size, 5, 1, (const double[]){1, 0, 1, 1, 0});
    png_make(&out, 4, 1, 2, PNG_COLOR_TYPE_GRAY, 0, bits + 1, 1);
    reads_as((const char *)out.bytes, out.size, 4, 1,
             (const double[]){0, 85.0 / 255, 170.0 / 255, 1});
}

/* ---- what must be refused --------------------------------------------------- */

static void refused(const void *bytes, size_t size, const char *expected)
{
    float *heights = (float *)&error;
    int width = 5, height = 5;
    rl_status status =
        rl_heights_read(&heights, &width, &height, bytes, size, "m.x", NULL, NULL, &error);
    ck_assert_msg(status == RL_BAD_DATA, "%d, must be refused: %s", (int)status, expected);
    ck_assert_int_eq(error.status, RL_BAD_DATA);
    ck_assert_str_eq(error.text, expected);
    ck_assert_ptr_null(heights);
    ck_assert_int_eq(width + height, 0);
}

TEST(file_of_unknown_height_format_is_refused)
{
    refused(NULL, 7, "m.x: an empty file: must be a grey PNG, a PGM, a TIFF or an ESRI .asc");
    int side;
    float *heights;
    ck_assert_int_eq(rl_heights_read(NULL, &side, &side, "P", 1, "x", NULL, NULL, &error),
                     RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_heights_read(&heights, NULL, &side, "P", 1, "x", NULL, NULL, &error),
                     RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_heights_read(&heights, &side, NULL, "P", 1, NULL, NULL, NULL, NULL),
                     RL_BAD_ARGUMENT);
    rl_heights_free(NULL, NULL);
}

TEST(height_png_faults_are_named)
{
    static output out;
    static unsigned char copy[4096];
    const unsigned char rows[24] = {1, 2, 3};
    png_make(&out, 2, 2, 8, PNG_COLOR_TYPE_RGB, 0, rows, 6);
    refused(out.bytes, out.size, "m.x: a PNG in colour: must be a grey PNG");
    png_make(&out, 2, 2, 8, PNG_COLOR_TYPE_PALETTE, 0, rows, 2);
    refused(out.bytes, out.size, "m.x: a PNG in colour: must be a grey PNG");
    png_make(&out, 2, 2, 16, PNG_COLOR_TYPE_GRAY, 0, rows, 4);
    for (size_t size = 8; size < out.size; size++) {
        float *heights;
        int w, h;
        ck_assert_int_eq(
            rl_heights_read(&heights, &w, &h, out.bytes, size, "m.x", NULL, NULL, &error),
            RL_BAD_DATA);
        ck_assert_msg(strstr(error.text, "m.x: ") == error.text, "%s", error.text);
    }
    refused(out.bytes, out.size - 1, "m.x: cut short: must be an undamaged PNG file");
    memcpy(copy, out.bytes, out.size);
    copy[18] = 0x40; /* 16386 wide, with the checksum of another width */
    refused(copy, out.size, "m.x: IHDR: CRC error: must be an undamaged PNG file");
}

/* A wide level map compresses a thousand to one, so that a header which promises more is false. */
TEST(height_png_promising_more_than_its_bytes_is_refused)
{
    static output out;
    static unsigned char row[12000];
    png_make(&out, 6000, 1, 16, PNG_COLOR_TYPE_GRAY, 0, row, 12000);
    float *heights = read_back(out.bytes, out.size, 6000, 1);
    rl_heights_free(heights, NULL);
    unsigned char lie[sizeof out.bytes];
    memcpy(lie, out.bytes, out.size);
    lie[22] = 0x40; /* height 16385 */
    uint32_t crc = 0xffffffff;
    for (int i = 12; i < 29; i++) {
        crc ^= lie[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    crc = ~crc;
    for (int i = 0; i < 4; i++)
        lie[29 + i] = (unsigned char)(crc >> (24 - 8 * i) & 255);
    refused(lie, out.size, "m.x: cut short: must hold width x height samples");
}

/* Accepted heights lie in 0..1 and have a legal size. */
TEST(mutated_height_files_are_refused_or_legal)
{
    static const char *const seeds[] = {
        "P2\n3 2\n15\n0 1 2\n3 4 15\n",
        "P5\n3 2\n255\nabcdef",
        "P5 2 2 65535\nabcdefgh",
        "ncols 3\nnrows 2\nxllcorner 0\nyllcenter 1\ncellsize 30\n1 2.5 -3e2\n-9999 0 7\n",
    };
    static const char spice[] = "0129-+.eE# \n\r\tPncolsrwxdyNaN\377\0\200";
    char bytes[256];
    chance c = chance_from(9);
    for (int n = 0; n < SUPPORT_PART(100000); n++) {
        const char *seed = seeds[n % 4];
        size_t size = strlen(seed);
        memcpy(bytes, seed, size);
        for (int64_t k = chance_integer(&c, 1, 5); k > 0; k--)
            bytes[chance_integer(&c, 0, (int64_t)size - 1)] =
                spice[chance_integer(&c, 0, sizeof spice - 2)];
        if (chance_integer(&c, 0, 3) == 0)
            size = (size_t)chance_integer(&c, 0, (int64_t)size);
        char *exact = malloc(size + 1); /* so that a sanitizer sees reads past it */
        memcpy(exact + 1, bytes, size);
        float *heights;
        int w, h;
        rl_status status =
            rl_heights_read(&heights, &w, &h, exact + 1, size, "m", NULL, NULL, &error);
        EXPECT_MSG(status == RL_OK || status == RL_BAD_DATA, "%s", error.text);
        EXPECT((status == RL_OK) == (heights != NULL));
        for (int i = 0; i < w * h && status == RL_OK; i++)
            EXPECT(heights[i] >= 0.0f && heights[i] <= 1.0f);
        EXPECT(status == RL_OK || strncmp(error.text, "m:", 2) == 0);
        rl_heights_free(heights, NULL);
        free(exact);
    }
}

/* ---- what goes wrong --------------------------------------------------------- */

TEST(height_write_failing_at_any_byte_is_an_io_error)
{
    picture_info info = info_of(3, 2);
    for (size_t f = 0; f <= 4; f++) {
        const char *format = rl_height_format_at(f)->name;
        rl_sink *whole = written(format, &info, tiny), *sink;
        size_t size;
        (void)rl_sink_bytes(whole, &size);
        rl_sink_free(whole);
        for (size_t n = 0; n <= size; n++) {
            size_t left = n;
            OK(rl_sink_to_callback(&sink, take_until, &left, NULL, &error));
            rl_status status = write_to(sink, format, &info, tiny, NULL);
            ck_assert_int_eq(status, n == size ? RL_OK : RL_IO_ERROR);
            ck_assert_str_eq(error.text,
                             n == size ? "" : "output: the write function returned 5: must be 0");
            rl_sink_free(sink);
        }
    }
}

TEST(height_encoder_start_refuses_bad_settings_by_name)
{
    const struct {
        const char *format;
        int width, height, metadata;
        const char *text;
    } wrong[] = {
        {"png", 1, 1, 0,
         "format: png: must be one of png16, pgm, r16, pfm, asc, geotiff, obj, stl"},
        {NULL, 0, 1, 0, "width: 0: must be 1..1000000"},
        {NULL, 1, RL_MAX_SIDE + 1, 0, "height: 1000001: must be 1..1000000"},
        {NULL, 1, 1, 3, "metadata: 3: must be 0..2"},
    };
    size_t size;
    rl_sink *sink = memory_sink();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        picture_info info = info_of(wrong[i].width, wrong[i].height);
        info.metadata = wrong[i].metadata;
        encoder self;
        ck_assert_int_eq(encoder_start(&self, wrong[i].format, &info, sink, NULL, &error),
                         RL_BAD_ARGUMENT);
        ck_assert_str_eq(error.text, wrong[i].text);
        encoder_release(&self);
    }
    (void)rl_sink_bytes(sink, &size);
    ck_assert_uint_eq(size, 0);
    rl_sink_free(sink);
}

TEST(height_encoder_given_too_many_rows_is_an_internal_error)
{
    picture_info info = info_of(3, 2);
    for (size_t f = 0; f <= 4; f++) {
        const char *format = rl_height_format_at(f)->name;
        encoder self;
        rl_sink *sink = memory_sink();
        ck_assert_int_eq(encoder_start(&self, format, &info, sink, NULL, &error), RL_OK);
        ck_assert_int_eq(encoder_rows(&self, tiny, 3, &error), RL_INTERNAL);
        ck_assert_int_eq(encoder_rows(&self, tiny, 1, &error), RL_OK);
        ck_assert_int_eq(encoder_finish(&self, &error), RL_INTERNAL);
        ck_assert_str_eq(error.text, "picture: 1 rows are missing: must be 0");
        encoder_release(&self);
        rl_sink_free(sink);
    }
}
