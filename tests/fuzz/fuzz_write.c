/* fuzz_write.c - pictures, layers, animations and OpenRaster archives from any pixels, read
 * by a second reader: what comes out is what went in.
 *
 * In: bytes that choose a size and options, then pixels (again from the start when they
 * end). */
#include "cli/layers/exporter.h"
#include "fuzz/second_png.h"

#define SIDE 80
#define FRAMES 5
#define ENTRIES 6

/* Pixels that repeat with the input's length, with runs and noise as the input has them. */
static void fill(uint8_t *to, size_t size, fuzz_bytes *from)
{
    const uint8_t *start = from->at;
    size_t left = from->left;
    uint8_t step = fuzz_byte(from);
    for (size_t i = 0; i < size; i++) {
        if (from->left == 0 && left > 0)
            *from = (fuzz_bytes){start, left};
        to[i] = (uint8_t)(fuzz_byte(from) + (i >> 4) * step);
    }
}

static const void *bytes_of(rl_sink *sink, size_t *size)
{
    const void *bytes = rl_sink_bytes(sink, size);
    FUZZ_REQUIRE(bytes != NULL);
    return bytes;
}

static void require_rgb(const uint16_t *samples, const uint8_t *rgb, size_t pixels)
{
    for (size_t i = 0; i < pixels; i++)
        for (size_t k = 0; k < 3; k++)
            FUZZ_REQUIRE(samples[4 * i + k] == rgb[3 * i + k]);
}

/* ---- pictures ----------------------------------------------------------- */

static void try_rgb(fuzz_bytes *from, int width, int height)
{
    static uint8_t rgb[SIDE * SIDE * 3];
    rl_sink *sink;
    rl_error error;
    size_t size;
    const rl_render_options settings = {.struct_size = sizeof settings,
                                        .format = RL_FORMAT_PNG,
                                        .metadata = fuzz_byte(from) % 3,
                                        .threads = 1,
                                        .compress = fuzz_byte(from) % 3,
                                        .title = "T\xc3\xa4ler",
                                        .description = fuzz_byte(from) % 2 != 0 ? "words" : NULL};
    fill(rgb, sizeof rgb, from);
    FUZZ_REQUIRE(rl_sink_to_memory(&sink, NULL, &error) == RL_OK);
    FUZZ_REQUIRE(fuzz_told(rl_encode_rgb(rgb, width, height, &settings, sink, &error), &error) ==
                 RL_OK);
    const uint8_t *bytes = bytes_of(sink, &size);
    second_png file = second_png_read(bytes, size);
    FUZZ_REQUIRE(file.width == width && file.height == height && file.frames == 1);
    require_rgb(file.samples, rgb, (size_t)width * (size_t)height);
    free(file.samples);
    rl_sink_free(sink);
}

/* ---- layers ------------------------------------------------------------- */

/* Gives pixels the colours of a palette. */
static void use_palette(uint8_t *rgba, size_t pixels, const uint8_t *palette, int colours)
{
    for (size_t i = 0; i < pixels; i++)
        memcpy(rgba + 4 * i, palette + 3 * (rgba[4 * i] % colours), 3);
}

static void require_rgba(const second_png *file, const uint8_t *rgba, int width, int zoom,
                         int colours)
{
    for (int y = 0; y < file->height; y++)
        for (int x = 0; x < file->width; x++) {
            const uint16_t *got = file->samples + 4 * ((size_t)y * (size_t)file->width + (size_t)x);
            const uint8_t *pixel =
                rgba + 4 * ((size_t)(y / zoom) * (size_t)width + (size_t)(x / zoom));
            int hidden = colours > 0 && pixel[3] < 128;
            int alpha = colours == 0 ? pixel[3] : hidden ? 0 : 255;
            FUZZ_REQUIRE(got[3] == alpha);
            FUZZ_REQUIRE(hidden ||
                         (got[0] == pixel[0] && got[1] == pixel[1] && got[2] == pixel[2]));
        }
}

static void try_rgba(fuzz_bytes *from, int width, int height)
{
    static uint8_t rgba[SIDE * SIDE * 4], palette[3 * 256];
    rl_sink *sink;
    rl_error error;
    size_t size;
    int strange = fuzz_byte(from) % 8 == 7; /* a colour that is not of the palette */
    rl_rgba_options settings = {.struct_size = sizeof settings,
                                .colours = fuzz_byte(from) % 4 == 0 ? 0 : fuzz_int(from, 1, 255),
                                .rgb = palette,
                                .zoom = fuzz_byte(from) % 4,
                                .metadata = fuzz_byte(from) % 3,
                                .compress = fuzz_byte(from) % 3,
                                .title = "title",
                                .recipe = "[ridgeline]\n"};
    fill(palette, sizeof palette, from);
    fill(rgba, sizeof rgba, from);
    if (settings.colours > 0 && !strange)
        use_palette(rgba, (size_t)width * (size_t)height, palette, settings.colours);
    FUZZ_REQUIRE(rl_sink_to_memory(&sink, NULL, &error) == RL_OK);
    rl_status status = fuzz_told(
        rl_encode_rgba(rgba, 4 * (size_t)width, width, height, &settings, sink, &error), &error);
    FUZZ_REQUIRE(status == RL_OK || (strange && status == RL_BAD_ARGUMENT));
    if (status == RL_OK) {
        const uint8_t *bytes = bytes_of(sink, &size);
        second_png file = second_png_read(bytes, size);
        int zoom = settings.zoom > 0 ? settings.zoom : 1;
        FUZZ_REQUIRE(file.width == width * zoom && file.height == height * zoom);
        require_rgba(&file, rgba, width, zoom, settings.colours);
        free(file.samples);
    }
    rl_sink_free(sink);
}

/* ---- animations --------------------------------------------------------- */

static void try_animation(fuzz_bytes *from, int width, int height)
{
    static uint8_t rgb[FRAMES][SIDE * SIDE * 3];
    rl_sink *sink;
    rl_error error;
    rl_animation *animation = NULL;
    size_t size, pixels = (size_t)width * (size_t)height;
    fuzz_memory memory;
    fuzz_memory_init(&memory, fuzz_byte(from) % 8 == 7 ? 1 + fuzz_byte(from) % 16 : 0, 0);
    const rl_animation_options settings = {.struct_size = sizeof settings,
                                           .width = width,
                                           .height = height,
                                           .frames = 1 + fuzz_byte(from) % FRAMES,
                                           .delay_ms = (int)(fuzz_u32(from) % 65536),
                                           .loops = fuzz_byte(from),
                                           .metadata = fuzz_byte(from) % 3,
                                           .title = "t",
                                           .recipe = "[ridgeline]\n"};
    FUZZ_REQUIRE(rl_sink_to_memory(&sink, NULL, &error) == RL_OK);
    rl_status status =
        fuzz_told(rl_animation_new(&animation, &settings, sink, &memory.allocator, &error), &error);
    for (int i = 0; i < settings.frames && status == RL_OK; i++) {
        fill(rgb[i], 3 * pixels, from);
        status =
            fuzz_told(rl_animation_frame(animation, rgb[i], 3 * (size_t)width, &error), &error);
    }
    if (status == RL_OK)
        status = fuzz_told(rl_animation_finish(animation, &error), &error);
    FUZZ_REQUIRE(status == RL_OK || (status == RL_NO_MEMORY && fuzz_memory_failed(&memory)));
    if (status == RL_OK) {
        const uint8_t *bytes = bytes_of(sink, &size);
        second_png file = second_png_read(bytes, size);
        FUZZ_REQUIRE(file.frames == settings.frames);
        for (int i = 0; i < file.frames; i++)
            require_rgb(file.samples + (size_t)i * pixels * 4, rgb[i], pixels);
        free(file.samples);
    }
    rl_animation_free(animation);
    FUZZ_REQUIRE(atomic_load(&memory.live) == 0);
    rl_sink_free(sink);
}

/* ---- OpenRaster --------------------------------------------------------- */

typedef struct entry {
    char name[40];
    const uint8_t *bytes;
    size_t size;
} entry;

static uint32_t le(const uint8_t *at, int size)
{
    uint32_t value = 0;
    while (size-- > 0)
        value = value << 8 | at[size];
    return value;
}

/* A local head (30 bytes) or a line of the list at the end (46): what both say. */
static void check_entry(const uint8_t *head, const entry *expected)
{
    FUZZ_REQUIRE(le(head + 2, 2) == 0); /* flags: no descriptor, not encrypted */
    FUZZ_REQUIRE(le(head + 4, 2) == 0); /* stored */
    FUZZ_REQUIRE(le(head + 6, 4) == 0x00210000);
    FUZZ_REQUIRE(le(head + 10, 4) == fuzz_crc(expected->bytes, expected->size));
    FUZZ_REQUIRE(le(head + 14, 4) == expected->size && le(head + 18, 4) == expected->size);
    FUZZ_REQUIRE(le(head + 22, 2) == strlen(expected->name) && le(head + 24, 2) == 0);
}

static void check_zip(const uint8_t *file, size_t size, const entry *entries, int count)
{
    size_t at = 0, offsets[ENTRIES + 1], length;
    for (int i = 0; i < count; i++, at += length + entries[i - 1].size) {
        length = 30 + strlen(entries[i].name);
        FUZZ_REQUIRE(size - at >= length + entries[i].size && le(file + at, 4) == 0x04034B50);
        check_entry(file + at + 4, &entries[i]);
        FUZZ_REQUIRE(memcmp(file + at + 30, entries[i].name, length - 30) == 0);
        FUZZ_REQUIRE(entries[i].size == 0 ||
                     memcmp(file + at + length, entries[i].bytes, entries[i].size) == 0);
        offsets[i] = at;
    }
    size_t list = at;
    for (int i = 0; i < count; i++, at += length) {
        length = 46 + strlen(entries[i].name);
        FUZZ_REQUIRE(size - at >= length && le(file + at, 4) == 0x02014B50);
        check_entry(file + at + 6, &entries[i]);
        FUZZ_REQUIRE(le(file + at + 42, 4) == offsets[i]);
        FUZZ_REQUIRE(memcmp(file + at + 46, entries[i].name, length - 46) == 0);
    }
    FUZZ_REQUIRE(size - at == 22 && le(file + at, 4) == 0x06054B50);
    FUZZ_REQUIRE(le(file + at + 8, 2) == (uint32_t)count &&
                 le(file + at + 10, 2) == (uint32_t)count);
    FUZZ_REQUIRE(le(file + at + 12, 4) == at - list && le(file + at + 16, 4) == list);
}

static void try_ora(fuzz_bytes *from)
{
    static uint8_t content[ENTRIES][9000];
    static const char mimetype[] = "image/openraster";
    entry entries[ENTRIES + 1] = {{"mimetype", (const uint8_t *)mimetype, sizeof mimetype - 1}};
    rl_sink *sink;
    rl_error error;
    zip archive = {0};
    size_t size;
    int count = 1 + fuzz_byte(from) % (ENTRIES + 1);
    FUZZ_REQUIRE(rl_sink_to_memory(&sink, NULL, &error) == RL_OK);
    FUZZ_REQUIRE(zip_add(&archive, sink, entries[0].name, entries[0].bytes, entries[0].size,
                         &error) == RL_OK);
    for (int i = 1; i < count; i++) {
        entry *e = &entries[i];
        e->bytes = content[i - 1];
        e->size = fuzz_u32(from) % sizeof content[0];
        snprintf(e->name, sizeof e->name, "data/%.*s%d.png", fuzz_byte(from) % 20,
                 "abcdefghijklmnopqrst", i);
        fill(content[i - 1], e->size, from);
        FUZZ_REQUIRE(zip_add(&archive, sink, e->name, e->bytes, e->size, &error) == RL_OK);
    }
    FUZZ_REQUIRE(zip_finish(&archive, sink, &error) == RL_OK);
    rl_sink_free(archive.list);
    const uint8_t *bytes = bytes_of(sink, &size);
    check_zip(bytes, size, entries, count);
    rl_sink_free(sink);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_bytes from = {bytes, size};
    int kind = fuzz_byte(&from) % 4;
    int width = 1 + fuzz_byte(&from) % SIDE, height = 1 + fuzz_byte(&from) % SIDE;
    if (kind == 0)
        try_rgb(&from, width, height);
    else if (kind == 1)
        try_rgba(&from, width, height);
    else if (kind == 2)
        try_animation(&from, width, height);
    else
        try_ora(&from);
    return 0;
}
