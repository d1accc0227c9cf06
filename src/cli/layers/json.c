/* json.c - layers.json: what a game needs to know of each layer; ridges.csv: where its
 * ground is.
 *
 * In: painted layers.  Out: one JSON object, the layers from the farthest on.  Sizes
 * and offsets are pixels of the files.
 */
#include "cli/common/heights.h"
#include "cli/common/markup.h"
#include "cli/layers/exporter.h"

#include <inttypes.h>
#include <stdio.h>

/* The number of this layout: it rises when a reader has to change. */
#define MANIFEST 1

static rl_status write_manifest(const backdrop *set, rl_sink *sink, void *state, rl_error *error)
{
    char seed[24], background[8];
    const uint8_t *back = set->background;
    int zoom = set->zoom, width = set->width * zoom;
    (void)state;
    snprintf(seed, sizeof seed, "%" PRIu64, set->scene->seed);
    snprintf(background, sizeof background, "#%02x%02x%02x", back[0], back[1], back[2]);
    json_t *list = json_array();
    json_t *object = json_pack(
        "{s:s, s:i, s:i, s:i, s:i, s:i, s:s, s:s, s:s, s:O}", "ridgeline", rl_version(), "manifest",
        MANIFEST, "algorithm", set->scene->algorithm, "width", width, "height", set->height * zoom,
        "scale", zoom, "seed", seed, "repeat", "x", "background", background, "layers", list);
    int is_whole = object != NULL;
    for (int i = 0; i < set->count && is_whole; i++) {
        const backdrop_layer *layer = &set->layer[i];
        json_t *row =
            json_pack("{s:s, s:s, s:[f,f], s:[i,i], s:[i,i], s:f, s:b}", "name", layer->is.name,
                      "file", layer->file, "parallax", layer->parallax[0], layer->parallax[1],
                      "offset", 0, layer->top * zoom, "size", width, layer->rows * zoom, "depth",
                      layer->is.depth, "opaque", layer->is.is_opaque);
        is_whole = json_array_append_new(list, row) == 0;
    }
    rl_status status =
        is_whole ? json_out(object, JSON_INDENT(1), sink, error) : json_out(NULL, 0, sink, error);
    if (status == RL_OK)
        status = rl_sink_write(sink, "\n", 1, error);
    json_decref(object);
    json_decref(list);
    return status;
}

const exporter exporter_json = {
    .file = "layers.json", .use = "games: every layer with its factors", .write = write_manifest};

static rl_status write_heights(const backdrop *set, rl_sink *sink, void *state, rl_error *error)
{
    (void)state;
    return heights_csv(set->frame, sink, error);
}

const exporter exporter_csv = {
    .file = "ridges.csv", .use = "games: heights to walk on", .write = write_heights};
