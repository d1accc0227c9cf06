/* tiles.c - makes groups of nodes of tiles, and finds the nodes around a row of a block. */
#include "paint/tiles.h"

#include "base/exact.h"
#include "paint/block.h"

/* Pixels per U from which a fine grid with nodes in each column has nodes only in every second row.
 * Stripes of faces run down, so that rows differ little: PSNR against a node in each pixel is 48 dB
 * or more; with every fourth row it would be 41 dB. */
#define FEWER_ROWS 300.0

/* Floats behind the last node, since kernels read whole vectors. */
#define SPARE 16

/* ---- memory ------------------------------------------------------------------ */

static float *new_planes(paint_scratch *s, const tile_grid *grid, int planes)
{
    return arena_zeroed(&s->arena, grid->stride * (size_t)planes, sizeof(float));
}

static int new_air(paint_scratch *s, tile_grid *grid)
{
    for (int p = 0; p < 2; p++) {
        grid->air[p] = new_planes(s, grid, AIR_PLANES);
        grid->air_row[p] = arena_array(&s->arena, (size_t)grid->groups, sizeof *grid->air_row[p]);
        if (grid->air[p] == NULL || grid->air_row[p] == NULL)
            return 0;
        for (int g = 0; g < grid->groups; g++)
            grid->air_row[p][g] = -1;
    }
    return 1;
}

void tiles_open(paint_scratch *s, tile_grid *grid, int index, int planes, tile_shade *shade,
                void *owner)
{
    node_tile *one = &s->tiles.tile[index];
    one->grid = grid;
    one->shade = shade;
    one->owner = owner;
    one->slot = &grid->slot[grid->opened++ % TILES_HELD];
    one->slot->count = planes > one->slot->count ? planes : one->slot->count;
}

static int grid_ready(paint_scratch *s, tile_grid *grid)
{
    for (int i = 0; i < grid->opened && i < TILES_HELD; i++) {
        tile_slot *slot = &grid->slot[i];
        for (int p = 0; p < 2; p++) {
            slot->planes[p] = new_planes(s, grid, slot->count);
            slot->holds[p] = arena_array(&s->arena, (size_t)grid->groups, sizeof *slot->holds[p]);
            if (slot->planes[p] == NULL || slot->holds[p] == NULL)
                return 0;
            for (int g = 0; g < grid->groups; g++)
                slot->holds[p][g] = -1;
        }
    }
    return 1;
}

int tiles_ready(paint_scratch *s)
{
    tiles *t = &s->tiles;
    return grid_ready(s, &t->sky) && grid_ready(s, &t->colours) && grid_ready(s, &t->fine);
}

/* Sets up a grid with nodes `step` columns and `rows_step` rows apart.  Groups begin at multiples
 * of SHADE_GROUP nodes from the left edge of the picture, whatever the part. */
static int grid_new(paint_scratch *s, int step, int rows_step, tile_grid *grid)
{
    const rl_frame *frame = s->frame;
    int64_t nodes = frame->block / step;
    int64_t first = frame->first_block * nodes;
    int64_t last = (frame->first_block + frame->blocks) * nodes;
    grid->step = step;
    grid->rows_step = rows_step;
    grid->first = exact_down(first, SHADE_GROUP) * SHADE_GROUP;
    grid->groups = (int)((last - grid->first) / SHADE_GROUP) + 1;
    grid->stride = (size_t)grid->groups * SHADE_GROUP + SPARE;
    while (1 << grid->shift < step)
        grid->shift++;
    while (1 << grid->rows_shift < rows_step)
        grid->rows_shift++;
    for (int i = 0; i < TILES_BLOCK; i++)
        grid->along[i] = ((float)(i % step) + 0.5f) / (float)step;
    grid->row = arena_array(&s->arena, (size_t)s->tiles.rows, sizeof *grid->row);
    for (int i = 0; grid->row != NULL && i < s->tiles.rows; i++)
        grid->row[i].node_row = -1;
    return grid->row != NULL;
}

int tiles_new(paint_scratch *s)
{
    const rl_frame *frame = s->frame;
    tiles *t = &s->tiles;
    t->air_kernel = shade_air_kernels[frame->kernels];
    t->rows = TILES_ROWS;
    for (int i = 0; i < frame->layers; i++)
        if (frame->layer[i].mirrors)
            t->rows = TILES_ROWS_MIRRORED;
    int sky_step = frame->step > 2 ? frame->step / 4 : 1;
    int fine_rows = frame->fine_step == 1 && frame->unit >= FEWER_ROWS ? 2 : frame->fine_step;
    t->tile = arena_zeroed(&s->arena, (size_t)frame->tiles, sizeof *t->tile);
    return t->tile != NULL && grid_new(s, frame->step, sky_step, &t->sky) &&
           grid_new(s, frame->step, frame->step, &t->colours) &&
           grid_new(s, frame->fine_step, fine_rows, &t->fine) && new_air(s, &t->sky) &&
           new_air(s, &t->colours);
}

int tile_noise_new(paint_scratch *s, tile_noise *noise)
{
    noise->rows = s->tiles.rows;
    noise->stride = s->tiles.colours.stride;
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

/* Returns the value of tile_slot.holds for a row of nodes of a tile. */
static int64_t held_as(const rl_frame *frame, int index, int node_row)
{
    return (int64_t)node_row * frame->tiles + index;
}

/* Makes a group of nodes of a tile in a row of nodes. */
static void make_nodes(paint_scratch *s, int index, size_t group, int node_row)
{
    tiles *t = &s->tiles;
    const node_tile *one = &t->tile[index];
    const tile_grid *grid = one->grid;
    int p = node_row & 1;
    size_t begin = group * SHADE_GROUP;
    shade_group g = {grid->first + (int64_t)begin, begin, grid->stride, SHADE_GROUP};
    shade_row *row = &grid->row[node_row % t->rows];
    if (row->node_row != node_row)
        shade_row_begin(row, s->frame, node_row, (double)node_row * grid->rows_step);
    if (grid->air[p] != NULL && grid->air_row[p][group] != node_row) {
        t->air_kernel(row, &g, grid->air[p]);
        grid->air_row[p][group] = node_row;
    }
    one->shade(s, one->owner, row, &g, grid->air[p], one->slot->planes[p]);
    one->slot->holds[p][group] = held_as(s->frame, index, node_row);
}

/* The place of a pixel's middle between nodes depends only on its place in the world, so a region
 * shows the same pixels as the whole picture. */
void tiles_nodes(paint_scratch *s, int index, const tile_run *run, int first, int end,
                 tile_nodes *nodes)
{
    const rl_frame *frame = s->frame;
    const tile_grid *t = s->tiles.tile[index].grid;
    const tile_slot *slot = s->tiles.tile[index].slot;
    /* A run that represents as many rows as are between nodes uses the nearest row of nodes. */
    int is_wide = run->reach > 1 && 2 * run->reach >= t->rows_step;
    int above = (is_wide ? run->row + (t->rows_step >> 1) : run->row) >> t->rows_shift;
    int below = is_wide ? above : above + 1;
    int64_t column = (frame->first_block + run->block) * TILES_BLOCK;
    size_t left = (size_t)((column >> t->shift) - t->first);
    size_t last_group = (left + (size_t)((end - 1) >> t->shift) + 1) / SHADE_GROUP;
    int64_t as_above = held_as(frame, index, above), as_below = held_as(frame, index, below);
    for (size_t group = (left + (size_t)(first >> t->shift)) / SHADE_GROUP; group <= last_group;
         group++) {
        if (slot->holds[above & 1][group] != as_above)
            make_nodes(s, index, group, above);
        if (slot->holds[below & 1][group] != as_below)
            make_nodes(s, index, group, below);
    }
    nodes->above = slot->planes[above & 1] + left;
    nodes->below = slot->planes[below & 1] + left;
    nodes->stride = t->stride;
    nodes->down = ((float)(run->row & (t->rows_step - 1)) + 0.5f) / (float)t->rows_step;
    nodes->step = t->step;
    nodes->shift = t->shift;
    nodes->along = t->along;
    nodes->from = first;
    nodes->to = end;
}

void tiles_fetch(paint_scratch *s, int index, int plane, const tile_run *run, tile_colours *out)
{
    tile_nodes nodes;
    tiles_nodes(s, index, run, 0, TILES_BLOCK, &nodes);
    s->pixels->plane(&nodes, plane, out);
}
