/* cells.c - the view of a map that shows the cells of its last pass with cells (voronoi).
 *
 * A cell has a colour of the map's ramp, chosen by the hash of the cell's number. */
#include "base/colour.h"
#include "base/hash.h"
#include "base/status.h"
#include "map/map_view.h"

#define COLOURS 1024

typedef struct cells {
    uint64_t key;
    int32_t *nearest; /* [width * height] number of the cell */
    uint8_t rgb[COLOURS][3];
} cells;

static rl_status prepare(view *self, const heightmap_work *work, rl_error *error)
{
    const rl_map_rules *rules = work->rules;
    int last = rules->pass_count - 1;
    while (last >= 0 && !heightmap_has_cells(&rules->pass[last]))
        last--;
    self->width = self->map->width;
    self->height = self->map->height;
    if (last < 0)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "map.view = cells: must have a pass that is voronoi");
    cells *c = self->state = arena_array(&self->memory, 1, sizeof *c);
    size_t samples = (size_t)self->width * (size_t)self->height;
    if (c != NULL)
        c->nearest = arena_array(&self->memory, samples, sizeof *c->nearest);
    TRY(status_memory(c != NULL && c->nearest != NULL, "cells", error));
    c->key = hash_key(work->seed, STREAM_CELLS);
    tint_table ramp;
    tint_make(&ramp, rules, 0.0, 1.0);
    for (int i = 0; i < COLOURS; i++) {
        linear_rgb light = {(double)ramp.r[i], (double)ramp.g[i], (double)ramp.b[i]};
        rl_colour colour = colour_from_linear(light);
        for (int k = 0; k < 3; k++)
            c->rgb[i][k] = (uint8_t)(colour >> (16 - 8 * k) & 0xff);
    }
    return heightmap_cells(self->map, &rules->pass[last], last, c->nearest, work, error);
}

static void rows(const view *self, int y, int count, uint8_t *rgb, size_t stride_bytes)
{
    const cells *c = self->state;
    for (int i = 0; i < count; i++) {
        const int32_t *nearest = c->nearest + (size_t)(y + i) * (size_t)self->width;
        uint8_t *out = rgb + (size_t)i * stride_bytes;
        for (int x = 0; x < self->width; x++, out += 3)
            memcpy(out, c->rgb[hash_at(c->key, 0, nearest[x]) % COLOURS], 3);
    }
}

const view_kind view_cells = {prepare, rows, NULL};
