/* encoder.h - formats of pictures and of heights, which write rows of samples as a file.
 *
 * Rows are packed RGB of host-endian uint8_t or uint16_t samples, indices of 8 bits if the picture
 * has a palette, or heights as floats.  A format is one file (or a part of one) that defines an
 * encoder_format, and one row of formats_table.c; no other code names it.
 */
#ifndef RL_ENCODE_ENCODER_H
#define RL_ENCODE_ENCODER_H

#include "base/bands.h"

#include "base/scene.h"

/* Bytes of samples of 16 bits must be swapped on such a machine, as files have the high byte first.
 */
#define HOST_IS_LITTLE_ENDIAN (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

enum { BITS_HEIGHTS = 32 };

typedef struct picture_info {
    int width, height;
    int bits;                /* bits of a sample, 8 or 16; BITS_HEIGHTS = the rows are heights */
    const char *title;       /* UTF-8 or NULL */
    const char *recipe;      /* canonical scene text or NULL */
    const char *description; /* UTF-8 or NULL */
    int metadata;            /* rl_metadata */
    int colours;             /* colours of the palette, 1..256; 0 = the rows are RGB */
    const uint8_t *rgb;      /* palette, 3 bytes a colour; it must outlive the encoder */
    int is_zoomed;           /* 1 = pixels and rows are repeated */
    int compress;            /* rl_compress */
    int quality;             /* 1..100; 0 = the format's default */
    const char *inks;        /* name of the set whose colours must not change, or NULL */
    int threads;             /* number of threads that a format may use; 0 = 1 */
    int kernels;             /* rl_kernels */
    int frame, fps;          /* number of the frame of a film, from 0; frames a second, 0 = 25 */

    /* For heights alone. */
    double low, high;                 /* heights that 16 bits hold as 0 and 65535 */
    double cell;                      /* metres between samples */
    double relief;                    /* metres from height 0 to height 1 */
    const rl_georeference *reference; /* place of the map, or NULL */
    int flip_y, big_endian;           /* options of R16 */
    double least, most;               /* range of all rows */
    double side_mm;                   /* longer side of a solid, millimetres; 0 = 100 */
    double upright;                   /* vertical exaggeration of a solid, 1 = true height */
} picture_info;

typedef struct encoder encoder;

typedef struct encoder_format {
    rl_format about;
    int takes_indices;  /* 0 = encode.c converts indices to RGB */
    int bottom_first;   /* heights begin with the bottom row: 1 = always, 2 = with flip_y */
    size_t state_bytes; /* size of `state` */
    size_t line_bytes;  /* size of `line` for each pixel */
    /* Begins the file, and may keep `info` until `finish`; NULL = nothing comes before the rows. */
    rl_status (*start)(encoder *self, rl_error *error);
    rl_status (*rows)(encoder *self, const void *rows, int count, rl_error *error);
    rl_status (*finish)(encoder *self, rl_error *error); /* NULL = nothing follows the rows */
    void (*release)(encoder *self);                      /* NULL = `state` holds nothing */
    const char *missing; /* library that the build did not find, or NULL */
} encoder_format;

struct encoder {
    const encoder_format *format;
    picture_info info;
    rl_sink *sink;
    const rl_allocator *allocator;
    int rows_left; /* encode.c counts the rows, so a format gets exactly `height` */
    void *state;   /* data of the format, cleared before `start` */
    uint8_t *line; /* scratch memory for a row of the file, or for RGB of indices */
    /* Paints and encodes all rows, if bands are packed on the threads that paint them; else NULL.
     */
    rl_status (*paint)(encoder *self, const bands_work *painter, rl_error *error);
};

/* ---- services for formats of heights (heights.c) ---------------------------------- */

/* encoder_reference returns the place of heights; for a map without one it fills in 0, 0. */
const rl_georeference *encoder_reference(const picture_info *info, rl_georeference *made);

/* heights_pack writes a row of heights as 16-bit samples into self->line. */
void heights_pack(encoder *self, const float *row, int big_endian);

/* The longest text of asc_number, without a NUL. */
enum { ASC_NUMBER_SIZE = 15 };

/* asc_number writes a number as printf's %.9g does in the C locale, but never "-0", and returns its
 * length.  Numbers below 1e-14 are written as 0, NaN and those from 1e30 on as -9999. */
int asc_number(char *text, double value);

/* ---- formats by their name (formats_table.c, encode.c) ----------------------------
 *
 * No format calls these: the table is above its rows. */

/* encoder_format_at returns a format of heights or of pictures, NULL past the last; the first one
 * is the default. */
const encoder_format *encoder_format_at(int is_heights, size_t index);

/* encoder_bottom_first returns 1 if the rows of heights must come from the bottom up. */
int encoder_bottom_first(const char *format, const picture_info *info);

/* encoder_start prepares an encoder of a format by name (NULL = png, for heights png16) and begins
 * the file.  Texts of `info` must outlive the encoder.  After any outcome encoder_release must be
 * called. */
rl_status encoder_start(encoder *self, const char *format, const picture_info *info, rl_sink *sink,
                        const rl_allocator *allocator, rl_error *error);

/* encoder_rows encodes the next `count` rows, each width * 3 samples, width indices or width
 * heights, packed. */
rl_status encoder_rows(encoder *self, const void *rows, int count, rl_error *error);

/* encoder_paint paints and encodes all rows; `painter` is the work without `take` and `band_bytes`.
 * If the format allows it, a band is packed on the thread that painted it, while it is in its
 * cache. Errors: those of bands_run and of the encoder. */
rl_status encoder_paint(encoder *self, const bands_work *painter, rl_error *error);

/* encoder_finish writes the end of the file. */
rl_status encoder_finish(encoder *self, rl_error *error);

void encoder_release(encoder *self);

#endif
