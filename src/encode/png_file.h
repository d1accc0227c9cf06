/* png_file.h - PNG files: calls libpng behind a guard, and packs picture data in bands.
 *
 * With the guard libpng never prints, only allocates by the caller's allocator, and never jumps out
 * of png_guard_run; all failures become a status.  To pack a band is to filter and deflate its
 * rows.  The result ends at a byte, so the packed bands in order are the zlib stream of the picture
 * (RFC 1950).  Any thread can pack a band, with the row above it; the checksum of the stream is
 * combined from those of the bands.
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
    const char *place; /* what error texts begin with, such as "picture" or the path of the PNG */
    const rl_allocator *allocator;
    int out_of_memory;          /* 1 = an allocation failed, even if libpng went on */
    rl_error failure;           /* first failure; its status is RL_OK if there is none */
    rl_sink *packet;            /* XMP that png_head writes, or NULL; png_guard_close frees it */
    const unsigned char *bytes; /* next byte of a PNG that is read */
    size_t left;                /* bytes of that PNG from `bytes` on */
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

/* png_guard_run calls step(guard, call), unless a step failed before, and returns the first
 * failure.  A step is a function that calls libpng; a failure in libpng leaves it by a jump. */
rl_status png_guard_run(png_guard *guard, void (*step)(png_guard *guard, const void *call),
                        const void *call, rl_error *error);

/* png_guard_result returns the first failure, or RL_OK. */
rl_status png_guard_result(const png_guard *guard, rl_error *error);

/* png_head, for use in a step, writes the chunks before the rows: size, palette and the texts that
 * info->metadata allows.  Pictures that are not grey are marked as sRGB. */
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

/* Filters by their numbers in the PNG specification, section 9. */
enum { FILTER_NONE = 0, FILTER_SUB = 1, FILTER_PAETH = 4 };

/* Settings that all bands of a picture share. */
typedef struct png_bands {
    const strip_kernels *kernels; /* NULL = no bands: libpng filters and deflates the rows */
    int height;                   /* rows of the picture */
    size_t row_bytes;             /* bytes of a row without its filter */
    int pixel;                    /* bytes of a pixel */
    int is_swapped;               /* 1 = samples are uint16_t with the low byte first */
    int filter;                   /* FILTER_NONE, FILTER_SUB or FILTER_PAETH */
    int is_small;                 /* 1 = libdeflate or zlib deflates, 0 = deflate.h */
    int is_whole; /* 1 = libdeflate, which takes all rows at once; set by png_file_open */
    int distances[DEFLATE_DISTANCES]; /* for deflate_bytes: distances at which rows repeat, bytes */
} png_bands;

/* A packed band: a piece of the zlib stream. */
typedef struct png_packed {
    size_t size;     /* bytes in `bytes` */
    size_t raw_size; /* bytes of the filtered rows, before they were deflated */
    uint32_t adler;  /* Adler-32 of the filtered rows */
    int is_failed;
    uint8_t bytes[];
} png_packed;

/* The memory of one thread. */
typedef struct png_packer {
    const png_bands *bands;
    uint8_t *rows;      /* rows of the band; before them is the row above it, at first zeros */
    deflate_work *work; /* used unless is_small */
    z_stream stream;    /* used if is_small, but not is_whole */
    uint8_t *swapped;   /* a row with the high byte of samples first, if is_swapped */
    uint8_t *filtered;  /* DEFLATE_MARGIN bytes, the filtered rows, DEFLATE_MARGIN bytes */
} png_packer;

/* A PNG file whose picture data are the packed bands in order. */
typedef struct png_file {
    png_bands bands;
    int most; /* greatest number of rows in a band */
    arena memory;
    png_guard guard;
    uint32_t adler; /* Adler-32 of the filtered rows of all bands so far */

    /* The band to which png_file_rows collects rows. */
    png_packer *packer;
    png_packed *packed;
    int y;         /* first row of the band */
    int collected; /* rows of the band so far */

    /* With is_whole the filtered rows of the picture are collected. */
    best *best;
    uint8_t *whole;
    size_t whole_size; /* bytes of `whole` so far */
} png_file;

/* png_file_open fills a cleared file, which must not move; `step` writes the chunks before the
 * rows.  After any outcome png_release must be called. */
rl_status png_file_open(png_file *file, const png_bands *bands, const encoder *encoding,
                        void (*step)(png_guard *guard, const void *call), rl_error *error);

/* png_file_rows collects rows, without gaps between them, and packs and writes each full band. */
rl_status png_file_rows(png_file *file, const void *rows, int count, rl_error *error);

/* png_paint is `paint` of an encoder whose state is a png_file. */
rl_status png_paint(encoder *self, const bands_work *painter, rl_error *error);

/* png_finish and png_release are `finish` and `release` of a format whose state is a png_file. */
rl_status png_finish(encoder *self, rl_error *error);
void png_release(encoder *self);

#endif
