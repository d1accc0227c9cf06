/* block.c - layers become the colours of a block, each pixel painted once where that is
 * possible. */
#include "paint/block.h"

#include <string.h>

#include "base/memory.h"

/* ---- memory ----------------------------------------------------------------- */

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

void block_fill(shade_colour colour, tile_colours *out)
{
    for (int i = 0; i < TILES_BLOCK; i++) {
        out->r[i] = colour.r;
        out->g[i] = colour.g;
        out->b[i] = colour.b;
    }
}

void block_fetch(paint_scratch *s, int layer, const tile_run *run, int from, int to,
                 tile_colours *out)
{
    const rl_frame *frame = s->tiles.frame;
    if (s->tiles.layer[layer].is_flat) {
        block_fill(s->tiles.layer[layer].flat, out);
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

run_pixels block_pixels(paint_scratch *s, const tile_run *run)
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
    block_fetch(s, index + 1, run, left + __builtin_ctzll(columns),
                left + 64 - __builtin_clzll(columns), &s->over);
    edge_blend(&s->edges, area, left, &s->colours, s->plain, &s->over);
}

static void paint_edges(const rl_frame *frame, paint_scratch *s, const tile_run *run, int first,
                        int end)
{
    for (int i = first; i < end; i++)
        if (frame->surface[i].block_top[run->block] <= run->row + run->reach)
            paint_edge(frame, s, i, run);
}

int block_behind(const rl_frame *frame, const tile_run *run, int count)
{
    int behind = count - 1;
    while (behind >= 0 && frame->surface[behind].block_full[run->block] > run->row - run->reach)
        behind--;
    return behind;
}

static void clear_plain(paint_scratch *s)
{
    if (s->plain != NULL)
        memset(s->plain, 0, TILES_BLOCK);
}

void block_sky(paint_scratch *s, const tile_run *run)
{
    block_fetch(s, TILES_SKY, run, 0, TILES_BLOCK, &s->colours);
    clear_plain(s);
    run_pixels pixels = block_pixels(s, run);
    sky_lay(&s->sky, &s->tiles, run, &pixels);
}

void block_land(const rl_frame *frame, paint_scratch *s, const tile_run *run, int count, int behind)
{
    if (behind < 0) {
        block_sky(s, run);
    } else {
        block_fetch(s, behind + 1, run, 0, TILES_BLOCK, &s->colours);
        clear_plain(s);
    }
    paint_edges(frame, s, run, behind + 1, count);
}

/* ---- lake -------------------------------------------------------------------- */

/* Its mirror shows the land behind it. */
void block_fetch_lake(const rl_frame *frame, paint_scratch *s, const tile_run *run,
                      tile_colours *colours)
{
    tile_run part;
    water_look(&s->water, run);
    while (water_wants(&s->water, &part)) {
        block_land(frame, s, &part, frame->lake, block_behind(frame, &part, frame->lake));
        run_pixels seen = block_pixels(s, &part);
        mirror_keep(&s->water.mirror, &part, seen.r, seen.g, seen.b);
    }
    water_fetch(&s->water, run, colours);
}

/* The row in which land and lake meet. */
static void paint_shore(const rl_frame *frame, paint_scratch *s, const tile_run *run)
{
    int left = tiles_left(frame, run);
    float covered = water_coverage(frame, run->row);
    block_fetch_lake(frame, s, run, &s->lake);
    block_land(frame, s, run, frame->lake, block_behind(frame, run, frame->lake));
    run_pixels pixels = block_pixels(s, run);
    for (int i = 0; i < run->count; i++)
        blend_over(&frame->tone, &pixels, i, s->lake.r[left + i], s->lake.g[left + i],
                   s->lake.b[left + i], covered);
    if (covered >= 0.5f)
        clear_plain(s);
}

void block_lake(const rl_frame *frame, paint_scratch *s, const tile_run *run)
{
    if (run->row < frame->lake_full) {
        paint_shore(frame, s, run);
    } else {
        block_fetch_lake(frame, s, run, &s->colours);
        clear_plain(s);
    }
    paint_edges(frame, s, run, frame->lake, frame->surface_count);
}
