/* test_apng.c - frames return from an animated PNG as they went in.
 *
 * libpng knows no animation: frame 0 is what it reads, and each other frame is turned
 * into a still picture of its own (fdAT without its number is IDAT) that it reads. */
#include "support/support.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { WIDE = 181, HIGH = 97, FRAMES = 6, ROW = WIDE * 3, FRAME = ROW * HIGH };

static uint8_t frames[FRAMES][FRAME];

/* What differs from the frame before: all of it, a part, nothing. */
static const int changed[FRAMES][4] = {/* width, height, left, top */
                                       {WIDE, HIGH, 0, 0}, {WIDE, HIGH, 0, 0},
                                       {WIDE, HIGH, 0, 0}, {17, 5, 40, 60},
                                       {1, 1, 0, 0},       {1, 1, WIDE - 1, HIGH - 1}};

/* Noise in the second frame: it takes more than one part. */
static void frames_fill(void)
{
    chance c = chance_from(3);
    for (int f = 0; f < FRAMES; f++)
        for (int i = 0; i < FRAME; i++)
            frames[f][i] = (uint8_t)(f == 1 ? chance_bits(&c) : (uint64_t)(i / ROW + i % ROW + f));
    for (int f = 3; f < FRAMES; f++) {
        memcpy(frames[f], frames[f - 1], FRAME);
        int row = changed[f][3] * ROW, left = 3 * changed[f][2];
        frames[f][row + left + 2] ^= f != 4;
        frames[f][row + (changed[f][1] - 1) * ROW + left + 3 * changed[f][0] - 1] ^= f == 3;
    }
}

static rl_animation_options options_of(int count)
{
    return (rl_animation_options){.struct_size = sizeof(rl_animation_options),
                                  .width = WIDE,
                                  .height = HIGH,
                                  .frames = count,
                                  .delay_ms = 40,
                                  .loops = 3,
                                  .title = "Flug",
                                  .recipe = "[ridgeline]\nscene = 1\n"};
}

static rl_status animate(rl_sink *sink, const rl_animation_options *options,
                         const rl_allocator *allocator)
{
    rl_animation *animation;
    rl_status status = rl_animation_new(&animation, options, sink, allocator, &error);
    for (int f = 0; f < options->frames && status == RL_OK; f++)
        status = rl_animation_frame(animation, frames[f], ROW, &error);
    if (status == RL_OK)
        status = rl_animation_finish(animation, &error);
    rl_animation_free(animation);
    return status;
}

static rl_sink *animated(const rl_animation_options *options)
{
    rl_sink *sink = memory_sink();
    rl_status status = animate(sink, options, NULL);
    ck_assert_msg(status == RL_OK, "%s", error.text);
    ck_assert_str_eq(error.text, "");
    return sink;
}

/* ---- chunks ----------------------------------------------------------------- */

typedef struct chunk {
    const unsigned char *data;
    char type[5];
    uint32_t size;
} chunk;

static uint32_t u32(const unsigned char *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* The chunk at `*at`, its checksum verified. */
static chunk chunk_at(const unsigned char *bytes, size_t size, size_t *at)
{
    chunk it = {bytes + *at + 8, "", u32(bytes + *at)};
    memcpy(it.type, bytes + *at + 4, 4);
    ck_assert_uint_le(*at + 12 + it.size, size);
    ck_assert_uint_eq(crc32(0, bytes + *at + 4, it.size + 4), u32(it.data + it.size));
    *at += 12 + it.size;
    return it;
}

TESTS_BELOW(.before = frames_fill)

TEST(apng_chunks_stand_in_the_order_of_the_standard)
{
    rl_animation_options options = options_of(FRAMES);
    rl_sink *sink = animated(&options);
    size_t size, at = 8;
    const unsigned char *bytes = rl_sink_bytes(sink, &size);
    char all[256] = "";
    uint32_t sequence = 0;
    int frame = 0;
    while (at < size) {
        chunk it = chunk_at(bytes, size, &at);
        size_t used = strlen(all);
        (void)snprintf(all + used, sizeof all - used, "%s", it.type);
        if (strcmp(it.type, "acTL") == 0) {
            ck_assert_uint_eq(it.size, 8);
            ck_assert_uint_eq(u32(it.data), FRAMES);
            ck_assert_uint_eq(u32(it.data + 4), 3);
        }
        if (strcmp(it.type, "fcTL") == 0) {
            static const unsigned char rest[6] = {0, 40, 3, 0xe8, 0, 0};
            ck_assert_uint_eq(it.size, 26);
            ck_assert_uint_eq(u32(it.data), sequence++);
            for (uint32_t k = 0; k < 4; k++)
                ck_assert_uint_eq(u32(it.data + 4 + 4 * k), (uint32_t)changed[frame][k]);
            ck_assert_mem_eq(it.data + 20, rest, sizeof rest);
            frame++;
        }
        if (strcmp(it.type, "fdAT") == 0)
            ck_assert_uint_eq(u32(it.data), sequence++);
    }
    ck_assert_uint_eq(at, size);
    ck_assert_str_eq(all, "IHDRgAMAsRGBcHRMtEXtiTXtacTLfcTLIDATfcTLfdAT"
                          "fcTLfdATfcTLfdATfcTLfdATfcTLfdATiTXtiTXtIEND");
    rl_recipe recipe;
    OK(rl_recipe_read(&recipe, bytes, size, "x", &error));
    ck_assert_uint_eq(recipe.scene_size, strlen(options.recipe));
    ck_assert_mem_eq(recipe.scene, options.recipe, recipe.scene_size);
    ck_assert_uint_eq(recipe.title_size, 4);
    ck_assert_mem_eq(recipe.software, "ridgeline " RL_VERSION, recipe.software_size);
    rl_sink_free(sink);
}

/* ---- decoding ---------------------------------------------------------------- */

typedef struct still {
    unsigned char *bytes;
    size_t size, offset;
} still;

static void still_add(still *self, const char *type, const void *data, uint32_t size)
{
    unsigned char *at = self->bytes + self->size;
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(size >> (24 - 8 * i) & 255);
    memcpy(at + 4, type, 4);
    if (size > 0)
        memcpy(at + 8, data, size);
    uLong crc = crc32(0, at + 4, size + 4);
    for (int i = 0; i < 4; i++)
        at[8 + size + (uint32_t)i] = (unsigned char)(crc >> (24 - 8 * i) & 255);
    self->size += 12 + size;
}

/* A still picture of what frame `wanted` holds. */
static still still_of(const unsigned char *bytes, size_t size, int wanted)
{
    still self = {malloc(size + 64), 8, 0};
    memcpy(self.bytes, bytes, 8);
    int frame = -1;
    unsigned char head[13];
    for (size_t at = 8; at < size;) {
        chunk it = chunk_at(bytes, size, &at);
        frame += strcmp(it.type, "fcTL") == 0;
        if (strcmp(it.type, "IHDR") == 0)
            memcpy(head, it.data, it.size);
        if (strcmp(it.type, "fcTL") == 0 && frame == wanted) {
            memcpy(head, it.data + 4, 8);
            still_add(&self, "IHDR", head, sizeof head);
        }
        if (strcmp(it.type, "IDAT") == 0 && wanted == 0)
            still_add(&self, "IDAT", it.data, it.size);
        if (strcmp(it.type, "fdAT") == 0 && frame == wanted)
            still_add(&self, "IDAT", it.data + 4, it.size - 4);
    }
    still_add(&self, "IEND", NULL, 0);
    return self;
}

static void still_read(png_structp png, png_bytep out, size_t size)
{
    still *self = png_get_io_ptr(png);
    if (size > self->size - self->offset)
        png_error(png, "read past the end");
    memcpy(out, self->bytes + self->offset, size);
    self->offset += size;
}

/* Lays a picture over `canvas`, from a pixel on. */
static void decode_over(still *self, uint8_t *canvas, int left, int top)
{
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    if (setjmp(png_jmpbuf(png)) != 0)
        ck_abort_msg("libpng refused the frame");
    png_set_read_fn(png, self, still_read);
    png_read_info(png, info);
    ck_assert_uint_le(3 * (unsigned)left + png_get_rowbytes(png, info), ROW);
    ck_assert_uint_le((unsigned)top + png_get_image_height(png, info), HIGH);
    for (unsigned y = 0; y < png_get_image_height(png, info); y++)
        png_read_row(png, canvas + ((unsigned)top + y) * ROW + 3 * left, NULL);
    png_read_end(png, NULL);
    png_destroy_read_struct(&png, &info, NULL);
}

TEST(decoded_apng_frames_equal_the_frames_written)
{
    static uint8_t canvas[FRAME];
    rl_animation_options options = options_of(FRAMES);
    rl_sink *sink = animated(&options);
    size_t size;
    const void *bytes = rl_sink_bytes(sink, &size);
    still whole = {malloc(size), size, 0};
    memcpy(whole.bytes, bytes, size);
    decode_over(&whole, canvas, 0, 0); /* a reader without animation */
    ck_assert_mem_eq(canvas, frames[0], FRAME);
    free(whole.bytes);
    for (int f = 0; f < FRAMES; f++) {
        still one = still_of(bytes, size, f);
        decode_over(&one, canvas, changed[f][2], changed[f][3]);
        ck_assert_mem_eq(canvas, frames[f], FRAME);
        free(one.bytes);
    }
    rl_sink_free(sink);
}

enum { LONG = 40000, LONG_ROW = LONG * 3, LONG_ROWS = 3 };

/* Undoes zlib and the filter SUB; each row must be that of `rgb`. */
static void unpacks_to(const unsigned char *packed, size_t size, const uint8_t *rgb)
{
    static unsigned char lines[LONG_ROWS][LONG_ROW + 1];
    uLongf got = sizeof lines;
    ck_assert_int_eq(uncompress(lines[0], &got, packed, size), Z_OK);
    ck_assert_uint_eq(got, sizeof lines);
    for (int y = 0; y < LONG_ROWS; y++) {
        ck_assert_int_eq(lines[y][0], 1);
        unsigned char *row = lines[y] + 1;
        for (int i = 3; i < LONG_ROW; i++)
            row[i] = (unsigned char)(row[i] + row[i - 3]);
        ck_assert_mem_eq(row, rgb + y * LONG_ROW, LONG_ROW);
    }
}

static uint8_t *noise_new(size_t size)
{
    uint8_t *noise = malloc(size);
    chance c = chance_from(4);
    for (size_t i = 0; i < size; i++)
        noise[i] = (uint8_t)chance_bits(&c);
    return noise;
}

/* Each row of noise fills more than one part. */
TEST(apng_rows_longer_than_a_chunk_part_are_split)
{
    uint8_t *noise = noise_new(LONG_ROW * LONG_ROWS);
    rl_animation *animation;
    rl_animation_options options = options_of(2);
    options.width = LONG;
    options.height = LONG_ROWS;
    rl_sink *sink = memory_sink();
    OK(rl_animation_new(&animation, &options, sink, NULL, &error));
    OK(rl_animation_frame(animation, noise, LONG_ROW, &error));
    noise[0] ^= 1;
    noise[LONG_ROW * LONG_ROWS - 1] ^= 1;
    OK(rl_animation_frame(animation, noise, LONG_ROW, &error));
    noise[0] ^= 1;
    noise[LONG_ROW * LONG_ROWS - 1] ^= 1;
    OK(rl_animation_finish(animation, &error));
    rl_animation_free(animation);
    size_t size, at = 8, used[2] = {0, 0};
    const unsigned char *bytes = rl_sink_bytes(sink, &size);
    static unsigned char packed[2][LONG_ROW * LONG_ROWS + 65536];
    int parts[2] = {0, 0};
    uint32_t sequence = 0;
    while (at < size) {
        chunk it = chunk_at(bytes, size, &at);
        int later = strcmp(it.type, "fdAT") == 0;
        if (later || strcmp(it.type, "fcTL") == 0)
            ck_assert_uint_eq(u32(it.data), sequence++);
        if (!later && strcmp(it.type, "IDAT") != 0)
            continue;
        uint32_t skip = later ? 4 : 0;
        ck_assert_uint_le(it.size - skip, 65536);
        memcpy(packed[later] + used[later], it.data + skip, it.size - skip);
        used[later] += it.size - skip;
        parts[later]++;
    }
    for (int later = 0; later <= 1; later++) {
        ck_assert_int_eq(parts[later], 6);
        unpacks_to(packed[later], used[later], noise);
        noise[0] ^= 1;
        noise[LONG_ROW * LONG_ROWS - 1] ^= 1;
    }
    free(noise);
    rl_sink_free(sink);
}

TEST(apng_recipe_is_written_at_full_metadata_only)
{
    rl_animation_options options = options_of(1);
    rl_recipe recipe;
    for (int level = RL_METADATA_FULL; level <= RL_METADATA_NONE; level++) {
        options.metadata = level;
        rl_sink *sink = animated(&options);
        size_t size;
        const void *bytes = rl_sink_bytes(sink, &size);
        OK(rl_recipe_read(&recipe, bytes, size, "x", &error));
        ck_assert_int_eq(recipe.scene != NULL, level == RL_METADATA_FULL);
        ck_assert_int_eq(recipe.title != NULL, level != RL_METADATA_NONE);
        ck_assert_int_eq(recipe.software != NULL, level != RL_METADATA_NONE);
        rl_sink_free(sink);
    }
}

/* ---- what goes wrong ----------------------------------------------------------- */

TEST(apng_write_failing_at_any_byte_is_an_io_error)
{
    rl_animation_options options = options_of(2);
    options.height = 2; /* small enough for every byte */
    rl_sink *whole = animated(&options), *sink;
    size_t size;
    (void)rl_sink_bytes(whole, &size);
    rl_sink_free(whole);
    for (size_t n = 0; n <= size; n++) {
        size_t left = n;
        OK(rl_sink_to_callback(&sink, take_until, &left, NULL, &error));
        ck_assert_int_eq(animate(sink, &options, NULL), n == size ? RL_OK : RL_IO_ERROR);
        ck_assert_str_eq(error.text,
                         n == size ? "" : "output: the write function returned 5: must be 0");
        rl_sink_free(sink);
    }
}

TEST(apng_write_failure_is_repeated_by_later_calls)
{
    rl_animation_options options = options_of(2);
    rl_animation *animation;
    rl_sink *sink;
    size_t left = 500;
    OK(rl_sink_to_callback(&sink, take_until, &left, NULL, &error));
    OK(rl_animation_new(&animation, &options, sink, NULL, &error));
    ck_assert_int_eq(rl_animation_frame(animation, frames[1], ROW, &error), RL_IO_ERROR);
    left = 1000000;
    ck_assert_int_eq(rl_animation_frame(animation, frames[1], ROW, &error), RL_IO_ERROR);
    ck_assert_int_eq(rl_animation_finish(animation, &error), RL_IO_ERROR);
    rl_animation_free(animation);
    rl_sink_free(sink);
}

TEST(apng_options_out_of_range_are_refused_by_name)
{
    const struct {
        int width, height, frames, delay_ms, loops, metadata;
        const char *text;
    } wrong[] = {
        {0, 1, 1, 1, 0, 0, "width: 0: must be 1..1000000"},
        {1, RL_MAX_SIDE + 1, 1, 1, 0, 0, "height: 1000001: must be 1..1000000"},
        {1, 1, 0, 1, 0, 0, "frames: 0: must be 1..1000000"},
        {1, 1, 1, 65536, 0, 0, "delay: 65536: must be 0..65535"},
        {1, 1, 1, -1, 0, 0, "delay: -1: must be 0..65535"},
        {1, 1, 1, 1, -1, 0, "loops: -1: must be 0..1000000"},
        {1, 1, 1, 1, 0, 3, "metadata: 3: must be 0..2"},
    };
    rl_animation *animation;
    rl_sink *sink = memory_sink();
    rl_animation_options options = options_of(2);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        rl_animation_options bad = {.struct_size = sizeof bad,
                                    .width = wrong[i].width,
                                    .height = wrong[i].height,
                                    .frames = wrong[i].frames,
                                    .delay_ms = wrong[i].delay_ms,
                                    .loops = wrong[i].loops,
                                    .metadata = wrong[i].metadata};
        animation = (rl_animation *)&animation;
        ck_assert_int_eq(rl_animation_new(&animation, &bad, sink, NULL, &error), RL_BAD_ARGUMENT);
        ck_assert_str_eq(error.text, wrong[i].text);
        ck_assert_ptr_null(animation);
    }
    ck_assert_int_eq(rl_animation_new(NULL, &options, sink, NULL, &error), RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_animation_new(&animation, NULL, sink, NULL, &error), RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_animation_new(&animation, &options, NULL, NULL, &error), RL_BAD_ARGUMENT);
    options.struct_size = 1;
    ck_assert_int_eq(rl_animation_new(&animation, &options, sink, NULL, &error), RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_animation_frame(NULL, frames[0], ROW, &error), RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_animation_finish(NULL, &error), RL_BAD_ARGUMENT);
    rl_animation_free(NULL);
    rl_sink_free(sink);
}

TEST(apng_with_too_few_or_many_frames_is_refused)
{
    rl_animation_options options = options_of(1);
    rl_animation *animation;
    rl_sink *sink = memory_sink();
    OK(rl_animation_new(&animation, &options, sink, NULL, &error));
    ck_assert_int_eq(rl_animation_finish(animation, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "animation: 0 frames: must be 1");
    rl_animation_free(animation);
    OK(rl_animation_new(&animation, &options, sink, NULL, &error));
    OK(rl_animation_frame(animation, frames[0], ROW, &error));
    ck_assert_int_eq(rl_animation_frame(animation, frames[0], ROW, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "animation: frame 1: must be below 1");
    ck_assert_int_eq(rl_animation_finish(animation, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "animation: frame 1: must be below 1");
    rl_animation_free(animation);
    rl_sink_free(sink);
}
