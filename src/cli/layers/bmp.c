/* bmp.c - 1.bmp, 2.bmp ...: the layers as Layered WallPaper (lwp) reads them, whole, with alpha.
 *
 * It loads them by SDL, which knows alpha from the masks of a BITMAPV4HEADER (Microsoft, wingdi.h).
 */
#include "base/bytes.h"
#include "base/memory.h"
#include "base/status.h"
#include "cli/layers/exporter.h"

#include <string.h>

#define FILE_HEAD 14
#define V4_HEAD 108
#define HEAD (FILE_HEAD + V4_HEAD)
#define BITFIELDS 3
#define SRGB 0x73524742u

static void put_head(uint8_t head[HEAD], uint32_t width, uint32_t height)
{
    const uint32_t masks[] = {0x00FF0000u, 0x0000FF00u, 0x000000FFu, 0xFF000000u, SRGB};
    memset(head, 0, HEAD);
    uint8_t *next = bytes_put_le(head, 0x4D42, 2); /* "BM" */
    next = bytes_put_le(next, HEAD + 4 * width * height, 4);
    next = bytes_put_le(bytes_put_le(next, 0, 4), HEAD, 4);
    next = bytes_put_le(bytes_put_le(bytes_put_le(next, V4_HEAD, 4), width, 4), height, 4);
    next = bytes_put_le(bytes_put_le(bytes_put_le(next, 1, 2), 32, 2), BITFIELDS, 4);
    next = bytes_put_le(next, 4 * width * height, 4);
    next += 16; /* resolution, colours of a palette */
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++)
        next = bytes_put_le(next, masks[i], 4);
}

rl_status bmp_picture(const backdrop *set, const uint8_t *rgba, rl_sink *sink, rl_error *error)
{
    uint8_t head[HEAD];
    int zoom = set->zoom, width = set->width * zoom;
    uint8_t *row = memory_array(NULL, (size_t)width, 4);
    TRY(status_memory(row != NULL, "BMP", error));
    put_head(head, (uint32_t)width, (uint32_t)(set->height * zoom));
    rl_status status = rl_sink_write(sink, head, HEAD, error);
    for (int y = set->height * zoom - 1; y >= 0 && status == RL_OK; y--) { /* bottom row first */
        const uint8_t *from = rgba + 4 * (size_t)set->width * (size_t)(y / zoom);
        for (int x = 0; x < width; x++) {
            const uint8_t *pixel = from + 4 * (size_t)(x / zoom);
            const uint8_t turned[4] = {pixel[2], pixel[1], pixel[0], pixel[3]};
            memcpy(row + 4 * (size_t)x, turned, 4);
        }
        status = rl_sink_write(sink, row, 4 * (size_t)width, error);
    }
    memory_free(NULL, row);
    return status;
}
