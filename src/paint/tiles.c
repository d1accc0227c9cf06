/* tiles.c - fills groups of nodes, and finds those around a row of a block. */
#include "paint/tiles.h"

#include "base/exact.h"
#include "paint/block.h"

/* Kernels read whole lanes: so many floats lie behind the last node. */
#define SPARE 16

/* ---- memory ------------------------------------------------------------------ */

static float *new_planes(paint_scratch *s, int planes)
{
    return arena_zeroed(&s->arena, s->tiles.stride * (size_t)planes, sizeof(float));
}

static int new_air(paint_scratch *s)
{
    tiles *t = &s->tiles;
    for (int p = 0; p < 2; p++) {
        t->air[p] = new_planes(s, AIR_PLANES);
        t->air_row[p] = arena_array(&s->arena, (size_t)t->groups, sizeof *t->air_row[p]);
        if (t->air[p] == NULL || t->air_row[p] == NULL)
            return 0;
        for (int g = 0; g < t->groups; g++)
            t->air_row[p][g] = -1;
    }
    return 1;
}

void tiles_open(paint_scratch *s, int index, int planes, tile_shade *shade, void *owner)
{
    tiles *t = &s->tiles;
    node_tile *one = &t->tile[index];
    one->shade = shade;
    one->owner = owner;
    one->slot = &t->slot[t->opened++ % TILES_HELD];
    one->slot->count = planes > one->slot->count ? planes : one->slot->count;
}

int tiles_ready(paint_scratch *s)
{
    tiles *t = &s->tiles;
    for (int i = 0; i < t->opened && i < TILES_HELD; i++) {
        tile_slot *slot = &t->slot[i];
        for (int p = 0; p < 2; p++) {
            slot->planes[p] = new_planes(s, slot->count);
            slot->holds[p] = arena_array(&s->arena, (size_t)t->groups, sizeof *slot->holds[p]);
            if (slot->planes[p] == NULL || slot->holds[p] == NULL)
                return 0;
            for (int g = 0; g < t->groups; g++)
                slot->holds[p][g] = -1;
        }
    }
    return 1;
}

/* Groups begin at multiples of eight nodes of the picture, whatever the part. */
int tiles_new(paint_scratch *s)
{
    const rl_frame *frame = s->frame;
    tiles *t = &s->tiles;
    int64_t nodes = frame->block / frame->step;
    int64_t first = frame->first_block * nodes;
    int64_t last = (frame->first_block + frame->blocks) * nodes;
    t->air_kernel = shade_air_kernels[frame->kernels];
    t->first = exact_down(first, SHADE_GROUP) * SHADE_GROUP;
    t->groups = (int)((last - t->first) / SHADE_GROUP) + 1;
    t->stride = (size_t)t->groups * SHADE_GROUP + SPARE;
    while (1 << t->shift < frame->step)
        t->shift++;
    for (int i = 0; i < TILES_BLOCK; i++)
        t->along[i] = ((float)(i % frame->step) + 0.5f) / (float)frame->step;
    t->rows = TILES_ROWS;
    for (int i = 0; i < frame->layers; i++)
        if (frame->layer[i].mirrors)
            t->rows = TILES_ROWS_MIRRORED;
    t->row = arena_array(&s->arena, (size_t)t->rows, sizeof *t->row);
    if (t->row == NULL)
        return 0;
    for (int i = 0; i < t->rows; i++)
        t->row[i].node_row = -1;
    t->tile = arena_zeroed(&s->arena, (size_t)frame->tiles, sizeof *t->tile);
    return t->tile != NULL && new_air(s);
}

int tile_noise_new(paint_scratch *s, tile_noise *noise)
{
    noise->rows = s->tiles.rows;
    noise->stride = s->tiles.stride;
    size_t rows = (size_t)noise->rows;
    noise->value = arena_zeroed(&s->arena, noise->stride, rows * sizeof *noise->value);
    noise->node_row = arena_array(&s->arena, rows, sizeof *noise->node_row);
    if (noise->value == NULL || noise->node_row == NULL)
        return 0;
    for (size_t i = 0; i < rows; i++)
        noise->node_row[i] = -1;
    return 1;
}

float *tile_noise_at(tile_noise *noise, const shade_row *row, int *is_new)
{
    int i = row->node_row % noise->rows;
    *is_new = noise->node_row[i] != row->node_row;
    noise->node_row[i] = row->node_row;
    return noise->value + (size_t)i * noise->stride;
}

/* ---- nodes ------------------------------------------------------------------- */

/* A row of nodes of a tile, as a slot says which it holds. */
static int64_t held_as(const rl_frame *frame, int index, int node_row)
{
    return (int64_t)node_row * frame->tiles + index;
}

static void make_nodes(paint_scratch *s, int index, size_t group, int node_row)
{
    tiles *t = &s->tiles;
    const node_tile *one = &t->tile[index];
    int p = node_row & 1;
    size_t begin = group * SHADE_GROUP;
    shade_group g = {t->first + (int64_t)begin, begin, t->stride};
    shade_row *row = &t->row[node_row % t->rows];
    if (row->node_row != node_row)
        shade_row_begin(row, s->frame, node_row, (double)node_row * s->frame->step);
    if (t->air_row[p][group] != node_row) {
        t->air_kernel(row, &g, t->air[p]);
        t->air_row[p][group] = node_row;
    }
    one->shade(s, one->owner, row, &g, t->air[p], one->slot->planes[p]);
    one->slot->holds[p][group] = held_as(s->frame, index, node_row);
}

/* Where a pixel's middle is between two nodes depends on its place in the
 * world alone, so a region shows the same pixels as the whole. */
void tiles_nodes(paint_scratch *s, int index, const tile_run *run, tile_nodes *nodes)
{
    const rl_frame *frame = s->frame;
    const tiles *t = &s->tiles;
    const tile_slot *slot = t->tile[index].slot;
    /* A run that stands for a node's reach of rows takes the nearest row of nodes. */
    int is_wide = run->reach > 1 && 2 * run->reach >= frame->step;
    int above = (is_wide ? run->row + (frame->step >> 1) : run->row) >> t->shift;
    int below = is_wide ? above : above + 1;
    int64_t column = (frame->first_block + run->block) * TILES_BLOCK;
    size_t first = (size_t)((column >> t->shift) - t->first);
    size_t last_group = (first + ((size_t)TILES_BLOCK >> t->shift)) / SHADE_GROUP;
    int64_t as_above = held_as(frame, index, above), as_below = held_as(frame, index, below);
    for (size_t group = first / SHADE_GROUP; group <= last_group; group++) {
        if (slot->holds[above & 1][group] != as_above)
            make_nodes(s, index, group, above);
        if (slot->holds[below & 1][group] != as_below)
            make_nodes(s, index, group, below);
    }
    nodes->above = slot->planes[above & 1] + first;
    nodes->below = slot->planes[below & 1] + first;
    nodes->stride = t->stride;
    nodes->down = t->along[run->row & (frame->step - 1)];
    nodes->step = frame->step;
    nodes->shift = t->shift;
    nodes->along = t->along;
    nodes->from = 0;
    nodes->to = TILES_BLOCK;
}

void tiles_fetch(paint_scratch *s, int index, int plane, const tile_run *run, tile_colours *out)
{
    tile_nodes nodes;
    tiles_nodes(s, index, run, &nodes);
    s->pixels->plane(&nodes, plane, out);
}
