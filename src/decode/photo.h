/* photo.h - services for the readers of photos, from which palettes are made.
 *
 * A reader makes 8-bit RGB, top row first, from an untrusted file; photo_colours.c frees the
 * pixels.  A format is one C file and a row in photo_table.c.
 */
#ifndef RL_DECODE_PHOTO_H
#define RL_DECODE_PHOTO_H

#include "base/memory.h"
#include "base/status.h"

typedef struct photo_reader {
    const unsigned char *bytes;
    size_t size;
    const char *place;       /* name of the file in error texts */
    const rl_limits *limits; /* limits of the caller, or NULL */
    const rl_allocator *allocator;
    rl_error *error;
    int width, height;
    unsigned char *pixels; /* result: 3 bytes per pixel, without gaps between rows */
} photo_reader;

/* photo_ask checks a size in pixels against the limits; a reader calls it before it decodes.
 * photo_allocate also checks self->width and self->height, and allocates the pixels. */
rl_status photo_ask(const photo_reader *self, int64_t width, int64_t height);
rl_status photo_allocate(photo_reader *self);

/* photo_bad fails with `place: value: rule`. */
rl_status photo_bad(const photo_reader *self, const char *value, const char *rule);

/* photo_read reads a file of any format in photo_table.c; readers of a format must not call it.
 * Errors: RL_BAD_DATA, and those of the reader. */
rl_status photo_read(photo_reader *self);

/* The readers of each format.  Errors: RL_BAD_DATA, RL_NO_MEMORY, those of photo_ask. */
rl_status photo_png(photo_reader *self);
rl_status photo_jpeg(photo_reader *self);
rl_status photo_webp(photo_reader *self);

#endif
