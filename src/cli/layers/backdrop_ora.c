/* backdrop_ora.c - the layers as an OpenRaster picture (.ora), for painters.
 *
 * In: a file that has the layers already.  Out: the same with the stack, the whole picture
 * and a thumbnail, which OpenRaster demands.
 */
#include "cli/common/request.h"
#include "cli/common/xml.h"
#include "cli/layers/backdrop.h"

#include <stdlib.h>

#define PIXELS_PER_INCH "72"

static rl_status add_memory(ora *to, const char *name, rl_status status, rl_sink *from,
                            rl_error *error)
{
    size_t size;
    if (status == RL_OK) {
        const void *bytes = rl_sink_bytes(from, &size);
        status = ora_add(to, name, bytes, size, error);
    }
    rl_sink_free(from);
    return status;
}

/* ---- the stack ---------------------------------------------------------- */

static void add_layer(const backdrop *job, const backdrop_layer *layer, mxml_node_t *stack)
{
    mxml_node_t *node = xml_add(stack, "layer");
    xml_attribute(node, "name", layer->is.name);
    xml_attribute_print(node, "src", "data/%s", layer->file);
    xml_attribute(node, "x", "0");
    xml_attribute_print(node, "y", "%d", layer->top * job->zoom);
    xml_attribute(node, "opacity", "1.0");
    xml_attribute(node, "visibility", "visible");
    xml_attribute(node, "composite-op", "svg:src-over");
}

static rl_status write_stack(const backdrop *job, rl_sink *sink, rl_error *error)
{
    mxml_node_t *document = xml_new();
    mxml_node_t *image = xml_add(document, "image");
    xml_attribute(image, "version", "0.0.6");
    xml_attribute_print(image, "w", "%d", job->width * job->zoom);
    xml_attribute_print(image, "h", "%d", job->height * job->zoom);
    xml_attribute(image, "xres", PIXELS_PER_INCH);
    xml_attribute(image, "yres", PIXELS_PER_INCH);
    mxml_node_t *stack = xml_add(image, "stack");
    for (int i = job->count - 1; i >= 0; i--) /* the first is uppermost */
        add_layer(job, &job->layer[i], stack);
    rl_status status = xml_write(document, sink, error);
    xml_free(document);
    return status;
}

static rl_status add_stack(const backdrop *job, ora *to, rl_error *error)
{
    rl_sink *sink = NULL;
    rl_status status = rl_sink_to_memory(&sink, NULL, error);
    if (status == RL_OK)
        status = write_stack(job, sink, error);
    return add_memory(to, "stack.xml", status, sink, error);
}

/* ---- pictures ----------------------------------------------------------- */

static rl_status add_merged(const backdrop *job, ora *to, rl_error *error)
{
    const rl_render_options how = {.struct_size = sizeof how,
                                   .format = RL_FORMAT_PNG,
                                   .metadata = RL_METADATA_NONE,
                                   .threads = request_threads(job->wanted),
                                   .compress = request_compress(job->wanted)};
    rl_sink *sink = NULL;
    rl_status status = rl_sink_to_memory(&sink, NULL, error);
    if (status == RL_OK)
        status = rl_render(job->frame, &how, sink, error);
    return add_memory(to, "mergedimage.png", status, sink, error);
}

static rl_status add_thumbnail(const backdrop *job, ora *to, rl_error *error)
{
    int width = job->thumbnail.width, height = job->thumbnail.height;
    const rl_render_options how = {.struct_size = sizeof how,
                                   .format = RL_FORMAT_PNG,
                                   .metadata = RL_METADATA_NONE,
                                   .threads = 1};
    const uint8_t *thumbnails[BACKDROP_MAX];
    rl_sink *sink = NULL;
    uint8_t *rgb = malloc(3 * (size_t)width * (size_t)height);
    if (rgb == NULL) {
        *error = (rl_error){RL_NO_MEMORY, "OpenRaster: out of memory"};
        return RL_NO_MEMORY;
    }
    for (int i = 0; i < job->count; i++)
        thumbnails[i] = job->layer[i].thumbnail;
    rl_composite(thumbnails, job->count, width * height, rgb);
    rl_status status = rl_sink_to_memory(&sink, NULL, error);
    if (status == RL_OK)
        status = rl_encode_rgb(rgb, width, height, &how, sink, error);
    free(rgb);
    return add_memory(to, "Thumbnails/thumbnail.png", status, sink, error);
}

rl_status backdrop_ora_end(const backdrop *job, ora *to, rl_error *error)
{
    rl_status status = add_stack(job, to, error);
    if (status == RL_OK)
        status = add_merged(job, to, error);
    if (status == RL_OK)
        status = add_thumbnail(job, to, error);
    return status == RL_OK ? ora_finish(to, error) : status;
}
