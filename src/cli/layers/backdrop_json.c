/* backdrop_json.c - layers.json: what a game needs to know of each layer.
 *
 * In: layers that are made.  Out: one JSON object, the layers from the farthest on.  Sizes
 * and offsets are pixels of the files.
 */
#include "cli/common/json_out.h"
#include "cli/layers/backdrop.h"

#include <inttypes.h>
#include <stdio.h>

/* The number of this layout: it rises when a reader has to change. */
#define MANIFEST 1

static json_t *layer_json(const backdrop *job, const backdrop_layer *layer)
{
    int zoom = job->zoom;
    return json_pack("{s:s, s:s, s:[f,f], s:[i,i], s:[i,i], s:f, s:b}", "name", layer->is.name,
                     "file", layer->file, "parallax", layer->parallax[0], layer->parallax[1],
                     "offset", 0, layer->top * zoom, "size", job->width * zoom, layer->rows * zoom,
                     "depth", layer->is.depth, "opaque", layer->is.is_opaque);
}

rl_status backdrop_json(const backdrop *job, rl_sink *sink, rl_error *error)
{
    char seed[24], background[8];
    const uint8_t *back = job->background;
    snprintf(seed, sizeof seed, "%" PRIu64, job->scene->seed);
    snprintf(background, sizeof background, "#%02x%02x%02x", back[0], back[1], back[2]);
    json_t *list = json_array();
    json_t *object =
        json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:s, s:s, s:s, s:O}", "ridgeline", rl_version(),
                  "manifest", MANIFEST, "algorithm", job->scene->algorithm, "width",
                  job->width * job->zoom, "height", job->height * job->zoom, "scale", job->zoom,
                  "seed", seed, "repeat", "x", "background", background, "layers", list);
    int is_whole = object != NULL;
    for (int i = 0; i < job->count && is_whole; i++)
        is_whole = json_array_append_new(list, layer_json(job, &job->layer[i])) == 0;
    rl_status status =
        is_whole ? json_out(object, JSON_INDENT(1), sink, error) : json_out(NULL, 0, sink, error);
    if (status == RL_OK)
        status = rl_sink_write(sink, "\n", 1, error);
    json_decref(object);
    json_decref(list);
    return status;
}
