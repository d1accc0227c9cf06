/* encoder.h - formats of pictures and of heights: rows of samples become the bytes of a file.
 *
 * In: rows in order, packed RGB of host-endian uint8_t or uint16_t samples, or indices of
 * 8 bits where the picture has a palette; or heights, a float each.  Out: bytes, into a sink.
 * A format is one file (or a part of one) that defines an encoder_format, and one row of
 * encode.c; no other code names it.
 */
#ifndef RL_ENCODE_ENCODER_H
#define RL_ENCODE_ENCODER_H

#include "base/bands.h"

#include "ridgeline-map.h"

/* Files have the high byte of 16 first. */
#define HOST_IS_LITTLE_ENDIAN (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

enum { BITS_HEIGHTS = 32 };

typedef struct picture_info {
    int width, height;
    int bits;                /* per sample: 8 or 16; BITS_HEIGHTS: the rows are heights */
    const char *title;       /* UTF-8 or NULL */
    const char *recipe;      /* canonical scene text or NULL */
    const char *description; /* UTF-8 or NULL */
    int metadata;            /* rl_metadata */
    int colours;             /* of the palette, 1..256; 0 = the rows are RGB */
    const uint8_t *rgb;      /* the palette: 3 bytes a colour; must outlive the encoder */
    int is_zoomed;           /* each pixel and each row comes several times */
    int compress;            /* rl_compress */
    int quality;             /* 1..100; 0 = the format's own */
    const char *inks;        /* name of the set whose colours must not change, or NULL */
    int threads;             /* that a format may use; 0 = 1 */
    int kernels;             /* rl_kernels */
    int frame, fps;          /* of a film: number from 0, and how many a second; 0 = 25 */
    /* Of heights alone. */
    double low, high;                 /* what 16 bits hold as 0 and 65535 */
    double cell;                      /* metres from sample to sample */
    double relief;                    /* metres from height 0 to height 1 */
    const rl_georeference *reference; /* of a placed map, or NULL */
    int flip_y, big_endian;           /* R16 alone */
    double least, most;               /* of all rows that come */
    double side_mm;                   /* of a solid: the longer side, millimetres; 0 = 100 */
    double upright;                   /* of a solid: how many times its true height */
} picture_info;

typedef struct encoder encoder;

typedef struct encoder_format {
    rl_format about;
    int takes_indices;  /* 0: encode.c turns indices into RGB */
    int bottom_first;   /* of heights: 1: the file starts with the bottom row; 2: with flip_y */
    size_t state_bytes; /* of `state` */
    size_t line_bytes;  /* of `line`, for each pixel */
    /* May keep `info` until `finish`; NULL = nothing comes before the rows. */
    rl_status (*start)(encoder *self, rl_error *error);
    rl_status (*rows)(encoder *self, const void *rows, int count, rl_error *error);
    rl_status (*finish)(encoder *self, rl_error *error); /* NULL = nothing follows the rows */
    void (*release)(encoder *self);                      /* NULL = `state` holds nothing */
    const char *missing; /* a library that it needs and the build did not find; else NULL */
} encoder_format;

struct encoder {
    const encoder_format *format;
    picture_info info;
    rl_sink *sink;
    const rl_allocator *allocator;
    int rows_left; /* counted by encode.c: a format gets neither too many nor too few */
    void *state;   /* the format's own, cleared before `start` */
    uint8_t *line; /* scratch memory: a row of the file, or of RGB made from indices */
    /* Paints and encodes all rows where the threads that paint bands pack them, too; NULL: rows. */
    rl_status (*paint)(encoder *self, const bands_work *painter, rl_error *error);
};

/* encoder_reference returns where heights are: land that was made is at 0, 0, which is filled in.
 */
const rl_georeference *encoder_reference(const picture_info *info, rl_georeference *made);

/* encoder_bottom_first returns 1 when the rows of heights must be fed from the bottom up. */
int encoder_bottom_first(const char *format, const picture_info *info);

/* encoder_start prepares an encoder of a format by name (NULL = png, of heights png16) and
 * writes what comes before the rows.  `info` texts must outlive the encoder.  After any outcome
 * encoder_release must be called. */
rl_status encoder_start(encoder *self, const char *format, const picture_info *info, rl_sink *sink,
                        const rl_allocator *allocator, rl_error *error);

/* encoder_rows encodes the next `count` rows, each width * 3 samples, width indices or width
 * heights, packed. */
rl_status encoder_rows(encoder *self, const void *rows, int count, rl_error *error);

/* encoder_paint encodes all rows of a painter: `painter` is the work of painting them,
 * but for `take` and `band_bytes`.  Where the format allows it a band becomes bytes on
 * the thread that painted it, while it is in that thread's cache.
 * Errors: those of bands_run and of the encoder. */
rl_status encoder_paint(encoder *self, const bands_work *painter, rl_error *error);

/* encoder_finish writes what comes after the last row. */
rl_status encoder_finish(encoder *self, rl_error *error);

void encoder_release(encoder *self);

/* heights_pack writes a row of heights as 16-bit samples into self->line. */
void heights_pack(encoder *self, const float *row, int big_endian);

/* The longest text of asc_number, without a NUL. */
enum { ASC_NUMBER_SIZE = 15 };

/* asc_number writes a number as printf's %.9g would in the C locale (but never "-0")
 * and returns its length.  Below 1e-14 it is 0; NaN and what is beyond 1e30 is
 * no height: -9999. */
int asc_number(char *text, double value);

#endif
