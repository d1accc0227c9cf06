/* play.c - play.html: a page in which a figure runs and jumps on the ground.
 *
 * In: the layers at all hours.  Out: the form play.html with a PNG of each, at most 720 rows high.
 * Layers pass behind each other, so that a row of one is never seen below the row from which on a
 * nearer one covers all columns: it is left out, which halves the page.
 */
#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "cli/layers/exporter.h"

rl_status play_keep(backdrop *set, backdrop_layer *layer, const uint8_t *rgba, rl_error *error)
{
    const geometry size = {set->width, set->height, 0, 0};
    size_t bytes = 4 * (size_t)set->width * (size_t)set->height;
    size_t small = 4 * (size_t)set->play.width * (size_t)set->play.height;
    layer->play = memory_array(NULL, small, (size_t)set->hour_count);
    TRY(status_memory(layer->play != NULL, "play.html", error));
    for (size_t h = 0; h < (size_t)set->hour_count; h++)
        backdrop_shrink(layer->play + small * h, set->play, rgba + bytes * h, size);
    return RL_OK;
}

/* Returns 1 if the alpha of all pixels of a row is within a range. */
static int row_is(const backdrop *set, const backdrop_layer *layer, int row, int least, int most)
{
    const uint8_t *pixel = layer->play + 4 * (size_t)row * (size_t)set->play.width;
    int x = 0;
    while (x < set->play.width && pixel[4 * x + 3] >= least && pixel[4 * x + 3] <= most)
        x++;
    return x == set->play.width;
}

/* Finds the rows of each layer that are ever seen, from the nearest layer on; one row stays. */
static void find_rows(backdrop *set)
{
    int seen = set->play.height; /* rows from here on are covered by nearer layers */
    for (int i = set->count - 1; i >= 0; i--) {
        backdrop_layer *layer = &set->layer[i];
        int top = 0, solid = set->play.height;
        while (top < seen - 1 && row_is(set, layer, top, 0, 0))
            top++;
        layer->play_top = top;
        layer->play_rows = seen - top;
        while (solid > 1 && row_is(set, layer, solid - 1, 255, 255))
            solid--;
        seen = solid < seen ? solid : seen;
    }
}

/* Makes the PNGs of a layer. */
static rl_status encode_lights(backdrop *set, backdrop_layer *layer, rl_error *error)
{
    size_t stride = 4 * (size_t)set->play.width, size;
    int is_whole = set->play.height == set->height && set->play.width == set->width;
    for (int h = 0; h < set->hour_count; h++) {
        const uint8_t *rgba =
            layer->play + stride * (size_t)(set->play.height * h + layer->play_top);
        const rl_rgba_options png = {.struct_size = sizeof png,
                                     .colours = is_whole ? set->hour[h].colour_count : 0,
                                     .rgb = set->hour[h].colours,
                                     .metadata = RL_METADATA_NONE,
                                     .compress = set->job.opts->compress};
        rl_sink *sink;
        TRY(rl_sink_to_memory(&sink, NULL, error));
        rl_status status =
            rl_encode_rgba(rgba, stride, set->play.width, layer->play_rows, &png, sink, error);
        const uint8_t *bytes = rl_sink_bytes(sink, &size);
        if (status == RL_OK)
            layer->light[h] = arena_array(&set->memory, TEXT_BASE64_SIZE(size), 1);
        if (status == RL_OK && layer->light[h] != NULL)
            text_base64(layer->light[h], bytes, size);
        rl_sink_free(sink);
        TRY(status);
        TRY(status_memory(layer->light[h] != NULL, "play.html", error));
    }
    return RL_OK;
}

rl_status play_write(backdrop *set, rl_sink *sink, rl_error *error)
{
    find_rows(set);
    for (int i = 0; i < set->count; i++)
        TRY(encode_lights(set, &set->layer[i], error));
    return exporter_fill(set, "play.html", FORM_JSON, sink, error);
}
