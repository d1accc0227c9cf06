/* photo_webp.c - reads the pixels of a WebP without animation by libwebp. */
#include "decode/photo.h"

#include "base/library.h"

#ifdef RL_HAS_WEBP

#include <webp/decode.h>

#define FUNCTIONS(ROW)                                                                             \
    ROW(WebPDecodeRGBInto)                                                                         \
    ROW(WebPGetInfo)

typedef struct webp_functions {
    FUNCTIONS(LIBRARY_MEMBER)
} webp_functions;

static rl_status webp_decode(photo_reader *self, const webp_functions *f)
{
    if (!f->WebPGetInfo(self->bytes, self->size, &self->width, &self->height))
        return photo_bad(self, "broken", "must be a WebP picture");
    TRY(photo_allocate(self));
    int stride = 3 * self->width;
    return f->WebPDecodeRGBInto(self->bytes, self->size, self->pixels,
                                (size_t)stride * (size_t)self->height, stride) != NULL
               ? RL_OK
               : photo_bad(self, "broken or in motion", "must be a complete WebP picture");
}

rl_status photo_webp(photo_reader *self)
{
    static const char *const names[] = {FUNCTIONS(LIBRARY_NAME) NULL};
    webp_functions functions;
    void *library = library_open(LIBRARY_WEBP, names, &functions);
    if (library == NULL)
        return library_absent(self->place, "libwebp", LIBRARY_WEBP, self->error);
    rl_status status = webp_decode(self, &functions);
    library_close(library);
    return status;
}

#else

rl_status photo_webp(photo_reader *self)
{
    return library_absent(self->place, "libwebp", NULL, self->error);
}

#endif
