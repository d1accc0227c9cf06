/* backdrop_paint.c - paints the layers of a frame, one a thread.
 *
 * In: a frame and what its layers are for.  Out: for each layer its PNG, a smaller one and
 * a thumbnail, in memory.  Layers wait for their turn in the ring of frames.c, so
 * memory holds a few of them at a time.
 */
#include "cli/common/frames.h"
#include "cli/common/request.h"
#include "cli/layers/backdrop.h"
#include "cli/layers/shrink.h"

#include <stdio.h>
#include <stdlib.h>

/* What the pixels of all layers at work may take; the ring holds two a thread. */
#define PIXELS_MAX ((size_t)1 << 30)

typedef struct painting {
    backdrop *job;
    rl_status (*take)(void *user, backdrop_layer *layer, rl_error *error);
    void *user;
} painting;

/* ---- one layer ---------------------------------------------------------- */

static int row_is_empty(const uint8_t *row, int width)
{
    for (int x = 0; x < width; x++)
        if (row[4 * (size_t)x + 3] != 0)
            return 0;
    return 1;
}

/* Rows without a covered pixel are left out above and below; one row stays. */
static void trim(const backdrop *job, backdrop_layer *layer, const uint8_t *rgba)
{
    size_t stride = 4 * (size_t)job->width;
    int from = 0, to = job->height;
    while (from < to - 1 && row_is_empty(rgba + stride * (size_t)from, job->width))
        from++;
    while (to > from + 1 && row_is_empty(rgba + stride * (size_t)(to - 1), job->width))
        to--;
    layer->top = from;
    layer->rows = to - from;
}

static rl_status encode(const uint8_t *rgba, backdrop_size size, const rl_rgba_options *how,
                        rl_sink **sink, rl_error *error)
{
    rl_status status = rl_sink_to_memory(sink, NULL, error);
    if (status == RL_OK)
        status = rl_encode_rgba(rgba, 4 * (size_t)size.width, size.width, size.height, how, *sink,
                                error);
    return status;
}

static rl_status encode_layer(const backdrop *job, backdrop_layer *layer, const uint8_t *rgba,
                              rl_error *error)
{
    const options *wanted = job->wanted;
    size_t size;
    rl_rgba_options how = {.struct_size = sizeof how,
                           .colours = job->colour_count,
                           .rgb = job->colours,
                           .zoom = job->zoom,
                           .metadata = request_metadata(wanted),
                           .compress = request_compress(wanted),
                           .title = wanted->title,
                           .recipe = rl_sink_bytes(job->recipe, &size)};
    if (how.title == NULL && job->source.title[0] != '\0')
        how.title = job->source.title;
    return encode(rgba + 4 * (size_t)job->width * (size_t)layer->top,
                  (backdrop_size){job->width, layer->rows}, &how, &layer->png, error);
}

static rl_status no_memory(rl_error *error)
{
    *error = (rl_error){RL_NO_MEMORY, "layers: out of memory"};
    return RL_NO_MEMORY;
}

/* The preview needs no recipe; pixel art that was made smaller has other colours. */
static rl_status encode_small(const backdrop *job, backdrop_layer *layer, const uint8_t *rgba,
                              rl_error *error)
{
    int is_whole = job->small.width == job->width && job->small.height == job->height;
    const rl_rgba_options how = {.struct_size = sizeof how,
                                 .colours = is_whole ? job->colour_count : 0,
                                 .rgb = job->colours,
                                 .metadata = RL_METADATA_NONE,
                                 .compress = request_compress(job->wanted)};
    uint8_t *small = malloc(4 * (size_t)job->small.width * (size_t)job->small.height);
    layer->thumbnail = malloc(4 * (size_t)job->thumbnail.width * (size_t)job->thumbnail.height);
    rl_status status = RL_OK;
    if (small != NULL && layer->thumbnail != NULL) {
        shrink_rgba(small, job->small.width, job->small.height, rgba, job->width, job->height);
        shrink_rgba(layer->thumbnail, job->thumbnail.width, job->thumbnail.height, small,
                    job->small.width, job->small.height);
        status = encode(small, job->small, &how, &layer->small, error);
    } else {
        status = no_memory(error);
    }
    free(small);
    return status;
}

static rl_status draw(const void *user, int index, uint8_t *rgba, rl_error *error)
{
    const painting *all = user;
    backdrop *job = all->job;
    backdrop_layer *layer = &job->layer[index];
    rl_painter *painter;
    rl_status status = rl_painter_new(&painter, job->frame, error);
    if (status != RL_OK)
        return status;
    status = rl_painter_layer(painter, index, 0, 0, job->width, job->height, rgba,
                              4 * (size_t)job->width, error);
    rl_painter_free(painter);
    layer->rows = job->height;
    if (status == RL_OK && layers_own(job->wanted)->trim)
        trim(job, layer, rgba);
    for (int c = 0; c < 3 && index == 0; c++)
        job->background[c] = rgba[c];
    if (status == RL_OK)
        status = encode_layer(job, layer, rgba, error);
    if (status == RL_OK)
        status = encode_small(job, layer, rgba, error);
    return status;
}

/* ---- all layers --------------------------------------------------------- */

static rl_status take(void *user, int index, const uint8_t *rgba, rl_error *error)
{
    const painting *all = user;
    backdrop_layer *layer = &all->job->layer[index];
    (void)rgba;
    rl_status status = all->take(all->user, layer, error);
    rl_sink_free(layer->png);
    layer->png = NULL;
    return status;
}

rl_status backdrop_paint(backdrop *job,
                         rl_status (*take_layer)(void *user, backdrop_layer *layer,
                                                 rl_error *error),
                         void *user, rl_error *error)
{
    painting all = {job, take_layer, user};
    frames_work work = {.frames = job->count,
                        .threads = request_threads(job->wanted),
                        .bytes = 4 * (size_t)job->width * (size_t)job->height,
                        .draw = draw,
                        .take = take,
                        .user = &all};
    while (work.threads > 1 && 2 * (size_t)work.threads * work.bytes > PIXELS_MAX)
        work.threads--;
    return frames_run(&work, &job->bar, error);
}

void backdrop_release(backdrop *job)
{
    for (int i = 0; i < job->count; i++) {
        backdrop_layer *layer = &job->layer[i];
        rl_sink_free(layer->png);
        rl_sink_free(layer->small);
        free(layer->thumbnail);
        layer->png = layer->small = NULL;
        layer->thumbnail = NULL;
    }
}
