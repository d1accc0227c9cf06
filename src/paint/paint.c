/* paint.c - layers become rows, each pixel painted once where that is possible.
 *
 * A row is cut into blocks of columns.  In a block the front-most ridge that
 * covers it wholly (else the sky) is painted, then the edges of the ridges
 * before it are laid over it; what stands behind is never touched.
 */
#include "paint/paint.h"

#include <string.h>

#include "base/memory.h"
#include "paint/blend.h"
#include "paint/dither.h"
#include "paint/edge.h"
#include "paint/pixelart.h"
#include "paint/pixels.h"
#include "paint/relief.h"
#include "paint/sky.h"
#include "paint/tiles.h"
#include "paint/water.h"

struct paint_scratch {
    const pixels_kernels *pixels;
    tiles tiles;
    edge_scratch edges;
    water water;
    sky sky;
    relief_memory relief;
    float (*threshold)[DITHER_PERIOD]; /* [DITHER_PERIOD]: of 8-bit rows */
    uint8_t *plain; /* [TILES_BLOCK]: 1 = of the disc, not dithered; NULL = true colour */
    pixelart_pair *pairs;
    /* Of the block at hand. */
    tile_colours colours; /* what is painted, encoded sRGB */
    tile_colours over, lake;
    uint8_t bytes[PIXELS_BYTES + PIXELS_SPARE];
    uint8_t flat[PIXELS_BYTES + PIXELS_SPARE]; /* of a flat layer in one row */
    int flat_row, flat_layer;
};

/* What a picture of few colours needs more; 0 when there is no memory. */
static int new_pairs(paint_scratch *scratch, const rl_frame *frame)
{
    if (frame->art.count == 0)
        return 1;
    scratch->plain = memory_array(frame->allocator, TILES_BLOCK, 1);
    scratch->pairs = memory_array(frame->allocator, PIXELART_MEMORY, sizeof *scratch->pairs);
    for (int i = 0; i < PIXELART_MEMORY && scratch->pairs != NULL; i++)
        scratch->pairs[i].key = PIXELART_NONE;
    return scratch->plain != NULL && scratch->pairs != NULL;
}

static int new_thresholds(paint_scratch *scratch, const rl_frame *frame)
{
    scratch->threshold = memory_array(frame->allocator, DITHER_PERIOD, sizeof *scratch->threshold);
    for (int y = 0; y < DITHER_PERIOD && scratch->threshold != NULL; y++)
        dither_thresholds(frame->scene.dither, 0, y, scratch->threshold[y]);
    return scratch->threshold != NULL;
}

paint_scratch *paint_scratch_new(const rl_frame *frame)
{
    paint_scratch *scratch = memory_zeroed(frame->allocator, 1, sizeof *scratch);
    if (scratch == NULL)
        return NULL;
    scratch->pixels = pixels_kernels_for(frame);
    scratch->flat_row = -1;
    if (!new_thresholds(scratch, frame) || !new_pairs(scratch, frame) ||
        !relief_new(&scratch->relief, frame) || !tiles_new(&scratch->tiles, frame) ||
        !edge_new(&scratch->edges, frame) || !water_new(&scratch->water, frame) ||
        !sky_new(&scratch->sky, frame)) {
        paint_scratch_free(scratch, frame);
        return NULL;
    }
    return scratch;
}

void paint_scratch_free(paint_scratch *scratch, const rl_frame *frame)
{
    if (scratch == NULL)
        return;
    relief_free(&scratch->relief);
    tiles_free(&scratch->tiles);
    edge_free(&scratch->edges);
    water_free(&scratch->water);
    sky_free(&scratch->sky);
    memory_free(frame->allocator, scratch->threshold);
    memory_free(frame->allocator, scratch->plain);
    memory_free(frame->allocator, scratch->pairs);
    memory_free(frame->allocator, scratch);
}

/* ---- colours ----------------------------------------------------------------- */

static void fill(shade_colour colour, tile_colours *out)
{
    for (int i = 0; i < TILES_BLOCK; i++) {
        out->r[i] = colour.r;
        out->g[i] = colour.g;
        out->b[i] = colour.b;
    }
}

/* The colours of a layer in columns from..to-1 of the block of a run, with everything
 * that lies on it. */
static void fetch(paint_scratch *s, int layer, const tile_run *run, int from, int to,
                  tile_colours *out)
{
    const rl_frame *frame = s->tiles.frame;
    if (s->tiles.layer[layer].is_flat) {
        fill(s->tiles.layer[layer].flat, out);
        return;
    }
    tile_nodes nodes;
    tiles_nodes(&s->tiles, layer, run, &nodes);
    nodes.from = from;
    nodes.to = to;
    if (layer == TILES_SKY || !relief_has(&s->relief, layer - 1)) {
        s->pixels->plane(&nodes, SHADE_PLAIN, out);
        return;
    }
    relief_place place = {.memory = &s->relief,
                          .lines = relief_find(&s->relief, layer - 1, run->block),
                          .base = (float)(frame->height - run->row) - 0.5f};
    s->pixels->faces(&nodes, &place, out);
}

/* The pixels of a run among those of its block. */
static run_pixels pixels_of(paint_scratch *s, const tile_run *run)
{
    int left = tiles_left(s->tiles.frame, run);
    run_pixels pixels = {s->colours.r + left, s->colours.g + left, s->colours.b + left,
                         s->plain != NULL ? s->plain + left : NULL};
    return pixels;
}

/* ---- edges ------------------------------------------------------------------- */

/* Lays a surface whose edge runs through the block over what is there. */
static void paint_edge(const rl_frame *frame, paint_scratch *s, int index, const tile_run *run)
{
    const edge_area *area = edge_cover(&s->edges, index, run);
    if (area == NULL)
        return;
    int left = tiles_left(frame, run);
    uint64_t columns = area->whole | area->part;
    fetch(s, index + 1, run, left + __builtin_ctzll(columns), left + 64 - __builtin_clzll(columns),
          &s->over);
    edge_blend(&s->edges, area, left, &s->colours, s->plain, &s->over);
}

static void paint_edges(const rl_frame *frame, paint_scratch *s, const tile_run *run, int first,
                        int end)
{
    for (int i = first; i < end; i++)
        if (frame->surface[i].block_top[run->block] <= run->row + run->reach)
            paint_edge(frame, s, i, run);
}

/* The front-most of the first `count` surfaces that covers all, or -1. */
static int find_behind(const rl_frame *frame, const tile_run *run, int count)
{
    int behind = count - 1;
    while (behind >= 0 && frame->surface[behind].block_full[run->block] > run->row - run->reach)
        behind--;
    return behind;
}

/* The sky and the first `count` surfaces; `behind` is find_behind's. */
static void paint_land(const rl_frame *frame, paint_scratch *s, const tile_run *run, int count,
                       int behind)
{
    fetch(s, behind + 1, run, 0, TILES_BLOCK, &s->colours);
    if (s->plain != NULL)
        memset(s->plain, 0, TILES_BLOCK);
    if (behind < 0) {
        run_pixels pixels = pixels_of(s, run);
        sky_lay(&s->sky, &s->tiles, run, &pixels);
    }
    paint_edges(frame, s, run, behind + 1, count);
}

/* ---- lake -------------------------------------------------------------------- */

/* The colours of the lake in the block of a run: its mirror shows the land behind it. */
static void fetch_lake(const rl_frame *frame, paint_scratch *s, const tile_run *run,
                       tile_colours *colours)
{
    tile_run part;
    water_look(&s->water, run);
    while (water_wants(&s->water, &part)) {
        paint_land(frame, s, &part, frame->lake, find_behind(frame, &part, frame->lake));
        run_pixels seen = pixels_of(s, &part);
        mirror_keep(&s->water.mirror, &part, seen.r, seen.g, seen.b);
    }
    water_fetch(&s->water, run, colours);
}

/* The row in which land and lake meet. */
static void paint_shore(const rl_frame *frame, paint_scratch *s, const tile_run *run)
{
    int left = tiles_left(frame, run);
    float covered = water_coverage(frame, run->row);
    fetch_lake(frame, s, run, &s->lake);
    paint_land(frame, s, run, frame->lake, find_behind(frame, run, frame->lake));
    run_pixels pixels = pixels_of(s, run);
    for (int i = 0; i < run->count; i++)
        blend_over(&frame->tone, &pixels, i, s->lake.r[left + i], s->lake.g[left + i],
                   s->lake.b[left + i], covered);
    if (s->plain != NULL && covered >= 0.5f)
        memset(s->plain, 0, TILES_BLOCK);
}

static void paint_lake(const rl_frame *frame, paint_scratch *s, const tile_run *run)
{
    if (run->row < frame->lake_full) {
        paint_shore(frame, s, run);
    } else {
        fetch_lake(frame, s, run, &s->colours);
        if (s->plain != NULL)
            memset(s->plain, 0, TILES_BLOCK);
    }
    paint_edges(frame, s, run, frame->lake, frame->surface_count);
}

/* ---- bytes ------------------------------------------------------------------- */

/* A kernel writes some bytes behind the block: where they are not the row's own, it
 * writes to memory of the thread, and bytes_end copies what is asked for. */
static uint8_t *bytes_begin(const rl_frame *frame, paint_scratch *s, const tile_run *run,
                            uint8_t *row)
{
    int is_inside = run->column + TILES_BLOCK + PIXELS_SPARE < frame->columns;
    return is_inside && tiles_left(frame, run) == 0 ? row + 3 * (size_t)run->column : s->bytes;
}

static void bytes_end(const rl_frame *frame, const paint_scratch *s, const tile_run *run,
                      const uint8_t *bytes, uint8_t *row)
{
    if (bytes == s->bytes)
        memcpy(row + 3 * (size_t)run->column, bytes + 3 * (size_t)tiles_left(frame, run),
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
        fill(s->tiles.layer[layer].flat, &s->colours);
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
        memcpy(row + 3 * (size_t)run->column,
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

/* ---- rows -------------------------------------------------------------------- */

static void put_indices(const rl_frame *frame, paint_scratch *s, const tile_run *run, uint8_t *out)
{
    run_pixels pixels = pixels_of(s, run);
    pixelart_run art = {.x = frame->x + run->column,
                        .y = run->row,
                        .count = run->count,
                        .r = pixels.r,
                        .g = pixels.g,
                        .b = pixels.b,
                        .plain = pixels.plain};
    pixelart_row(frame, s->pairs, &art, out + run->column);
}

static void put(const rl_frame *frame, paint_scratch *s, const tile_run *run, void *row)
{
    run_pixels pixels = pixels_of(s, run);
    if (frame->art.count > 0)
        put_indices(frame, s, run, row);
    else if (frame->scene.depth == 16)
        dither_row_16(run->count, pixels.r, pixels.g, pixels.b,
                      (uint16_t *)row + 3 * (size_t)run->column);
    else
        put_bytes(frame, s, run, row);
}

static void paint_run(const rl_frame *frame, paint_scratch *s, const tile_run *run, void *row)
{
    int behind = find_behind(frame, run, frame->surface_count);
    int is_lake = frame->lake > 0 && run->row >= frame->lake_top && behind < frame->lake;
    if (!is_lake && is_plain(frame, s, run, behind)) {
        put_plain(frame, s, run, behind + 1, row);
        return;
    }
    if (is_lake)
        paint_lake(frame, s, run);
    else
        paint_land(frame, s, run, frame->surface_count, behind);
    put(frame, s, run, row);
}

static void paint_row(const rl_frame *frame, paint_scratch *s, int row, void *out)
{
    for (int block = 0; block < frame->blocks; block++) {
        int left = (frame->first_block + block) * frame->block - frame->x;
        int right = left + frame->block;
        tile_run run = {.block = block, .column = left > 0 ? left : 0, .row = row};
        run.count = (right < frame->columns ? right : frame->columns) - run.column;
        paint_run(frame, s, &run, out);
    }
}

void paint_rows(const rl_frame *frame, paint_scratch *scratch, int y, int count, void *pixels,
                size_t stride_bytes)
{
    for (int i = 0; i < count; i++)
        paint_row(frame, scratch, frame->y + y + i, (char *)pixels + (size_t)i * stride_bytes);
}
