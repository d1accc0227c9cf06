/* png_file.c - calls libpng behind a guard, and filters and deflates bands, for the formats of PNG.
 *
 * Each call into libpng goes through png_guard_run; a failure of the sink is returned with its
 * message. Steps only use png_write_row, as libpng's simplified png_image_* calls and its
 * quantizing had holes (CVE-2025-64506, CVE-2026-22801).
 *
 * RL_COMPRESS_SMALL is libdeflate's best on the whole picture (best.h); above BEST_BYTES, or
 * without libdeflate, it is zlib's level 9 on bands.  zlib's window is empty at the start of each
 * band, so that bands are independent; default wallpapers of 3840x2160 become 0.7 % larger by that.
 */
#include "encode/png_file.h"

#include "base/bands.h"
#include "base/bytes.h"
#include "base/memory.h"
#include "base/status.h"
#include "encode/xmp.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

/* Bytes of an IDAT chunk of libpng, whose default of 8 KiB makes many tiny chunks. */
enum { IDAT_SIZE = 131072 };

/* ---- callbacks of libpng ------------------------------------------------ */

static void guard_failed(png_structp png, png_const_charp message)
{
    png_guard *guard = png_get_error_ptr(png);
    shown_text shown = status_show(message, message != NULL ? strlen(message) : 0);
    if (guard->failure.status == RL_OK && guard->sink != NULL)
        (void)status_fail(&guard->failure, RL_INTERNAL, "png: %s", shown.text);
    else if (guard->failure.status == RL_OK)
        (void)status_fail(&guard->failure, RL_BAD_DATA, "%s: %s: must be an undamaged PNG file",
                          SHOWN(guard->place), shown.text);
    png_longjmp(png, 1);
}

/* libpng has already handled what it warns of. */
static void guard_warned(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static png_voidp guard_alloc(png_structp png, png_alloc_size_t size)
{
    png_guard *guard = png_get_mem_ptr(png);
    void *block = memory_array(guard->allocator, size, 1);
    if (block == NULL)
        guard->out_of_memory = 1;
    return block;
}

static void guard_free(png_structp png, png_voidp block)
{
    png_guard *guard = png_get_mem_ptr(png);
    memory_free(guard->allocator, block);
}

static void guard_bytes(png_structp png, png_bytep bytes, size_t size)
{
    png_guard *guard = png_get_io_ptr(png);
    if (rl_sink_write(guard->sink, bytes, size, &guard->failure) != RL_OK)
        png_error(png, "the sink failed");
}

static void guard_flush_nothing(png_structp png)
{
    (void)png;
}

/* ---- the guard ---------------------------------------------------------- */

/* A failed allocation is a failure even if libpng survives it, as it may leave out a chunk then. */
rl_status png_guard_result(const png_guard *guard, rl_error *error)
{
    if (guard->out_of_memory)
        return status_no_memory(SHOWN(guard->place), error);
    if (guard->failure.status != RL_OK)
        return status_fail(error, guard->failure.status, "%s", guard->failure.text);
    return status_clear(error);
}

/* The only target of libpng's jumps.  No local variable is changed after setjmp, so the jump makes
 * none indeterminate.  After a failure no step is called. */
rl_status png_guard_run(png_guard *guard, void (*step)(png_guard *guard, const void *call),
                        const void *call, rl_error *error)
{
    if (png_guard_result(guard, error) == RL_OK && setjmp(png_jmpbuf(guard->png)) == 0)
        step(guard, call);
    return png_guard_result(guard, error);
}

static void step_open(png_guard *guard, const void *call)
{
    (void)call;
    png_set_user_limits(guard->png, RL_MAX_SIDE, RL_MAX_SIDE);
    png_set_write_fn(guard->png, guard, guard_bytes, guard_flush_nothing);
    png_set_compression_buffer_size(guard->png, IDAT_SIZE);
}

rl_status png_guard_open(png_guard *guard, rl_sink *sink, const char *place,
                         const rl_allocator *allocator, rl_error *error)
{
    guard->sink = sink;
    guard->place = place;
    guard->allocator = allocator;
    guard->png = sink != NULL
                     ? png_create_write_struct_2(PNG_LIBPNG_VER_STRING, guard, guard_failed,
                                                 guard_warned, guard, guard_alloc, guard_free)
                     : png_create_read_struct_2(PNG_LIBPNG_VER_STRING, guard, guard_failed,
                                                guard_warned, guard, guard_alloc, guard_free);
    if (guard->png != NULL)
        guard->info = png_create_info_struct(guard->png);
    if (guard->info == NULL && guard->failure.status == RL_OK)
        (void)status_fail(&guard->failure, RL_INTERNAL,
                          "%s: libpng %s: must be compatible with " PNG_LIBPNG_VER_STRING,
                          SHOWN(place), png_get_libpng_ver(NULL));
    if (guard->info != NULL && sink != NULL)
        return png_guard_run(guard, step_open, NULL, error);
    return png_guard_result(guard, error);
}

void png_guard_close(png_guard *guard)
{
    rl_sink_free(guard->packet);
    if (guard->sink != NULL)
        png_destroy_write_struct(&guard->png, &guard->info);
    else
        png_destroy_read_struct(&guard->png, &guard->info, NULL);
}

/* ---- reading ---------------------------------------------------------------- */

static void guard_read(png_structp png, png_bytep out, size_t size)
{
    png_guard *guard = png_get_io_ptr(png);
    if (size > guard->left)
        png_error(png, "cut short");
    memcpy(out, guard->bytes, size);
    guard->bytes += size;
    guard->left -= size;
}

static void step_read_head(png_guard *guard, const void *call)
{
    png_uint_32 side_most = (png_uint_32) * (const int *)call;
    png_set_user_limits(guard->png, side_most, side_most);
    png_set_chunk_cache_max(guard->png, 16);
    png_set_chunk_malloc_max(guard->png, 65536);
    png_set_keep_unknown_chunks(guard->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_read_fn(guard->png, guard, guard_read);
    png_read_info(guard->png, guard->info);
}

rl_status png_open_memory(png_guard *guard, const void *bytes, size_t size, const char *place,
                          int side_most, const rl_allocator *allocator, rl_error *error)
{
    TRY(png_guard_open(guard, NULL, place, allocator, error));
    guard->bytes = bytes;
    guard->left = size;
    return png_guard_run(guard, step_read_head, &side_most, error);
}

/* The limit of 1040 is a little above deflate's greatest ratio, 1032 to 1 (zlib's technical
 * notes). */
int png_is_short(const png_guard *guard, size_t size)
{
    uint64_t rows = png_get_image_height(guard->png, guard->info);
    return png_get_rowbytes(guard->png, guard->info) * rows / 1040 > size;
}

void png_read_all(png_guard *guard, void *rows, size_t stride_bytes)
{
    int passes = png_set_interlace_handling(guard->png);
    png_uint_32 height = png_get_image_height(guard->png, guard->info);
    png_read_update_info(guard->png, guard->info);
    for (int pass = 0; pass < passes; pass++)
        for (png_uint_32 y = 0; y < height; y++)
            png_read_row(guard->png, (png_bytep)rows + y * stride_bytes, NULL);
}

/* ---- chunks before the rows ------------------------------------------------ */

/* Adds a text, unless it is NULL or empty.  png_set_text copies it. */
static void text_add(png_guard *guard, int kind, const char *keyword, const char *text)
{
    char key[80], empty[] = "";
    if (text == NULL || text[0] == '\0')
        return;
    (void)snprintf(key, sizeof key, "%s", keyword);
    png_text entry = {.compression = kind, .key = key, .lang = empty, .lang_key = empty};
    /* memcpy, as png_text.text is not a pointer to const; png_set_text does not write to it. */
    memcpy(&entry.text, &text, sizeof entry.text);
    png_set_text(guard->png, guard->info, &entry, 1);
}

void png_head(png_guard *guard, const picture_info *info, int depth, int colour_type)
{
    png_color palette[256];
    png_set_IHDR(guard->png, guard->info, (png_uint_32)info->width, (png_uint_32)info->height,
                 depth, colour_type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    for (int i = 0; i < info->colours; i++) {
        const uint8_t *rgb = info->rgb + 3 * (size_t)i;
        palette[i] = (png_color){rgb[0], rgb[1], rgb[2]};
    }
    if (info->colours > 0)
        png_set_PLTE(guard->png, guard->info, palette, info->colours);
    /* Not by cICP: pngcheck 3.0.3 (Debian 12) takes it for an unknown public chunk, which is an
     * error, and programs that read cICP also read sRGB. */
    if (colour_type != PNG_COLOR_TYPE_GRAY)
        png_set_sRGB_gAMA_and_cHRM(guard->png, guard->info, PNG_sRGB_INTENT_PERCEPTUAL);
    if (info->metadata != RL_METADATA_NONE) {
        text_add(guard, PNG_TEXT_COMPRESSION_NONE, "Software", "ridgeline " RL_VERSION);
        text_add(guard, PNG_ITXT_COMPRESSION_NONE, "Title", info->title);
        if (info->metadata == RL_METADATA_FULL)
            text_add(guard, PNG_ITXT_COMPRESSION_NONE, "ridgeline", info->recipe);
        text_add(guard, PNG_ITXT_COMPRESSION_NONE, "Description", info->description);
        if (guard->packet != NULL)
            text_add(guard, PNG_ITXT_COMPRESSION_NONE, PNG_XMP, rl_sink_bytes(guard->packet, NULL));
    }
    png_write_info(guard->png, guard->info);
}

/* ---- chunks --------------------------------------------------------------------- */

typedef struct chunk_call {
    const char *type;
    const void *bytes;
    size_t size;
} chunk_call;

static void step_chunk(png_guard *guard, const void *call)
{
    const chunk_call *chunk = call;
    png_write_chunk(guard->png, (png_const_bytep)chunk->type, chunk->bytes, chunk->size);
}

rl_status png_chunk_write(png_guard *guard, const char *type, const void *bytes, size_t size,
                          rl_error *error)
{
    return png_guard_run(guard, step_chunk, &(chunk_call){type, bytes, size}, error);
}

/* ---- bands --------------------------------------------------------------------- */

/* Bytes of the head and of the checksum of a zlib stream (RFC 1950, section 2.2).  The head's first
 * byte is deflate with a window of 32 KiB; its second byte is the level, and makes both as one
 * number a multiple of 31. */
enum { HEAD_BYTES = 2, SUM_BYTES = 4 };

/* Returns the bytes of some filtered rows. */
static size_t raw_bytes(const png_bands *bands, int rows)
{
    return (size_t)rows * (1 + bands->row_bytes);
}

/* Returns the most bytes that zlib writes: deflateBound for any of its settings, and a flush. */
static size_t zlib_bound(size_t size)
{
    return size + size / 8 + size / 64 + 32;
}

static size_t png_packed_bytes(const png_file *file)
{
    size_t raw = raw_bytes(&file->bands, file->most);
    size_t bound = file->bands.is_whole   ? raw
                   : file->bands.is_small ? zlib_bound(raw)
                                          : deflate_bound(raw);
    size_t bytes = sizeof(png_packed) + HEAD_BYTES + bound + SUM_BYTES;
    return (bytes + 15) & ~(size_t)15;
}

static voidpf zlib_alloc(voidpf user, uInt count, uInt size)
{
    return arena_array(user, count, size);
}

static void zlib_free(voidpf user, voidpf block)
{
    (void)user;
    (void)block;
}

void zlib_use(z_stream *stream, arena *memory)
{
    stream->zalloc = zlib_alloc;
    stream->zfree = zlib_free;
    stream->opaque = memory;
}

enum { ZLIB_BEST = 9, ZLIB_RAW = -15, ZLIB_MEMORY = 9 };

static png_packer *png_packer_new(png_file *file)
{
    const png_bands *bands = &file->bands;
    png_packer *packer = arena_zeroed(&file->memory, 1, sizeof *packer);
    if (packer == NULL)
        return NULL;
    packer->bands = bands;
    uint8_t *above = arena_array(&file->memory, 1 + (size_t)file->most, bands->row_bytes);
    packer->swapped = arena_array(&file->memory, bands->is_swapped ? bands->row_bytes : 0, 1);
    packer->filtered =
        arena_array(&file->memory, raw_bytes(bands, file->most) + 2 * DEFLATE_MARGIN, 1);
    int has_memory = above != NULL && packer->swapped != NULL && packer->filtered != NULL;
    if (has_memory && !bands->is_whole && bands->is_small) {
        zlib_use(&packer->stream, &file->memory);
        has_memory = deflateInit2(&packer->stream, ZLIB_BEST, Z_DEFLATED, ZLIB_RAW, ZLIB_MEMORY,
                                  Z_DEFAULT_STRATEGY) == Z_OK;
    } else if (has_memory && !bands->is_whole) {
        packer->work = deflate_new(bands->kernels, &file->memory);
        has_memory = packer->work != NULL;
    }
    if (!has_memory)
        return NULL;
    memset(above, 0, bands->row_bytes);
    memset(packer->filtered, 0, DEFLATE_MARGIN);
    packer->rows = above + bands->row_bytes;
    return packer;
}

/* ---- packing ----------------------------------------------------------------- */

/* Deflates a band by zlib.  Returns the bytes written to `out`, or 0 if zlib fails. */
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

/* Packs `count` rows of packer->rows, which begin in row y of the picture, to `piece`. */
static void png_pack(png_packer *packer, png_packed *piece, int y, int count)
{
    const png_bands *bands = packer->bands;
    uint8_t *filtered = packer->filtered + DEFLATE_MARGIN, *out = piece->bytes;
    int is_last = y + count == bands->height;
    size_t pixel = (size_t)bands->pixel, row_bytes = bands->row_bytes;
    piece->raw_size = raw_bytes(bands, count);
    piece->adler = 1; /* Adler-32 of 0 bytes */
    /* A row is filtered and summed while it is in the L1 cache. */
    const uint8_t *rows = packer->rows;
    for (uint8_t *target = filtered; count > 0; count--, target += 1 + row_bytes) {
        const uint8_t *row = rows;
        target[0] = (uint8_t)bands->filter;
        for (size_t k = 0; k < row_bytes && bands->is_swapped; k += 2) {
            packer->swapped[k] = rows[k + 1];
            packer->swapped[k + 1] = rows[k];
            row = packer->swapped;
        }
        if (bands->filter == FILTER_NONE)
            memcpy(target + 1, row, row_bytes);
        else if (bands->filter == FILTER_PAETH)
            bands->kernels->paeth(target + 1, row, rows - row_bytes, row_bytes, pixel);
        else
            bands->kernels->sub(target + 1, row, row_bytes, pixel);
        if (!bands->is_whole)
            piece->adler = bands->kernels->adler(piece->adler, target, 1 + row_bytes);
        rows += row_bytes;
    }
    if (bands->is_whole) {
        memcpy(out, filtered, piece->raw_size);
        piece->size = piece->raw_size;
        piece->is_failed = 0;
        return;
    }
    memset(filtered + piece->raw_size, 0, DEFLATE_MARGIN); /* the last band may be short */
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

/* Sets is_whole and prepares libdeflate, if it is available, the file should be small and the
 * picture has at most BEST_BYTES. */
static rl_status whole_open(png_file *file, const rl_allocator *allocator, rl_error *error)
{
    png_bands *bands = &file->bands;
    size_t row = 1 + bands->row_bytes;
    if (!bands->is_small || bands->kernels == NULL || row > BEST_BYTES / (size_t)bands->height)
        return RL_OK;
    TRY(best_new(&file->best, row * (size_t)bands->height, allocator, error));
    bands->is_whole = file->best != NULL;
    if (!bands->is_whole)
        return RL_OK;
    file->whole = arena_array(&file->memory, (size_t)bands->height, row);
    return status_memory(file->whole != NULL, "picture", error);
}

rl_status png_best_write(png_guard *guard, const best *deflater, const uint8_t *bytes, size_t size,
                         arena *memory, rl_error *error)
{
    size_t room = best_bound(deflater, size);
    uint8_t *out = arena_array(memory, room, 1);
    TRY(status_memory(out != NULL, "picture", error));
    size = best_zlib(deflater, out, room, bytes, size);
    if (size == 0)
        return status_fail(error, RL_INTERNAL, "picture: libdeflate cannot deflate its rows");
    return png_chunk_write(guard, "IDAT", out, size, error);
}

rl_status png_file_open(png_file *file, const png_bands *bands, const encoder *encoding,
                        void (*step)(png_guard *guard, const void *call), rl_error *error)
{
    file->bands = *bands;
    file->adler = 1; /* Adler-32 of 0 bytes */
    file->memory.allocator = encoding->allocator;
    file->most = bands_height(bands->row_bytes);
    file->most = file->most < bands->height ? file->most : bands->height;
    TRY(whole_open(file, encoding->allocator, error));
    TRY(png_guard_open(&file->guard, encoding->sink, "picture", encoding->allocator, error));
    TRY(xmp_packet(&file->guard.packet, &encoding->info, 0, error));
    return png_guard_run(&file->guard, step, &encoding->info, error);
}

void png_release(encoder *self)
{
    png_file *file = self->state;
    png_guard_close(&file->guard);
    best_free(file->best);
    arena_free(&file->memory);
}

static rl_status png_file_put(png_file *file, png_packed *piece, int is_last, rl_error *error)
{
    if (file->bands.is_whole) { /* bands are collected, and deflated with the last one */
        memcpy(file->whole + file->whole_size, piece->bytes, piece->size);
        file->whole_size += piece->size;
        return is_last ? png_best_write(&file->guard, file->best, file->whole, file->whole_size,
                                        &file->memory, error)
                       : RL_OK;
    }
    if (piece->is_failed)
        return status_fail(error, RL_INTERNAL, "picture: zlib cannot deflate its rows");
    file->adler = (uint32_t)adler32_combine(file->adler, piece->adler, (z_off_t)piece->raw_size);
    if (is_last)
        bytes_put_be(piece->bytes + piece->size - SUM_BYTES, file->adler, 4);
    return png_chunk_write(&file->guard, "IDAT", piece->bytes, piece->size, error);
}

static void step_end(png_guard *guard, const void *call)
{
    (void)call;
    png_write_end(guard->png, NULL);
}

/* Writes the end of the file.  png_write_end fails if libpng did not write the picture data, so for
 * bands IEND is written here. */
rl_status png_finish(encoder *self, rl_error *error)
{
    png_file *file = self->state;
    if (file->bands.kernels != NULL)
        return png_chunk_write(&file->guard, "IEND", NULL, 0, error);
    return png_guard_run(&file->guard, step_end, NULL, error);
}

/* ---- rows that come one by one --------------------------------------------------- */

rl_status png_file_rows(png_file *file, const void *rows, int count, rl_error *error)
{
    size_t row_bytes = file->bands.row_bytes;
    int height = file->bands.height;
    if (file->packer == NULL) {
        file->packer = png_packer_new(file);
        file->packed = arena_array(&file->memory, png_packed_bytes(file), 1);
        TRY(status_memory(file->packer != NULL && file->packed != NULL, "picture", error));
    }
    uint8_t *band = file->packer->rows;
    for (const uint8_t *source = rows; count > 0;) {
        int whole = bands_rows(height, row_bytes, file->y), room = whole - file->collected;
        int part = count < room ? count : room;
        memcpy(band + (size_t)file->collected * row_bytes, source, (size_t)part * row_bytes);
        source += (size_t)part * row_bytes;
        file->collected += part;
        count -= part;
        if (file->collected < whole)
            continue;
        png_pack(file->packer, file->packed, file->y, file->collected);
        file->y += file->collected;
        memcpy(band - row_bytes, band + (size_t)(file->collected - 1) * row_bytes, row_bytes);
        file->collected = 0;
        TRY(png_file_put(file, file->packed, file->y == height, error));
    }
    return RL_OK;
}

/* ---- bands that are painted ------------------------------------------------------- */

typedef struct png_painting {
    png_file *file;
    const bands_work *painter;
    png_packer **packers; /* [threads] */
    int rows_left;
} png_painting;

static void make_piece(void *user, int y, int count, void *piece, int worker)
{
    const png_painting *p = user;
    png_packer *packer = p->packers[worker];
    p->painter->make(p->painter->user, y, count, packer->rows, worker);
    png_pack(packer, piece, y, count);
}

static rl_status take_piece(void *user, void *piece, int count, rl_error *error)
{
    png_painting *p = user;
    p->rows_left -= count;
    return png_file_put(p->file, piece, p->rows_left == 0, error);
}

rl_status png_paint(encoder *self, const bands_work *painter, rl_error *error)
{
    png_file *file = self->state;
    png_painting p = {.file = file, .painter = painter, .rows_left = painter->rows};
    int threads = bands_threads(painter->rows, painter->row_bytes, painter->threads);
    p.packers = arena_array(&file->memory, (size_t)threads, sizeof(png_packer *));
    int has_memory = p.packers != NULL;
    for (int i = 0; i < threads && has_memory; i++) {
        p.packers[i] = png_packer_new(file);
        has_memory = p.packers[i] != NULL;
    }
    TRY(status_memory(has_memory, painter->name, error));
    bands_work work = *painter;
    work.band_bytes = png_packed_bytes(file);
    work.user = &p;
    work.make = make_piece;
    work.take = take_piece;
    return bands_run(&work, self->allocator, error);
}
