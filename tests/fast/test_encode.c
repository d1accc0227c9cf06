/* test_encode.c - rows become files that other readers understand.
 *
 * PNG is checked by decoding it with libpng itself, PPM and PAM byte by byte,
 * the hash by what must and what must not change it. */
#include "base/status.h"
#include "encode/encoder.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/png_memory.h"
#include "support/support.h"

enum { WIDTH = 61, HEIGHT = 37, SAMPLES = WIDTH * HEIGHT * 3 };

static uint8_t picture_8[SAMPLES];
static uint16_t picture_16[SAMPLES];

/* Values without a pattern, the high and the low byte of 16 bits unlike. */
static void pictures_fill(void)
{
    uint32_t state = 12345;
    for (int i = 0; i < SAMPLES; i++) {
        state = state * 1664525U + 1013904223U;
        picture_16[i] = (uint16_t)(state >> 16);
        picture_8[i] = (uint8_t)(state >> 24);
    }
}

static picture_info info_of(int bits)
{
    return (picture_info){.width = WIDTH,
                          .height = HEIGHT,
                          .bits = bits,
                          .title = "Abend \xc3\xbc"
                                   "ber dem Tal",
                          .recipe = "[ridgeline]\nscene = 1\n",
                          .metadata = RL_METADATA_FULL};
}

static const unsigned char *samples_of(int bits)
{
    return bits == 16 ? (const unsigned char *)picture_16 : picture_8;
}

/* Encodes the test picture in runs of `run` rows. */
static rl_status encode_to(rl_sink *sink, const char *format, const picture_info *info, int run,
                           const rl_allocator *allocator)
{
    encoder self;
    size_t row_bytes = (size_t)info->width * 3 * (size_t)(info->bits / 8);
    rl_status status = encoder_start(&self, format, info, sink, allocator, &error);
    for (int y = 0; status == RL_OK && y < info->height; y += run) {
        int count = run < info->height - y ? run : info->height - y;
        const unsigned char *rows = samples_of(info->bits) + (size_t)y * row_bytes;
        status = encoder_rows(&self, rows, count, &error);
    }
    if (status == RL_OK)
        status = encoder_finish(&self, &error);
    encoder_release(&self);
    return status;
}

static rl_sink *encoded(const char *format, const picture_info *info, int run)
{
    rl_sink *sink = memory_sink();
    rl_status status = encode_to(sink, format, info, run, NULL);
    ck_assert_msg(status == RL_OK, "%s", error.text);
    return sink;
}

/* ---- PNG ---------------------------------------------------------------- */

typedef struct decoded {
    png_structp png;
    png_infop info;
    png_bytep rows[HEIGHT];
} decoded;

/* libpng's default failure prints and jumps; the test then fails as it should. */
static decoded decode(const rl_sink *sink)
{
    png_memory self = png_memory_of(sink);
    decoded it = {png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL), NULL, {NULL}};
    ck_assert_ptr_nonnull(it.png);
    it.info = png_create_info_struct(it.png);
    ck_assert_ptr_nonnull(it.info);
    if (setjmp(png_jmpbuf(it.png)) != 0)
        ck_abort_msg("libpng refused the file");
    png_set_read_fn(it.png, &self, png_memory_read);
    png_read_info(it.png, it.info);
    ck_assert_uint_eq(png_get_image_width(it.png, it.info), WIDTH);
    ck_assert_uint_eq(png_get_image_height(it.png, it.info), HEIGHT);
    size_t row_bytes = png_get_rowbytes(it.png, it.info);
    for (int y = 0; y < HEIGHT; y++) {
        it.rows[y] = malloc(row_bytes);
        png_read_row(it.png, it.rows[y], NULL);
    }
    png_read_end(it.png, NULL);
    ck_assert_uint_eq(self.offset, self.size);
    return it;
}

static void decoded_free(decoded *it)
{
    for (int y = 0; y < HEIGHT; y++)
        free(it->rows[y]);
    png_destroy_read_struct(&it->png, &it->info, NULL);
}

static void png_round_trip(int bits, int run, int is_zoomed)
{
    picture_info info = info_of(bits);
    info.is_zoomed = is_zoomed; /* then zlib packs it, not ours */
    rl_sink *sink = encoded(RL_FORMAT_PNG, &info, run);
    decoded it = decode(sink);
    int depth, colour, interlace, intent;
    png_uint_32 width, height;
    png_get_IHDR(it.png, it.info, &width, &height, &depth, &colour, &interlace, NULL, NULL);
    ck_assert_int_eq(depth, bits);
    ck_assert_int_eq(colour, PNG_COLOR_TYPE_RGB);
    ck_assert_int_eq(interlace, PNG_INTERLACE_NONE);
    ck_assert_uint_ne(png_get_sRGB(it.png, it.info, &intent), 0);
    ck_assert_int_eq(intent, PNG_sRGB_INTENT_PERCEPTUAL);
    ck_assert_uint_ne(png_get_valid(it.png, it.info, PNG_INFO_gAMA), 0);
    ck_assert_uint_ne(png_get_valid(it.png, it.info, PNG_INFO_cHRM), 0);
    for (int i = 0; i < SAMPLES; i++) {
        const unsigned char *row = it.rows[i / (WIDTH * 3)];
        int x = i % (WIDTH * 3);
        int got = bits == 16 ? row[2 * x] << 8 | row[2 * x + 1] : row[x];
        ck_assert_int_eq(got, bits == 16 ? picture_16[i] : picture_8[i]);
    }
    decoded_free(&it);
    rl_sink_free(sink);
}

TESTS_BELOW(.before = pictures_fill)

TEST(decoded_png_samples_equal_those_written)
{
    for (int is_zoomed = 0; is_zoomed <= 1; is_zoomed++) {
        png_round_trip(8, 1, is_zoomed);
        png_round_trip(8, 64, is_zoomed);
        png_round_trip(16, 5, is_zoomed);
        png_round_trip(16, HEIGHT, is_zoomed);
    }
}

/* The texts of a level as "kind:keyword=text;" in file order. */
static void texts_are(int metadata, const char *title, const char *expected)
{
    picture_info info = info_of(8);
    info.metadata = metadata;
    info.title = title;
    rl_sink *sink = encoded(RL_FORMAT_PNG, &info, 64);
    decoded it = decode(sink);
    png_textp texts;
    int count;
    png_get_text(it.png, it.info, &texts, &count); /* those before the picture data */
    char all[512] = "";
    for (int i = 0; i < count; i++) {
        size_t used = strlen(all);
        int is_xmp = strcmp(texts[i].key, "XML:com.adobe.xmp") == 0;
        if (is_xmp)
            ck_assert_ptr_nonnull(strstr(texts[i].text, "digitalsourcetype/algorithmicMedia<"));
        (void)snprintf(all + used, sizeof all - used, "%d:%s=%s;", texts[i].compression,
                       texts[i].key, is_xmp ? "..." : texts[i].text);
    }
    ck_assert_str_eq(all, expected);
    decoded_free(&it);
    rl_sink_free(sink);
}

/* In the expected text -1 means tEXt and 1 an uncompressed iTXt (png.h). */
TEST(png_text_chunks_follow_the_metadata_level)
{
    texts_are(RL_METADATA_FULL, "T\xc3\xa4l",
              "-1:Software=ridgeline " RL_VERSION
              ";1:Title=T\xc3\xa4l;1:ridgeline=[ridgeline]\nscene = 1\n;1:XML:com.adobe.xmp=...;");
    texts_are(RL_METADATA_FULL, NULL,
              "-1:Software=ridgeline " RL_VERSION
              ";1:ridgeline=[ridgeline]\nscene = 1\n;1:XML:com.adobe.xmp=...;");
    texts_are(RL_METADATA_MINIMAL, "x",
              "-1:Software=ridgeline " RL_VERSION ";1:Title=x;1:XML:com.adobe.xmp=...;");
    texts_are(RL_METADATA_NONE, "x", "");
}

TEST(recipe_is_read_from_a_written_png)
{
    picture_info info = info_of(16);
    rl_sink *sink = encoded(RL_FORMAT_PNG, &info, 64);
    size_t size;
    const void *bytes = rl_sink_bytes(sink, &size);
    rl_recipe recipe;
    OK(rl_recipe_read(&recipe, bytes, size, "x", &error));
    ck_assert_uint_eq(recipe.scene_size, strlen(info.recipe));
    ck_assert_mem_eq(recipe.scene, info.recipe, recipe.scene_size);
    ck_assert_uint_eq(recipe.title_size, strlen(info.title));
    ck_assert_mem_eq(recipe.title, info.title, recipe.title_size);
    ck_assert_int_eq(recipe.width, WIDTH);
    ck_assert_int_eq(recipe.height, HEIGHT);
    ck_assert_int_eq(recipe.bits, 16);
    rl_sink_free(sink);
}

/* Rows have 6 MB and must not meet a limit of libpng. */
TEST(png_of_the_largest_width_is_written_and_read)
{
    rl_sink *sink = memory_sink();
    picture_info info = {.width = RL_MAX_SIDE, .height = 1, .bits = 16};
    void *row = calloc(RL_MAX_SIDE, 6);
    encoder self;
    OK(encoder_start(&self, RL_FORMAT_PNG, &info, sink, NULL, &error));
    OK(encoder_rows(&self, row, 1, &error));
    OK(encoder_finish(&self, &error));
    encoder_release(&self);
    free(row);
    rl_sink_free(sink);
}

/* ---- PPM, PAM, null ----------------------------------------------------- */

static void bytes_are(const char *format, int bits, const void *rows, const void *expected,
                      size_t size)
{
    picture_info info = {.width = 2, .height = 2, .bits = bits};
    encoder self;
    rl_sink *sink = memory_sink();
    OK(encoder_start(&self, format, &info, sink, NULL, &error));
    OK(encoder_rows(&self, rows, 2, &error));
    OK(encoder_finish(&self, &error));
    encoder_release(&self);
    size_t got_size;
    const void *got = rl_sink_bytes(sink, &got_size);
    ck_assert_uint_eq(got_size, size);
    ck_assert_mem_eq(got, expected, size);
    rl_sink_free(sink);
}

#define BYTES_ARE(format, bits, rows, text) bytes_are(format, bits, rows, text, sizeof(text) - 1)

TEST(ppm_and_pam_bytes_are_exact)
{
    const uint8_t low[12] = {0, 1, 2, 253, 254, 255, 10, 11, 12, 65, 66, 67};
    const uint16_t high[12] = {0, 1, 256, 0x1234, 65535, 3, 4, 5, 6, 7, 8, 0x4142};
    BYTES_ARE(RL_FORMAT_PPM, 8, low, "P6\n2 2\n255\n\0\1\2\375\376\377\n\13\14ABC");
    BYTES_ARE(RL_FORMAT_PAM, 8, low,
              "P7\nWIDTH 2\nHEIGHT 2\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n"
              "\0\1\2\375\376\377\n\13\14ABC");
    BYTES_ARE(RL_FORMAT_PPM, 16, high,
              "P6\n2 2\n65535\n\0\0\0\1\1\0\x12\x34\377\377\0\3\0\4\0\5\0\6\0\7\0\10AB");
    BYTES_ARE(RL_FORMAT_PAM, 16, high,
              "P7\nWIDTH 2\nHEIGHT 2\nDEPTH 3\nMAXVAL 65535\nTUPLTYPE RGB\nENDHDR\n"
              "\0\0\0\1\1\0\x12\x34\377\377\0\3\0\4\0\5\0\6\0\7\0\10AB");
    BYTES_ARE(RL_FORMAT_NULL, 8, low, "");
}

TEST(ppm_rows_longer_than_the_swap_buffer_are_exact)
{
    enum { COUNT = 10000 };
    static uint16_t row[COUNT * 3];
    for (int i = 0; i < COUNT * 3; i++)
        row[i] = (uint16_t)(i * 7);
    picture_info info = {.width = COUNT, .height = 1, .bits = 16};
    encoder self;
    size_t size;
    rl_sink *sink = memory_sink();
    OK(encoder_start(&self, RL_FORMAT_PPM, &info, sink, NULL, &error));
    OK(encoder_rows(&self, row, 1, &error));
    encoder_release(&self);
    const unsigned char *bytes = rl_sink_bytes(sink, &size);
    size_t header = strlen("P6\n10000 1\n65535\n");
    ck_assert_uint_eq(size, header + COUNT * 6);
    for (size_t i = 0; i < COUNT * 3; i++)
        ck_assert_int_eq(bytes[header + 2 * i] << 8 | bytes[header + 2 * i + 1], row[i]);
    rl_sink_free(sink);
}

/* ---- hash --------------------------------------------------------------- */

typedef struct hash_line {
    char text[40];
} hash_line;

static hash_line hash_of(const picture_info *info, int run)
{
    hash_line line = {""};
    rl_sink *sink = encoded(RL_FORMAT_HASH, info, run);
    size_t size;
    const char *text = rl_sink_bytes(sink, &size);
    ck_assert_uint_eq(size, 33);
    ck_assert_int_eq(text[32], '\n');
    memcpy(line.text, text, 32);
    ck_assert_uint_eq(strspn(line.text, "0123456789abcdef"), 32);
    rl_sink_free(sink);
    return line;
}

TEST(hash_is_the_same_for_any_runs_of_rows)
{
    for (int bits = 8; bits <= 16; bits += 8) {
        picture_info info = info_of(bits);
        hash_line whole = hash_of(&info, HEIGHT);
        for (int run = 1; run < HEIGHT; run += 5)
            ck_assert_str_eq(hash_of(&info, run).text, whole.text);
        info.title = NULL;
        info.metadata = RL_METADATA_NONE;
        ck_assert_str_eq(hash_of(&info, 3).text, whole.text);
    }
}

/* The golden hashes rest on these numbers, so they may never change. */
TEST(hash_of_known_pictures_is_fixed)
{
    picture_info info = info_of(8);
    ck_assert_str_eq(hash_of(&info, 7).text, "91cf8ff48e189ee405059eb9dc8ddd37");
    info.bits = 16;
    ck_assert_str_eq(hash_of(&info, 7).text, "e285dc9b562bf941d1ed899bf7e5f684");
}

TEST(hash_changes_with_every_sample)
{
    for (int bits = 8; bits <= 16; bits += 8) {
        picture_info info = info_of(bits);
        hash_line before = hash_of(&info, HEIGHT);
        for (int i = 0; i < SAMPLES; i++) {
            uint8_t old_8 = picture_8[i];
            uint16_t old_16 = picture_16[i];
            picture_8[i] = (uint8_t)(picture_8[i] ^ 1 << i % 8);
            picture_16[i] = (uint16_t)(picture_16[i] ^ 1 << i % 16);
            hash_line after = hash_of(&info, HEIGHT);
            /* Both halves feel it: each alone tells pictures apart. */
            ck_assert_int_ne(memcmp(after.text, before.text, 16), 0);
            ck_assert_int_ne(memcmp(after.text + 16, before.text + 16, 16), 0);
            picture_8[i] = old_8;
            picture_16[i] = old_16;
        }
    }
}

TEST(hash_changes_with_size_and_depth)
{
    memset(picture_8, 0, sizeof picture_8);
    memset(picture_16, 0, sizeof picture_16);
    hash_line seen[5];
    const int sizes[5][3] = {{8, 4, 8}, {4, 8, 8}, {8, 4, 16}, {9, 4, 8}, {8, 5, 8}};
    for (int i = 0; i < 5; i++) {
        picture_info info = {.width = sizes[i][0], .height = sizes[i][1], .bits = sizes[i][2]};
        seen[i] = hash_of(&info, 64);
        for (int k = 0; k < i; k++)
            ck_assert_str_ne(seen[i].text, seen[k].text);
    }
    picture_8[0] = 1; /* rows that change places */
    picture_info info = {.width = 8, .height = 4, .bits = 8};
    hash_line first = hash_of(&info, 64);
    picture_8[0] = 0;
    picture_8[24] = 1;
    ck_assert_str_ne(hash_of(&info, 64).text, first.text);
}

/* ---- what goes wrong ---------------------------------------------------- */

static int refuse_after(void *user, const void *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    int *left = user;
    return (*left)-- > 0 ? 0 : 17;
}

TEST(encoder_reports_a_sink_that_fails_at_any_write)
{
    picture_info info = info_of(8);
    for (size_t f = 0; strcmp(rl_format_at(f)->name, RL_FORMAT_NULL) != 0; f++) {
        const char *format = rl_format_at(f)->name;
        rl_status status = RL_IO_ERROR;
        int failures = 0;
        for (int n = 0; status != RL_OK; n++) {
            int left = n;
            rl_sink *sink;
            OK(rl_sink_to_callback(&sink, refuse_after, &left, NULL, &error));
            status = encode_to(sink, format, &info, 10, NULL);
            rl_sink_free(sink);
            if (status == RL_OK)
                break;
            failures++;
            ck_assert_int_eq(status, RL_IO_ERROR);
            ck_assert_int_eq(error.status, RL_IO_ERROR);
            ck_assert_str_eq(error.text, "output: the write function returned 17: must be 0");
        }
        ck_assert_int_gt(failures, f == 0 ? 10 : 0);
    }
}

TEST(encoder_allocation_failing_at_any_call_is_no_memory)
{
    const int least[] = {8, 1, 2, 2, 2, 1, 1, 4, 1, 0};
    for (size_t f = 0; rl_format_at(f) != NULL; f++) {
        const char *format = rl_format_at(f)->name;
        int is_deep = !rl_format_at(f)->is_film && rl_format_at(f)->quality == 0;
        picture_info info = info_of(is_deep ? 16 : 8);
        rl_status status = RL_NO_MEMORY;
        int failures = 0;
        for (int n = 0; status != RL_OK; n++) {
            counted_memory memory;
            counted_memory_init(&memory, n + 1);
            memory.goes_on = 1;
            rl_sink *sink = memory_sink();
            status = encode_to(sink, format, &info, 10, &memory.allocator);
            ck_assert_int_eq(memory.live, 0);
            ck_assert(status == RL_OK || (status == RL_NO_MEMORY && error.status == status));
            failures += status != RL_OK;
            if (status == RL_OK && f == 0) {
                decoded it = decode(sink);
                decoded_free(&it);
            }
            rl_sink_free(sink);
        }
        ck_assert_int_ge(failures, least[f]);
    }
}

TEST(encoder_given_too_many_or_few_rows_is_an_internal_error)
{
    picture_info info = info_of(8);
    for (size_t f = 0; rl_format_at(f) != NULL; f++) {
        const char *format = rl_format_at(f)->name;
        encoder self;
        rl_sink *sink = memory_sink();
        ck_assert_int_eq(encoder_start(&self, format, &info, sink, NULL, &error), RL_OK);
        ck_assert_int_eq(encoder_rows(&self, picture_8, HEIGHT + 1, &error), RL_INTERNAL);
        ck_assert_int_eq(encoder_rows(&self, picture_8, HEIGHT - 1, &error), RL_OK);
        ck_assert_int_eq(encoder_finish(&self, &error), RL_INTERNAL);
        encoder_release(&self);
        rl_sink_free(sink);
    }
}

TEST(encoder_start_refuses_bad_settings_by_name)
{
    const struct {
        const char *format;
        int width, height, bits, metadata;
        const char *word;
    } wrong[] = {
        {"tiff", 1, 1, 8, 0,
         "format: tiff: must be one of png, jpg, webp, avif, jxl, ppm, pam, y4m, hash, null"},
        {"pngx", 1, 1, 8, 0, "format: pngx"},
        {NULL, 0, 1, 8, 0, "width: 0"},
        {NULL, 1, 0, 8, 0, "height: 0"},
        {NULL, RL_MAX_SIDE + 1, 1, 8, 0, "width"},
        {NULL, 1, RL_MAX_SIDE + 1, 8, 0, "height"},
        {NULL, 1, 1, 12, 0, "depth: 12"},
        {NULL, 1, 1, 8, 3, "metadata: 3"},
        {"y4m", 1, 1, 16, 0, "depth: 16"},
        {"y4m", 16385, 1, 8, 0, "width: 16385"},
    };
    size_t size;
    rl_sink *sink = memory_sink();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        picture_info info = {.width = wrong[i].width,
                             .height = wrong[i].height,
                             .bits = wrong[i].bits,
                             .metadata = wrong[i].metadata};
        encoder self;
        ck_assert_int_eq(encoder_start(&self, wrong[i].format, &info, sink, NULL, &error),
                         RL_BAD_ARGUMENT);
        ck_assert_msg(strstr(error.text, wrong[i].word) != NULL, "%s", error.text);
        encoder_release(&self);
    }
    (void)rl_sink_bytes(sink, &size);
    ck_assert_uint_eq(size, 0);
    rl_sink_free(sink);
}

TEST(encode_rgb_of_the_caller_equals_the_encoder)
{
    picture_info info = info_of(8);
    rl_render_options options = {.struct_size = sizeof options, .format = RL_FORMAT_PPM};
    rl_sink *expected = encoded(RL_FORMAT_PPM, &info, 64), *sink;
    sink = memory_sink();
    OK(rl_encode_rgb(picture_8, WIDTH, HEIGHT, &options, sink, &error));
    size_t size, expected_size;
    const void *bytes = rl_sink_bytes(sink, &size);
    const void *expected_bytes = rl_sink_bytes(expected, &expected_size);
    ck_assert_uint_eq(size, expected_size);
    ck_assert_mem_eq(bytes, expected_bytes, size);
    ck_assert_int_eq(rl_encode_rgb(NULL, 1, 1, &options, sink, &error), RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_encode_rgb(picture_8, 0, 1, &options, sink, &error), RL_BAD_ARGUMENT);
    options.struct_size = 3;
    ck_assert_int_eq(rl_encode_rgb(picture_8, 1, 1, &options, sink, &error), RL_BAD_ARGUMENT);
    rl_sink_free(sink);
    rl_sink_free(expected);
}

/* Luma is 16..235 and chroma 16..240; the expected values are those of BT.709. */
TEST(y4m_colours_are_bt_709_of_limited_range)
{
    static const uint8_t known[][6] = {{255, 255, 255, 235, 128, 128}, {0, 0, 0, 16, 128, 128},
                                       {255, 0, 0, 63, 102, 240},      {0, 255, 0, 173, 42, 26},
                                       {0, 0, 255, 32, 240, 118},      {255, 255, 0, 219, 16, 138}};
    static const char head[] = "YUV4MPEG2 W3 H3 F30:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n";
    enum { FRAME = 6 + 9 + 4 + 4 }; /* an odd side has half of it rounded up */
    size_t size;
    rl_sink *sink = memory_sink();
    int frames = (int)(sizeof known / sizeof *known);
    for (int frame = 0; frame < frames; frame++) {
        rl_render_options options = {
            .struct_size = sizeof options, .format = RL_FORMAT_Y4M, .frame = frame, .fps = 30};
        uint8_t rgb[27];
        for (int i = 0; i < 27; i++)
            rgb[i] = known[frame][i % 3];
        OK(rl_encode_rgb(rgb, 3, 3, &options, sink, &error));
    }
    const char *bytes = rl_sink_bytes(sink, &size);
    ck_assert_uint_eq(size, strlen(head) + (size_t)frames * FRAME);
    ck_assert_mem_eq(bytes, head, strlen(head));
    bytes += strlen(head);
    for (int frame = 0; frame < frames; frame++, bytes += FRAME) {
        ck_assert_mem_eq(bytes, "FRAME\n", 6);
        for (int i = 6; i < FRAME; i++)
            EXPECT_MSG((uint8_t)bytes[i] == known[frame][i < 15   ? 3
                                                         : i < 19 ? 4
                                                                  : 5],
                       "frame %d, byte %d: %d", frame, i, (uint8_t)bytes[i]);
    }
    rl_sink_free(sink);
}

/* The rows come in portions of any size. */
TEST(y4m_chroma_is_the_mean_of_four_pixels)
{
    enum { W = 4, H = 4 };
    uint8_t rgb[W * H * 3] = {0};
    rgb[(1 * W + 2) * 3] = rgb[(2 * W + 1) * 3 + 1] = rgb[(3 * W + 3) * 3 + 2] = 255;
    picture_info info = {.width = W, .height = H, .bits = 8};
    rl_sink *whole = NULL, *rows = NULL;
    for (int portion = 1; portion <= H; portion += H - 1) {
        rl_sink **sink = portion == 1 ? &rows : &whole;
        encoder self;
        OK(rl_sink_to_memory(sink, NULL, &error));
        OK(encoder_start(&self, "y4m", &info, *sink, NULL, &error));
        for (int y = 0; y < H; y += portion)
            OK(encoder_rows(&self, rgb + y * W * 3, portion, &error));
        OK(encoder_finish(&self, &error));
        encoder_release(&self);
    }
    size_t size, size_rows;
    const uint8_t *bytes = (const uint8_t *)rl_sink_bytes(whole, &size);
    ck_assert_mem_eq(bytes, rl_sink_bytes(rows, &size_rows), size);
    ck_assert_uint_eq(size, size_rows);
    const uint8_t *blue = bytes + size - 8, *red = bytes + size - 4;
    EXPECT(blue[0] == 128 && blue[1] == 122 && blue[2] == 106 && blue[3] == 156);
    EXPECT(red[0] == 128 && red[1] == 156 && red[2] == 103 && red[3] == 125);
    rl_sink_free(whole);
    rl_sink_free(rows);
}

TEST(codec_versions_are_listed_and_fit_the_buffer)
{
    char text[64], small[5] = "xxxx";
    rl_codec_versions(text, sizeof text);
    ck_assert_int_eq(strncmp(text, "libpng 1.", 9), 0);
    ck_assert_ptr_nonnull(strstr(text, ", zlib 1."));
    rl_codec_versions(small, sizeof small);
    ck_assert_str_eq(small, "libp");
    rl_codec_versions(NULL, 0);
}
