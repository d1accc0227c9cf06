/* atlas.c - atlas.png: all layers of the first hour in one texture, one below the other.
 *
 * Each is as wide as the texture, so that horizontal texture repeat works for it.  The rows between
 * two layers are copies of their outermost rows, so that texture filters do not mix the layers.
 */
#include "base/memory.h"
#include "base/status.h"
#include "cli/layers/exporter.h"

#include <string.h>

/* Rows copied above and below each layer, and the longest side of a texture, pixels. */
#define MARGIN 2
#define SIDE_MAX 16384

int atlas_row(const backdrop *set, int index)
{
    int row = MARGIN;
    for (int i = 0; i < index; i++)
        row += set->layer[i].rows + 2 * MARGIN;
    return row;
}

int atlas_rows(const backdrop *set)
{
    return atlas_row(set, set->count) - MARGIN;
}

rl_status atlas_write(backdrop *set, rl_sink *sink, rl_error *error)
{
    int rows = atlas_rows(set);
    size_t stride = 4 * (size_t)set->width;
    const rl_rgba_options png = {.struct_size = sizeof png,
                                 .colours = set->hour[0].colour_count,
                                 .rgb = set->hour[0].colours,
                                 .zoom = set->zoom,
                                 .metadata = RL_METADATA_NONE,
                                 .compress = set->job.opts->compress};
    if ((int64_t)rows * set->zoom > SIDE_MAX)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "--for atlas: %d rows: must be within %d: try --trim or a smaller size",
                           rows * set->zoom, SIDE_MAX);
    uint8_t *atlas = memory_array(NULL, stride, (size_t)rows);
    TRY(status_memory(atlas != NULL, "atlas", error));
    for (int i = 0; i < set->count; i++) {
        const backdrop_layer *layer = &set->layer[i];
        for (int y = -MARGIN; y < layer->rows + MARGIN; y++) {
            int from = y < 0 ? 0 : y < layer->rows ? y : layer->rows - 1;
            memcpy(atlas + stride * (size_t)(atlas_row(set, i) + y),
                   layer->pixels + stride * (size_t)from, stride);
        }
    }
    rl_status status = rl_encode_rgba(atlas, stride, set->width, rows, &png, sink, error);
    memory_free(NULL, atlas);
    return status;
}
