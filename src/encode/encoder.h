/* encoder.h - formats of pictures and of heights, which write rows of samples as a file.
 *
 * Rows are packed RGB of host-endian uint8_t or uint16_t samples, indices of 8 bits if the picture
 * has a palette, or heights as floats.  A format is a C file (or a part of one) that defines an
 * encoder_format, and one row of formats_table.c; no other code names it.
 */
#ifndef RL_ENCODE_ENCODER_H
#define RL_ENCODE_ENCODER_H

#include "base/bands.h"

#include "base/scene.h"

/* 1 = the bytes of 16-bit samples must be swapped, as PNG and Netpbm have the high byte first. */
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
    int is_flat;             /* 1 = RGB may have at most 256 colours: see encoder.flat */
    int is_zoomed;           /* 1 = the picture is enlarged: equal neighbours in rows and columns */
    int compress;            /* rl_compress */
    int quality;             /* 1..100; 0 = the format's default */
    const char *inks;        /* e-paper inks (output.inks) that must stay exact, or NULL */
    int threads;             /* number of threads that a format may use; 0 = 1 */
    int kernels;             /* rl_kernels */
    int frame, fps;          /* frame of a film, from 0; frames per second, 0 = 25 */

    /* For heights alone. */
    double low, high;                 /* heights that are 0 and 65535 in formats of 16 bits */
    double cell;                      /* metres between samples, if `reference` is NULL */
    double relief;                    /* metres from height 0 to height 1 */
    double sea;                       /* metres from height 0 to the sea's surface */
    const rl_georeference *reference; /* place of the map, or NULL */
    int flip_y, big_endian;           /* R16: 1 = bottom row first; 1 = high byte first */
    double least, most;               /* lowest and highest height of all rows */
    double side_mm;                   /* STL: longer side of the solid, millimetres; 0 = 100 */
    double upright;                   /* STL: vertical exaggeration, 1 = true height */
} picture_info;

typedef struct encoder encoder;

typedef struct encoder_format {
    rl_format about;
    int takes_indices;  /* 0 = encode.c converts indices to RGB */
    int bottom_first;   /* heights begin with the bottom row: 1 = always, 2 = with flip_y */
    size_t state_bytes; /* size of encoder.state */
    size_t line_bytes;  /* size of encoder.line per pixel of a row */
    /* Begins the file, and may keep `info` until `finish`; NULL = nothing comes before the rows. */
    rl_status (*start)(encoder *self, rl_error *error);
    rl_status (*rows)(encoder *self, const void *rows, int count, rl_error *error);
    rl_status (*finish)(encoder *self, rl_error *error); /* NULL = nothing follows the rows */
    void (*release)(encoder *self);                      /* NULL = `state` holds nothing */
    const char *missing; /* library without which the build has no such format, or NULL */
} encoder_format;

struct encoder {
    const encoder_format *format;
    picture_info info;
    rl_sink *sink;
    const rl_allocator *allocator;
    int rows_left; /* rows of info.height that encoder_rows did not get yet */
    void *state;   /* data of the format, cleared before `start` */
    uint8_t *line; /* scratch memory for a row of the file, or for a row of indices as RGB */
    /* Indices of rows so far, while a flat picture has few colours: the file begins when all rows
     * are known, or without a palette when there are too many colours.  NULL = none. */
    struct flat_picture *flat;
    /* Set by `start` of a format that packs bands on the threads that paint them: paints and
     * encodes all rows.  NULL = encoder_paint passes the rows to `rows`. */
    rl_status (*paint)(encoder *self, const bands_work *painter, rl_error *error);
};

/* ---- services for formats of heights (heights.c) ---------------------------------- */

/* encoder_reference returns info->reference; without one it fills *made (south-west corner 0, 0;
 * square cells of info->cell metres; a value for no data below all heights) and returns that. */
const rl_georeference *encoder_reference(const picture_info *info, rl_georeference *made);

/* heights_metres returns the metres of a height above the sea's surface. */
static inline double heights_metres(const picture_info *info, double height)
{
    return height * info->relief - info->sea;
}

/* heights_pack writes a row of heights to self->line as 16-bit samples, low..high as 0..65535. */
void heights_pack(encoder *self, const float *row, int big_endian);

/* Greatest length of a text by asc_number, which has no NUL. */
enum { ASC_NUMBER_SIZE = 15 };

/* asc_number writes a number as printf's %.9g does in the C locale, but never "-0", and returns its
 * length.  Numbers below 1e-14 are written as 0, NaN and those from 1e30 on as -9999. */
int asc_number(char *text, double value);

/* ---- formats by their name (formats_table.c, encode.c) ----------------------------
 *
 * Formats must not call these, so that they do not depend on the table that names them. */

/* encoder_format_at returns format `index` of heights or of pictures, NULL past the last; format 0
 * is the default. */
const encoder_format *encoder_format_at(int is_heights, size_t index);

/* encoder_bottom_first returns 1 if encoder_rows must get the rows of heights from the bottom
 * up. */
int encoder_bottom_first(const char *format, const picture_info *info);

/* encoder_start prepares an encoder of a format by name (NULL = png, for heights png16) and begins
 * the file.  Texts of `info` must outlive the encoder.  After any outcome encoder_release must be
 * called. */
rl_status encoder_start(encoder *self, const char *format, const picture_info *info, rl_sink *sink,
                        const rl_allocator *allocator, rl_error *error);

/* encoder_rows encodes the next `count` rows, each width * 3 samples, width indices or width
 * heights, packed. */
rl_status encoder_rows(encoder *self, const void *rows, int count, rl_error *error);

/* encoder_paint paints and encodes all rows; `painter` needs neither `take` nor `band_bytes`.
 * With encoder.paint a band is packed by the thread that painted it, while it is in the cache of
 * that thread.  Errors: those of bands_run and of the encoder. */
rl_status encoder_paint(encoder *self, const bands_work *painter, rl_error *error);

/* encoder_finish writes the end of the file; if rows are missing, it fails with RL_INTERNAL. */
rl_status encoder_finish(encoder *self, rl_error *error);

void encoder_release(encoder *self);

#endif
