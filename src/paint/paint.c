/* paint.c - layers become rows, each pixel painted once where that is possible.
 *
 * A row is cut into blocks of columns.  In a block the front-most ridge that
 * covers it wholly (else the sky) is painted, then the edges of the ridges
 * before it are laid over it; what stands behind is never touched.
 */
#include "paint/paint.h"

#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "paint/coverage.h"
#include "paint/dither.h"
#include "paint/relief.h"
#include "paint/tiles.h"
#include "paint/trees.h"

struct paint_scratch {
    tiles tiles;
    float *r, *g, *b; /* one row of the part, encoded sRGB */
};

paint_scratch *paint_scratch_new(const rl_frame *frame)
{
    paint_scratch *scratch = memory_zeroed(frame->allocator, 1, sizeof *scratch);
    if (scratch == NULL)
        return NULL;
    size_t columns = (size_t)frame->columns;
    scratch->r = memory_array(frame->allocator, columns, 3 * sizeof(float));
    if (scratch->r == NULL || !tiles_new(&scratch->tiles, frame)) {
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
    memory_free(frame->allocator, scratch->r);
    memory_free(frame->allocator, scratch);
}

/* Lays `amount` of a colour over a pixel, in linear light. */
static float blend(const tone_tables *tone, float under, float over, float amount)
{
    float a = tone_decode(tone, under);
    float b = tone_decode(tone, over);
    return tone_encode(tone, a + (b - a) * amount);
}

static void blend_pixel(const tone_tables *tone, paint_scratch *s, int c, float r, float g,
                        float b, float amount)
{
    if (amount >= 1.0f) {
        s->r[c] = r;
        s->g[c] = g;
        s->b[c] = b;
    } else if (amount > 0.0f) {
        s->r[c] = blend(tone, s->r[c], r, amount);
        s->g[c] = blend(tone, s->g[c], g, amount);
        s->b[c] = blend(tone, s->b[c], b, amount);
    }
}

static void paint_disc(const rl_frame *frame, paint_scratch *s, const tile_run *run)
{
    double radius = frame->sun_radius;
    double dy = run->row + 0.5 - frame->sun_y;
    if (radius <= 0.0 || exact_abs(dy) > radius + 1.0)
        return;
    linear_rgb light = shade_disc(frame, exact_clamp(dy / radius, 0.0, 1.0));
    float r = tone_encode(&frame->tone, (float)light.r);
    float g = tone_encode(&frame->tone, (float)light.g);
    float b = tone_encode(&frame->tone, (float)light.b);
    for (int i = 0; i < run->count; i++) {
        int c = run->column + i;
        double dx = frame->x + c + 0.5 - frame->sun_x;
        float covered = coverage_disc(radius, exact_sqrt(dx * dx + dy * dy));
        if (frame->scene.edges == RL_EDGES_HARD)
            covered = covered >= 0.5f ? 1.0f : 0.0f;
        blend_pixel(&frame->tone, s, c, r, g, b, covered);
    }
}

/* The colours of a layer in a run, with everything that lies on it. */
static void fetch(tiles *t, int layer, const tile_run *run, tile_colours *colours)
{
    if (layer != TILES_SKY && t->frame->surface[layer - 1].relief.shade != NULL)
        relief_fetch(t, layer, run, colours);
    else
        tiles_fetch(t, layer, SHADE_PLAIN, run, colours);
}

/* How much of each pixel of a run a surface covers. */
static void find_coverage(const rl_frame *frame, const frame_surface *surface, const tile_run *run,
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

/* Lays a surface whose edge runs through the block over what is there. */
static void paint_edge(const rl_frame *frame, paint_scratch *s, int index, const tile_run *run)
{
    float covered[TILES_BLOCK];
    tile_colours colours;
    find_coverage(frame, &frame->surface[index], run, covered);
    fetch(&s->tiles, index + 1, run, &colours);
    for (int i = 0; i < run->count; i++)
        blend_pixel(&frame->tone, s, run->column + i, colours.r[i], colours.g[i], colours.b[i],
                    covered[i]);
}

static void paint_block(const rl_frame *frame, paint_scratch *s, const tile_run *run)
{
    int behind = frame->surface_count - 1; /* becomes the surface that covers all, or -1 */
    while (behind >= 0 && frame->surface[behind].block_full[run->block] > run->row)
        behind--;
    tile_colours colours;
    fetch(&s->tiles, behind + 1, run, &colours);
    size_t bytes = (size_t)run->count * sizeof(float);
    memcpy(s->r + run->column, colours.r, bytes);
    memcpy(s->g + run->column, colours.g, bytes);
    memcpy(s->b + run->column, colours.b, bytes);
    if (behind < 0)
        paint_disc(frame, s, run);
    for (int i = behind + 1; i < frame->surface_count; i++)
        if (frame->surface[i].block_top[run->block] <= run->row)
            paint_edge(frame, s, i, run);
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

void paint_rows(const rl_frame *frame, paint_scratch *scratch, int y, int count, void *pixels,
                size_t stride_bytes)
{
    for (int i = 0; i < count; i++) {
        int row = frame->y + y + i;
        void *out = (char *)pixels + (size_t)i * stride_bytes;
        paint_row(frame, scratch, row);
        if (frame->scene.depth == 16)
            dither_row_16(frame->columns, scratch->r, scratch->g, scratch->b, out);
        else
            dither_row_8(frame->scene.dither, frame->x, row, frame->columns, scratch->r,
                         scratch->g, scratch->b, out);
    }
}
