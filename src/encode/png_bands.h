/* png_bands.h - bands of rows become pieces of a PNG's picture data.
 *
 * In: rows.  Out: for each band its filtered rows deflated, ended at a byte's border, so
 * that the pieces of all bands, one after the other, are the zlib stream of the picture
 * (RFC 1950).  A band is packed on any thread and knows nothing of the others but the
 * row above it; the stream's checksum is put together from theirs.
 */
#ifndef RL_ENCODE_PNG_BANDS_H
#define RL_ENCODE_PNG_BANDS_H

#include "encode/deflate/deflate.h"
#include "encode/png_writer.h"

#include <zlib.h>

/* What all bands of a picture share. */
typedef struct png_bands {
    const strip_kernels *kernels;
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
void png_packer_free(png_packer *packer);

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
