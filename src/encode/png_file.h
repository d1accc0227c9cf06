/* png_file.h - PNG files: libpng's writer behind a guard, and picture data made in bands.
 *
 * In: a sink, an allocator, steps that call libpng; rows.  Out: bytes, and every failure as a
 * status: libpng never prints, never allocates past the caller's allocator and never jumps out
 * of png_writer_run.  Each band becomes its filtered rows deflated, ended at a byte's border, so
 * that the pieces of all bands, one after the other, are the zlib stream of the picture
 * (RFC 1950).  A band is packed on any thread and knows nothing of the others but the
 * row above it; the stream's checksum is put together from theirs.
 */
#ifndef RL_ENCODE_PNG_FILE_H
#define RL_ENCODE_PNG_FILE_H

#include "encode/deflate/deflate.h"

#include "ridgeline.h"

#include <png.h>
#include <zlib.h>

/* ---- libpng ------------------------------------------------------------------- */

typedef struct png_writer {
    png_structp png;
    png_infop info;
    rl_sink *sink;
    const rl_allocator *allocator;
    int out_of_memory; /* an allocation failed, even if libpng went on */
    rl_error failure;  /* what stopped libpng */
} png_writer;

/* png_writer_open fills a cleared writer; after any outcome png_writer_close must be
 * called.  libpng keeps pointers to it: it may not move. */
rl_status png_writer_open(png_writer *writer, rl_sink *sink, const rl_allocator *allocator,
                          rl_error *error);
void png_writer_close(png_writer *writer);

/* png_writer_run does a step that calls libpng.  A jump may leave the step at any of
 * those calls, and after a failure no later step is run. */
rl_status png_writer_run(png_writer *writer, void (*step)(png_writer *writer, const void *call),
                         const void *call, rl_error *error);

/* png_writer_texts adds Software, Title, the recipe and the description by level
 * (rl_metadata); for use in a step, before png_write_info.  Texts may be NULL. */
void png_writer_texts(png_writer *writer, int metadata, const char *title, const char *recipe,
                      const char *description);

/* ---- bands -------------------------------------------------------------------- */

/* What all bands of a picture share. */
typedef struct png_bands {
    const strip_kernels *kernels; /* NULL: libpng filters and deflates the rows of a step */
    const rl_allocator *allocator;
    int height;       /* rows of the picture */
    size_t row_bytes; /* of a row, not filtered */
    int pixel;        /* bytes of one */
    int is_swapped;   /* samples come as uint16_t of a machine that has the low byte first */
    int is_paeth;     /* the filter: PAETH, else SUB */
    int is_small;     /* by zlib's best, else by deflate.h */
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

/* png_packed_bytes returns how much memory a packed band of so many rows needs. */
size_t png_packed_bytes(const png_bands *bands, int rows);

/* The memory of one thread for bands of at most `rows`; NULL when there is none. */
typedef struct png_packer png_packer;
png_packer *png_packer_new(const png_bands *bands, int rows);
void png_packer_free(void *packer);

/* png_pack packs the rows y .. y+count-1, which are packed; `above` is the row before
 * them, or NULL: then it is black, or the filter does not read it. */
void png_pack(png_packer *packer, png_packed *piece, const uint8_t *rows, const uint8_t *above,
              int y, int count);

/* zlib_use sets the allocator of a stream of zlib. */
void zlib_use(z_stream *stream, const rl_allocator *allocator);

/* A PNG file whose picture data are pieces, in order. */
typedef struct png_file {
    png_bands bands;
    png_writer writer;
    uint32_t adler; /* of the pieces so far */
    /* Rows that come one by one are collected to bands, with the row above each. */
    png_packer *packer;
    png_packed *packed;
    uint8_t *rows; /* the row above, then those of the band */
    int y;         /* of the band's first row */
    int collected, most;
} png_file;

/* png_file_new returns a file whose `step` has written what comes before the rows; after
 * any outcome png_file_free must be called for what it stored in *file. */
rl_status png_file_new(png_file **file, const png_bands *bands, rl_sink *sink,
                       void (*step)(png_writer *writer, const void *call), const void *call,
                       rl_error *error);
void png_file_free(png_file *file);

/* png_file_rows packs and writes rows, packed; png_file_put writes a piece, of which the
 * last one ends in the checksum.  png_file_finish writes what comes after the rows. */
rl_status png_file_rows(png_file *file, const void *rows, int count, rl_error *error);
rl_status png_file_put(png_file *file, png_packed *piece, int is_last, rl_error *error);
rl_status png_file_finish(png_file *file, rl_error *error);

#endif
