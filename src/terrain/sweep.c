/* sweep.c - one iteration of a collected pass: see sweep.h.
 *
 * Rows run down a tile through rings of four: row y gets its levels, then row y - 1
 * its factors (they need the levels around it), then row y - 2 its flows to the
 * south, and with those from the north all that it gains and loses.
 */
#include "terrain/sweep.h"

/* One of the four directions that name every edge once: the others are their backs. */
typedef struct direction {
    int column, row;
} direction;
static const direction directions[4] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

/* ---- rows of a tile -------------------------------------------------------- */

static int wrapped(int i, int size)
{
    int rest = i % size;
    return rest < 0 ? rest + size : rest;
}

/* Copies columns from `left` on; beyond a border there is a wall of `outside`. */
static void row_fill(float *row, const float *map_row, const sweep *self, int left, float outside)
{
    int first = left < 0 ? -left : 0;
    int last = self->width - left < SWEEP_ROW ? self->width - left : SWEEP_ROW;
    memcpy(row + first, map_row + left + first, (size_t)(last - first) * sizeof *row);
    for (int i = 0; i < first; i++)
        row[i] = self->wrap ? map_row[wrapped(left + i, self->width)] : outside;
    for (int i = last; i < SWEEP_ROW; i++)
        row[i] = self->wrap ? map_row[wrapped(left + i, self->width)] : outside;
}

static int row_is_outside(const sweep *self, int y)
{
    return !self->wrap && (y < 0 || y >= self->height);
}

static void row_wall(const sweep *self, sweep_tile *tile, int at)
{
    for (int i = 0; i < SWEEP_ROW; i++) {
        tile->level[at][i] = SWEEP_WALL;
        tile->load[at][i] = 0.0F;
        for (int m = 0; m < self->kind->maps; m++)
            tile->state[m][at][i] = 0.0F;
    }
}

static void row_begin(const sweep *self, sweep_tile *tile, int y, int at)
{
    if (row_is_outside(self, y)) {
        row_wall(self, tile, at);
        return;
    }
    size_t start = (size_t)wrapped(y, self->height) * (size_t)self->width;
    for (int m = 0; m < self->kind->maps; m++)
        row_fill(tile->state[m][at], self->from[m] + start, self, tile->left,
                 m == 0 ? SWEEP_WALL : 0.0F);
    self->kind->begin(self, tile, at);
}

static void row_share(const sweep *self, sweep_tile *tile, int y, int above, int at, int below)
{
    float *factor = tile->factor[at];
    if (row_is_outside(self, y)) {
        memset(factor, 0, SWEEP_ROW * sizeof *factor);
        return;
    }
    self->kind->share(self, tile, above, at, below);
    if (!self->wrap && tile->left < 0)
        factor[SWEEP_FIRST - 1] = 0.0F;
    if (!self->wrap && tile->left + SWEEP_FIRST + tile->columns == self->width)
        factor[SWEEP_FIRST + tile->columns] = 0.0F;
}

/* ---- flows ------------------------------------------------------------------- */

/* What flows from each cell of row `at` to its neighbour in one direction; less than
 * 0 when it comes from there.  The difference seen from the other cell is exactly the
 * negative one, so the flow is too. */
static void flow_row(const sweep *self, sweep_tile *tile, int side, int at, int below, int half)
{
    int there = directions[side].row == 1 ? below : at;
    ptrdiff_t shift = directions[side].column;
    lanes threshold = lanes_all(self->threshold);
    for (ptrdiff_t i = SWEEP_BEGIN; i < tile->end; i += 4) {
        lanes d = lanes_load(tile->level[at] + i) - lanes_load(tile->level[there] + i + shift);
        lanes factor = lanes_where(d > threshold, lanes_load(tile->factor[at] + i)) +
                       lanes_where(d < -threshold, lanes_load(tile->factor[there] + i + shift));
        lanes_store(tile->flow[side][half] + i, d * factor);
    }
}

static void carried_row(sweep_tile *tile, int side, int at, int below, int half)
{
    int there = directions[side].row == 1 ? below : at;
    ptrdiff_t shift = directions[side].column;
    for (ptrdiff_t i = SWEEP_BEGIN; i < tile->end; i += 4) {
        lanes flow = lanes_load(tile->flow[side][half] + i);
        lanes load = lanes_pick(flow > lanes_all(0.0F), lanes_load(tile->load[at] + i),
                                lanes_load(tile->load[there] + i + shift));
        lanes_store(tile->carried[side][half] + i, flow * load);
    }
}

/* What comes in less what goes out, over the edges of all directions. */
static void gain_row(const sweep *self, const sweep_tile *tile, float flow[4][2][SWEEP_ROW],
                     float *gain, int half)
{
    for (ptrdiff_t i = SWEEP_BEGIN; i < tile->end; i += 4) {
        lanes sum = lanes_load(flow[0][half] + i - 1) - lanes_load(flow[0][half] + i);
        sum += lanes_load(flow[1][!half] + i) - lanes_load(flow[1][half] + i);
        if (self->eight) {
            sum += lanes_load(flow[2][!half] + i - 1) - lanes_load(flow[2][half] + i);
            sum += lanes_load(flow[3][!half] + i + 1) - lanes_load(flow[3][half] + i);
        }
        lanes_store(gain + i, sum);
    }
}

static void row_flow(const sweep *self, sweep_tile *tile, int at, int below, int half)
{
    for (int side = 0; side < (self->eight ? 4 : 2); side++) {
        flow_row(self, tile, side, at, below, half);
        if (self->kind->carries)
            carried_row(tile, side, at, below, half);
    }
}

static void row_end(const sweep *self, sweep_tile *tile, int y, int at, int half)
{
    gain_row(self, tile, tile->flow, tile->gain, half);
    if (self->kind->carries)
        gain_row(self, tile, tile->carried, tile->gain_carried, half);
    self->kind->end(self, tile, at);
    size_t start = (size_t)y * (size_t)self->width + (size_t)(tile->left + SWEEP_FIRST);
    for (int m = 0; m < self->kind->maps; m++)
        memcpy(self->to[m] + start, tile->state[m][at] + SWEEP_FIRST,
               (size_t)tile->columns * sizeof(float));
}

/* ---- tiles and bands ----------------------------------------------------------- */

static void tile_run(const sweep *self, sweep_tile *tile, int from, int to)
{
    for (int y = from - 2; y < to + 2; y++) {
        int row = y - from + 2; /* from 0 */
        int at[SWEEP_RING];     /* ring rows of y, y - 1, y - 2, y - 3 */
        for (int i = 0; i < SWEEP_RING; i++)
            at[i] = (row - i) & (SWEEP_RING - 1);
        row_begin(self, tile, y, at[0]);
        if (row >= 2)
            row_share(self, tile, y - 1, at[2], at[1], at[0]);
        if (row >= 3)
            row_flow(self, tile, at[2], at[1], row & 1);
        if (row >= 4)
            row_end(self, tile, y - 2, at[2], row & 1);
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
