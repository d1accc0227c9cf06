/* zip.c - a ZIP file of stored entries (PKWARE, APPNOTE 6.3.10, 4.3).
 *
 * In: names and bytes.  Out: a file without compression, extra fields, data descriptors or
 * a time, so that equal contents are equal files, and so that a reader finds OpenRaster's
 * mimetype at its place.
 */
#include "cli/layers/zip.h"
#include "base/status.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* 1980-01-01, the first day of ZIP, at midnight; in the upper half the date. */
#define FIRST_DAY 0x00210000u

/* "Version needed to extract" 1.0: stored entries. */
#define VERSION 10

/* Sizes of plain ZIP have 32 bits; the list of entries needs some of them. */
#define SIZE_MOST (UINT32_MAX - (1u << 20))

/* What a local head and an entry of the list have in common: 26 bytes. */
#define COMMON 26
#define LOCAL_HEAD (4 + COMMON)
#define LIST_HEAD (6 + COMMON + 14)

static uint8_t *put(uint8_t *dst, uint32_t value, int size)
{
    for (int i = 0; i < size; i++, value >>= 8)
        *dst++ = (uint8_t)value;
    return dst;
}

static uint8_t *put_common(uint8_t *dst, const char *name, const void *bytes, size_t size)
{
    uint32_t checksum = (uint32_t)crc32(0, bytes, (uInt)size);
    dst = put(dst, VERSION, 2);
    dst = put(dst, 0, 4); /* flags, method: stored */
    dst = put(dst, FIRST_DAY, 4);
    dst = put(dst, checksum, 4);
    dst = put(dst, (uint32_t)size, 4);
    dst = put(dst, (uint32_t)size, 4);
    return put(dst, (uint32_t)strlen(name), 4); /* and no extra field */
}

rl_status zip_add(zip *archive, const char *name, const void *bytes, size_t size, rl_error *error)
{
    uint8_t head[LOCAL_HEAD];
    size_t length = strlen(name), room = archive->list_size + LIST_HEAD + length;
    if (size > SIZE_MOST || archive->written > SIZE_MOST - size)
        return status_fail(error, RL_BAD_ARGUMENT, "OpenRaster: more than 4 GiB");
    if (room > archive->list_room) {
        uint8_t *list = realloc(archive->list, 2 * room);
        if (list == NULL)
            return status_fail(error, RL_NO_MEMORY, "OpenRaster: out of memory");
        archive->list = list;
        archive->list_room = 2 * room;
    }
    uint8_t *entry = put(archive->list + archive->list_size, 0x02014B50, 4);
    entry = put_common(put(entry, VERSION, 2), name, bytes, size);
    entry = put(entry, 0, 10); /* comment, disk, attributes */
    entry = put(entry, (uint32_t)archive->written, 4);
    memcpy(entry, name, length);
    put_common(put(head, 0x04034B50, 4), name, bytes, size);
    archive->list_size = room;
    archive->count++;
    archive->written += sizeof head + length + size;
    TRY(rl_sink_write(archive->sink, head, sizeof head, error));
    TRY(rl_sink_write(archive->sink, name, length, error));
    return rl_sink_write(archive->sink, bytes, size, error);
}

rl_status zip_finish(zip *archive, rl_error *error)
{
    uint8_t end[22], *next = put(end, 0x06054B50, 4);
    next = put(next, 0, 4); /* disks */
    next = put(next, (uint32_t)archive->count, 2);
    next = put(next, (uint32_t)archive->count, 2);
    next = put(next, (uint32_t)archive->list_size, 4);
    next = put(next, (uint32_t)archive->written, 4);
    put(next, 0, 2); /* comment */
    TRY(rl_sink_write(archive->sink, archive->list, archive->list_size, error));
    return rl_sink_write(archive->sink, end, sizeof end, error);
}

void zip_free(zip *archive)
{
    free(archive->list);
    archive->list = NULL;
}
