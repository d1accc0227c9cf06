/* animation.c - rl_animation: the public face of apng.h.
 *
 * In: options and whole frames that the caller holds.  Out: an animated PNG in a sink.
 * After a failure every later call fails: a file with a hole is never finished.
 */
#include "base/memory.h"
#include "base/status.h"
#include "encode/apng.h"

struct rl_animation {
    const rl_allocator *allocator;
    rl_error failure; /* the first one; RL_OK while there is none */
    apng file;
};

static rl_status kept(rl_animation *self, rl_status status, rl_error *error)
{
    if (status == RL_OK)
        return status_clear(error);
    return status_fail(error, self->failure.status, "%s", self->failure.text);
}

static rl_status arguments_check(rl_animation *const *animation,
                                 const rl_animation_options *options, const rl_sink *sink,
                                 rl_error *error)
{
    if (animation == NULL || options == NULL || sink == NULL)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "animation: NULL: must be an animation, options and a sink");
    return status_options(options->struct_size, sizeof *options, error);
}

rl_status rl_animation_new(rl_animation **animation, const rl_animation_options *options,
                           rl_sink *sink, const rl_allocator *allocator, rl_error *error)
{
    if (animation != NULL)
        *animation = NULL;
    rl_status status = arguments_check(animation, options, sink, error);
    if (status != RL_OK)
        return status;
    rl_animation *self = memory_zeroed(allocator, 1, sizeof *self);
    if (self == NULL)
        return status_fail(error, RL_NO_MEMORY, "animation: out of memory");
    self->allocator = allocator;
    apng_info info = {.width = options->width,
                      .height = options->height,
                      .frames = options->frames,
                      .delay_ms = options->delay_ms,
                      .loops = options->loops,
                      .metadata = options->metadata,
                      .title = options->title,
                      .recipe = options->recipe};
    status = apng_start(&self->file, &info, sink, allocator, error);
    if (status != RL_OK) {
        rl_animation_free(self);
        return status;
    }
    *animation = self;
    return RL_OK;
}

rl_status rl_animation_frame(rl_animation *animation, const uint8_t *rgb, size_t stride_bytes,
                             rl_error *error)
{
    if (animation == NULL || rgb == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "animation: NULL: must be a frame");
    if (animation->failure.status == RL_OK)
        (void)apng_frame(&animation->file, rgb, stride_bytes, &animation->failure);
    return kept(animation, animation->failure.status, error);
}

rl_status rl_animation_finish(rl_animation *animation, rl_error *error)
{
    if (animation == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "animation: NULL: must be an animation");
    if (animation->failure.status == RL_OK)
        (void)apng_finish(&animation->file, &animation->failure);
    return kept(animation, animation->failure.status, error);
}

void rl_animation_free(rl_animation *animation)
{
    if (animation == NULL)
        return;
    apng_release(&animation->file);
    memory_free(animation->allocator, animation);
}
