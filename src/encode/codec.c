/* codec.c - loads optional libraries, checks their limits and collects pixels for their formats. */
#include "encode/codec.h"

#include "base/memory.h"
#include "encode/xmp.h"

#include <string.h>

/* Most pixels of a collected picture: decoders with libavif accept no more by default. */
#define WHOLE_PIXELS ((int64_t)16384 * 16384)

static size_t row_bytes(const encoder *self)
{
    return (size_t)self->info.width * 3 * (size_t)self->info.bits / 8;
}

rl_status codec_open(encoder *self, const codec_needs *needs, void *functions, rl_error *error)
{
    const picture_info *info = &self->info;
    const char *place = self->format->about.name;
    codec *state = self->state;
    state->library = library_open(needs->file, needs->names, functions);
    if (state->library == NULL)
        return library_absent(place, needs->name, needs->file, error);
    TRY(status_range("width", info->width, 1, needs->side_most, error));
    TRY(status_range("height", info->height, 1, needs->side_most, error));
    if (needs->is_whole && (int64_t)info->width * info->height > WHOLE_PIXELS)
        return status_fail(error, RL_BAD_ARGUMENT, "%s: %dx%d: must be within %d Mpx", place,
                           info->width, info->height, (int)(WHOLE_PIXELS >> 20));
    if (info->bits != 8 && !needs->is_deep)
        return status_fail(error, RL_BAD_ARGUMENT, "depth: %d: must be 8 in %s", info->bits, place);
    if (needs->is_whole) {
        state->pixels = memory_array(self->allocator, row_bytes(self), (size_t)info->height);
        TRY(status_memory(state->pixels != NULL, place, error));
    }
    return xmp_packet(&state->packet, info, 1, error);
}

const void *codec_packet(const encoder *self, size_t *size)
{
    const codec *state = self->state;
    const void *bytes = rl_sink_bytes(state->packet, size);
    *size -= *size > 0; /* without the NUL that xmp_packet appends */
    return bytes;
}

rl_status codec_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    codec *state = self->state;
    size_t size = row_bytes(self) * (size_t)count;
    memcpy(state->pixels + state->size, rows, size);
    state->size += size;
    return status_clear(error);
}

int codec_quality(const encoder *self)
{
    return self->info.quality > 0 ? self->info.quality : self->format->about.quality;
}

rl_status codec_failed(const encoder *self, const char *message, rl_error *error)
{
    shown_text shown = status_show(message, strlen(message));
    return status_fail(error, RL_INTERNAL, "%s: %s", self->format->about.name, shown.text);
}

void codec_release(encoder *self)
{
    codec *state = self->state;
    memory_free(self->allocator, state->pixels);
    rl_sink_free(state->packet);
    library_close(state->library);
}
