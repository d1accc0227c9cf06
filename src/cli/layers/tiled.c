/* tiled.c - scene.tmx: the layers as a map of Tiled.
 *
 * In: painted layers.  Out: a map of image layers that repeat sideways, from the farthest
 * on.  Tiled counts maps in tiles: the last ones may reach beyond the picture.
 */
#include "cli/layers/exporter.h"

#include <inttypes.h>

#define TILE 16

static rl_status write_map(const backdrop *set, rl_sink *sink, void *state, rl_error *error)
{
    text_out out = {.sink = sink, .error = error};
    const uint8_t *back = set->background;
    int width = set->width * set->zoom, height = set->height * set->zoom;
    (void)state;
    text_put(&out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    text_put(&out,
             "<map version=\"1.8\" orientation=\"orthogonal\" renderorder=\"right-down\""
             " width=\"%d\" height=\"%d\" tilewidth=\"%d\" tileheight=\"%d\" infinite=\"0\"",
             (width + TILE - 1) / TILE, (height + TILE - 1) / TILE, TILE, TILE);
    /* Tiled moves a layer by the distance from here to the middle of its view: so a view of
     * the whole map shows the picture. */
    text_put(&out, " parallaxoriginx=\"%d\" parallaxoriginy=\"%d\"", width / 2, height / 2);
    text_put(&out, " backgroundcolor=\"#%02x%02x%02x\" nextlayerid=\"%d\" nextobjectid=\"1\">\n",
             back[0], back[1], back[2], set->count + 1);
    text_put(&out,
             " <properties>\n  <property name=\"ridgeline:seed\" value=\"%" PRIu64
             "\"/>\n </properties>\n",
             set->scene->seed);
    for (int i = 0; i < set->count; i++) {
        const backdrop_layer *layer = &set->layer[i];
        text_put(&out,
                 " <imagelayer id=\"%d\" name=\"%s\" offsetx=\"0\" offsety=\"%d\""
                 " parallaxx=\"%.9g\" parallaxy=\"%.9g\" repeatx=\"1\">\n",
                 i + 1, layer->is.name, layer->top * set->zoom, layer->parallax[0],
                 layer->parallax[1]);
        text_put(&out, "  <image source=\"%s\" width=\"%d\" height=\"%d\"/>\n", layer->file, width,
                 layer->rows * set->zoom);
        /* for importers of Godot */
        text_put(&out, "  <properties>\n   <property name=\"godot_node_type\""
                       " value=\"parallax\"/>\n  </properties>\n </imagelayer>\n");
    }
    text_put(&out, "</map>\n");
    return text_end(&out);
}

const exporter exporter_tiled = {
    .file = "scene.tmx", .use = "Tiled: a map of image layers", .write = write_map};
