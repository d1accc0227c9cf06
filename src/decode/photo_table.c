/* photo_table.c - the table of formats of photos; only this file names them. */
#include "decode/photo.h"

#include "ridgeline.h"

#include <string.h>

static const struct {
    const char *start; /* bytes by which a file is recognised */
    size_t size;       /* number of these bytes */
    size_t at;         /* offset of these bytes in the file */
    rl_status (*read)(photo_reader *self);
} formats[] = {
    {.start = "\x89PNG\r\n\x1a\n", .size = 8, .read = photo_png},
    {.start = "\xff\xd8\xff", .size = 3, .read = photo_jpeg},
    {.start = "WEBP", .size = 4, .at = 8, .read = photo_webp},
};

rl_status photo_read(photo_reader *self)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (self->size >= formats[i].at + formats[i].size &&
            memcmp(self->bytes + formats[i].at, formats[i].start, formats[i].size) == 0)
            return formats[i].read(self);
    return rl_recipe_is_picture(self->bytes, self->size)
               ? photo_bad(self, "an AVIF or JPEG XL file",
                           "must be PNG, JPEG or WebP: save it as one of them")
               : photo_bad(self, "not a photo", "must be PNG, JPEG or WebP");
}
