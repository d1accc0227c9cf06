/* encoder.h - formats of pictures: rows of samples become the bytes of a file.
 *
 * In: rows in order, packed RGB of host-endian uint8_t or uint16_t samples, or indices of
 * 8 bits where the picture has a palette.  Out: bytes, into a sink.  A format is one file
 * that defines an encoder_format, and one row of encode.c; no other code names it.
 */
#ifndef RL_ENCODE_ENCODER_H
#define RL_ENCODE_ENCODER_H

#include "base/bands.h"

#include "ridgeline.h"

/* Files have the high byte of 16 first. */
#define HOST_IS_LITTLE_ENDIAN (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

typedef struct picture_info {
    int width, height;
    int bits;                /* per sample: 8 or 16 */
    const char *title;       /* UTF-8 or NULL */
    const char *recipe;      /* canonical scene text or NULL */
    int metadata;            /* rl_metadata */
    int colours;             /* of the palette, 1..256; 0 = the rows are RGB */
    const uint8_t *rgb;      /* the palette: 3 bytes a colour; must outlive the encoder */
    int is_zoomed;           /* each pixel and each row comes several times */
    int compress;            /* rl_compress */
    int kernels;             /* rl_kernels */
    const char *description; /* UTF-8 or NULL */
} picture_info;

typedef struct encoder encoder;
typedef struct encoder_format encoder_format;

/* How a format makes its bytes of a band on any thread, where it can. */
typedef struct encoder_pieces {
    /* The memory of what a band of so many rows becomes. */
    size_t (*bytes)(const encoder *self, int rows);
    /* The memory of one thread for bands of so many rows, or NULL. */
    void *(*packer)(const encoder *self, int rows);
    void (*packer_free)(void *packer);
    void (*pack)(void *packer, void *piece, const void *rows, int y, int count);
    /* Writes what was packed, in order, on the caller's thread. */
    rl_status (*put)(encoder *self, void *piece, rl_error *error);
} encoder_pieces;

struct encoder_format {
    rl_format about;
    int takes_indices; /* 0: encode.c turns indices into RGB */
    /* Returns the format to use in place of this one for a picture; NULL = this one. */
    const encoder_format *(*variant)(const picture_info *info);
    /* May keep `info` until `finish`; NULL = nothing comes before the rows. */
    rl_status (*start)(encoder *self, rl_error *error);
    rl_status (*rows)(encoder *self, const void *rows, int count, rl_error *error);
    rl_status (*finish)(encoder *self, rl_error *error); /* NULL = nothing follows the rows */
    void (*release)(encoder *self);                      /* frees `state`; NULL = it is NULL */
    const encoder_pieces *pieces;                        /* or NULL */
};

struct encoder {
    const encoder_format *format;
    picture_info info;
    rl_sink *sink;
    const rl_allocator *allocator;
    int rows_left;     /* counted by encode.c: a format gets neither too many nor too few */
    uint8_t *expanded; /* of encode.c: one row of RGB made from indices */
    void *state;       /* the format's own */
};

/* encoder_start prepares an encoder of a format by name (NULL = png) and writes what
 * comes before the rows.  `info` texts must outlive the encoder.  After any outcome
 * encoder_release must be called. */
rl_status encoder_start(encoder *self, const char *format, const picture_info *info, rl_sink *sink,
                        const rl_allocator *allocator, rl_error *error);

/* encoder_rows encodes the next `count` rows, each width * 3 samples or width indices,
 * packed. */
rl_status encoder_rows(encoder *self, const void *rows, int count, rl_error *error);

/* encoder_paint encodes all rows of a painter: `painter` is the work of painting them,
 * but for `take` and `band_bytes`.  Where the format allows it a band becomes bytes on
 * the thread that painted it, while it is in that thread's cache.
 * Errors: those of bands_run and of the encoder. */
rl_status encoder_paint(encoder *self, const bands_work *painter, rl_error *error);

/* encoder_finish writes what comes after the last row. */
rl_status encoder_finish(encoder *self, rl_error *error);

void encoder_release(encoder *self);

/* encoder_unknown fails for a name that is in no row of a list of formats. */
rl_status encoder_unknown(const char *name, const rl_format *(*list)(size_t index),
                          rl_error *error);

#endif
