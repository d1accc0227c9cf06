/* paint.c - paints the layers of a frame, one a thread, and writes their files.
 *
 * In: a frame and the options of its files.  Out: for each layer its PNG in the folder; a smaller
 * one and a thumbnail in memory.  Layers wait for their turn in the slots of frames.c, so memory
 * holds the pixels of a few of them at a time.
 */
#include "base/memory.h"
#include "base/status.h"
#include "cli/common/progress.h"
#include "cli/common/request.h"
#include "cli/layers/exporter.h"

/* What the pixels of all layers at work may take; there are two slots a thread. */
#define PIXELS_MAX ((size_t)1 << 30)

/* ---- smaller copies ------------------------------------------------------ */

geometry backdrop_fit(geometry size, geometry limit)
{
    int64_t w = size.width, h = size.height;
    if (w <= limit.width && h <= limit.height)
        return size;
    int is_wide = w * limit.height >= h * limit.width;
    int64_t x = is_wide ? limit.width : (w * limit.height + h / 2) / h;
    int64_t y = is_wide ? (h * limit.width + w / 2) / w : limit.height;
    return (geometry){x > 1 ? (int)x : 1, y > 1 ? (int)y : 1, 0, 0};
}

/* Makes pixel (x, y) of the smaller picture the mean of those it covers, weighted by alpha;
 * where nothing is covered the plain mean, so that no fringe arises.  Lengths are in 1/small
 * pixels: whole numbers, so that any ratio comes out exactly. */
static void shrink_pixel(uint8_t *pixel, int x, int y, geometry small, const uint8_t *rgba,
                         geometry size)
{
    int64_t whole = (int64_t)size.width * size.height, alpha = 0, covered[3] = {0}, bare[3] = {0};
    int64_t top = (int64_t)y * size.height, bottom = top + size.height, down, across;
    for (; top < bottom; top += down) {
        int64_t row = top / small.height, left = (int64_t)x * size.width;
        int64_t right = left + size.width, column = left / small.width;
        const uint8_t *pixel_in = rgba + 4 * (row * size.width + column);
        down = (row + 1) * small.height < bottom ? (row + 1) * small.height - top : bottom - top;
        for (; left < right; left += across, pixel_in += 4) {
            int64_t edge = ++column * small.width;
            across = edge < right ? edge - left : right - left;
            int64_t area = down * across, weight = area * pixel_in[3];
            alpha += weight;
            for (int c = 0; c < 3; c++) {
                covered[c] += weight * pixel_in[c];
                bare[c] += area * pixel_in[c];
            }
        }
    }
    for (int c = 0; c < 3; c++)
        pixel[c] =
            (uint8_t)(alpha > 0 ? (covered[c] + alpha / 2) / alpha : (bare[c] + whole / 2) / whole);
    pixel[3] = (uint8_t)((alpha + whole / 2) / whole);
}

static void shrink(uint8_t *copy, geometry small, const uint8_t *rgba, geometry size)
{
    for (int y = 0; y < small.height; y++)
        for (int x = 0; x < small.width; x++, copy += 4)
            shrink_pixel(copy, x, y, small, rgba, size);
}

/* ---- one layer ---------------------------------------------------------- */

static int row_is_empty(const uint8_t *row, int width)
{
    int x = 0;
    while (x < width && row[4 * (size_t)x + 3] == 0)
        x++;
    return x == width;
}

/* Leaves out rows without a covered pixel above and below; one row stays. */
static void trim(const backdrop *set, backdrop_layer *layer, const uint8_t *rgba)
{
    size_t stride = 4 * (size_t)set->width;
    int first = 0, end = set->height;
    while (first < end - 1 && row_is_empty(rgba + stride * (size_t)first, set->width))
        first++;
    while (end > first + 1 && row_is_empty(rgba + stride * (size_t)(end - 1), set->width))
        end--;
    layer->top = first;
    layer->rows = end - first;
}

static rl_status encode(rl_sink **sink, const uint8_t *rgba, geometry size,
                        const rl_rgba_options *png, rl_error *error)
{
    TRY(rl_sink_to_memory(sink, NULL, error));
    return rl_encode_rgba(rgba, 4 * (size_t)size.width, size.width, size.height, png, *sink, error);
}

/* Writes bytes in base64 (RFC 4648): three bytes become four letters of six bits. */
static void base64(char *text, const uint8_t *bytes, size_t size)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        uint32_t word = 0;
        for (size_t k = i; k < i + 3; k++)
            word = word << 8 | (k < size ? bytes[k] : 0);
        for (size_t k = 0; k < 4; k++)
            *text++ = i + k > size ? '=' : letters[word >> (18 - 6 * k) & 63];
    }
    *text = '\0';
}

/* Makes image and thumbnail.  The preview needs no recipe; pixel art that was made smaller has
 * other colours. */
static rl_status encode_small(backdrop *set, backdrop_layer *layer, const uint8_t *rgba,
                              rl_error *error)
{
    geometry small = set->small, thumbnail = set->thumbnail;
    int is_whole = small.width == set->width && small.height == set->height;
    const rl_rgba_options how = {.struct_size = sizeof how,
                                 .colours = is_whole ? set->colour_count : 0,
                                 .rgb = set->colours,
                                 .metadata = RL_METADATA_NONE,
                                 .compress = set->job.opts->compress};
    rl_sink *png = NULL;
    rl_status status = RL_OK;
    uint8_t *copy = memory_array(NULL, (size_t)small.width * (size_t)small.height, 4);
    layer->thumbnail =
        arena_array(&set->memory, (size_t)thumbnail.width * (size_t)thumbnail.height, 4);
    if (copy != NULL && layer->thumbnail != NULL) {
        shrink(copy, small, rgba, (geometry){set->width, set->height, 0, 0});
        shrink(layer->thumbnail, thumbnail, copy, small);
        status = encode(&png, copy, small, &how, error);
    }
    if (png != NULL && status == RL_OK) {
        size_t size;
        const uint8_t *bytes = rl_sink_bytes(png, &size);
        layer->image = arena_array(&set->memory, (size + 2) / 3 * 4 + 1, 1);
        if (layer->image != NULL)
            base64(layer->image, bytes, size);
    }
    if (status == RL_OK && layer->image == NULL)
        status = status_fail(error, RL_NO_MEMORY, "layers: out of memory");
    rl_sink_free(png);
    memory_free(NULL, copy);
    return status;
}

/* ---- all layers --------------------------------------------------------- */

/* Jobs get a pointer to the pointer of the set, whose layers they fill. */

static rl_status draw(const void *user, int index, uint8_t *rgba, rl_error *error)
{
    backdrop *set = *(backdrop *const *)user;
    backdrop_layer *layer = &set->layer[index];
    rl_painter *painter;
    TRY(rl_painter_new(&painter, set->frame, error));
    rl_status status = rl_painter_layer(painter, index, 0, 0, set->width, set->height, rgba,
                                        4 * (size_t)set->width, error);
    rl_painter_free(painter);
    TRY(status);
    layer->rows = set->height;
    if (set->own->trim)
        trim(set, layer, rgba);
    for (int c = 0; c < 3 && index == 0; c++)
        set->background[c] = rgba[c];
    size_t recipe_size;
    rl_rgba_options png = {.struct_size = sizeof png,
                           .colours = set->colour_count,
                           .rgb = set->colours,
                           .zoom = set->zoom,
                           .metadata = set->job.opts->metadata,
                           .compress = set->job.opts->compress,
                           .recipe = rl_sink_bytes(set->recipe, &recipe_size)};
    TRY(encode(&layer->png, rgba + 4 * (size_t)set->width * (size_t)layer->top,
               (geometry){set->width, layer->rows, 0, 0}, &png, error));
    return encode_small(set, layer, rgba, error);
}

/* Writes the layer's PNG to its file and to the containers. */
static rl_status take(void *user, int index, const uint8_t *rgba, rl_error *error)
{
    backdrop *set = *(backdrop **)user;
    backdrop_layer *layer = &set->layer[index];
    size_t size;
    rl_sink *sink;
    const void *bytes = rl_sink_bytes(layer->png, &size);
    (void)rgba;
    TRY(folder_add(&set->folder, layer->file, &sink, error));
    TRY(rl_sink_write(sink, bytes, size, error));
    for (int i = 0; i < exporter_count; i++)
        if (exporters[i].layer != NULL)
            TRY(exporters[i].layer(set, layer, set->file[i], error));
    rl_sink_free(layer->png);
    layer->png = NULL;
    return RL_OK;
}

rl_status backdrop_paint(backdrop *set, rl_error *error)
{
    frames_work frames = {.frames = set->count,
                          .threads = request_threads(set->job.opts),
                          .bytes = 4 * (size_t)set->width * (size_t)set->height,
                          .draw = draw,
                          .take = take,
                          .user = &set};
    while (frames.threads > 1 && 2 * (size_t)frames.threads * frames.bytes > PIXELS_MAX)
        frames.threads--;
    return frames_run(&frames, &set->job.bar, error);
}
