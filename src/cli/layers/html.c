/* html.c - preview.html: the layers in a browser, passing at their speeds. */
#include "cli/common/preview.h"
#include "cli/layers/exporter.h"

static rl_status write_page(const backdrop *set, rl_sink *sink, void *state, rl_error *error)
{
    preview_layer pages[BACKDROP_MAX];
    (void)state;
    for (int i = 0; i < set->count; i++) {
        const backdrop_layer *layer = &set->layer[i];
        pages[i] = (preview_layer){.name = layer->is.name, .parallax = layer->parallax[0]};
        pages[i].png = rl_sink_bytes(layer->small, &pages[i].size);
    }
    return preview_layers(pages, set->count, set->small.width, set->small.height,
                          set->colour_count > 0, sink, error);
}

const exporter exporter_html = {
    .file = "preview.html", .use = "any browser: the layers pass by", .write = write_page};
