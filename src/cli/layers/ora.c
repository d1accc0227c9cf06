/* ora.c - scene.ora: the layers as an OpenRaster picture, for Krita, GIMP and MyPaint.
 *
 * In: each layer when its PNG is made, all of them at the end.  Out: a ZIP file with the
 * layers, the stack, the whole picture and a thumbnail, as the specification demands.
 */
#include "base/bytes.h"
#include "base/memory.h"
#include "base/status.h"
#include "cli/common/request.h"
#include "cli/layers/exporter.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

/* ---- ZIP ---------------------------------------------------------------- */

/* A ZIP file of stored entries (PKWARE, APPNOTE 6.3.10, 4.3): without compression, extra fields,
 * data descriptors or a time, so that equal contents are equal files, and so that a reader finds
 * OpenRaster's mimetype at its fixed offset. */

/* 1980-01-01 at midnight, the first time of ZIP; the upper 16 bits are the date. */
#define FIRST_DAY 0x00210000u

/* "Version needed to extract" 1.0: stored entries. */
#define VERSION 10

/* Most bytes of all entries: offsets have 32 bits, and the central directory comes last. */
#define SIZE_MOST (UINT32_MAX - (1u << 20))

/* Bytes of the fields that a local header and an entry of the central directory share. */
#define SHARED 26
#define LOCAL_HEAD (4 + SHARED)
#define LIST_HEAD (6 + SHARED + 14)

static uint8_t *put_common(uint8_t *dst, const char *name, const void *bytes, size_t size)
{
    uint32_t checksum = (uint32_t)crc32(0, bytes, (uInt)size);
    dst = bytes_put_le(dst, VERSION, 2);
    dst = bytes_put_le(dst, 0, 4); /* flags, method: stored */
    dst = bytes_put_le(dst, FIRST_DAY, 4);
    dst = bytes_put_le(dst, checksum, 4);
    dst = bytes_put_le(dst, (uint32_t)size, 4);
    dst = bytes_put_le(dst, (uint32_t)size, 4);
    return bytes_put_le(dst, (uint32_t)strlen(name), 4); /* the length of the extra field stays 0 */
}

rl_status zip_add(zip *archive, rl_sink *sink, const char *name, const void *bytes, size_t size,
                  rl_error *error)
{
    uint8_t head[LOCAL_HEAD], entry[LIST_HEAD];
    size_t length = strlen(name);
    if (size > SIZE_MOST || archive->written > SIZE_MOST - size)
        return status_fail(error, RL_BAD_ARGUMENT, "OpenRaster: more than 4 GiB");
    if (archive->list == NULL)
        TRY(rl_sink_to_memory(&archive->list, NULL, error));
    uint8_t *next = bytes_put_le(bytes_put_le(entry, 0x02014B50, 4), VERSION, 2);
    next = bytes_put_le(put_common(next, name, bytes, size), 0, 6); /* comment, disk, attributes */
    next = bytes_put_le(next, 0, 4);                                /* attributes of the file */
    bytes_put_le(next, (uint32_t)archive->written, 4);
    put_common(bytes_put_le(head, 0x04034B50, 4), name, bytes, size);
    archive->count++;
    archive->written += sizeof head + length + size;
    TRY(rl_sink_write(archive->list, entry, sizeof entry, error));
    TRY(rl_sink_write(archive->list, name, length, error));
    TRY(rl_sink_write(sink, head, sizeof head, error));
    TRY(rl_sink_write(sink, name, length, error));
    return rl_sink_write(sink, bytes, size, error);
}

rl_status zip_finish(const zip *archive, rl_sink *sink, rl_error *error)
{
    size_t size;
    const void *list = rl_sink_bytes(archive->list, &size);
    uint8_t end[22], *next = bytes_put_le(end, 0x06054B50, 4);
    next = bytes_put_le(next, 0, 4); /* disks */
    next = bytes_put_le(next, (uint32_t)archive->count, 2);
    next = bytes_put_le(next, (uint32_t)archive->count, 2);
    next = bytes_put_le(next, (uint32_t)size, 4);
    next = bytes_put_le(next, (uint32_t)archive->written, 4);
    bytes_put_le(next, 0, 2); /* comment */
    TRY(rl_sink_write(sink, list, size, error));
    return rl_sink_write(sink, end, sizeof end, error);
}

/* ---- OpenRaster --------------------------------------------------------- */

#define MIMETYPE "image/openraster"

rl_status ora_layer(backdrop *set, const backdrop_layer *layer, rl_sink *sink, rl_error *error)
{
    char name[64];
    size_t size;
    const void *bytes = rl_sink_bytes(layer->png[0], &size);
    if (set->archive.count == 0)
        TRY(zip_add(&set->archive, sink, "mimetype", MIMETYPE, strlen(MIMETYPE), error));
    snprintf(name, sizeof name, "data/%s", layer->file);
    return zip_add(&set->archive, sink, name, bytes, size, error);
}

/* Writes stack.xml, whose first layer is the nearest. */
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
                                   .compress = set->job.opts->compress};
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
    TRY(status_memory(rgb != NULL, "OpenRaster", error));
    for (int i = 0; i < set->count; i++)
        thumbnails[i] = set->layer[i].thumbnail;
    rl_composite(thumbnails, set->count, width * height, rgb);
    rl_status status = rl_encode_rgb(rgb, width, height, &png, sink, error);
    memory_free(NULL, rgb);
    return status;
}

rl_status ora_write(backdrop *set, rl_sink *sink, rl_error *error)
{
    static const struct {
        const char *name;
        rl_status (*write)(const backdrop *set, rl_sink *sink, rl_error *error);
    } entries[] = {{"stack.xml", write_stack},
                   {"mergedimage.png", write_merged},
                   {"Thumbnails/thumbnail.png", write_thumbnail}};
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        rl_sink *memory;
        size_t size;
        TRY(rl_sink_to_memory(&memory, NULL, error));
        rl_status status = entries[i].write(set, memory, error);
        const void *bytes = rl_sink_bytes(memory, &size);
        if (status == RL_OK)
            status = zip_add(&set->archive, sink, entries[i].name, bytes, size, error);
        rl_sink_free(memory);
        TRY(status);
    }
    return zip_finish(&set->archive, sink, error);
}
