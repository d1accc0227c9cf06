/* png16.c - heights from a grey PNG of 1 to 16 bits.
 *
 * In: a PNG from anywhere.  Out: sample / largest sample; alpha is left out, colour is
 * refused.  libpng decodes it under hard limits: it skips every chunk that is no pixel
 * (texts and profiles, which can unpack to gigabytes, are never unpacked), allocates
 * only with the caller's allocator, and its errors jump to reader_run.
 */
#include "decode/heights.h"

#include "base/memory.h"
#include "base/status.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

typedef struct png_reader {
    heights_reader *self;
    png_structp png;
    png_infop info;
    int out_of_memory;
    int failed; /* self->error holds the line */
    int depth, colour, channels;
} png_reader;

/* ---- what libpng calls --------------------------------------------------- */

static void reader_failed(png_structp png, png_const_charp message)
{
    png_reader *reader = png_get_error_ptr(png);
    if (!reader->failed)
        (void)heights_bad(reader->self, 0, SHOWN(message != NULL ? message : "damaged"),
                          "must be a sound PNG file");
    reader->failed = 1;
    png_longjmp(png, 1);
}

/* What libpng warns of changes no sample. */
static void reader_warned(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static png_voidp reader_alloc(png_structp png, png_alloc_size_t size)
{
    png_reader *reader = png_get_mem_ptr(png);
    void *block = memory_array(reader->self->allocator, size, 1);
    if (block == NULL)
        reader->out_of_memory = 1;
    return block;
}

static void reader_free(png_structp png, png_voidp block)
{
    png_reader *reader = png_get_mem_ptr(png);
    memory_free(reader->self->allocator, block);
}

static void reader_bytes(png_structp png, png_bytep out, size_t size)
{
    heights_reader *self = ((png_reader *)png_get_io_ptr(png))->self;
    if (size > self->size - self->offset)
        png_error(png, "cut short");
    memcpy(out, self->bytes + self->offset, size);
    self->offset += size;
}

/* ---- the guard ------------------------------------------------------------ */

static rl_status reader_result(const png_reader *reader)
{
    if (reader->out_of_memory)
        return status_fail(reader->self->error, RL_NO_MEMORY, "%s: out of memory",
                           SHOWN(reader->self->place));
    return reader->failed ? RL_BAD_DATA : RL_OK;
}

/* The one place that libpng's failures jump to; see png_writer_run. */
static rl_status reader_run(png_reader *reader, void (*step)(png_reader *reader))
{
    if (reader_result(reader) == RL_OK && setjmp(png_jmpbuf(reader->png)) == 0)
        step(reader);
    return reader_result(reader);
}

/* ---- the steps ------------------------------------------------------------ */

static void step_header(png_reader *reader)
{
    png_structp png = reader->png;
    png_set_user_limits(png, HEIGHTS_SIDE, HEIGHTS_SIDE);
    png_set_chunk_cache_max(png, 16);
    png_set_chunk_malloc_max(png, 65536);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_read_fn(png, reader, reader_bytes);
    png_read_info(png, reader->info);
    reader->self->width = (int)png_get_image_width(png, reader->info);
    reader->self->height = (int)png_get_image_height(png, reader->info);
    reader->depth = png_get_bit_depth(png, reader->info);
    reader->colour = png_get_color_type(png, reader->info);
    reader->channels = png_get_channels(png, reader->info);
}

/* A row as libpng gives it takes at most 2 channels * 2 bytes a sample: as much as a
 * float.  So the rows are decoded in the place of the heights, which an interlaced
 * file needs anyway, since its passes fill in what the passes before left. */
static void step_rows(png_reader *reader)
{
    heights_reader *self = reader->self;
    if (reader->depth < 8) {
        png_set_expand_gray_1_2_4_to_8(reader->png);
        reader->depth = 8;
    }
    int passes = png_set_interlace_handling(reader->png);
    png_read_update_info(reader->png, reader->info);
    for (int pass = 0; pass < passes; pass++)
        for (int y = 0; y < self->height; y++) {
            float *row = self->heights + (size_t)y * (size_t)self->width;
            png_read_row(reader->png, (png_bytep)row, NULL);
        }
    png_read_end(reader->png, NULL);
}

/* From the last sample to the first: a float never covers bytes that are still due. */
static void row_convert(const png_reader *reader, float *row)
{
    const unsigned char *bytes = (const unsigned char *)row;
    size_t wide = (size_t)reader->depth / 8, step = wide * (size_t)reader->channels;
    for (size_t x = (size_t)reader->self->width; x-- > 0;) {
        const unsigned char *b = bytes + x * step;
        double value = wide == 2 ? (double)(b[0] << 8 | b[1]) / 65535.0 : (double)b[0] / 255.0;
        row[x] = (float)value;
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
    TRY(reader_run(reader, step_header));
    TRY(size_check(reader));
    TRY(heights_allocate(self));
    memset(self->heights, 0, (size_t)self->width * (size_t)self->height * sizeof(float));
    TRY(reader_run(reader, step_rows));
    for (int y = 0; y < self->height; y++)
        row_convert(reader, self->heights + (size_t)y * (size_t)self->width);
    return RL_OK;
}

rl_status heights_read_png(heights_reader *self)
{
    png_reader reader = {.self = self};
    reader.png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &reader, reader_failed,
                                          reader_warned, &reader, reader_alloc, reader_free);
    if (reader.png != NULL)
        reader.info = png_create_info_struct(reader.png);
    rl_status status;
    if (reader.info != NULL)
        status = png_decode(&reader);
    else if (reader.out_of_memory)
        status = reader_result(&reader);
    else
        status = status_fail(self->error, RL_INTERNAL,
                             "%s: libpng must be like " PNG_LIBPNG_VER_STRING, SHOWN(self->place));
    png_destroy_read_struct(&reader.png, &reader.info, NULL);
    return status;
}
