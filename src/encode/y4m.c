/* y4m.c - writes frames as YUV4MPEG2, the uncompressed film that video tools read from pipes
 * (mjpegtools, yuv4mpeg(5)).
 *
 * The head of the film comes before frame 0.  A frame has three planes: Y, and Cb and Cr with half
 * as many columns and rows, whose samples are the mean of four pixels (4:2:0, sited as in JPEG).
 * The matrix is that of ITU-R BT.709 with Y in 16..235, Cb and Cr in 16..240, in fixed-point
 * numbers.  Cb and Cr come after Y, so they are kept until the last row: half a byte per pixel.
 */
#include "encode/encoder.h"

#include "base/memory.h"
#include "base/status.h"

#include <stdio.h>
#include <string.h>

#define SIDE_MOST 16384 /* greatest side, pixels: limits the memory for planes */
#define FPS_MOST 1000

/* ITU-R BT.709: weights of red, green and blue in units of 1 / 65536, and an offset in units of a
 * sample.  The weights of luma add up to 219 / 255, those of cb and of cr to 0. */
typedef struct weights {
    int32_t r, g, b, offset;
} weights;

static const weights luma = {11966, 40254, 4064, 16}, cb = {-6596, -22189, 28785, 128},
                     cr = {28784, -26145, -2639, 128};

typedef struct y4m {
    uint8_t *luma;   /* a row of Y */
    uint8_t *above;  /* RGB of the upper one of two rows that share a row of Cb and Cr */
    uint8_t *colour; /* planes Cb, then Cr */
    size_t done;     /* samples of Cb so far; of Cr as many */
    int has_above;   /* 1 = `above` is filled */
} y4m;

/* Returns the columns or rows of Cb and Cr for `side` pixels. */
static size_t half(int side)
{
    return ((size_t)side + 1) / 2;
}

static rl_status y4m_start(encoder *self, rl_error *error)
{
    const picture_info *info = &self->info;
    y4m *film = self->state;
    char head[160];
    TRY(status_range("width", info->width, 1, SIDE_MOST, error));
    TRY(status_range("height", info->height, 1, SIDE_MOST, error));
    if (info->bits != 8)
        return status_fail(error, RL_BAD_ARGUMENT, "depth: %d: must be 8 in a film", info->bits);
    TRY(status_range("fps", info->fps, 0, FPS_MOST, error));
    size_t width = (size_t)info->width;
    film->luma = memory_array(self->allocator, width, 1);
    film->above = memory_array(self->allocator, width, 3);
    film->colour = memory_array(self->allocator, half(info->width), 2 * half(info->height));
    TRY(status_memory(film->luma != NULL && film->above != NULL && film->colour != NULL, "film",
                      error));
    (void)snprintf(head, sizeof head,
                   "YUV4MPEG2 W%d H%d F%d:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n", info->width,
                   info->height, info->fps > 0 ? info->fps : 25);
    if (info->frame == 0)
        TRY(rl_sink_write(self->sink, head, strlen(head), error));
    return rl_sink_write(self->sink, "FRAME\n", 6, error);
}

/* Returns a sample of a plane; r, g and b are sums of 2^extra pixels. */
static inline uint8_t sample_of(weights w, int32_t r, int32_t g, int32_t b, int extra)
{
    int shift = 16 + extra;
    return (uint8_t)((w.r * r + w.g * g + w.b * b + (w.offset << shift) + (1 << (shift - 1))) >>
                     shift);
}

/* Appends a row to Cb and to Cr from two rows of RGB; the last column of an odd width is used
 * twice. */
static void mix_rows(const encoder *self, const uint8_t *above, const uint8_t *below)
{
    y4m *film = self->state;
    size_t width = (size_t)self->info.width, columns = half(self->info.width);
    uint8_t *blue = film->colour + film->done;
    uint8_t *red = blue + columns * half(self->info.height);
    for (size_t i = 0; i < columns; i++, above += 6, below += 6) {
        size_t next = 2 * i + 1 < width ? 3 : 0;
        int32_t r = above[0] + above[next] + below[0] + below[next];
        int32_t g = above[1] + above[next + 1] + below[1] + below[next + 1];
        int32_t b = above[2] + above[next + 2] + below[2] + below[next + 2];
        blue[i] = sample_of(cb, r, g, b, 2);
        red[i] = sample_of(cr, r, g, b, 2);
    }
    film->done += columns;
}

static rl_status y4m_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    y4m *film = self->state;
    size_t width = (size_t)self->info.width;
    for (const uint8_t *row = rows; count > 0; count--, row += 3 * width) {
        for (size_t x = 0; x < width; x++)
            film->luma[x] = sample_of(luma, row[3 * x], row[3 * x + 1], row[3 * x + 2], 0);
        TRY(rl_sink_write(self->sink, film->luma, width, error));
        if (film->has_above)
            mix_rows(self, film->above, row);
        else
            memcpy(film->above, row, 3 * width);
        film->has_above = !film->has_above;
    }
    return RL_OK;
}

static rl_status y4m_finish(encoder *self, rl_error *error)
{
    y4m *film = self->state;
    if (film->has_above) /* the number of rows is odd, so the last row is used twice */
        mix_rows(self, film->above, film->above);
    return rl_sink_write(self->sink, film->colour, 2 * film->done, error);
}

static void y4m_release(encoder *self)
{
    y4m *film = self->state;
    memory_free(self->allocator, film->luma);
    memory_free(self->allocator, film->above);
    memory_free(self->allocator, film->colour);
}

const encoder_format encoder_y4m = {
    .about = {.name = "y4m",
              .ending = ".y4m",
              .meaning = "raw film, 4:2:0 of BT.709",
              .is_film = 1},
    .state_bytes = sizeof(y4m),
    .start = y4m_start,
    .rows = y4m_rows,
    .finish = y4m_finish,
    .release = y4m_release,
};
