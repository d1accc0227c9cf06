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
#include "paint/coverage.h"
#include "paint/dither.h"
#include "paint/pixelart.h"
#include "paint/relief.h"
#include "paint/sky.h"
#include "paint/tiles.h"
#include "paint/trees.h"
#include "paint/water.h"

struct paint_scratch {
    tiles tiles;
    water water;
    float *r, *g, *b; /* one row of the part, encoded sRGB */
    uint8_t *plain;   /* 1: a pixel of the disc, which is not dithered; NULL = true colour */
    pixelart_pair *pairs;
};

/* What a picture of few colours needs more; 0 when there is no memory. */
static int new_pairs(paint_scratch *scratch, const rl_frame *frame)
{
    if (frame->art.count == 0)
        return 1;
    scratch->plain = memory_array(frame->allocator, (size_t)frame->columns, 1);
    scratch->pairs = memory_array(frame->allocator, PIXELART_MEMORY, sizeof *scratch->pairs);
    for (int i = 0; i < PIXELART_MEMORY && scratch->pairs != NULL; i++)
        scratch->pairs[i].key = PIXELART_NONE;
    return scratch->plain != NULL && scratch->pairs != NULL;
}

paint_scratch *paint_scratch_new(const rl_frame *frame)
{
    paint_scratch *scratch = memory_zeroed(frame->allocator, 1, sizeof *scratch);
    if (scratch == NULL)
        return NULL;
    size_t columns = (size_t)frame->columns;
    scratch->r = memory_array(frame->allocator, columns, 3 * sizeof(float));
    if (scratch->r == NULL || !new_pairs(scratch, frame) || !tiles_new(&scratch->tiles, frame) ||
        !water_new(&scratch->water, frame)) {
        paint_scratch_free(scratch, frame);
        return NULL;
    }
    scratch->g = scratch->r + columns;
    scratch->b = scratch->g + columns;
    return scratch;
}

void paint_scratch_free(paint_scratch *scratch, const rl_frame *frame)
{
    if (scratch == NULL)
        return;
    tiles_free(&scratch->tiles);
    water_free(&scratch->water);
    memory_free(frame->allocator, scratch->r);
    memory_free(frame->allocator, scratch->plain);
    memory_free(frame->allocator, scratch->pairs);
    memory_free(frame->allocator, scratch);
}

static void blend_pixel(const tone_tables *tone, paint_scratch *s, int c, float r, float g, float b,
                        float amount)
{
    run_pixels row = {s->r, s->g, s->b, NULL};
    blend_over(tone, &row, c, r, g, b, amount);
}

/* Lays what stands in the sky over a run of it. */
static void paint_sky(paint_scratch *s, const tile_run *run)
{
    run_pixels pixels = {s->r + run->column, s->g + run->column, s->b + run->column,
                         s->plain != NULL ? s->plain + run->column : NULL};
    sky_lay(&s->tiles, run, &pixels);
}

/* The colours of a layer in a run, with everything that lies on it. */
static void fetch(tiles *t, int layer, const tile_run *run, tile_colours *colours)
{
    if (layer != TILES_SKY && t->frame->surface[layer - 1].relief.shade != NULL)
        relief_fetch(t, layer, run, colours);
    else
        tiles_fetch(t, layer, SHADE_PLAIN, run, colours);
}

/* How much of each pixel of a run of one row a surface covers. */
static void cover_row(const rl_frame *frame, const frame_surface *surface, const tile_run *run,
                      float *covered)
{
    for (int i = 0; i < run->count; i++) {
        int c = run->column + i;
        covered[i] = run->row < surface->top[c]     ? 0.0f
                     : run->row >= surface->full[c] ? 1.0f
                                                    : coverage_of(frame, surface, c, run->row);
    }
    if (surface->tree_count > 0)
        trees_cover(frame, surface, run, covered);
    for (int i = 0; i < run->count && frame->scene.edges == RL_EDGES_HARD; i++)
        covered[i] = covered[i] >= 0.5f ? 1.0f : 0.0f;
}

/* The mean over all rows of a run. */
static void find_coverage(const rl_frame *frame, const frame_surface *surface, const tile_run *run,
                          float *covered)
{
    cover_row(frame, surface, run, covered);
    for (int i = 1; i <= run->reach; i++) {
        float above[TILES_BLOCK];
        float below[TILES_BLOCK];
        tile_run row = *run;
        row.row = run->row - i;
        cover_row(frame, surface, &row, above);
        row.row = run->row + i;
        cover_row(frame, surface, &row, below);
        for (int c = 0; c < run->count; c++)
            covered[c] += above[c] + below[c];
    }
    for (int c = 0; c < run->count && run->reach > 0; c++)
        covered[c] *= 1.0f / (float)(2 * run->reach + 1);
}

/* Lays a surface whose edge runs through the block over what is there. */
static void paint_edge(const rl_frame *frame, paint_scratch *s, int index, const tile_run *run)
{
    float covered[TILES_BLOCK];
    tile_colours colours;
    find_coverage(frame, &frame->surface[index], run, covered);
    fetch(&s->tiles, index + 1, run, &colours);
    for (int i = 0; i < run->count; i++) {
        blend_pixel(&frame->tone, s, run->column + i, colours.r[i], colours.g[i], colours.b[i],
                    covered[i]);
        if (s->plain != NULL && covered[i] >= 0.5f)
            s->plain[run->column + i] = 0;
    }
}

static void paint_over(paint_scratch *s, const tile_run *run, const tile_colours *colours)
{
    size_t bytes = (size_t)run->count * sizeof(float);
    memcpy(s->r + run->column, colours->r, bytes);
    memcpy(s->g + run->column, colours->g, bytes);
    memcpy(s->b + run->column, colours->b, bytes);
    if (s->plain != NULL)
        memset(s->plain + run->column, 0, (size_t)run->count);
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

/* The sky and the first `count` surfaces. */
static void paint_land(const rl_frame *frame, paint_scratch *s, const tile_run *run, int count)
{
    int behind = find_behind(frame, run, count);
    tile_colours colours;
    fetch(&s->tiles, behind + 1, run, &colours);
    paint_over(s, run, &colours);
    if (behind < 0)
        paint_sky(s, run);
    paint_edges(frame, s, run, behind + 1, count);
}

/* The lake: its mirror shows the land behind it. */
static void fetch_water(const rl_frame *frame, paint_scratch *s, const tile_run *run,
                        tile_colours *colours)
{
    tile_run part;
    water_look(&s->water, run);
    while (water_wants(&s->water, run, &part)) {
        int c = part.column;
        paint_land(frame, s, &part, frame->lake);
        mirror_keep(&s->water.mirror, &part, s->r + c, s->g + c, s->b + c);
    }
    water_fetch(&s->water, run, colours);
}

static void paint_shore(const rl_frame *frame, paint_scratch *s, const tile_run *run)
{
    tile_colours lake;
    float covered = water_coverage(frame, run->row);
    fetch_water(frame, s, run, &lake);
    paint_land(frame, s, run, frame->lake);
    for (int i = 0; i < run->count; i++)
        blend_pixel(&frame->tone, s, run->column + i, lake.r[i], lake.g[i], lake.b[i], covered);
    if (s->plain != NULL && covered >= 0.5f)
        memset(s->plain + run->column, 0, (size_t)run->count);
}

static void paint_block(const rl_frame *frame, paint_scratch *s, const tile_run *run)
{
    int all = frame->surface_count;
    if (frame->lake == 0 || run->row < frame->lake_top ||
        find_behind(frame, run, all) >= frame->lake) {
        paint_land(frame, s, run, all);
        return;
    }
    if (run->row < frame->lake_full) {
        paint_shore(frame, s, run);
    } else {
        tile_colours lake;
        fetch_water(frame, s, run, &lake);
        paint_over(s, run, &lake);
    }
    paint_edges(frame, s, run, frame->lake, all);
}

static void paint_row(const rl_frame *frame, paint_scratch *s, int row)
{
    for (int block = 0; block < frame->blocks; block++) {
        int left = (frame->first_block + block) * frame->block - frame->x;
        int right = left + frame->block;
        tile_run run = {.block = block, .column = left > 0 ? left : 0, .row = row};
        run.count = (right < frame->columns ? right : frame->columns) - run.column;
        paint_block(frame, s, &run);
    }
}

static void index_row(const rl_frame *frame, const paint_scratch *s, int row, uint8_t *out)
{
    pixelart_run run = {.x = frame->x,
                        .y = row,
                        .count = frame->columns,
                        .r = s->r,
                        .g = s->g,
                        .b = s->b,
                        .plain = s->plain};
    pixelart_row(frame, s->pairs, &run, out);
}

void paint_rows(const rl_frame *frame, paint_scratch *scratch, int y, int count, void *pixels,
                size_t stride_bytes)
{
    for (int i = 0; i < count; i++) {
        int row = frame->y + y + i;
        void *out = (char *)pixels + (size_t)i * stride_bytes;
        paint_row(frame, scratch, row);
        if (frame->art.count > 0)
            index_row(frame, scratch, row, out);
        else if (frame->scene.depth == 16)
            dither_row_16(frame->columns, scratch->r, scratch->g, scratch->b, out);
        else
            dither_row_8(frame->scene.dither, frame->x, row, frame->columns, scratch->r, scratch->g,
                         scratch->b, out);
    }
}
