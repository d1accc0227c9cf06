/* backdrop_tiled.c - the layers as a map of Tiled (.tmx).
 *
 * In: layers that are made.  Out: a map of image layers that repeat sideways, from the
 * farthest on.  Tiled counts maps in tiles: the last ones may reach beyond the picture.
 */
#include "cli/common/xml.h"
#include "cli/layers/backdrop.h"

#include <inttypes.h>
#include <stdio.h>

#define TILE 16

void backdrop_number(char text[BACKDROP_NUMBER], double value)
{
    int length = snprintf(text, BACKDROP_NUMBER, "%.4f", value);
    while (text[length - 1] == '0')
        text[--length] = '\0';
    if (text[length - 1] == '.')
        text[--length] = '\0';
}

static void set_number(mxml_node_t *node, const char *name, double value)
{
    char text[BACKDROP_NUMBER];
    backdrop_number(text, value);
    xml_attribute(node, name, text);
}

static mxml_node_t *add_property(mxml_node_t *parent, const char *name)
{
    mxml_node_t *list = xml_add(parent, "properties");
    mxml_node_t *property = xml_add(list, "property");
    xml_attribute(property, "name", name);
    return property;
}

static mxml_node_t *map_new(const backdrop *job, mxml_node_t *document)
{
    mxml_node_t *map = xml_add(document, "map");
    const uint8_t *back = job->background;
    xml_attribute(map, "version", "1.8");
    xml_attribute(map, "orientation", "orthogonal");
    xml_attribute(map, "renderorder", "right-down");
    xml_attribute_print(map, "width", "%d", (job->width * job->zoom + TILE - 1) / TILE);
    xml_attribute_print(map, "height", "%d", (job->height * job->zoom + TILE - 1) / TILE);
    xml_attribute_print(map, "tilewidth", "%d", TILE);
    xml_attribute_print(map, "tileheight", "%d", TILE);
    xml_attribute(map, "infinite", "0");
    /* Tiled moves layers by the way from here to the middle of its view: so a view of the
     * whole map shows the picture. */
    xml_attribute_print(map, "parallaxoriginx", "%d", job->width * job->zoom / 2);
    xml_attribute_print(map, "parallaxoriginy", "%d", job->height * job->zoom / 2);
    xml_attribute_print(map, "backgroundcolor", "#%02x%02x%02x", back[0], back[1], back[2]);
    xml_attribute_print(map, "nextlayerid", "%d", job->count + 1);
    xml_attribute(map, "nextobjectid", "1");
    xml_attribute_print(add_property(map, "ridgeline:seed"), "value", "%" PRIu64, job->scene->seed);
    return map;
}

static void add_layer(const backdrop *job, int index, mxml_node_t *map)
{
    const backdrop_layer *layer = &job->layer[index];
    mxml_node_t *node = xml_add(map, "imagelayer");
    xml_attribute_print(node, "id", "%d", index + 1);
    xml_attribute(node, "name", layer->is.name);
    xml_attribute(node, "offsetx", "0");
    xml_attribute_print(node, "offsety", "%d", layer->top * job->zoom);
    set_number(node, "parallaxx", layer->parallax[0]);
    set_number(node, "parallaxy", layer->parallax[1]);
    xml_attribute(node, "repeatx", "1");
    mxml_node_t *image = xml_add(node, "image");
    xml_attribute(image, "source", layer->file);
    xml_attribute_print(image, "width", "%d", job->width * job->zoom);
    xml_attribute_print(image, "height", "%d", layer->rows * job->zoom);
    /* which importers of Godot look for */
    xml_attribute(add_property(node, "godot_node_type"), "value", "parallax");
}

rl_status backdrop_tmx(const backdrop *job, rl_sink *sink, rl_error *error)
{
    mxml_node_t *document = xml_new();
    mxml_node_t *map = map_new(job, document);
    for (int i = 0; i < job->count; i++)
        add_layer(job, i, map);
    rl_status status = xml_write(document, sink, error);
    xml_free(document);
    return status;
}
