/* png_memory.h - libpng reads what a sink holds. */
#ifndef TESTS_SUPPORT_PNG_MEMORY_H
#define TESTS_SUPPORT_PNG_MEMORY_H

#include <png.h>
#include <string.h>

#include "ridgeline.h"

typedef struct png_memory {
    const unsigned char *bytes;
    size_t size, offset;
} png_memory;

static inline png_memory png_memory_of(const rl_sink *sink)
{
    png_memory self = {NULL, 0, 0};
    self.bytes = rl_sink_bytes(sink, &self.size);
    return self;
}

/* png_memory_read is for png_set_read_fn. */
static inline void png_memory_read(png_structp png, png_bytep out, size_t size)
{
    png_memory *self = png_get_io_ptr(png);
    if (size > self->size - self->offset)
        png_error(png, "read past the end");
    memcpy(out, self->bytes + self->offset, size);
    self->offset += size;
}

#endif
