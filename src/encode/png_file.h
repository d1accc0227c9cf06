/* png_file.h - PNG files: libpng behind a guard, and picture data made in bands.
 *
 * In: a sink, an allocator, steps that call libpng; rows.  Out: bytes, and every failure as a
 * status: libpng never prints, never allocates past the caller's allocator and never jumps out
 * of png_guard_run.  Each band becomes its filtered rows deflated, ended at a byte's border, so
 * that the pieces of all bands, one after the other, are the zlib stream of the picture
 * (RFC 1950).  A band is packed on any thread and knows nothing of the others but the
 * row above it; the stream's checksum is put together from theirs.
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
    rl_sink *sink;     /* NULL: a PNG is read */
    const char *place; /* in error texts */
    const rl_allocator *allocator;
    int out_of_memory;          /* an allocation failed, even if libpng went on */
    rl_error failure;           /* what stopped libpng */
    rl_sink *packet;            /* XMP for png_head, or NULL; png_guard_close frees it */
    const unsigned char *bytes; /* of a PNG that is read: the next, and how many are left */
    size_t left;
} png_guard;

/* The keyword of XMP in a PNG. */
#define PNG_XMP "XML:com.adobe.xmp"

/* png_guard_open fills a cleared guard, for writing to a sink or, where that is NULL, for
 * reading; after any outcome png_guard_close must be called.  libpng keeps pointers to it: it may
 * not move. */
rl_status png_guard_open(png_guard *guard, rl_sink *sink, const char *place,
                         const rl_allocator *allocator, rl_error *error);
void png_guard_close(png_guard *guard);

/* png_open_memory opens a PNG held in memory, from anywhere, and reads what is before its rows,
 * under hard limits: sides up to `side_most`, no chunk that is no pixel (texts and profiles, which
 * can unpack to gigabytes, are never unpacked).  png_is_short then returns 1 when it claims more
 * pixels than its `size` bytes can hold; ask before memory is allocated.  png_read_all reads all
 * rows, as a step has set them up, into `rows`, `stride_bytes` apart; for use in a step. */
rl_status png_open_memory(png_guard *guard, const void *bytes, size_t size, const char *place,
                          int side_most, const rl_allocator *allocator, rl_error *error);
int png_is_short(const png_guard *guard, size_t size);
void png_read_all(png_guard *guard, void *rows, size_t stride_bytes);

/* png_guard_run does a step that calls libpng.  A jump may leave the step at any of
 * those calls, and after a failure no later step is run. */
rl_status png_guard_run(png_guard *guard, void (*step)(png_guard *guard, const void *call),
                        const void *call, rl_error *error);

/* png_guard_result returns the first failure, or RL_OK. */
rl_status png_guard_result(const png_guard *guard, rl_error *error);

/* png_head writes what comes before the rows; for use in a step.  Of `info` it reads
 * size, palette and texts, by level (rl_metadata).  What is not grey is marked as sRGB. */
void png_head(png_guard *guard, const picture_info *info, int depth, int colour_type);

/* png_chunk_write writes a chunk of at most 2^31 - 1 bytes. */
rl_status png_chunk_write(png_guard *guard, const char *type, const void *bytes, size_t size,
                          rl_error *error);

/* png_best_write writes filtered rows, all of a picture, as picture data. */
rl_status png_best_write(png_guard *guard, const best *deflater, const uint8_t *bytes, size_t size,
                         arena *memory, rl_error *error);

/* png_u32 writes a number as PNG has it, the high byte first. */
void png_u32(unsigned char *bytes, uint32_t value);

/* zlib_use makes a stream of zlib allocate from an arena: nothing of it is to be freed. */
void zlib_use(z_stream *stream, arena *memory);

/* ---- bands -------------------------------------------------------------------- */

/* What all bands of a picture share. */
typedef struct png_bands {
    const strip_kernels *kernels; /* NULL: libpng filters and deflates the rows of a step */
    int height;                   /* rows of the picture */
    size_t row_bytes;             /* of a row, not filtered */
    int pixel;                    /* bytes of one */
    int is_swapped; /* samples come as uint16_t of a machine that has the low byte first */
    int is_paeth;   /* the filter: PAETH, else SUB */
    int is_small;   /* by the best there is, else by deflate.h */
    int is_whole;   /* set by png_file_open: that takes all rows at once */
    int distances[DEFLATE_DISTANCES];
} png_bands;

/* A packed band. */
typedef struct png_packed {
    size_t size;
    size_t raw_size; /* of what was deflated */
    uint32_t adler;  /* of it */
    int is_failed;
    uint8_t bytes[];
} png_packed;

/* The memory of one thread. */
typedef struct png_packer {
    const png_bands *bands;
    uint8_t *rows; /* of the band to pack, packed; before them the row above, black at first */
    deflate_work *work;
    z_stream stream;   /* where is_small */
    uint8_t *swapped;  /* one row */
    uint8_t *filtered; /* margin, rows with their filters, margin */
} png_packer;

/* A PNG file whose picture data are pieces, in order. */
typedef struct png_file {
    png_bands bands;
    int most; /* rows of a band */
    arena memory;
    png_guard guard;
    uint32_t adler; /* of the pieces so far */
    /* Rows that come one by one are collected to bands. */
    png_packer *packer;
    png_packed *packed;
    int y; /* of the band's first row */
    int collected;
    /* Where the bands are is_whole: their filtered rows so far. */
    best *best;
    uint8_t *whole;
    size_t whole_size;
} png_file;

/* png_file_open fills a cleared file, which may not move: `step` writes what comes before the
 * rows.  After any outcome png_release must be called. */
rl_status png_file_open(png_file *file, const png_bands *bands, const encoder *encoding,
                        void (*step)(png_guard *guard, const void *call), rl_error *error);

/* png_file_rows packs and writes rows, packed. */
rl_status png_file_rows(png_file *file, const void *rows, int count, rl_error *error);

/* `paint` of an encoder whose state is a png_file: a band is packed on the thread that painted it,
 * while it is in that thread's cache. */
rl_status png_paint(encoder *self, const bands_work *painter, rl_error *error);

/* `finish` and `release` of a format whose state is a png_file. */
rl_status png_finish(encoder *self, rl_error *error);
void png_release(encoder *self);

#endif
