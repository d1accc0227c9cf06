/* block.c - paints the layers of a block, hidden pixels not at all where that is possible. */
#include "paint/block.h"

#include <string.h>

#include "base/memory.h"

/* A layer of rl_frame_layers that a run shows, and the columns of the run, as bits from its first,
 * that nearer layers hide. */
typedef struct shown_group {
    int group;
    uint64_t hidden;
} shown_group;

/* ---- memory ----------------------------------------------------------------- */

static int lists_new(paint_scratch *s)
{
    size_t lists = (size_t)s->frame->blocks + 1, layers = (size_t)s->frame->layers;
    uint16_t *layer = arena_array(&s->arena, lists * layers, sizeof *layer);
    s->list = arena_array(&s->arena, lists, sizeof *s->list);
    if (s->list == NULL || layer == NULL)
        return 0;
    for (size_t i = 0; i < lists; i++)
        s->list[i] = (block_list){.layer = layer + i * layers};
    return 1;
}

static int begin(paint_scratch *s)
{
    const rl_frame *frame = s->frame;
    s->pixels = pixels_kernels_of[frame->kernels];
    s->flat_row = -1;
    s->memory = arena_zeroed(&s->arena, (size_t)frame->layers, sizeof *s->memory);
    s->threshold = arena_array(&s->arena, DITHER_PERIOD, sizeof *s->threshold);
    if (s->memory == NULL || s->threshold == NULL)
        return 0;
    for (int y = 0; y < DITHER_PERIOD; y++)
        dither_thresholds(frame->dither, 0, y, s->threshold[y]);
    s->shown = arena_array(&s->arena, (size_t)frame->layers, sizeof *s->shown);
    if (s->shown == NULL || !lists_new(s))
        return 0;
    if (frame->colours > 0) {
        s->plain = arena_array(&s->arena, TILES_BLOCK, 1);
        s->pairs = arena_array(&s->arena, PIXELART_MEMORY, sizeof *s->pairs);
        if (s->plain == NULL || s->pairs == NULL)
            return 0;
        for (int i = 0; i < PIXELART_MEMORY; i++)
            s->pairs[i].key = PIXELART_NONE;
    }
    if (!tiles_new(s))
        return 0;
    for (int i = 0; i < frame->layers; i++)
        if (frame->layer[i].paint->begin != NULL && !frame->layer[i].paint->begin(s, i))
            return 0;
    return tiles_ready(s);
}

static paint_scratch *new_scratch(const rl_frame *frame, size_t *keep_bytes)
{
    paint_scratch *s = memory_zeroed(frame->allocator, 1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->frame = frame;
    s->keep_bytes = keep_bytes;
    s->arena.allocator = frame->allocator;
    if (begin(s))
        return s;
    paint_scratch_free(s);
    return NULL;
}

paint_scratch *paint_scratch_new(const rl_frame *frame)
{
    return new_scratch(frame, NULL);
}

paint_scratch *paint_scratch_keep(rl_frame *frame, size_t *bytes)
{
    return new_scratch(frame, bytes);
}

void paint_scratch_free(paint_scratch *s)
{
    if (s == NULL)
        return;
    arena_free(&s->arena);
    memory_free(s->frame->allocator, s);
}

void *paint_memory(const paint_scratch *s, int layer)
{
    for (int i = 0; i < layer; i++)
        if (s->frame->layer[i].kind == s->frame->layer[layer].kind)
            return s->memory[i];
    return NULL;
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

void block_fetch(paint_scratch *s, int tile, const tile_run *run, int first, int end,
                 tile_colours *out)
{
    tile_nodes nodes;
    if (s->tiles.tile[tile].is_flat) {
        block_fill(s->tiles.tile[tile].flat, out);
        return;
    }
    tiles_nodes(s, tile, run, first, end, &nodes);
    s->pixels->plane(&nodes, SHADE_PLAIN, out);
}

run_pixels block_pixels(paint_scratch *s, const tile_run *run)
{
    int left = tiles_left(s->frame, run);
    return (run_pixels){s->colours.r + left, s->colours.g + left, s->colours.b + left,
                        s->plain != NULL ? s->plain + left : NULL};
}

/* ---- layers ------------------------------------------------------------------- */

void block_list_find(const rl_frame *frame, const tile_run *run, int first, int count,
                     block_list *list)
{
    *list = (block_list){.layer = list->layer, .from = run->row, .until = INT32_MAX};
    for (int i = count - 1; i >= first; i--) {
        const frame_layer *layer = &frame->layer[i];
        int is_last = i == first || layer_covers(layer, run->block, run->row, run->reach);
        int may_touch = layer->block_top != NULL
                            ? layer_reaches(layer, run->block, run->row, run->reach)
                            : layer->paint->touches != NULL || layer->paint->cover != NULL;
        if (is_last || may_touch)
            list->layer[list->count++] = (uint16_t)i;
        /* The list is valid until the row in which a layer begins or ends to touch or cover. */
        const int32_t *const edges[] = {layer->block_top, layer->block_full, layer->block_cut,
                                        layer->block_end};
        for (int k = 0; k < 4; k++)
            if (edges[k] != NULL && edges[k][run->block] > run->row &&
                edges[k][run->block] < list->until)
                list->until = edges[k][run->block];
        if (is_last)
            return;
    }
}

const block_list *block_list_at(paint_scratch *s, const tile_run *run)
{
    block_list *list = &s->list[run->block];
    if (run->row < list->from || run->row >= list->until)
        block_list_find(s->frame, run, 0, s->frame->layers, list);
    return list;
}

void block_lay(paint_scratch *s, int layer, const tile_run *run)
{
    s->frame->layer[layer].paint->cover(s, layer, run, &s->layer, s->covered);
    run_pixels pixels = block_pixels(s, run);
    int left = tiles_left(s->frame, run);
    if (!s->frame->is_hard && pixels.plain == NULL) {
        block_blend_of[s->frame->kernels](s->frame->tone, &s->layer, s->covered, left,
                                          left + run->count, &s->colours);
        return;
    }
    for (int i = 0; i < run->count; i++) {
        float covered = s->covered[left + i];
        if (s->frame->is_hard)
            covered = covered >= 0.5f ? 1.0f : 0.0f;
        blend_over(s->frame->tone, &pixels, i, s->layer.r[left + i], s->layer.g[left + i],
                   s->layer.b[left + i], covered);
        if (pixels.plain != NULL && covered >= 0.5f)
            pixels.plain[i] = 0;
    }
}

void block_paint(paint_scratch *s, const tile_run *run, const block_list *list)
{
    const frame_layer *layer = s->frame->layer;
    uint64_t hidden = tiles_outside(run);
    int left = 0; /* number of layers of the list that must be painted; later, that remain */
    while (left < list->count && hidden != UINT64_MAX) {
        int i = list->layer[left++];
        if (layer[i].paint->hide != NULL && block_touches(s, i, run))
            hidden = layer[i].paint->hide(s, i, run, hidden);
    }
    if (hidden != UINT64_MAX) {
        int i = list->layer[--left];
        if (layer[i].paint->fill != NULL)
            layer[i].paint->fill(s, i, run);
        else
            layer[i].paint->cover(s, i, run, &s->colours, s->covered);
    }
    if (s->plain != NULL)
        memset(s->plain, 0, TILES_BLOCK);
    while (left > 0) {
        int i = list->layer[--left];
        if (!block_touches(s, i, run))
            continue;
        if (layer[i].paint->over != NULL)
            layer[i].paint->over(s, i, run);
        else if (layer[i].paint->cover != NULL)
            block_lay(s, i, run);
    }
}

int block_tile(paint_scratch *s, const tile_run *run, const block_list *list)
{
    int behind = list->layer[list->count - 1];
    const layer_paint *paint = s->frame->layer[behind].paint;
    if (s->plain != NULL || s->frame->depth != 8 || paint->tile == NULL)
        return -1;
    for (int k = 0; k + 1 < list->count; k++)
        if (block_touches(s, list->layer[k], run))
            return -1;
    return paint->tile(s, behind, run);
}

/* ---- layers with steps of alpha ------------------------------------------------- */

int block_group(const rl_frame *frame, int group)
{
    int i = 0;
    while (i < frame->layers && frame->layer[i].group < group)
        i++;
    return i;
}

/* Blends a layer over s->layer and s->covered, which then hold both together. */
static void join_layer(paint_scratch *s, int layer, const tile_run *run)
{
    tile_colours sum = s->layer;
    run_pixels pixels = {sum.r, sum.g, sum.b, NULL};
    float covered[TILES_BLOCK];
    memcpy(covered, s->covered, sizeof covered);
    s->frame->layer[layer].paint->cover(s, layer, run, &s->layer, s->covered);
    for (int i = 0; i < TILES_BLOCK; i++) {
        float over = s->covered[i];
        if (s->frame->is_hard)
            over = over >= 0.5f ? 1.0f : 0.0f;
        s->covered[i] = over + (1.0f - over) * covered[i];
        blend_over(s->frame->tone, &pixels, i, s->layer.r[i], s->layer.g[i], s->layer.b[i],
                   over > 0.0f ? over / s->covered[i] : 0.0f);
    }
    s->layer = sum;
}

/* Paints one layer of rl_frame_layers to s->layer and s->covered. */
static void paint_group(paint_scratch *s, int group, const tile_run *run)
{
    const rl_frame *frame = s->frame;
    int first = block_group(frame, group), end = block_group(frame, group + 1);
    if (frame->layer[first].paint->cover == NULL) { /* the sky with its parts */
        block_list *list = &s->list[frame->blocks];
        block_list_find(frame, run, first, end, list);
        block_paint(s, run, list);
        s->layer = s->colours;
        for (int i = 0; i < TILES_BLOCK; i++)
            s->covered[i] = 1.0f;
        return;
    }
    frame->layer[first].paint->cover(s, first, run, &s->layer, s->covered);
    for (int i = first + 1; i < end; i++)
        if (block_touches(s, i, run))
            join_layer(s, i, run);
    if (s->plain != NULL)
        memset(s->plain, 0, TILES_BLOCK);
    for (int i = 0; i < TILES_BLOCK && frame->colours > 0; i++) /* pixel art has no mixed colours */
        s->covered[i] = s->covered[i] >= 0.5f ? 1.0f : 0.0f;
}

void block_layer(paint_scratch *s, int group, const tile_run *run)
{
    paint_group(s, group, run);
    for (int i = 0; i < TILES_BLOCK; i++)
        s->alpha[i] = s->covered[i] >= 1.0f ? 255 : (uint8_t)(s->covered[i] * 255.0f + 0.5f);
}

/* Lists in s->shown the layers that a run shows, from the nearest to the first that hides all
 * behind it; returns their number. */
static int list_groups(paint_scratch *s, const tile_run *run)
{
    const rl_frame *frame = s->frame;
    int behind = frame->layers - 1, count = 0;
    while (behind > 0 && !layer_covers(&frame->layer[behind], run->block, run->row, run->reach))
        behind--;
    uint64_t hidden = tiles_outside(run);
    for (int end = frame->layers, first; end > behind && hidden != UINT64_MAX; end = first) {
        int group = frame->layer[end - 1].group;
        for (first = end - 1; first > 0 && frame->layer[first - 1].group == group; first--)
            continue;
        int touching = first;
        while (first > behind && touching < end && !block_touches(s, touching, run))
            touching++;
        if (touching == end)
            continue;
        s->shown[count++] = (shown_group){group, hidden};
        if (frame->layer[first].paint->hide != NULL && block_touches(s, first, run))
            hidden = frame->layer[first].paint->hide(s, first, run, hidden);
    }
    return count;
}

void block_layers(paint_scratch *s, const tile_run *run)
{
    const rl_frame *frame = s->frame;
    uint8_t plain[TILES_BLOCK];
    int left = tiles_left(frame, run), last = list_groups(s, run) - 1;
    tile_run part = *run;
    for (int k = last; k >= 0; k--) {
        part.hidden = s->shown[k].hidden;
        paint_group(s, s->shown[k].group, &part);
        if (k == last) {
            s->sum = s->layer;
            if (s->plain != NULL)
                memcpy(plain, s->plain, sizeof plain);
            continue;
        }
        block_steps_of[frame->kernels](s->covered);
        for (int i = 0; i < TILES_BLOCK && s->plain != NULL; i++)
            if (s->covered[i] > 0.5f)
                plain[i] = 0;
        block_blend_of[frame->kernels](frame->tone, &s->layer, s->covered, left, left + run->count,
                                       &s->sum);
    }
    s->colours = s->sum; /* paint_group may have overwritten s->colours */
    if (s->plain != NULL)
        memcpy(s->plain, plain, sizeof plain);
}
