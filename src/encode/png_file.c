/* png_file.c - libpng's writer behind a guard; bands filtered and deflated; see png_file.h.
 *
 * Each call into libpng goes through png_writer_run, and a failure of the sink
 * is returned with the sink's own message.  Only png_write_row is used by the steps; the
 * simplified png_image_* calls and quantizing are where libpng's writing-side
 * holes were (CVE-2025-64506, CVE-2026-22801).
 *
 * RL_COMPRESS_SMALL is zlib's level 9 on the same bands.  Its window is empty at the start of each
 * band, so that they need not wait for one another: measured on the default
 * wallpapers of 3840x2160 that costs 0.7 % of the bytes.
 */
#include "encode/png_file.h"

#include "base/bands.h"
#include "base/memory.h"
#include "base/status.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

/* libpng's default of 8 KiB makes a large picture a string of tiny chunks. */
enum { IDAT_SIZE = 131072 };

/* ---- what libpng calls -------------------------------------------------- */

static void writer_failed(png_structp png, png_const_charp message)
{
    png_writer *writer = png_get_error_ptr(png);
    if (writer->failure.status == RL_OK)
        (void)status_fail(&writer->failure, RL_INTERNAL, "png: %s",
                          SHOWN(message != NULL ? message : "unknown failure"));
    png_longjmp(png, 1);
}

/* libpng has already handled what it warns of. */
static void writer_warned(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static png_voidp writer_alloc(png_structp png, png_alloc_size_t size)
{
    png_writer *writer = png_get_mem_ptr(png);
    void *block = memory_array(writer->allocator, size, 1);
    if (block == NULL)
        writer->out_of_memory = 1;
    return block;
}

static void writer_free(png_structp png, png_voidp block)
{
    png_writer *writer = png_get_mem_ptr(png);
    memory_free(writer->allocator, block);
}

static void writer_bytes(png_structp png, png_bytep bytes, size_t size)
{
    png_writer *writer = png_get_io_ptr(png);
    if (rl_sink_write(writer->sink, bytes, size, &writer->failure) != RL_OK)
        png_error(png, "the sink failed");
}

static void writer_flush_nothing(png_structp png)
{
    (void)png;
}

/* ---- the guard ---------------------------------------------------------- */

/* libpng may survive a failed allocation and leave out a chunk: it counts as a failure. */
static rl_status writer_result(const png_writer *writer, rl_error *error)
{
    if (writer->out_of_memory)
        return status_fail(error, RL_NO_MEMORY, "picture: out of memory");
    if (writer->failure.status != RL_OK)
        return status_fail(error, writer->failure.status, "%s", writer->failure.text);
    return status_clear(error);
}

/* The one place that libpng's failures jump to.  Nothing that lives here is
 * changed after setjmp, so nothing is lost by the jump.  After a failure libpng
 * is never entered again. */
rl_status png_writer_run(png_writer *writer, void (*step)(png_writer *writer, const void *call),
                         const void *call, rl_error *error)
{
    if (writer_result(writer, error) == RL_OK && setjmp(png_jmpbuf(writer->png)) == 0)
        step(writer, call);
    return writer_result(writer, error);
}

static void step_open(png_writer *writer, const void *call)
{
    (void)call;
    png_set_user_limits(writer->png, RL_MAX_SIDE, RL_MAX_SIDE);
    png_set_write_fn(writer->png, writer, writer_bytes, writer_flush_nothing);
    png_set_compression_buffer_size(writer->png, IDAT_SIZE);
}

rl_status png_writer_open(png_writer *writer, rl_sink *sink, const rl_allocator *allocator,
                          rl_error *error)
{
    writer->sink = sink;
    writer->allocator = allocator;
    writer->png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, writer, writer_failed,
                                            writer_warned, writer, writer_alloc, writer_free);
    if (writer->png != NULL)
        writer->info = png_create_info_struct(writer->png);
    if (writer->info == NULL && writer->failure.status == RL_OK)
        (void)status_fail(&writer->failure, RL_INTERNAL,
                          "png: libpng %s: must be compatible with %s", png_get_libpng_ver(NULL),
                          PNG_LIBPNG_VER_STRING);
    if (writer->info == NULL)
        return writer_result(writer, error);
    return png_writer_run(writer, step_open, NULL, error);
}

void png_writer_close(png_writer *writer)
{
    png_destroy_write_struct(&writer->png, &writer->info);
}

/* ---- texts -------------------------------------------------------------- */

/* png_set_text copies its arguments. */
static void text_add(png_writer *writer, int kind, const char *keyword, const char *text)
{
    char key[80];
    char empty[] = "";
    (void)snprintf(key, sizeof key, "%s", keyword);
    png_text entry;
    memset(&entry, 0, sizeof entry);
    entry.compression = kind;
    entry.key = key;
    entry.lang = empty;
    entry.lang_key = empty;
    /* The struct lacks a const; the function does not write. */
    memcpy(&entry.text, &text, sizeof entry.text);
    png_set_text(writer->png, writer->info, &entry, 1);
}

void png_writer_texts(png_writer *writer, int metadata, const char *title, const char *recipe,
                      const char *description)
{
    if (metadata == RL_METADATA_NONE)
        return;
    text_add(writer, PNG_TEXT_COMPRESSION_NONE, "Software", "ridgeline " RL_VERSION);
    if (title != NULL && title[0] != '\0')
        text_add(writer, PNG_ITXT_COMPRESSION_NONE, "Title", title);
    if (recipe != NULL && metadata == RL_METADATA_FULL)
        text_add(writer, PNG_ITXT_COMPRESSION_NONE, "ridgeline", recipe);
    if (description != NULL && description[0] != '\0')
        text_add(writer, PNG_ITXT_COMPRESSION_NONE, "Description", description);
}

/* ---- bands --------------------------------------------------------------------- */

enum { FILTER_SUB = 1, FILTER_PAETH = 4 };

/* The head of a zlib stream: deflate, a window of 32 KiB; the second byte is the effort and makes
 * the two a multiple of 31 (RFC 1950, section 2.2). */
enum { HEAD_BYTES = 2, SUM_BYTES = 4 };

struct png_packer {
    const png_bands *bands;
    deflate_work *work;
    z_stream stream; /* where is_small */
    int has_stream;
    uint8_t *swapped;  /* one row */
    uint8_t *black;    /* one row */
    uint8_t *filtered; /* margin, rows with their filters, margin */
};

static size_t raw_bytes(const png_bands *bands, int rows)
{
    return (size_t)rows * (1 + bands->row_bytes);
}

/* zlib's own bound for any of its settings (deflateBound), and a flush. */
static size_t zlib_bound(size_t size)
{
    return size + size / 8 + size / 64 + 32;
}

size_t png_packed_bytes(const png_bands *bands, int rows)
{
    size_t raw = raw_bytes(bands, rows);
    size_t bound = bands->is_small ? zlib_bound(raw) : deflate_bound(raw);
    size_t bytes = sizeof(png_packed) + HEAD_BYTES + bound + SUM_BYTES;
    return (bytes + 15) & ~(size_t)15;
}

static voidpf zlib_alloc(voidpf user, uInt count, uInt size)
{
    return memory_array(user, count, size);
}

static void zlib_free(voidpf user, voidpf block)
{
    memory_free(user, block);
}

void zlib_use(z_stream *stream, const rl_allocator *allocator)
{
    stream->zalloc = zlib_alloc;
    stream->zfree = zlib_free;
    /* zlib's pointer lacks a const; zlib only passes it on. */
    memcpy(&stream->opaque, &allocator, sizeof allocator);
}

enum { ZLIB_BEST = 9, ZLIB_RAW = -15, ZLIB_MEMORY = 9 };

png_packer *png_packer_new(const png_bands *bands, int rows)
{
    png_packer *packer = memory_zeroed(bands->allocator, 1, sizeof *packer);
    if (packer == NULL)
        return NULL;
    packer->bands = bands;
    packer->swapped = memory_array(bands->allocator, bands->is_swapped ? bands->row_bytes : 0, 1);
    packer->black = memory_zeroed(bands->allocator, bands->is_paeth ? bands->row_bytes : 0, 1);
    packer->filtered =
        memory_array(bands->allocator, raw_bytes(bands, rows) + 2 * DEFLATE_MARGIN, 1);
    if (bands->is_small) {
        zlib_use(&packer->stream, bands->allocator);
        packer->has_stream = deflateInit2(&packer->stream, ZLIB_BEST, Z_DEFLATED, ZLIB_RAW,
                                          ZLIB_MEMORY, Z_DEFAULT_STRATEGY) == Z_OK;
    } else {
        packer->work = deflate_new(bands->kernels, bands->allocator);
    }
    if (packer->swapped == NULL || packer->black == NULL || packer->filtered == NULL ||
        (packer->work == NULL && !packer->has_stream)) {
        png_packer_free(packer);
        return NULL;
    }
    memset(packer->filtered, 0, DEFLATE_MARGIN);
    return packer;
}

void png_packer_free(void *packing)
{
    png_packer *packer = packing;
    if (packer == NULL)
        return;
    const rl_allocator *allocator = packer->bands->allocator;
    if (packer->has_stream)
        (void)deflateEnd(&packer->stream);
    deflate_free(packer->work, allocator);
    memory_free(allocator, packer->filtered);
    memory_free(allocator, packer->black);
    memory_free(allocator, packer->swapped);
    memory_free(allocator, packer);
}

/* ---- packing ----------------------------------------------------------------- */

/* Returns the bytes written, or 0 when zlib refuses. */
static size_t zlib_bytes(png_packer *packer, uint8_t *out, uint8_t *bytes, size_t size, int is_last)
{
    z_stream *stream = &packer->stream;
    size_t bound = zlib_bound(size);
    stream->next_in = bytes;
    stream->avail_in = (uInt)size;
    stream->next_out = out;
    stream->avail_out = (uInt)bound;
    if (deflateReset(stream) != Z_OK)
        return 0;
    int result = deflate(stream, is_last ? Z_FINISH : Z_SYNC_FLUSH);
    if (result != (is_last ? Z_STREAM_END : Z_OK) || stream->avail_in > 0 || stream->avail_out == 0)
        return 0;
    return bound - stream->avail_out;
}

void png_pack(png_packer *packer, png_packed *piece, const uint8_t *rows, const uint8_t *above,
              int y, int count)
{
    const png_bands *bands = packer->bands;
    uint8_t *filtered = packer->filtered + DEFLATE_MARGIN, *out = piece->bytes;
    int is_last = y + count == bands->height;
    size_t pixel = (size_t)bands->pixel, row_bytes = bands->row_bytes;
    piece->raw_size = raw_bytes(bands, count);
    piece->adler = 1; /* of no bytes */
    above = above != NULL ? above : packer->black;
    /* A row is filtered and summed while it is in the nearest cache. */
    for (uint8_t *target = filtered; count > 0; count--, target += 1 + row_bytes) {
        const uint8_t *row = rows;
        target[0] = bands->is_paeth ? FILTER_PAETH : FILTER_SUB;
        for (size_t k = 0; k < row_bytes && bands->is_swapped; k += 2) {
            packer->swapped[k] = rows[k + 1];
            packer->swapped[k + 1] = rows[k];
            row = packer->swapped;
        }
        if (bands->is_paeth)
            bands->kernels->paeth(target + 1, row, above, row_bytes, pixel);
        else
            bands->kernels->sub(target + 1, row, row_bytes, pixel);
        piece->adler = bands->kernels->adler(piece->adler, target, 1 + row_bytes);
        above = rows;
        rows += row_bytes;
    }
    memset(filtered + piece->raw_size, 0, DEFLATE_MARGIN); /* a last band may be short */
    if (y == 0) {
        *out++ = 0x78;
        *out++ = bands->is_small ? 0xda : 0x01;
    }
    size_t size = bands->is_small ? zlib_bytes(packer, out, filtered, piece->raw_size, is_last)
                                  : deflate_bytes(packer->work, out, filtered, piece->raw_size,
                                                  bands->distances, is_last);
    piece->is_failed = size == 0;
    piece->size = (size_t)(out - piece->bytes) + size + (is_last ? SUM_BYTES : 0);
}

/* ---- the file ------------------------------------------------------------------ */

rl_status png_file_new(png_file **file, const png_bands *bands, rl_sink *sink,
                       void (*step)(png_writer *writer, const void *call), const void *call,
                       rl_error *error)
{
    png_file *self = *file = memory_zeroed(bands->allocator, 1, sizeof *self);
    if (self == NULL)
        return status_fail(error, RL_NO_MEMORY, "picture: out of memory");
    self->bands = *bands;
    self->adler = 1; /* of no bytes */
    TRY(png_writer_open(&self->writer, sink, bands->allocator, error));
    return png_writer_run(&self->writer, step, call, error);
}

void png_file_free(png_file *file)
{
    if (file == NULL)
        return;
    const rl_allocator *allocator = file->bands.allocator;
    png_packer_free(file->packer);
    memory_free(allocator, file->packed);
    memory_free(allocator, file->rows);
    png_writer_close(&file->writer);
    memory_free(allocator, file);
}

static void step_put(png_writer *writer, const void *call)
{
    static const png_byte type[] = "IDAT";
    const png_packed *piece = call;
    png_write_chunk(writer->png, type, piece->bytes, piece->size);
}

rl_status png_file_put(png_file *file, png_packed *piece, int is_last, rl_error *error)
{
    if (piece->is_failed)
        return status_fail(error, RL_INTERNAL, "picture: zlib cannot deflate its rows");
    file->adler = (uint32_t)adler32_combine(file->adler, piece->adler, (z_off_t)piece->raw_size);
    for (size_t i = 0; i < SUM_BYTES && is_last; i++)
        piece->bytes[piece->size - SUM_BYTES + i] = (uint8_t)(file->adler >> (24 - 8 * i) & 255);
    return png_writer_run(&file->writer, step_put, piece, error);
}

/* libpng's own end fails unless libpng wrote the picture data itself. */
static void step_end(png_writer *writer, const void *call)
{
    static const png_byte type[] = "IEND";
    const png_file *file = call;
    if (file->bands.kernels == NULL)
        png_write_end(writer->png, NULL);
    else
        png_write_chunk(writer->png, type, NULL, 0);
}

rl_status png_file_finish(png_file *file, rl_error *error)
{
    return png_writer_run(&file->writer, step_end, file, error);
}

/* ---- rows that come one by one --------------------------------------------------- */

rl_status png_file_rows(png_file *file, const void *rows, int count, rl_error *error)
{
    size_t row_bytes = file->bands.row_bytes;
    int height = file->bands.height;
    if (file->rows == NULL) {
        const png_bands *bands = &file->bands;
        int most = bands_height(row_bytes);
        file->most = most < height ? most : height;
        file->packer = png_packer_new(bands, file->most);
        file->packed = memory_array(bands->allocator, png_packed_bytes(bands, file->most), 1);
        file->rows = memory_zeroed(bands->allocator, 1 + (size_t)file->most, row_bytes);
        if (file->packer == NULL || file->packed == NULL || file->rows == NULL)
            return status_fail(error, RL_NO_MEMORY, "picture: out of memory");
    }
    for (const uint8_t *source = rows; count > 0;) {
        int room = file->most - file->collected, part = count < room ? count : room;
        memcpy(file->rows + (size_t)(1 + file->collected) * row_bytes, source,
               (size_t)part * row_bytes);
        source += (size_t)part * row_bytes;
        file->collected += part;
        count -= part;
        if (file->collected < file->most && file->y + file->collected < height)
            continue;
        int collected = file->collected;
        png_pack(file->packer, file->packed, file->rows + row_bytes, file->rows, file->y,
                 collected);
        memcpy(file->rows, file->rows + (size_t)collected * row_bytes, row_bytes);
        file->y += collected;
        file->collected = 0;
        TRY(png_file_put(file, file->packed, file->y == height, error));
    }
    return RL_OK;
}
