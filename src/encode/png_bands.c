/* png_bands.c - filters and deflates bands; see png_bands.h.
 *
 * RL_COMPRESS_SMALL is zlib's level 9 on the same bands.  Between bands it forgets what
 * it has seen, so that they need not wait for one another: measured on the default
 * wallpapers of 3840x2160 that costs 0.7 % of the bytes.
 */
#include "encode/png_bands.h"

#include "base/bands.h"
#include "base/memory.h"
#include "base/status.h"

#include <string.h>
#include <zlib.h>

enum { FILTER_SUB = 1, FILTER_PAETH = 4 };

/* The head of a zlib stream: deflate, a window of 32 KiB; the second byte says how hard
 * it was tried and makes the two a multiple of 31 (RFC 1950, section 2.2). */
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

/* ---- memory ------------------------------------------------------------------ */

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

static voidpf stream_take(voidpf user, uInt count, uInt size)
{
    return memory_array(user, count, size);
}

static void stream_give(voidpf user, voidpf block)
{
    memory_free(user, block);
}

/* zlib keeps the allocator as a pointer without const; it only gives it back. */
static void *allocator_bare(const rl_allocator *allocator)
{
    void *bare;
    memcpy(&bare, &allocator, sizeof bare);
    return bare;
}

enum { ZLIB_BEST = 9, ZLIB_RAW = -15, ZLIB_MEMORY = 9 };

static int packer_coder(png_packer *packer)
{
    const png_bands *bands = packer->bands;
    if (!bands->is_small) {
        packer->work = deflate_new(bands->kernels, bands->allocator);
        return packer->work != NULL;
    }
    packer->stream.zalloc = stream_take;
    packer->stream.zfree = stream_give;
    packer->stream.opaque = allocator_bare(bands->allocator);
    packer->has_stream = deflateInit2(&packer->stream, ZLIB_BEST, Z_DEFLATED, ZLIB_RAW, ZLIB_MEMORY,
                                      Z_DEFAULT_STRATEGY) == Z_OK;
    return packer->has_stream;
}

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
    if (packer->swapped == NULL || packer->black == NULL || packer->filtered == NULL ||
        !packer_coder(packer)) {
        png_packer_free(packer);
        return NULL;
    }
    memset(packer->filtered, 0, DEFLATE_MARGIN);
    return packer;
}

void png_packer_free(png_packer *packer)
{
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

static const uint8_t *row_swapped(png_packer *packer, const uint8_t *row)
{
    for (size_t i = 0; i < packer->bands->row_bytes; i += 2) {
        packer->swapped[i] = row[i + 1];
        packer->swapped[i + 1] = row[i];
    }
    return packer->swapped;
}

static void row_filter(png_packer *packer, uint8_t *out, const uint8_t *row, const uint8_t *above)
{
    const png_bands *bands = packer->bands;
    size_t pixel = (size_t)bands->pixel;
    *out++ = bands->is_paeth ? FILTER_PAETH : FILTER_SUB;
    if (bands->is_paeth)
        bands->kernels->paeth(out, row, above, bands->row_bytes, pixel);
    else
        bands->kernels->sub(out, bands->is_swapped ? row_swapped(packer, row) : row,
                            bands->row_bytes, pixel);
}

/* Filters all rows and returns their checksum, while each is in the nearest cache. */
static uint32_t rows_filter(png_packer *packer, const uint8_t *rows, const uint8_t *above,
                            int count)
{
    const png_bands *bands = packer->bands;
    uint8_t *out = packer->filtered + DEFLATE_MARGIN;
    uint32_t adler = 1;
    above = above != NULL ? above : packer->black;
    for (int i = 0; i < count; i++) {
        row_filter(packer, out, rows, above);
        adler = bands->kernels->adler(adler, out, 1 + bands->row_bytes);
        out += 1 + bands->row_bytes;
        above = rows;
        rows += bands->row_bytes;
    }
    return adler;
}

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

void png_pack(png_packer *packer, png_packed *to, const uint8_t *rows, const uint8_t *above, int y,
              int count)
{
    const png_bands *bands = packer->bands;
    uint8_t *filtered = packer->filtered + DEFLATE_MARGIN, *out = to->bytes;
    int is_last = y + count == bands->height;
    to->raw_size = raw_bytes(bands, count);
    to->adler = rows_filter(packer, rows, above, count);
    memset(filtered + to->raw_size, 0, DEFLATE_MARGIN); /* a last band may be short */
    if (y == 0) {
        *out++ = 0x78;
        *out++ = bands->is_small ? 0xda : 0x01;
    }
    size_t size = bands->is_small ? zlib_bytes(packer, out, filtered, to->raw_size, is_last)
                                  : deflate_bytes(packer->work, out, filtered, to->raw_size,
                                                  bands->distances, is_last);
    to->is_failed = size == 0;
    to->size = (size_t)(out - to->bytes) + size + (is_last ? SUM_BYTES : 0);
}

/* ---- the stream --------------------------------------------------------------- */

rl_status png_stream_open(png_stream *stream, rl_sink *sink, const rl_allocator *allocator,
                          rl_error *error)
{
    stream->adler = 1; /* of no bytes */
    return png_writer_open(&stream->writer, sink, allocator, error);
}

static void step_put(png_writer *writer, const void *of)
{
    static const png_byte type[] = "IDAT";
    const png_packed *piece = of;
    png_write_chunk(writer->png, type, piece->bytes, piece->size);
}

rl_status png_stream_put(png_stream *stream, png_packed *piece, int is_last, rl_error *error)
{
    if (piece->is_failed)
        return status_fail(error, RL_INTERNAL, "picture: zlib cannot deflate its rows");
    stream->adler =
        (uint32_t)adler32_combine(stream->adler, piece->adler, (z_off_t)piece->raw_size);
    for (size_t i = 0; i < SUM_BYTES && is_last; i++)
        piece->bytes[piece->size - SUM_BYTES + i] = (uint8_t)(stream->adler >> (24 - 8 * i) & 255);
    return png_writer_run(&stream->writer, step_put, piece, error);
}

/* libpng's own end wants to have written the picture data itself. */
static void step_end(png_writer *writer, const void *call)
{
    static const png_byte type[] = "IEND";
    (void)call;
    png_write_chunk(writer->png, type, NULL, 0);
}

rl_status png_stream_finish(png_stream *stream, rl_error *error)
{
    return png_writer_run(&stream->writer, step_end, NULL, error);
}

/* ---- rows that come one by one ------------------------------------------------- */

static rl_status feed_open(png_feed *feed, const png_bands *bands, rl_error *error)
{
    int most = bands_height(bands->row_bytes);
    feed->most = most < bands->height ? most : bands->height;
    feed->packer = png_packer_new(bands, feed->most);
    feed->packed = memory_array(bands->allocator, png_packed_bytes(bands, feed->most), 1);
    feed->rows = memory_zeroed(bands->allocator, 1 + (size_t)feed->most, bands->row_bytes);
    if (feed->packer == NULL || feed->packed == NULL || feed->rows == NULL)
        return status_fail(error, RL_NO_MEMORY, "picture: out of memory");
    return RL_OK;
}

static rl_status feed_put(png_feed *feed, const png_bands *bands, png_stream *stream,
                          rl_error *error)
{
    int count = feed->held;
    png_pack(feed->packer, feed->packed, feed->rows + bands->row_bytes, feed->rows, feed->y, count);
    memcpy(feed->rows, feed->rows + (size_t)count * bands->row_bytes, bands->row_bytes);
    feed->y += count;
    feed->held = 0;
    return png_stream_put(stream, feed->packed, feed->y == bands->height, error);
}

rl_status png_feed_rows(png_feed *feed, const png_bands *bands, png_stream *stream,
                        const void *rows, int count, rl_error *error)
{
    const uint8_t *from = rows;
    rl_status status = feed->rows == NULL ? feed_open(feed, bands, error) : RL_OK;
    while (status == RL_OK && count > 0) {
        int room = feed->most - feed->held, part = count < room ? count : room;
        memcpy(feed->rows + (size_t)(1 + feed->held) * bands->row_bytes, from,
               (size_t)part * bands->row_bytes);
        from += (size_t)part * bands->row_bytes;
        feed->held += part;
        count -= part;
        if (feed->held == feed->most || feed->y + feed->held == bands->height)
            status = feed_put(feed, bands, stream, error);
    }
    return status;
}

void png_feed_free(png_feed *feed, const png_bands *bands)
{
    png_packer_free(feed->packer);
    memory_free(bands->allocator, feed->packed);
    memory_free(bands->allocator, feed->rows);
    *feed = (png_feed){.packer = NULL};
}
