/* photo.h - services for the readers of photos, in which palettes are found.
 *
 * A reader makes 8-bit RGB, top row first, from an untrusted file; photo_colours.c frees it.  A
 * format is one file and a row in photo_table.c.
 */
#ifndef RL_DECODE_PHOTO_H
#define RL_DECODE_PHOTO_H

#include "base/memory.h"
#include "base/status.h"

typedef struct photo_reader {
    const unsigned char *bytes;
    size_t size;
    const char *place;
    const rl_limits *limits; /* limits, or NULL */
    const rl_allocator *allocator;
    rl_error *error;
    int width, height;
    unsigned char *pixels;
} photo_reader;

/* photo_ask checks a size against the limits before anything is decoded.  photo_allocate checks it,
 * too, and allocates width * height pixels. */
rl_status photo_ask(const photo_reader *self, int64_t width, int64_t height);
rl_status photo_allocate(photo_reader *self);

/* photo_bad fails with `place: value: rule`. */
rl_status photo_bad(const photo_reader *self, const char *value, const char *rule);

/* photo_read reads a file of any format of the table.  No reader calls it.  Errors: RL_BAD_DATA,
 * those of the reader. */
rl_status photo_read(photo_reader *self);

/* The readers. */
rl_status photo_png(photo_reader *self);
rl_status photo_jpeg(photo_reader *self);
rl_status photo_webp(photo_reader *self);

#endif
