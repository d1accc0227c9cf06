/* second_png.c - chunks, order, CRCs, zlib streams and filters of a PNG or APNG file that
 * ridgeline wrote; see second_png.h.
 *
 * Of the format only what the library writes: RGB, RGBA and palettes, no interlacing, frames that
 * replace a part of the one before. */
#include "fuzz/second_png.h"

#include <zlib.h>

enum { COLOUR_RGB = 2, COLOUR_PALETTE = 3, COLOUR_RGBA = 6 };

typedef struct reader {
    second_png file;
    const uint8_t *bytes;
    size_t size, at;
    uint8_t palette[256][4];
    int colours;
    uint8_t *packed; /* the data of the frame at work */
    size_t packed_size;
    int has_data, data_ended, expected; /* frames that acTL speaks of, 0 = no acTL */
    uint32_t sequence;
    int left, top, width, height; /* of the frame at work */
} reader;

static uint32_t u32(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* ---- rows --------------------------------------------------------------- */

static int paeth(int a, int b, int c)
{
    int pa = abs(b - c), pb = abs(a - c), pc = abs(a + b - 2 * c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

static void unfilter(uint8_t *row, const uint8_t *above, size_t size, size_t step, int filter)
{
    FUZZ_REQUIRE(filter >= 0 && filter <= 4);
    for (size_t i = 0; i < size; i++) {
        int a = i >= step ? row[i - step] : 0, b = above[i], c = i >= step ? above[i - step] : 0;
        const int add[] = {0, a, b, (a + b) / 2, paeth(a, b, c)};
        row[i] = (uint8_t)(row[i] + add[filter]);
    }
}

static void take_pixel(const reader *r, const uint8_t *row, int x, uint16_t *to)
{
    const second_png *f = &r->file;
    if (f->colour == COLOUR_PALETTE) {
        int bit = x * f->bits;
        int index = row[bit / 8] >> (8 - f->bits - bit % 8) & ((1 << f->bits) - 1);
        FUZZ_REQUIRE(index < r->colours);
        for (int k = 0; k < 4; k++)
            to[k] = r->palette[index][k];
        return;
    }
    int channels = f->colour == COLOUR_RGBA ? 4 : 3, wide = f->bits / 8;
    to[3] = (uint16_t)((1 << f->bits) - 1);
    for (int k = 0; k < channels; k++) {
        const uint8_t *at = row + (x * channels + k) * wide;
        to[k] = (uint16_t)(wide == 2 ? at[0] << 8 | at[1] : at[0]);
    }
}

/* Unpacks what was collected for a frame: exactly its rows, and nothing after them. */
static void end_frame(reader *r)
{
    second_png *f = &r->file;
    size_t channels = f->colour == COLOUR_PALETTE ? 1 : f->colour == COLOUR_RGBA ? 4 : 3;
    size_t bits = channels * (size_t)f->bits, step = bits < 8 ? 1 : bits / 8;
    size_t row = ((size_t)r->width * bits + 7) / 8, raw_size = (row + 1) * (size_t)r->height;
    uint8_t *raw = malloc(raw_size + 1), *zero = calloc(row, 1);
    size_t pixels = (size_t)f->width * (size_t)f->height * 4;
    uint16_t *all = realloc(f->samples, (size_t)(f->frames + 1) * pixels * sizeof *all);
    if (raw == NULL || zero == NULL || all == NULL)
        abort();
    f->samples = all;
    all += (size_t)f->frames * pixels;
    if (f->frames > 0)
        memcpy(all, all - pixels, pixels * sizeof *all);
    uLongf got = (uLongf)raw_size + 1;
    uLong used = (uLong)r->packed_size;
    FUZZ_REQUIRE(uncompress2(raw, &got, r->packed, &used) == Z_OK);
    FUZZ_REQUIRE(got == raw_size && used == r->packed_size);
    for (int y = 0; y < r->height; y++) {
        uint8_t *line = raw + (size_t)y * (row + 1);
        size_t to = (size_t)(r->top + y) * (size_t)f->width + (size_t)r->left;
        unfilter(line + 1, y > 0 ? line - row : zero, row, step, line[0]);
        for (int x = 0; x < r->width; x++)
            take_pixel(r, line + 1, x, all + 4 * (to + (size_t)x));
    }
    f->frames++;
    r->packed_size = 0;
    free(raw);
    free(zero);
}

/* ---- chunks ------------------------------------------------------------- */

static void take_head(reader *r, const uint8_t *data, size_t size)
{
    second_png *f = &r->file;
    FUZZ_REQUIRE(size == 13 && f->width == 0);
    f->width = (int)u32(data);
    f->height = (int)u32(data + 4);
    r->width = f->width;
    r->height = f->height;
    f->bits = data[8];
    f->colour = data[9];
    FUZZ_REQUIRE(f->width > 0 && f->height > 0);
    FUZZ_REQUIRE(data[10] == 0 && data[11] == 0 && data[12] == 0);
    FUZZ_REQUIRE(f->colour == COLOUR_PALETTE
                     ? f->bits == 1 || f->bits == 2 || f->bits == 4 || f->bits == 8
                     : (f->colour == COLOUR_RGB && (f->bits == 8 || f->bits == 16)) ||
                           (f->colour == COLOUR_RGBA && f->bits == 8));
}

static void take_palette(reader *r, const uint8_t *data, size_t size)
{
    FUZZ_REQUIRE(r->file.colour == COLOUR_PALETTE && r->colours == 0 && !r->has_data);
    FUZZ_REQUIRE(size % 3 == 0 && size > 0 && size <= ((size_t)3 << r->file.bits));
    r->colours = (int)(size / 3);
    for (int i = 0; i < r->colours; i++) {
        memcpy(r->palette[i], data + 3 * i, 3);
        r->palette[i][3] = 255;
    }
}

static void take_alpha(reader *r, const uint8_t *data, size_t size)
{
    FUZZ_REQUIRE(r->colours > 0 && !r->has_data && size > 0 && size <= (size_t)r->colours);
    for (size_t i = 0; i < size; i++)
        r->palette[i][3] = data[i];
}

static void take_data(reader *r, const uint8_t *data, size_t size)
{
    r->packed = realloc(r->packed, r->packed_size + size + 1);
    if (r->packed == NULL)
        abort();
    memcpy(r->packed + r->packed_size, data, size);
    r->packed_size += size;
    r->has_data = 1;
}

/* fcTL: the frame before it is complete.  The first covers all. */
static void take_control(reader *r, const uint8_t *data, size_t size)
{
    FUZZ_REQUIRE(r->expected > 0 && size == 26 && u32(data) == r->sequence);
    r->sequence++;
    if (r->has_data)
        end_frame(r);
    const uint32_t part[] = {u32(data + 4), u32(data + 8), u32(data + 12), u32(data + 16)};
    const second_png *f = &r->file;
    FUZZ_REQUIRE(part[0] > 0 && part[0] <= (uint32_t)f->width - part[2]);
    FUZZ_REQUIRE(part[1] > 0 && part[1] <= (uint32_t)f->height - part[3]);
    FUZZ_REQUIRE(part[2] < (uint32_t)f->width && part[3] < (uint32_t)f->height);
    FUZZ_REQUIRE(data[24] == 0 && data[25] == 0);
    r->width = (int)part[0];
    r->height = (int)part[1];
    r->left = (int)part[2];
    r->top = (int)part[3];
    FUZZ_REQUIRE(r->has_data || (r->width == f->width && r->height == f->height));
}

static void take_part(reader *r, const uint8_t *data, size_t size)
{
    FUZZ_REQUIRE(r->has_data && size > 4 && u32(data) == r->sequence);
    r->sequence++;
    take_data(r, data + 4, size - 4);
}

/* Texts have a keyword of 1 to 79 letters and a NUL. */
static void check_text(const uint8_t *data, size_t size)
{
    const uint8_t *end = memchr(data, '\0', size < 80 ? size : 80);
    FUZZ_REQUIRE(end != NULL && end > data);
}

static void take_chunk(reader *r, const char *type, const uint8_t *data, size_t size)
{
    static const char *const others[] = {"sRGB", "gAMA", "cHRM", "pHYs", "tIME"};
    int is_data = strcmp(type, "IDAT") == 0;
    r->data_ended |= r->has_data && !is_data;
    FUZZ_REQUIRE((strcmp(type, "IHDR") == 0) == (r->file.width == 0));
    FUZZ_REQUIRE(!is_data || !r->data_ended);
    if (is_data)
        take_data(r, data, size);
    else if (strcmp(type, "IHDR") == 0)
        take_head(r, data, size);
    else if (strcmp(type, "PLTE") == 0)
        take_palette(r, data, size);
    else if (strcmp(type, "tRNS") == 0)
        take_alpha(r, data, size);
    else if (strcmp(type, "fcTL") == 0)
        take_control(r, data, size);
    else if (strcmp(type, "fdAT") == 0)
        take_part(r, data, size);
    else if (strcmp(type, "tEXt") == 0 || strcmp(type, "iTXt") == 0)
        check_text(data, size);
    else if (strcmp(type, "acTL") == 0) {
        FUZZ_REQUIRE(size == 8 && r->expected == 0 && !r->has_data);
        r->expected = (int)u32(data);
        FUZZ_REQUIRE(r->expected > 0);
    } else {
        int known = 0;
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            known |= strcmp(type, others[i]) == 0;
        FUZZ_REQUIRE(known);
    }
}

second_png second_png_read(const uint8_t *bytes, size_t size)
{
    reader r = {.bytes = bytes, .size = size, .at = 8};
    char type[5] = "";
    FUZZ_REQUIRE(size >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0);
    while (strcmp(type, "IEND") != 0) {
        FUZZ_REQUIRE(size - r.at >= 12);
        const uint8_t *chunk = bytes + r.at;
        size_t length = u32(chunk);
        FUZZ_REQUIRE(length <= size - r.at - 12);
        memcpy(type, chunk + 4, 4);
        FUZZ_REQUIRE(fuzz_crc(chunk + 4, length + 4) == u32(chunk + 8 + length));
        if (strcmp(type, "IEND") != 0)
            take_chunk(&r, type, chunk + 8, length);
        else
            FUZZ_REQUIRE(length == 0);
        r.at += length + 12;
    }
    FUZZ_REQUIRE(r.at == size && r.has_data);
    end_frame(&r);
    FUZZ_REQUIRE(r.expected == 0 || r.expected == r.file.frames);
    free(r.packed);
    return r.file;
}
