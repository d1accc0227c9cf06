/* encoder.h - rows of samples become the bytes of a picture file.
 *
 * In: rows in order, packed RGB, host-endian uint8_t or uint16_t samples, or
 * indices of 8 bits where the picture has a palette.  Out: bytes, into a sink.
 * One interface for every format; encode.c picks it.
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

/* What a format provides.  `start` may keep `info` until `finish`. */
typedef struct encoder_format {
    const char *name;
    int takes_indices; /* 0: encode.c turns indices into RGB */
    rl_status (*start)(encoder *self, rl_error *error);
    rl_status (*rows)(encoder *self, const void *rows, int count, rl_error *error);
    rl_status (*finish)(encoder *self, rl_error *error);
    void (*release)(encoder *self); /* frees `state`; may be NULL */
    const encoder_pieces *pieces;   /* or NULL */
} encoder_format;

struct encoder {
    const encoder_format *format;
    picture_info info;
    rl_sink *sink;
    const rl_allocator *allocator;
    int rows_left;     /* kept by encode.c: a format sees neither too many nor too few */
    uint8_t *expanded; /* kept by encode.c: one row of RGB made from indices */
    void *state;       /* the format's own */
};

/* encoder_start prepares an encoder of the format (rl_format) and writes what
 * comes before the rows.  `info` texts must outlive the encoder.  After any
 * outcome encoder_release must be called. */
rl_status encoder_start(encoder *self, int format, const picture_info *info, rl_sink *sink,
                        const rl_allocator *allocator, rl_error *error);

/* encoder_rows takes the next `count` rows, each width * 3 samples or width
 * indices, packed. */
rl_status encoder_rows(encoder *self, const void *rows, int count, rl_error *error);

/* encoder_paint takes all rows from a painter: `painter` is the work of painting them,
 * but for `take` and `band_bytes`.  Where the format allows it a band becomes bytes on
 * the thread that painted it, while it is in that thread's cache.
 * Errors: those of bands_run and of the encoder. */
rl_status encoder_paint(encoder *self, const bands_work *painter, rl_error *error);

/* encoder_finish writes what comes after the last row. */
rl_status encoder_finish(encoder *self, rl_error *error);

void encoder_release(encoder *self);

/* One per format; each lives in a file of its own. */
extern const encoder_format encoder_png, encoder_png_zlib, encoder_ppm, encoder_pam, encoder_hash,
    encoder_null;

#endif
