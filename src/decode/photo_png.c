/* photo_png.c - the pixels of any PNG, by libpng under hard limits; without alpha. */
#include "decode/photo.h"
#include "encode/png_file.h"

#include <string.h>

typedef struct png_photo {
    png_guard guard; /* the first: steps get it */
    photo_reader *self;
    int row_bits;
} png_photo;

static void photo_bytes(png_structp png, png_bytep out, size_t size)
{
    photo_reader *self = ((png_photo *)png_get_io_ptr(png))->self;
    if (size > self->size - self->offset)
        png_error(png, "cut short");
    memcpy(out, self->bytes + self->offset, size);
    self->offset += size;
}

static void step_header(png_guard *guard, const void *call)
{
    png_structp png = guard->png;
    png_photo *photo = (png_photo *)guard;
    (void)call;
    png_set_chunk_cache_max(png, 16);
    png_set_chunk_malloc_max(png, 65536);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_read_fn(png, photo, photo_bytes);
    png_read_info(png, guard->info);
    photo->self->width = (int)png_get_image_width(png, guard->info);
    photo->self->height = (int)png_get_image_height(png, guard->info);
    photo->row_bits = png_get_bit_depth(png, guard->info) * (int)png_get_channels(png, guard->info);
}

static void step_rows(png_guard *guard, const void *call)
{
    photo_reader *self = ((png_photo *)guard)->self;
    (void)call;
    png_set_expand(guard->png);
    png_set_strip_16(guard->png);
    png_set_gray_to_rgb(guard->png);
    png_set_strip_alpha(guard->png);
    int passes = png_set_interlace_handling(guard->png);
    png_read_update_info(guard->png, guard->info);
    for (int pass = 0; pass < passes; pass++)
        for (int y = 0; y < self->height; y++)
            png_read_row(guard->png, self->pixels + (size_t)y * (size_t)self->width * 3, NULL);
}

static rl_status png_decode(png_photo *photo)
{
    photo_reader *self = photo->self;
    TRY(png_guard_open(&photo->guard, NULL, self->place, self->allocator, self->error));
    TRY(png_guard_run(&photo->guard, step_header, NULL, self->error));
    /* Deflate packs at most 1032 to 1 (zlib's technical notes): what claims more is refused
     * before memory is allocated. */
    uint64_t bits = (uint64_t)self->width * (uint64_t)self->height * (uint64_t)photo->row_bits;
    if (bits / 8 / 1040 > self->size)
        return photo_bad(self, "cut short", "must hold width x height pixels");
    TRY(photo_allocate(self));
    return png_guard_run(&photo->guard, step_rows, NULL, self->error);
}

rl_status photo_png(photo_reader *self)
{
    png_photo photo = {.self = self};
    rl_status status = png_decode(&photo);
    png_guard_close(&photo.guard);
    return status;
}
