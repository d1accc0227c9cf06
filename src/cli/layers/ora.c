/* ora.c - scene.ora: the layers as an OpenRaster picture, for painters (Krita, GIMP).
 *
 * In: each layer when its PNG is made, all of them at the end.  Out: a ZIP file with the
 * layers, the stack, the whole picture and a thumbnail, as the specification demands.
 */
#include "base/memory.h"
#include "base/status.h"
#include "cli/common/request.h"
#include "cli/layers/exporter.h"
#include "cli/layers/zip.h"

#include <stdio.h>
#include <string.h>

#define MIMETYPE "image/openraster"

rl_status ora_layer(const backdrop_layer *layer, rl_sink *sink, void *state, rl_error *error)
{
    zip *archive = state;
    char name[48];
    size_t size;
    if (archive->sink == NULL) {
        archive->sink = sink;
        TRY(zip_add(archive, "mimetype", MIMETYPE, strlen(MIMETYPE), error));
    }
    snprintf(name, sizeof name, "data/%s", layer->file);
    const void *bytes = rl_sink_bytes(layer->png, &size);
    return zip_add(archive, name, bytes, size, error);
}

/* Writes the stack: its first layer is the uppermost. */
static rl_status write_stack(const backdrop *set, rl_sink *sink, rl_error *error)
{
    return exporter_fill(set, "stack.xml", FORM_XML, sink, error);
}

static rl_status write_merged(const backdrop *set, rl_sink *sink, rl_error *error)
{
    const rl_render_options png = {.struct_size = sizeof png,
                                   .format = RL_FORMAT_PNG,
                                   .metadata = RL_METADATA_NONE,
                                   .threads = request_threads(set->job.opts),
                                   .compress = request_compress(set->job.opts)};
    return rl_render(set->frame, &png, sink, error);
}

static rl_status write_thumbnail(const backdrop *set, rl_sink *sink, rl_error *error)
{
    const rl_render_options png = {.struct_size = sizeof png,
                                   .format = RL_FORMAT_PNG,
                                   .metadata = RL_METADATA_NONE,
                                   .threads = 1};
    const uint8_t *thumbnails[BACKDROP_MAX];
    int width = set->thumbnail.width, height = set->thumbnail.height;
    uint8_t *rgb = memory_array(NULL, (size_t)width * (size_t)height, 3);
    if (rgb == NULL)
        return status_fail(error, RL_NO_MEMORY, "OpenRaster: out of memory");
    for (int i = 0; i < set->count; i++)
        thumbnails[i] = set->layer[i].thumbnail;
    rl_composite(thumbnails, set->count, width * height, rgb);
    rl_status status = rl_encode_rgb(rgb, width, height, &png, sink, error);
    memory_free(NULL, rgb);
    return status;
}

rl_status ora_write(const backdrop *set, rl_sink *sink, void *state, rl_error *error)
{
    static const struct {
        const char *name;
        rl_status (*write)(const backdrop *set, rl_sink *sink, rl_error *error);
    } entries[] = {{"stack.xml", write_stack},
                   {"mergedimage.png", write_merged},
                   {"Thumbnails/thumbnail.png", write_thumbnail}};
    (void)sink; /* the archive's own */
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        rl_sink *memory = NULL;
        size_t size;
        rl_status status = rl_sink_to_memory(&memory, NULL, error);
        if (status == RL_OK)
            status = entries[i].write(set, memory, error);
        if (status == RL_OK) {
            const void *bytes = rl_sink_bytes(memory, &size);
            status = zip_add(state, entries[i].name, bytes, size, error);
        }
        rl_sink_free(memory);
        TRY(status);
    }
    return zip_finish(state, error);
}

void ora_release(void *state)
{
    zip_free(state);
}
