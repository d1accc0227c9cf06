/* tiles.c - fills blocks of nodes and interpolates pixels between them. */
#include "paint/tiles.h"

#include <string.h>

#include "base/memory.h"

static int *new_rows(const rl_frame *frame)
{
    int *rows = memory_array(frame->allocator, (size_t)frame->blocks, sizeof *rows);
    for (int b = 0; rows != NULL && b < frame->blocks; b++)
        rows[b] = -1;
    return rows;
}

static int new_layer(tiles *t, int index, size_t nodes)
{
    const rl_frame *frame = t->frame;
    tile_layer *layer = &t->layer[index];
    const frame_surface *surface = index == TILES_SKY ? NULL : &frame->surface[index - 1];
    layer->is_flat = surface == NULL ? frame->sky_is_flat : surface->is_flat;
    layer->planes = surface == NULL ? shade_sky_planes(frame) : shade_planes(surface);
    if (layer->is_flat) {
        layer->flat = surface == NULL ? shade_flat_sky(frame) : shade_flat_land(frame, surface);
        return 1;
    }
    for (int p = 0; p < 2; p++) {
        layer->colour[p] =
            memory_array(frame->allocator, nodes, (size_t)layer->planes * sizeof(shade_colour));
        layer->row[p] = new_rows(frame);
        if (layer->colour[p] == NULL || layer->row[p] == NULL)
            return 0;
    }
    return 1;
}

int tiles_new(tiles *t, const rl_frame *frame)
{
    memset(t, 0, sizeof *t);
    t->frame = frame;
    t->nodes = frame->block / frame->step + 1;
    t->layers = frame->surface_count + 1;
    t->layer = memory_zeroed(frame->allocator, (size_t)t->layers, sizeof *t->layer);
    size_t nodes = (size_t)frame->blocks * (size_t)t->nodes;
    for (int p = 0; p < 2; p++) {
        t->air[p] = memory_array(frame->allocator, nodes, sizeof(shade_air));
        t->air_row[p] = new_rows(frame);
        if (t->air[p] == NULL || t->air_row[p] == NULL || t->layer == NULL)
            return 0;
    }
    for (int i = 0; i < t->layers; i++)
        if (!new_layer(t, i, nodes))
            return 0;
    return 1;
}

void tiles_free(tiles *t)
{
    if (t->frame == NULL)
        return;
    const rl_allocator *allocator = t->frame->allocator;
    for (int p = 0; p < 2; p++) {
        memory_free(allocator, t->air[p]);
        memory_free(allocator, t->air_row[p]);
        for (int i = 0; t->layer != NULL && i < t->layers; i++) {
            memory_free(allocator, t->layer[i].colour[p]);
            memory_free(allocator, t->layer[i].row[p]);
        }
    }
    memory_free(allocator, t->layer);
}

static double node_x(const tiles *t, int block, int node)
{
    return (double)(t->frame->first_block + block) * t->frame->block +
           (double)node * t->frame->step;
}

static const shade_air *air_nodes(tiles *t, int block, int node_row)
{
    int p = node_row & 1;
    shade_air *air = t->air[p] + (size_t)block * (size_t)t->nodes;
    if (t->air_row[p][block] != node_row) {
        double y = (double)node_row * t->frame->step;
        for (int n = 0; n < t->nodes; n++)
            air[n] = shade_air_at(t->frame, node_x(t, block, n), y);
        t->air_row[p][block] = node_row;
    }
    return air;
}

/* How far below the surface's ground a node lies, in pixels. */
static double below_ground(const tiles *t, const frame_surface *surface, int block, int node,
                           double y)
{
    const rl_frame *frame = t->frame;
    size_t at = (size_t)block * (size_t)(t->nodes - 1) + (size_t)node;
    return y - (frame->height - (double)surface->ground[at] / FRAME_HEIGHT_ONE);
}

static const shade_colour *colour_nodes(tiles *t, int index, int block, int node_row)
{
    tile_layer *layer = &t->layer[index];
    int p = node_row & 1;
    size_t planes = (size_t)layer->planes;
    shade_colour *colour = layer->colour[p] + (size_t)block * (size_t)t->nodes * planes;
    if (layer->row[p][block] == node_row)
        return colour;
    const shade_air *air = air_nodes(t, block, node_row);
    double y = (double)node_row * t->frame->step;
    for (int n = 0; n < t->nodes; n++) {
        if (index == TILES_SKY) {
            shade_sky(t->frame, &air[n], node_x(t, block, n), y, colour + (size_t)n * planes);
            continue;
        }
        const frame_surface *surface = &t->frame->surface[index - 1];
        shade_land(t->frame, surface, &air[n], node_x(t, block, n), y,
                   below_ground(t, surface, block, n, y), colour + (size_t)n * planes);
    }
    layer->row[p][block] = node_row;
    return colour;
}

static void fill_flat(shade_colour colour, int count, tile_colours *out)
{
    for (int i = 0; i < count; i++) {
        out->r[i] = colour.r;
        out->g[i] = colour.g;
        out->b[i] = colour.b;
    }
}

/* Where a pixel's middle lies between two nodes depends on its place in the
 * world alone, so a region shows the same pixels as the whole. */
void tiles_fetch(tiles *t, int index, int plane, const tile_run *run, tile_colours *out)
{
    const rl_frame *frame = t->frame;
    const tile_layer *layer = &t->layer[index];
    if (layer->is_flat) {
        fill_flat(layer->flat, run->count, out);
        return;
    }
    int step = frame->step;
    int y = run->row;
    float scale = 1.0f / (float)step;
    const shade_colour *above = colour_nodes(t, index, run->block, y / step) + plane;
    const shade_colour *below = colour_nodes(t, index, run->block, y / step + 1) + plane;
    float down = ((float)(y % step) + 0.5f) * scale;
    int left = frame->x + run->column - (frame->first_block + run->block) * frame->block;
    int first = left / step;
    int last = (left + run->count - 1) / step + 1;
    shade_colour row[TILES_NODES];
    for (int n = first; n <= last; n++) {
        const shade_colour *a = above + (size_t)n * (size_t)layer->planes;
        const shade_colour *b = below + (size_t)n * (size_t)layer->planes;
        row[n].r = a->r + (b->r - a->r) * down;
        row[n].g = a->g + (b->g - a->g) * down;
        row[n].b = a->b + (b->b - a->b) * down;
    }
    for (int i = 0; i < run->count; i++) {
        int n = (left + i) / step;
        float along = ((float)((left + i) % step) + 0.5f) * scale;
        out->r[i] = row[n].r + (row[n + 1].r - row[n].r) * along;
        out->g[i] = row[n].g + (row[n + 1].g - row[n].g) * along;
        out->b[i] = row[n].b + (row[n + 1].b - row[n].b) * along;
    }
}
