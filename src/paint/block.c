/* block.c - paints the layers of a block, hidden pixels not at all where that is possible. */
#include "paint/block.h"

#include <string.h>

#include "base/memory.h"
#include "paint/print.h"

/* A layer of rl_frame_layers that a run shows, and the columns of the run, as bits from its first,
 * that nearer layers hide. */
typedef struct shown_group {
    int group;
    int touching;    /* number of its layers that touch the run */
    block_list list; /* its part of the block's list */
    uint64_t hidden;
} shown_group;

/* What a print keeps for a block of a layer of rl_frame_layers. */
typedef struct print_kept {
    int32_t row; /* row of nodes above the block */
    uint32_t value;
} print_kept;

/* ---- memory ----------------------------------------------------------------- */

static int groups_new(paint_scratch *s)
{
    const rl_frame *frame = s->frame;
    /* A frame from which layers were taken out has groups without layers. */
    int groups = frame->layer[frame->layers - 1].group + 1;
    s->shown = arena_array(&s->arena, (size_t)frame->layers, sizeof *s->shown);
    s->first = arena_array(&s->arena, (size_t)groups + 1, sizeof *s->first);
    if (s->shown == NULL || s->first == NULL)
        return 0;
    for (int i = 0; i <= groups; i++)
        s->first[i] = block_group(frame, i);
    if (frame->print == NULL || !frame->print->keeps)
        return 1;
    size_t many = (size_t)groups * (size_t)frame->blocks;
    s->kept = arena_array(&s->arena, many, sizeof *s->kept);
    for (size_t i = 0; i < many && s->kept != NULL; i++)
        s->kept[i].row = INT32_MIN;
    return s->kept != NULL;
}

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
    if (!groups_new(s) || !lists_new(s))
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

/* Returns 1 if the frame has a print that does without `what` (PRINT_NO_) of a group. */
static int group_skips(const rl_frame *frame, int group, int what)
{
    return frame->print != NULL && (frame->print->sheet[group].skips & what) != 0;
}

/* Blends a layer over `out` and s->covered, which then hold both together. */
static void join_layer(paint_scratch *s, int layer, const tile_run *run, tile_colours *out)
{
    tile_colours sum = *out;
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
    *out = sum;
}

/* Returns 1 if a run shows the sky without any of its parts. */
static int is_smooth(const paint_scratch *s, const shown_group *shown)
{
    return shown->group == 0 && shown->touching == 1 && s->plain == NULL;
}

/* Returns what a print keeps for a block of a layer; NULL = nothing. */
static print_kept *kept_of(const paint_scratch *s, const shown_group *shown, const tile_run *run)
{
    const frame_layer *layer = &s->frame->layer[s->first[shown->group]];
    int is_land = s->kept != NULL && s->frame->print->sheet[shown->group].material == PRINT_LAND;
    if (s->kept == NULL || layer->tiles == 0 || (!is_land && !is_smooth(s, shown)) ||
        s->tiles.tile[layer->first_tile].is_flat)
        return NULL;
    return &s->kept[(size_t)shown->group * (size_t)s->frame->blocks + (size_t)run->block];
}

static int node_row(const paint_scratch *s, const shown_group *shown, const tile_run *run)
{
    int tile = s->frame->layer[s->first[shown->group]].first_tile;
    return run->row >> s->tiles.tile[tile].grid->rows_shift;
}

/* Paints the sky with its parts to `out`. */
static void paint_sky(paint_scratch *s, const shown_group *shown, const tile_run *run,
                      tile_colours *out)
{
    const layer_paint *paint = s->frame->layer[0].paint;
    const print_kept *kept = kept_of(s, shown, run);
    if (!is_smooth(s, shown)) {
        block_paint(s, run, &shown->list);
        *out = s->colours;
    } else if (kept == NULL || (kept->value & PRINT_ALONE) == 0 ||
               kept->row != node_row(s, shown, run)) {
        block_fetch(s, paint->tile(s, 0, run), run, 0, TILES_BLOCK, out);
    }
    for (int i = 0; i < TILES_BLOCK; i++) /* block_paint has changed them */
        s->covered[i] = 1.0f;
}

/* Paints one layer of rl_frame_layers to `out`, which is s->layer or s->sum, and s->covered. */
static void paint_group(paint_scratch *s, const shown_group *shown, const tile_run *run,
                        tile_colours *out)
{
    const rl_frame *frame = s->frame;
    int first = s->first[shown->group], end = s->first[shown->group + 1];
    if (frame->layer[first].paint->cover == NULL) {
        paint_sky(s, shown, run, out);
        return;
    }
    const layer_paint *paint = frame->layer[first].paint;
    int is_shape = group_skips(frame, shown->group, PRINT_NO_COLOURS);
    if (is_shape && layer_covers(&frame->layer[first], run->block, run->row, run->reach))
        for (int i = 0; i < TILES_BLOCK; i++)
            s->covered[i] = 1.0f;
    else if (is_shape && paint->shape != NULL)
        paint->shape(s, first, run, s->covered);
    else
        paint->cover(s, first, run, out, s->covered);
    for (int i = first + 1; i < end; i++)
        if (block_touches(s, i, run))
            join_layer(s, i, run, out);
    if (s->plain != NULL)
        memset(s->plain, 0, TILES_BLOCK);
    for (int i = 0; i < TILES_BLOCK && frame->colours > 0; i++) /* pixel art has no mixed colours */
        s->covered[i] = s->covered[i] >= 0.5f ? 1.0f : 0.0f;
}

/* Averages the coverage of a layer's ground over the rows around a run. */
static void find_edge(paint_scratch *s, int group, int line, const tile_run *run,
                      print_block *block)
{
    const rl_frame *frame = s->frame;
    int first = s->first[group], end = s->first[group + 1], has_edge = 0;
    tile_colours colours;
    float covered[TILES_BLOCK];
    tile_run wide = *run;
    wide.reach = line;
    frame->layer[first].paint->ground(s, first, &wide, block->edge);
    for (int k = block->first; k < block->end; k++)
        has_edge |= block->covered[k] > 0.0f && block->edge[k] > 0.0f && block->edge[k] < 1.0f;
    block->line = has_edge ? line : 0;
    /* What stands before the layer hides its edge; it has no line of its own. */
    for (int i = first + 1; has_edge && i < end; i++) {
        if (!block_touches(s, i, run))
            continue;
        frame->layer[i].paint->cover(s, i, run, &colours, covered);
        for (int k = block->first; k < block->end; k++)
            block->edge[k] = covered[k] + (1.0f - covered[k]) * block->edge[k];
    }
}

/* Finds what a print keeps for a block, and the nodes of its base if they are others now. */
static void find_kept(paint_scratch *s, const shown_group *shown, const tile_run *run,
                      tile_nodes *nodes)
{
    print_kept *kept = kept_of(s, shown, run);
    print_block *block = &s->print;
    block->kept = kept != NULL ? &kept->value : NULL;
    block->nodes = NULL;
    if (kept == NULL || kept->row == node_row(s, shown, run))
        return;
    kept->row = node_row(s, shown, run);
    tiles_nodes(s, s->frame->layer[s->first[shown->group]].first_tile, run, 0, TILES_BLOCK, nodes);
    block->nodes = nodes;
}

/* Finds the colours of a layer without its detail, and of its ground. */
static void find_base(paint_scratch *s, const shown_group *shown, const tile_run *run,
                      print_block *block)
{
    const frame_layer *layer = &s->frame->layer[s->first[shown->group]];
    int skips = block->sheet->skips;
    block->base = block->bare = &s->base;
    if (is_smooth(s, shown))
        block->base = block->bare = block->colours;
    else if (!(skips & PRINT_NO_BASE) && layer->tiles > 0 && block->sheet->material <= PRINT_SKY)
        block_fetch(s, layer->first_tile, run, block->first, block->end, &s->base);
    else if (!(skips & PRINT_NO_BASE))
        s->base = *block->colours;
    if ((skips & PRINT_NO_BARE) || block->sheet->material != PRINT_CLOUDS)
        return;
    const frame_layer *ground = layer; /* the layers of a plain share the tile of the first */
    while (ground > s->frame->layer && (ground->tiles == 0 || ground->paint != layer->paint))
        ground--;
    if (ground->tiles == 0 || ground->paint != layer->paint)
        return;
    block_fetch(s, ground->first_tile, run, block->first, block->end, &s->bare);
    block->bare = &s->bare;
}

/* Prints a layer that paint_group has painted to `colours`.  Returns 0 if nothing of it is seen. */
static int print_group(paint_scratch *s, const shown_group *shown, const tile_run *run,
                       tile_colours *colours)
{
    const rl_frame *frame = s->frame;
    const frame_layer *layer = &frame->layer[s->first[shown->group]];
    int left = tiles_left(frame, run);
    int64_t column = (frame->first_block + run->block) * frame->block;
    print_block *block = &s->print;
    block->frame = frame;
    block->sheet = &frame->print->sheet[shown->group];
    block->first = left;
    block->end = left + run->count;
    block->hidden = run->hidden;
    if (frame->print->is_within) {
        block_narrow_of[frame->kernels](s->covered, tiles_shift(run->hidden, left), &block->first,
                                        &block->end);
        if (block->first >= block->end)
            return 0;
        block->hidden >>= block->first - left;
    }
    block->x = ((double)column + 0.5 - 0.5 * frame->width) / frame->unit;
    block->y = (run->row + 0.5 - 0.5 * frame->height) / frame->unit;
    block->px = 1.0 / frame->unit;
    block->colours = colours;
    block->covered = s->covered;
    block->line = 0;
    find_base(s, shown, run, block);
    tile_nodes nodes;
    find_kept(s, shown, run, &nodes);
    int line = (int)exact_floor(frame->print->line * frame->unit) + 1;
    if (frame->print->line > 0.0 && layer->paint->ground != NULL &&
        !layer_covers(layer, run->block, run->row, line))
        find_edge(s, shown->group, line, run, block);
    frame->print->layer(block);
    return 1;
}

/* Counts the layers of a list that touch a run, of which the last one does if is_last. */
static int count_touching(paint_scratch *s, const block_list *list, int is_last,
                          const tile_run *run)
{
    int touching = is_last;
    for (int k = 0; k < list->count - is_last; k++)
        touching += block_touches(s, list->layer[k], run);
    return touching;
}

void block_layer(paint_scratch *s, int group, const tile_run *run)
{
    block_list *list = &s->list[s->frame->blocks];
    block_list_find(s->frame, run, s->first[group], s->first[group + 1], list);
    shown_group shown = {group, count_touching(s, list, 1, run), *list, run->hidden};
    paint_group(s, &shown, run, &s->layer);
    if (s->frame->print != NULL)
        print_group(s, &shown, run, &s->layer);
    for (int i = 0; i < TILES_BLOCK; i++)
        s->alpha[i] = s->covered[i] >= 1.0f ? 255 : (uint8_t)(s->covered[i] * 255.0f + 0.5f);
}

/* Lists in s->shown the layers that a run shows, from the nearest to the first that hides all
 * behind it; returns their number. */
static int list_groups(paint_scratch *s, const tile_run *run)
{
    const rl_frame *frame = s->frame;
    const block_list *list = block_list_at(s, run);
    uint64_t hidden = tiles_outside(run);
    int count = 0;
    for (int k = 0, next; k < list->count && hidden != UINT64_MAX; k = next) {
        int group = frame->layer[list->layer[k]].group;
        for (next = k + 1; next < list->count && frame->layer[list->layer[next]].group == group;)
            next++;
        block_list part = {.layer = list->layer + k, .count = next - k};
        int touching = count_touching(s, &part, next == list->count, run);
        if (touching == 0)
            continue;
        int first = s->first[group];
        if (first > 0 && group_skips(frame, group, PRINT_NO_LAYER))
            continue;
        s->shown[count++] = (shown_group){group, touching, part, hidden};
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
        tile_colours *colours = k == last ? &s->sum : &s->layer;
        paint_group(s, &s->shown[k], &part, colours);
        int is_seen =
            frame->print == NULL || print_group(s, &s->shown[k], &part, colours);
        if (k == last) {
            if (s->plain != NULL)
                memcpy(plain, s->plain, sizeof plain);
            continue;
        }
        if (!is_seen)
            continue;
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
