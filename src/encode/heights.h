/* heights.h - rows of heights become the bytes of a data file.
 *
 * In: rows of floats in the file's own order.  Out: bytes, into a sink.  One interface
 * for every format, row by row, so that a map may be larger than memory.
 */
#ifndef RL_ENCODE_HEIGHTS_H
#define RL_ENCODE_HEIGHTS_H

#include "ridgeline.h"

typedef struct heights_info {
    int width, height;
    double low, high;       /* the heights that 16 bits hold as 0 and 65535 */
    double cell;            /* metres from sample to sample */
    double relief;          /* metres from height 0 to height 1 */
    const char *title;      /* UTF-8 or NULL */
    const char *recipe;     /* canonical scene text or NULL */
    int metadata;           /* rl_metadata */
    int flip_y, big_endian; /* R16 alone */
    int kernels;            /* rl_kernels */
} heights_info;

typedef struct heights_encoder heights_encoder;

/* What a format provides. */
typedef struct heights_format {
    rl_format about;
    int bottom_first; /* 1: the file starts with the bottom row; 2: with flip_y */
    int sample_bytes; /* of `bytes` that a sample takes at most */
    rl_status (*start)(heights_encoder *self, rl_error *error);
    rl_status (*row)(heights_encoder *self, const float *row, rl_error *error);
    rl_status (*finish)(heights_encoder *self, rl_error *error); /* may be NULL */
    void (*release)(heights_encoder *self);                      /* may be NULL */
} heights_format;

struct heights_encoder {
    const heights_format *format;
    heights_info info;
    rl_sink *sink;
    const rl_allocator *allocator;
    int rows_left;
    unsigned char *bytes; /* a row of the file: width * sample_bytes */
    void *state;          /* the format's own */
};

/* heights_bottom_first returns 1 when the rows must be fed from the bottom row up. */
int heights_bottom_first(const char *format, const heights_info *info);

/* heights_start prepares an encoder of a format by name (NULL = png16) and writes what
 * comes before the rows.  Texts of `info` must outlive the encoder.  After any outcome
 * heights_release must be called. */
rl_status heights_start(heights_encoder *self, const char *format, const heights_info *info,
                        rl_sink *sink, const rl_allocator *allocator, rl_error *error);

/* heights_rows encodes the next `count` rows, packed, top row first unless
 * heights_bottom_first. */
rl_status heights_rows(heights_encoder *self, const float *rows, int count, rl_error *error);

/* heights_finish writes what comes after the last row. */
rl_status heights_finish(heights_encoder *self, rl_error *error);

void heights_release(heights_encoder *self);

/* The longest text of asc_number, without a NUL. */
enum { ASC_NUMBER_SIZE = 15 };

/* asc_number writes a number as printf's %.9g would in the C locale (but never "-0")
 * and returns its length.  Below 1e-14 it is 0; NaN and what is beyond 1e30 is
 * no height: -9999. */
int asc_number(char *text, double value);

#endif
