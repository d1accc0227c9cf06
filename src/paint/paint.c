/* paint.c - paints rows of a frame block by block: of the whole picture, or of one layer. */
#include "paint/paint.h"

#include <string.h>

#include "paint/block.h"
#include "paint/inks.h"

/* ---- bytes ------------------------------------------------------------------- */

/* Returns where a kernel may write the bytes of a block: it writes all columns of the block and
 * PIXELS_SPARE bytes more.  If these are not inside the row, it is s->bytes, from which bytes_end
 * copies the run to the row. */
static uint8_t *bytes_begin(paint_scratch *s, const tile_run *run, uint8_t *row)
{
    int is_inside = run->shown + TILES_BLOCK + PIXELS_SPARE < s->frame->shown;
    return is_inside && tiles_left(s->frame, run) == 0 ? row + 3 * (size_t)run->shown : s->bytes;
}

static void bytes_end(const paint_scratch *s, const tile_run *run, const uint8_t *bytes,
                      uint8_t *row)
{
    if (bytes == s->bytes)
        memcpy(row + 3 * (size_t)run->shown, bytes + 3 * (size_t)tiles_left(s->frame, run),
               3 * (size_t)run->count);
}

static const float *threshold_of(const paint_scratch *s, const tile_run *run)
{
    return s->threshold[run->row & (DITHER_PERIOD - 1)];
}

/* ---- blocks that show only one tile -------------------------------------------- */

/* Writes the bytes of a run that shows only one tile, in one step.  Those of a flat tile are made
 * once per row, since they repeat in every block. */
static void put_tile(paint_scratch *s, const tile_run *run, int index, uint8_t *row)
{
    const node_tile *one = &s->tiles.tile[index];
    if (one->is_flat) {
        if (s->flat_row != run->row || s->flat_tile != index) {
            block_fill(one->flat, &s->colours);
            s->pixels->pack(&s->colours, threshold_of(s, run), s->flat);
            s->flat_row = run->row;
            s->flat_tile = index;
        }
        memcpy(row + 3 * (size_t)run->shown, s->flat + 3 * (size_t)tiles_left(s->frame, run),
               3 * (size_t)run->count);
        return;
    }
    tile_nodes nodes;
    tiles_nodes(s, index, run, 0, TILES_BLOCK, &nodes);
    uint8_t *bytes = bytes_begin(s, run, row);
    s->pixels->fill(&nodes, threshold_of(s, run), bytes);
    bytes_end(s, run, bytes, row);
}

/* ---- runs -------------------------------------------------------------------- */

/* Writes s->colours of a run as indices of pixel art, or of inks. */
static void put_indices(paint_scratch *s, const tile_run *run, uint8_t *out)
{
    run_pixels pixels = block_pixels(s, run);
    pixelart_run art = {.x = tiles_left(s->frame, run),
                        .y = run->row,
                        .count = run->count,
                        .r = pixels.r,
                        .g = pixels.g,
                        .b = pixels.b,
                        .plain = pixels.plain};
    if (s->frame->inks != NULL)
        inks_row(s->frame, &art, out + run->shown);
    else
        pixelart_row(s->frame, s->pairs, &art, out + run->shown);
}

static void paint_run(paint_scratch *s, const tile_run *run, void *row)
{
    const block_list *list = block_list_at(s, run);
    int is_printed = s->frame->print != NULL;
    int alone = is_printed ? -1 : block_tile(s, run, list);
    if (alone >= 0) {
        put_tile(s, run, alone, row);
        return;
    }
    if (s->frame->is_layered || is_printed)
        block_layers(s, run);
    else
        block_paint(s, run, list);
    if (s->frame->colours > 0) {
        put_indices(s, run, row);
    } else if (s->frame->depth == 16) {
        run_pixels pixels = block_pixels(s, run);
        dither_row_16(run->count, pixels.r, pixels.g, pixels.b,
                      (uint16_t *)row + 3 * (size_t)run->shown);
    } else {
        uint8_t *bytes = bytes_begin(s, run, row);
        s->pixels->pack(&s->colours, threshold_of(s, run), bytes);
        bytes_end(s, run, bytes, row);
    }
}

/* ---- rows -------------------------------------------------------------------- */

/* Columns from .. from + count - 1 of the frame, which are written from column `shown` on. */
typedef struct row_span {
    int from, count, shown;
} row_span;

static int block_of(const rl_frame *frame, int column)
{
    return (int)(exact_down(frame->x + column, frame->block) - frame->first_block);
}

typedef void run_painter(paint_scratch *s, const tile_run *run, void *row);

/* Calls `paint` for each run, a part of one block, of `shown` columns of a row from column `from`
 * on. In a loop the first column follows the last. */
static void each_run(paint_scratch *s, int from, int shown, int row, run_painter *paint, void *out)
{
    const rl_frame *frame = s->frame;
    for (row_span part = {.from = from}; part.shown < shown; part.shown += part.count) {
        int ahead = frame->columns - part.from;
        part.count = shown - part.shown < ahead ? shown - part.shown : ahead;
        int last = block_of(frame, part.from + part.count - 1);
        for (int block = block_of(frame, part.from); block <= last; block++) {
            int left = (int)((frame->first_block + block) * frame->block - frame->x);
            int begin = left > part.from ? left : part.from;
            int end = part.from + part.count;
            end = left + frame->block < end ? left + frame->block : end;
            tile_run run = {.block = block,
                            .column = begin,
                            .count = end - begin,
                            .row = row,
                            .shown = part.shown + begin - part.from};
            paint(s, &run, out);
        }
        part.from = 0;
    }
}

void paint_rows(paint_scratch *scratch, int y, int count, void *pixels, size_t stride_bytes)
{
    for (int i = 0; i < count; i++)
        each_run(scratch, scratch->frame->turn, scratch->frame->shown, scratch->frame->y + y + i,
                 paint_run, (char *)pixels + (size_t)i * stride_bytes);
}

/* ---- one layer --------------------------------------------------------------- */

/* The target of a layer's pixels. */
typedef struct layer_row {
    int layer;
    uint8_t *rgba;
} layer_row;

static void paint_layer_run(paint_scratch *s, const tile_run *run, void *row)
{
    const layer_row *to = row;
    int left = tiles_left(s->frame, run);
    uint8_t *rgb = s->bytes + 3 * (size_t)left;
    uint8_t *out = to->rgba + 4 * (size_t)run->shown;
    block_layer(s, to->layer, run);
    if (s->frame->colours > 0) {
        uint8_t indices[TILES_BLOCK];
        tile_run alone = *run;
        alone.shown = 0;
        s->colours = s->layer;
        put_indices(s, &alone, indices);
        for (int i = 0; i < run->count; i++)
            memcpy(rgb + 3 * (size_t)i, s->frame->art->rgb + 3 * (size_t)indices[i], 3);
    } else {
        s->pixels->pack(&s->layer, threshold_of(s, run), s->bytes);
    }
    for (int i = 0; i < run->count; i++, rgb += 3, out += 4) {
        out[0] = rgb[0];
        out[1] = rgb[1];
        out[2] = rgb[2];
        out[3] = s->alpha[left + i];
    }
}

void paint_layer_row(paint_scratch *scratch, int layer, int x, int count, int y, uint8_t *rgba)
{
    each_run(scratch, x, count, scratch->frame->y + y, paint_layer_run, &(layer_row){layer, rgba});
}
