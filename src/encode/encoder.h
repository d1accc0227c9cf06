/* encoder.h - rows of samples become the bytes of a picture file.
 *
 * In: rows in order, packed RGB, host-endian uint8_t or uint16_t samples, or
 * indices of 8 bits where the picture has a palette.  Out: bytes, into a sink.
 * One interface for every format; encode.c picks it.
 */
#ifndef RL_ENCODE_ENCODER_H
#define RL_ENCODE_ENCODER_H

#include "ridgeline.h"

typedef struct picture_info {
    int width, height;
    int bits;           /* per sample: 8 or 16 */
    const char *title;  /* UTF-8 or NULL */
    const char *recipe; /* canonical scene text or NULL */
    int metadata;       /* rl_metadata */
    int colours;        /* of the palette, 1..256; 0 = the rows are RGB */
    const uint8_t *rgb; /* the palette: 3 bytes a colour; must outlive the encoder */
} picture_info;

typedef struct encoder encoder;

/* What a format provides.  `start` may keep `info` until `finish`. */
typedef struct encoder_format {
    const char *name;
    int takes_indices; /* 0: encode.c turns indices into RGB */
    rl_status (*start)(encoder *self, rl_error *error);
    rl_status (*rows)(encoder *self, const void *rows, int count, rl_error *error);
    rl_status (*finish)(encoder *self, rl_error *error);
    void (*release)(encoder *self); /* frees `state`; may be NULL */
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

/* encoder_finish writes what comes after the last row. */
rl_status encoder_finish(encoder *self, rl_error *error);

void encoder_release(encoder *self);

/* One per format; each lives in a file of its own. */
extern const encoder_format encoder_png, encoder_ppm, encoder_pam, encoder_hash, encoder_null;

#endif
