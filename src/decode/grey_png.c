/* grey_png.c - heights of a grey PNG of 1 to 16 bits.
 *
 * Numbers are samples; alpha is left out, colour is refused.  libpng decodes it under hard
 * limits: it skips every chunk that is no pixel (texts and profiles, which can unpack
 * to gigabytes, are never unpacked), and the guard holds its memory and its failures.
 */
#include "decode/heights.h"
#include "encode/png_file.h"

#include <string.h>

typedef struct png_reader {
    png_guard guard; /* the first: steps get it */
    heights_reader *self;
    int depth, colour, channels;
} png_reader;

static void reader_bytes(png_structp png, png_bytep out, size_t size)
{
    heights_reader *self = ((png_reader *)png_get_io_ptr(png))->self;
    if (size > self->size - self->offset)
        png_error(png, "cut short");
    memcpy(out, self->bytes + self->offset, size);
    self->offset += size;
}

static void step_header(png_guard *guard, const void *call)
{
    png_structp png = guard->png;
    png_reader *reader = (png_reader *)guard;
    (void)call;
    png_set_user_limits(png, HEIGHTS_SIDE, HEIGHTS_SIDE);
    png_set_chunk_cache_max(png, 16);
    png_set_chunk_malloc_max(png, 65536);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_read_fn(png, reader, reader_bytes);
    png_read_info(png, guard->info);
    reader->self->width = (int)png_get_image_width(png, guard->info);
    reader->self->height = (int)png_get_image_height(png, guard->info);
    reader->depth = png_get_bit_depth(png, guard->info);
    reader->colour = png_get_color_type(png, guard->info);
    reader->channels = png_get_channels(png, guard->info);
}

/* A row as libpng gives it takes at most 2 channels * 2 bytes a sample: as much as a
 * float.  So the rows are decoded in the place of the heights, which an interlaced
 * file needs anyway, since its passes fill in what the passes before left. */
static void step_rows(png_guard *guard, const void *call)
{
    png_reader *reader = (png_reader *)guard;
    heights_reader *self = reader->self;
    (void)call;
    if (reader->depth < 8) {
        png_set_expand_gray_1_2_4_to_8(guard->png);
        reader->depth = 8;
    }
    int passes = png_set_interlace_handling(guard->png);
    png_read_update_info(guard->png, guard->info);
    for (int pass = 0; pass < passes; pass++)
        for (int y = 0; y < self->height; y++) {
            float *row = self->heights + (size_t)y * (size_t)self->width;
            png_read_row(guard->png, (png_bytep)row, NULL);
        }
    png_read_end(guard->png, NULL);
}

/* From the last sample to the first: a float never covers bytes that are still due. */
static void row_convert(const png_reader *reader, float *row)
{
    const unsigned char *bytes = (const unsigned char *)row;
    size_t wide = (size_t)reader->depth / 8, step = wide * (size_t)reader->channels;
    for (size_t x = (size_t)reader->self->width; x-- > 0;) {
        const unsigned char *b = bytes + x * step;
        row[x] = (float)(wide == 2 ? b[0] << 8 | b[1] : b[0]);
    }
}

/* Deflate packs at most 1032 to 1 (zlib's technical notes): a small file that claims
 * a large map is refused before memory is allocated. */
static rl_status size_check(const png_reader *reader)
{
    const heights_reader *self = reader->self;
    if (reader->colour != PNG_COLOR_TYPE_GRAY && reader->colour != PNG_COLOR_TYPE_GRAY_ALPHA)
        return heights_bad(self, 0, "a PNG in colour", "must be a grey PNG");
    uint64_t bits = (uint64_t)reader->depth * (uint64_t)reader->channels;
    uint64_t raw = ((uint64_t)self->width * bits + 7) / 8 * (uint64_t)self->height;
    if (raw / 1040 > self->size)
        return heights_bad(self, 0, "cut short", "must hold width x height samples");
    return RL_OK;
}

static rl_status png_decode(png_reader *reader)
{
    heights_reader *self = reader->self;
    TRY(png_guard_open(&reader->guard, NULL, self->place, self->allocator, self->error));
    TRY(png_guard_run(&reader->guard, step_header, NULL, self->error));
    TRY(size_check(reader));
    TRY(heights_allocate(self));
    memset(self->heights, 0, (size_t)self->width * (size_t)self->height * sizeof(float));
    TRY(png_guard_run(&reader->guard, step_rows, NULL, self->error));
    for (int y = 0; y < self->height; y++)
        row_convert(reader, self->heights + (size_t)y * (size_t)self->width);
    self->most = reader->depth == 16 ? 65535 : 255;
    return RL_OK;
}

static rl_status read_png(heights_reader *self)
{
    png_reader reader = {.self = self};
    rl_status status = png_decode(&reader);
    png_guard_close(&reader.guard);
    return status;
}
static int is_png(heights_reader *self)
{
    return rl_recipe_is_png(self->bytes, self->size);
}

const heights_format heights_png = {is_png, read_png};
