/* photo.c - services for the readers of photos: errors, limits and memory. */
#include "decode/photo.h"

#include "base/limits.h"

rl_status photo_bad(const photo_reader *self, const char *value, const char *rule)
{
    return status_fail(self->error, RL_BAD_DATA, "%s: %s: %s", SHOWN(self->place), value, rule);
}

rl_status photo_ask(const photo_reader *self, int64_t width, int64_t height)
{
    if (width < 1 || height < 1)
        return photo_bad(self, "no pixels", "must have 1 or more");
    return limits_ask(self->limits, self->place, width, height, "pixels", self->error);
}

rl_status photo_allocate(photo_reader *self)
{
    TRY(photo_ask(self, self->width, self->height));
    self->pixels = memory_array(self->allocator, (size_t)self->width * (size_t)self->height, 3);
    return status_memory(self->pixels != NULL, SHOWN(self->place), self->error);
}
