/* sweep.c - one iteration of a collected pass: see sweep.h.
 *
 * Rows run down a tile through short rings: row y gets its levels, then row y - 1 its
 * edges and factors (they need the levels around it), then row y - 2 its flows to the
 * south, and with those from the north all that it gains and loses.
 */
#include "terrain/sweep.h"

#include <string.h>

/* ---- rows of a tile -------------------------------------------------------- */

static int wrapped(int i, int size)
{
    int rest = i % size;
    return rest < 0 ? rest + size : rest;
}

/* Copies columns from the tile's left on; beyond a border there is a wall of `outside`. */
static void row_fill(float *row, const float *map_row, const sweep *self, const sweep_tile *tile,
                     float outside)
{
    int left = tile->left, limit = tile->limit;
    int first = left < 0 ? -left : 0;
    int last = self->width - left < limit ? self->width - left : limit;
    memcpy(row + first, map_row + left + first, (size_t)(last - first) * sizeof *row);
    for (int i = 0; i < first; i++)
        row[i] = self->wrap ? map_row[wrapped(left + i, self->width)] : outside;
    for (int i = last; i < limit; i++)
        row[i] = self->wrap ? map_row[wrapped(left + i, self->width)] : outside;
}

static int row_is_outside(const sweep *self, int y)
{
    return !self->wrap && (y < 0 || y >= self->height);
}

/* A row beyond a border: a wall. */
static void row_wall(const sweep *self, sweep_tile *tile, int at)
{
    float *level = self->kind->begin != NULL ? tile->level[at] : tile->filled[0][at];
    tile->source[0][at] = tile->filled[0][at];
    for (int m = 0; m < self->kind->maps; m++)
        memset(tile->state[m][at], 0, sizeof tile->state[m][at]);
    memset(tile->load[at], 0, sizeof tile->load[at]);
    for (int i = 0; i < SWEEP_ROW; i++)
        level[i] = SWEEP_WALL;
}

static void row_begin(const sweep *self, sweep_tile *tile, int y, sweep_place at)
{
    if (row_is_outside(self, y)) {
        row_wall(self, tile, at.here);
        return;
    }
    size_t start = (size_t)wrapped(y, self->height) * (size_t)self->width;
    int is_inside = tile->left >= 0 && tile->left + tile->limit <= self->width;
    for (int m = 0; m < self->kind->maps; m++) {
        const float *row = self->from[m] + start;
        float *filled = tile->filled[m][at.here];
        tile->source[m][at.here] = is_inside ? row + tile->left : filled;
        if (!is_inside)
            row_fill(filled, row, self, tile, m == 0 ? SWEEP_WALL : 0.0F);
    }
    if (self->kind->begin != NULL)
        self->kind->begin(self, tile, at);
}

/* Nothing comes from beyond a border. */
static void row_share(const sweep *self, sweep_tile *tile, int y, sweep_place at)
{
    float *factor = tile->factor[at.odd];
    self->kind->share[self->eight](self, tile, at);
    if (row_is_outside(self, y))
        memset(factor, 0, sizeof tile->factor[0]);
    if (!self->wrap && tile->left < 0)
        factor[SWEEP_FIRST - 1] = 0.0F;
    if (!self->wrap && tile->left + SWEEP_FIRST + tile->columns == self->width)
        factor[SWEEP_FIRST + tile->columns] = 0.0F;
}

static void row_end(const sweep *self, sweep_tile *tile, int y, sweep_place at)
{
    size_t start = (size_t)y * (size_t)self->width + (size_t)(tile->left + SWEEP_FIRST);
    for (int m = 0; m < self->kind->maps; m++)
        tile->out[m] = self->to[m] + start;
    self->kind->end[self->eight](self, tile, at);
}

/* ---- tiles and bands ----------------------------------------------------------- */

static sweep_place place_of(int row)
{
    sweep_place at = {row & (SWEEP_RING - 1), (row + 1) & (SWEEP_RING - 1), row & 1};
    return at;
}

static void tile_run(const sweep *self, sweep_tile *tile, int from, int to)
{
    for (int y = from - 2; y < to + 2; y++) {
        int row = y - from + 2; /* from 0 */
        row_begin(self, tile, y, place_of(row));
        if (row >= 1)
            row_share(self, tile, y - 1, place_of(row - 1));
        if (row == 3)
            self->kind->flow[self->eight](self, tile, place_of(row - 2)); /* to the south */
        if (row >= 4)
            row_end(self, tile, y - 2, place_of(row - 2));
    }
}

typedef struct sweep_band {
    const sweep *sweep;
    int first;
} sweep_band;

static void band_run(void *user, int from, int to)
{
    const sweep_band *band = user;
    sweep_tile tile;
    memset(&tile, 0, sizeof tile);
    for (int x = 0; x < band->sweep->width; x += SWEEP_TILE) {
        int rest = band->sweep->width - x;
        tile.left = x - SWEEP_FIRST;
        tile.columns = rest < SWEEP_TILE ? rest : SWEEP_TILE;
        tile.end = SWEEP_FIRST + (tile.columns + 7) / 4 * 4;
        tile.limit = tile.end + SWEEP_FIRST;
        tile_run(band->sweep, &tile, band->first + from, band->first + to);
    }
}

int sweep_rows_at_once(int width)
{
    int rows = (1 << 22) / width;
    return rows < 64 ? 64 : rows;
}

rl_status sweep_run(sweep *self, const heightmap_work *work, const char *what, double done,
                    double share, rl_error *error)
{
    int step = sweep_rows_at_once(self->width);
    for (int y = 0; y < self->height; y += step) {
        sweep_band band = {self, y};
        int rows = self->height - y < step ? self->height - y : step;
        rl_status status =
            heightmap_step(work, what, done + share * (double)y / (double)self->height, error);
        if (status == RL_OK)
            status = heightmap_rows(work, rows, band_run, &band, error);
        if (status != RL_OK)
            return status;
    }
    for (int m = 0; m < self->kind->maps; m++) {
        float *swapped = self->from[m];
        self->from[m] = self->to[m];
        self->to[m] = swapped;
    }
    return RL_OK;
}
