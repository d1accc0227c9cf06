/* paint.c - rows of a frame, block by block: of the whole picture, or of one layer. */
#include "paint/paint.h"

#include <string.h>

#include "paint/block.h"
#include "paint/layers.h"

/* ---- bytes ------------------------------------------------------------------- */

/* A kernel writes some bytes behind the block: where they are not the row's own, it
 * writes to memory of the thread, and bytes_end copies what is asked for. */
static uint8_t *bytes_begin(const rl_frame *frame, paint_scratch *s, const tile_run *run,
                            uint8_t *row)
{
    int is_inside = run->shown + TILES_BLOCK + PIXELS_SPARE < frame->shown;
    return is_inside && tiles_left(frame, run) == 0 ? row + 3 * (size_t)run->shown : s->bytes;
}

static void bytes_end(const rl_frame *frame, const paint_scratch *s, const tile_run *run,
                      const uint8_t *bytes, uint8_t *row)
{
    if (bytes == s->bytes)
        memcpy(row + 3 * (size_t)run->shown, bytes + 3 * (size_t)tiles_left(frame, run),
               3 * (size_t)run->count);
}

static const float *threshold_of(const paint_scratch *s, const tile_run *run)
{
    return s->threshold[run->row & (DITHER_PERIOD - 1)];
}

static void put_bytes(const rl_frame *frame, paint_scratch *s, const tile_run *run, uint8_t *row)
{
    uint8_t *bytes = bytes_begin(frame, s, run, row);
    s->pixels->pack(&s->colours, threshold_of(s, run), bytes);
    bytes_end(frame, s, run, bytes, row);
}

/* ---- blocks without edges ---------------------------------------------------- */

/* Whether a run of 8-bit pixels shows one layer and nothing on it. */
static int is_plain(const rl_frame *frame, paint_scratch *s, const tile_run *run, int behind)
{
    if (s->plain != NULL || frame->scene.depth != 8)
        return 0;
    if (behind < 0 ? sky_has(&s->sky, run) : relief_has(&s->relief, behind))
        return 0;
    for (int i = behind + 1; i < frame->surface_count; i++)
        if (frame->surface[i].block_top[run->block] <= run->row)
            return 0;
    return 1;
}

/* A flat colour is the same pattern all along the row. */
static const uint8_t *flat_bytes(paint_scratch *s, const tile_run *run, int layer)
{
    if (s->flat_row != run->row || s->flat_layer != layer) {
        block_fill(s->tiles.layer[layer].flat, &s->colours);
        s->pixels->pack(&s->colours, threshold_of(s, run), s->flat);
        s->flat_row = run->row;
        s->flat_layer = layer;
    }
    return s->flat;
}

/* Its bytes need no colours on the way. */
static void put_plain(const rl_frame *frame, paint_scratch *s, const tile_run *run, int layer,
                      uint8_t *row)
{
    if (s->tiles.layer[layer].is_flat) {
        memcpy(row + 3 * (size_t)run->shown,
               flat_bytes(s, run, layer) + 3 * (size_t)tiles_left(frame, run),
               3 * (size_t)run->count);
        return;
    }
    tile_nodes nodes;
    tiles_nodes(&s->tiles, layer, run, &nodes);
    uint8_t *bytes = bytes_begin(frame, s, run, row);
    s->pixels->fill(&nodes, threshold_of(s, run), bytes);
    bytes_end(frame, s, run, bytes, row);
}

/* ---- runs -------------------------------------------------------------------- */

static void put_indices(const rl_frame *frame, paint_scratch *s, const tile_run *run, uint8_t *out)
{
    run_pixels pixels = block_pixels(s, run);
    pixelart_run art = {.x = tiles_left(frame, run),
                        .y = run->row,
                        .count = run->count,
                        .r = pixels.r,
                        .g = pixels.g,
                        .b = pixels.b,
                        .plain = pixels.plain};
    pixelart_row(frame, s->pairs, &art, out + run->shown);
}

static void put(const rl_frame *frame, paint_scratch *s, const tile_run *run, void *row)
{
    run_pixels pixels = block_pixels(s, run);
    if (frame->art.count > 0)
        put_indices(frame, s, run, row);
    else if (frame->scene.depth == 16)
        dither_row_16(run->count, pixels.r, pixels.g, pixels.b,
                      (uint16_t *)row + 3 * (size_t)run->shown);
    else
        put_bytes(frame, s, run, row);
}

static void paint_run(const rl_frame *frame, paint_scratch *s, const tile_run *run, void *row)
{
    int behind = block_behind(frame, run, frame->surface_count);
    int is_lake = frame->lake > 0 && run->row >= frame->lake_top && behind < frame->lake;
    if (!is_lake && is_plain(frame, s, run, behind)) {
        put_plain(frame, s, run, behind + 1, row);
        return;
    }
    if (frame->is_layered)
        layers_flat(frame, s, run);
    else if (is_lake)
        block_lake(frame, s, run);
    else
        block_land(frame, s, run, frame->surface_count, behind);
    put(frame, s, run, row);
}

/* ---- rows -------------------------------------------------------------------- */

/* Columns of the part that are asked for, and where they begin in what is given out. */
typedef struct span {
    int from, count, shown;
} span;

/* The run of a block that lies within a span. */
static tile_run run_of(const rl_frame *frame, const span *part, int block, int row)
{
    int left = (int)((frame->first_block + block) * frame->block - frame->x);
    int from = left > part->from ? left : part->from;
    int end = part->from + part->count;
    end = left + frame->block < end ? left + frame->block : end;
    tile_run run = {.block = block,
                    .column = from,
                    .count = end - from,
                    .row = row,
                    .shown = part->shown + from - part->from};
    return run;
}

static int block_of(const rl_frame *frame, int column)
{
    return (int)(exact_down(frame->x + column, frame->block) - frame->first_block);
}

/* Does something for each run of a row's window: `shown` columns from column `from`, which
 * in a loop go on behind its end. */
typedef void run_painter(const rl_frame *frame, paint_scratch *s, const tile_run *run, void *row);

static void each_run(const rl_frame *frame, paint_scratch *s, int from, int shown, int row,
                     run_painter *paint, void *out)
{
    for (span part = {.from = from}; part.shown < shown; part.shown += part.count) {
        int ahead = frame->columns - part.from;
        part.count = shown - part.shown < ahead ? shown - part.shown : ahead;
        int last = block_of(frame, part.from + part.count - 1);
        for (int block = block_of(frame, part.from); block <= last; block++) {
            tile_run run = run_of(frame, &part, block, row);
            paint(frame, s, &run, out);
        }
        part.from = 0;
    }
}

void paint_rows(const rl_frame *frame, paint_scratch *scratch, int y, int count, void *pixels,
                size_t stride_bytes)
{
    for (int i = 0; i < count; i++)
        each_run(frame, scratch, frame->turn, frame->shown, frame->y + y + i, paint_run,
                 (char *)pixels + (size_t)i * stride_bytes);
}

/* ---- one layer --------------------------------------------------------------- */

/* Where a layer's bytes go. */
typedef struct layer_row {
    int layer;
    uint8_t *rgba;
} layer_row;

/* The colours of pixel art, by index. */
static void expand_indices(const rl_frame *frame, paint_scratch *s, const tile_run *run,
                           uint8_t *rgb)
{
    uint8_t indices[TILES_BLOCK];
    tile_run alone = *run;
    alone.shown = 0;
    s->colours = s->layer;
    put_indices(frame, s, &alone, indices);
    for (int i = 0; i < run->count; i++)
        memcpy(rgb + 3 * (size_t)i, frame->art.rgb + 3 * (size_t)indices[i], 3);
}

static void paint_layer_run(const rl_frame *frame, paint_scratch *s, const tile_run *run, void *row)
{
    const layer_row *to = row;
    int left = tiles_left(frame, run);
    const uint8_t *rgb = s->bytes + 3 * (size_t)left;
    uint8_t *out = to->rgba + 4 * (size_t)run->shown;
    layers_paint(frame, s, to->layer, run);
    if (frame->art.count > 0)
        expand_indices(frame, s, run, s->bytes + 3 * (size_t)left);
    else
        s->pixels->pack(&s->layer, threshold_of(s, run), s->bytes);
    for (int i = 0; i < run->count; i++, rgb += 3, out += 4) {
        out[0] = rgb[0];
        out[1] = rgb[1];
        out[2] = rgb[2];
        out[3] = s->alpha[left + i];
    }
}

void paint_layer_row(const rl_frame *frame, paint_scratch *scratch, int layer, int x, int count,
                     int y, uint8_t *rgba)
{
    layer_row row = {layer, rgba};
    each_run(frame, scratch, x, count, frame->y + y, paint_layer_run, &row);
}
