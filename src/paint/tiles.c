/* tiles.c - fills blocks of nodes and interpolates pixels between them. */
#include "paint/tiles.h"

#include <string.h>

#include "base/memory.h"

/* The widest block has 64 columns, a node for each and one more. */
#define MOST_NODES 65

static int is_flat(const rl_frame *frame, int layer)
{
    return layer == TILES_SKY ? frame->sky_is_flat : frame->ridge[layer - 1].is_flat;
}

static int *new_rows(const rl_frame *frame)
{
    int *rows = memory_array(frame->allocator, (size_t)frame->blocks, sizeof *rows);
    for (int b = 0; rows != NULL && b < frame->blocks; b++)
        rows[b] = -1;
    return rows;
}

static int new_layer(tiles *t, int layer, size_t count)
{
    const rl_frame *frame = t->frame;
    if (is_flat(frame, layer)) {
        t->flat[layer] = layer == TILES_SKY ? shade_flat_sky(frame)
                                            : shade_flat_land(frame, layer - 1);
        return 1;
    }
    for (int p = 0; p < 2; p++) {
        t->colour[layer][p] = memory_array(frame->allocator, count, sizeof(shade_colour));
        t->colour_row[layer][p] = new_rows(frame);
        if (t->colour[layer][p] == NULL || t->colour_row[layer][p] == NULL)
            return 0;
    }
    return 1;
}

int tiles_new(tiles *t, const rl_frame *frame)
{
    memset(t, 0, sizeof *t);
    t->frame = frame;
    t->nodes = frame->block / frame->step + 1;
    size_t count = (size_t)frame->blocks * (size_t)t->nodes;
    for (int p = 0; p < 2; p++) {
        t->air[p] = memory_array(frame->allocator, count, sizeof(shade_air));
        t->air_row[p] = new_rows(frame);
        if (t->air[p] == NULL || t->air_row[p] == NULL)
            return 0;
    }
    for (int layer = 0; layer <= frame->ridge_count; layer++)
        if (!new_layer(t, layer, count))
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
        for (int layer = 0; layer <= t->frame->ridge_count; layer++) {
            memory_free(allocator, t->colour[layer][p]);
            memory_free(allocator, t->colour_row[layer][p]);
        }
    }
}

static double node_x(const tiles *t, int block, int node)
{
    return (double)(t->frame->first_block + block) * t->frame->block + (double)node * t->frame->step;
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

static const shade_colour *colour_nodes(tiles *t, int layer, int block, int node_row)
{
    int p = node_row & 1;
    shade_colour *colour = t->colour[layer][p] + (size_t)block * (size_t)t->nodes;
    if (t->colour_row[layer][p][block] == node_row)
        return colour;
    const shade_air *air = air_nodes(t, block, node_row);
    double y = (double)node_row * t->frame->step;
    for (int n = 0; n < t->nodes; n++)
        colour[n] = layer == TILES_SKY
                        ? shade_sky(t->frame, &air[n])
                        : shade_land(t->frame, layer - 1, &air[n], node_x(t, block, n), y);
    t->colour_row[layer][p][block] = node_row;
    return colour;
}

static void fill_flat(shade_colour colour, int count, float *r, float *g, float *b)
{
    for (int i = 0; i < count; i++) {
        r[i] = colour.r;
        g[i] = colour.g;
        b[i] = colour.b;
    }
}

/* Where a pixel's middle lies between two nodes depends on its place in the
 * world alone, so a region shows the same pixels as the whole. */
void tiles_row(tiles *t, int layer, int block, int x, int count, int y, float *r, float *g,
               float *b)
{
    const rl_frame *frame = t->frame;
    if (is_flat(frame, layer)) {
        fill_flat(t->flat[layer], count, r, g, b);
        return;
    }
    int step = frame->step;
    float scale = 1.0f / (float)step;
    const shade_colour *above = colour_nodes(t, layer, block, y / step);
    const shade_colour *below = colour_nodes(t, layer, block, y / step + 1);
    float down = ((float)(y % step) + 0.5f) * scale;
    int left = (frame->first_block + block) * frame->block;
    int first = (x - left) / step;
    int last = (x + count - 1 - left) / step + 1;
    shade_colour row[MOST_NODES];
    for (int n = first; n <= last; n++) {
        row[n].r = above[n].r + (below[n].r - above[n].r) * down;
        row[n].g = above[n].g + (below[n].g - above[n].g) * down;
        row[n].b = above[n].b + (below[n].b - above[n].b) * down;
    }
    for (int i = 0; i < count; i++) {
        int at = x + i - left;
        int n = at / step;
        float along = ((float)(at % step) + 0.5f) * scale;
        r[i] = row[n].r + (row[n + 1].r - row[n].r) * along;
        g[i] = row[n].g + (row[n + 1].g - row[n].g) * along;
        b[i] = row[n].b + (row[n + 1].b - row[n].b) * along;
    }
}
