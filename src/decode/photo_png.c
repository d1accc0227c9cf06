/* photo_png.c - reads the pixels of a PNG of any type as 8-bit RGB; alpha is ignored. */
#include "decode/photo.h"
#include "encode/png_file.h"

typedef struct png_photo {
    png_guard guard; /* first member, as steps get a pointer to it */
    photo_reader *self;
} png_photo;

static void step_rows(png_guard *guard, const void *call)
{
    photo_reader *self = ((png_photo *)guard)->self;
    (void)call;
    png_set_expand(guard->png);
    png_set_strip_16(guard->png);
    png_set_gray_to_rgb(guard->png);
    png_set_strip_alpha(guard->png);
    png_read_all(guard, self->pixels, (size_t)self->width * 3);
}

static rl_status png_decode(png_photo *photo)
{
    photo_reader *self = photo->self;
    png_guard *guard = &photo->guard;
    TRY(png_open_memory(guard, self->bytes, self->size, self->place, RL_MAX_SIDE, self->allocator,
                        self->error));
    self->width = (int)png_get_image_width(guard->png, guard->info);
    self->height = (int)png_get_image_height(guard->png, guard->info);
    if (png_is_short(guard, self->size))
        return photo_bad(self, "cut short", "must hold width x height pixels");
    TRY(photo_allocate(self));
    return png_guard_run(guard, step_rows, NULL, self->error);
}

rl_status photo_png(photo_reader *self)
{
    png_photo photo = {.self = self};
    rl_status status = png_decode(&photo);
    png_guard_close(&photo.guard);
    return status;
}
