/* png_file.h - PNG files: libpng behind a guard, and picture data that are packed in bands.
 *
 * libpng never prints, only allocates by the caller's allocator, and never jumps out of
 * png_guard_run; all failures are a status.  The filtered rows of a band are deflated and end at a
 * byte, so that the pieces of all bands are the zlib stream of the picture (RFC 1950).  A band is
 * packed on any thread and needs only the row above it; the checksum of the stream is combined from
 * theirs.
 */
#ifndef RL_ENCODE_PNG_FILE_H
#define RL_ENCODE_PNG_FILE_H

#include "base/arena.h"
#include "encode/best.h"
#include "encode/deflate/deflate.h"
#include "encode/encoder.h"

#include <png.h>
#include <zlib.h>

/* ---- libpng ------------------------------------------------------------------- */

typedef struct png_guard {
    png_structp png;
    png_infop info;
    rl_sink *sink;     /* NULL = a PNG is read */
    const char *place; /* place in error texts */
    const rl_allocator *allocator;
    int out_of_memory;          /* 1 = an allocation failed, even if libpng went on */
    rl_error failure;           /* first failure */
    rl_sink *packet;            /* XMP for png_head, or NULL; png_guard_close frees it */
    const unsigned char *bytes; /* next byte of a PNG that is read */
    size_t left;                /* bytes that are left from there */
} png_guard;

/* The keyword of XMP in a PNG. */
#define PNG_XMP "XML:com.adobe.xmp"

/* png_guard_open fills a cleared guard, for writing to a sink, or for reading if the sink is NULL.
 * After any outcome png_guard_close must be called.  The guard must not move, as libpng points to
 * it. */
rl_status png_guard_open(png_guard *guard, rl_sink *sink, const char *place,
                         const rl_allocator *allocator, rl_error *error);
void png_guard_close(png_guard *guard);

/* png_open_memory opens an untrusted PNG in memory and reads its head.  Sides are limited to
 * `side_most`, and chunks other than pixels are skipped: texts and profiles could unpack to
 * gigabytes.  png_is_short returns 1 if the PNG claims more pixels than its `size` bytes can hold;
 * call it before memory is allocated.  png_read_all, for use in a step, reads all rows into `rows`,
 * `stride_bytes` apart. */
rl_status png_open_memory(png_guard *guard, const void *bytes, size_t size, const char *place,
                          int side_most, const rl_allocator *allocator, rl_error *error);
int png_is_short(const png_guard *guard, size_t size);
void png_read_all(png_guard *guard, void *rows, size_t stride_bytes);

/* png_guard_run runs a step that calls libpng.  A failure in libpng leaves the step by a jump;
 * later steps are not run. */
rl_status png_guard_run(png_guard *guard, void (*step)(png_guard *guard, const void *call),
                        const void *call, rl_error *error);

/* png_guard_result returns the first failure, or RL_OK. */
rl_status png_guard_result(const png_guard *guard, rl_error *error);

/* png_head, for use in a step, writes the chunks before the rows: size, palette and texts of
 * `info`, by its level of metadata.  Colours are marked as sRGB. */
void png_head(png_guard *guard, const picture_info *info, int depth, int colour_type);

/* png_chunk_write writes a chunk of at most 2^31 - 1 bytes. */
rl_status png_chunk_write(png_guard *guard, const char *type, const void *bytes, size_t size,
                          rl_error *error);

/* png_best_write writes filtered rows, all of a picture, as picture data. */
rl_status png_best_write(png_guard *guard, const best *deflater, const uint8_t *bytes, size_t size,
                         arena *memory, rl_error *error);

/* zlib_use makes a stream of zlib allocate from an arena; it needs no deflateEnd. */
void zlib_use(z_stream *stream, arena *memory);

/* ---- bands -------------------------------------------------------------------- */

/* Settings that all bands of a picture share. */
typedef struct png_bands {
    const strip_kernels *kernels; /* NULL = libpng filters and deflates the rows of a step */
    int height;                   /* rows of the picture */
    size_t row_bytes;             /* bytes of a row without its filter */
    int pixel;                    /* bytes of a pixel */
    int is_swapped;               /* 1 = samples are uint16_t with the low byte first */
    int is_paeth;                 /* filter: 1 = PAETH, 0 = SUB */
    int is_small;                 /* 1 = libdeflate or zlib, 0 = deflate.h */
    int is_whole; /* 1 = libdeflate, which takes all rows at once; set by png_file_open */
    int distances[DEFLATE_DISTANCES];
} png_bands;

/* A packed band. */
typedef struct png_packed {
    size_t size;
    size_t raw_size; /* bytes that were deflated */
    uint32_t adler;  /* checksum of these bytes */
    int is_failed;
    uint8_t bytes[];
} png_packed;

/* The memory of one thread. */
typedef struct png_packer {
    const png_bands *bands;
    uint8_t *rows; /* rows of the band; before them is the row above, which is black at first */
    deflate_work *work;
    z_stream stream;   /* used if is_small */
    uint8_t *swapped;  /* one row */
    uint8_t *filtered; /* margin, rows with their filters, margin */
} png_packer;

/* A PNG file whose picture data are pieces, in order. */
typedef struct png_file {
    png_bands bands;
    int most; /* greatest number of rows in a band */
    arena memory;
    png_guard guard;
    uint32_t adler; /* checksum of the pieces so far */

    /* Rows that come one by one are collected to bands. */
    png_packer *packer;
    png_packed *packed;
    int y;         /* first row of the band */
    int collected; /* rows of the band so far */

    /* If the bands are is_whole, their filtered rows are collected. */
    best *best;
    uint8_t *whole;
    size_t whole_size; /* bytes so far */
} png_file;

/* png_file_open fills a cleared file, which must not move; `step` writes the chunks before the
 * rows.  After any outcome png_release must be called. */
rl_status png_file_open(png_file *file, const png_bands *bands, const encoder *encoding,
                        void (*step)(png_guard *guard, const void *call), rl_error *error);

/* png_file_rows packs and writes rows, packed. */
rl_status png_file_rows(png_file *file, const void *rows, int count, rl_error *error);

/* png_paint is `paint` of an encoder whose state is a png_file. */
rl_status png_paint(encoder *self, const bands_work *painter, rl_error *error);

/* png_finish and png_release are `finish` and `release` of a format whose state is a png_file. */
rl_status png_finish(encoder *self, rl_error *error);
void png_release(encoder *self);

#endif
