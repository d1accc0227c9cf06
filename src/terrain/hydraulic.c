/* hydraulic.c - rain dissolves the ground, carries it down and lets it settle.
 *
 * In: heights, rain K_r, solubility K_s, evaporation K_e, capacity K_c, iterations.
 * Out: the same mass, moved; no height falls below 0 that was not.  After B. Benes and
 * R. Forsbach 2002 in the forms of J. Olsen 2004, "Realtime Procedural Terrain
 * Generation".  Without wrap the border cells have fewer neighbours.
 *
 * The reference form is collected (sweep.h) and runs on all threads.  The fast form
 * works in place, row by row from the top, each row from the left, on one thread: the
 * order is part of its definition.
 */
#include "base/memory.h"
#include "base/status.h"
#include "terrain/sweep.h"

/* ---- reference ---------------------------------------------------------------- */

enum { HEIGHT, WATER, SEDIMENT };

/* Ground that dissolves is counted as what the height really lost after its rounding:
 * 0.0001 off 0.7 is rounded the same way in every cell and iteration, and the error
 * would add up.  The difference is exact. */
static void hydraulic_begin(const sweep *self, sweep_tile *tile, int at)
{
    lanes zero = lanes_all(0.0F);
    lanes rain = lanes_all((float)self->pass->rain);
    lanes solubility = lanes_all((float)self->pass->solubility);
    for (ptrdiff_t i = 0; i < SWEEP_ROW; i += 4) {
        lanes height = lanes_load(tile->state[HEIGHT][at] + i);
        lanes water = lanes_load(tile->state[WATER][at] + i) + rain;
        lanes dissolved = lanes_max(lanes_min(solubility * water, height), zero);
        lanes ground = height - dissolved;
        lanes sediment = lanes_load(tile->state[SEDIMENT][at] + i) + (height - ground);
        lanes load = lanes_where(water > zero, sediment / water);
        lanes_store(tile->state[HEIGHT][at] + i, ground);
        lanes_store(tile->state[WATER][at] + i, water);
        lanes_store(tile->state[SEDIMENT][at] + i, sediment);
        lanes_store(tile->level[at] + i, ground + water);
        lanes_store(tile->load[at] + i, load);
    }
}

typedef struct near_cell {
    int row, column;
} near_cell;
static const near_cell near[8] = {{1, -1}, {1, 1}, {0, 0},  {2, 0},
                                  {0, -1}, {0, 1}, {2, -1}, {2, 1}};

/* With a = h + w the water that moves is min(w, a - mean a of the cell and its n lower
 * neighbours), and that mean lies d_total / (n + 1) below a. */
static void hydraulic_share(const sweep *self, sweep_tile *tile, int above, int at, int below)
{
    const float *row[3] = {tile->level[above], tile->level[at], tile->level[below]};
    lanes zero = lanes_all(0.0F);
    lanes one = lanes_all(1.0F);
    for (ptrdiff_t i = SWEEP_BEGIN; i < tile->end; i += 4) {
        lanes here = lanes_load(row[1] + i);
        lanes total = zero;
        lanes cells = one;
        for (int n = 0; n < (self->eight ? 8 : 4); n++) {
            lanes d = here - lanes_load(row[near[n].row] + i + near[n].column);
            total += lanes_where(d > zero, d);
            cells += lanes_where(d > zero, one);
        }
        lanes moved = lanes_min(lanes_load(tile->state[WATER][at] + i), total / cells);
        lanes_store(tile->factor[at] + i, lanes_where(total > zero, moved / total));
    }
}

static void hydraulic_end(const sweep *self, sweep_tile *tile, int at)
{
    lanes zero = lanes_all(0.0F);
    lanes stays = lanes_all((float)(1.0 - self->pass->evaporation));
    lanes capacity = lanes_all((float)self->pass->capacity);
    for (ptrdiff_t i = SWEEP_BEGIN; i < tile->end; i += 4) {
        lanes height = lanes_load(tile->state[HEIGHT][at] + i);
        lanes water = lanes_load(tile->state[WATER][at] + i) + lanes_load(tile->gain + i);
        lanes sediment =
            lanes_load(tile->state[SEDIMENT][at] + i) + lanes_load(tile->gain_carried + i);
        water = lanes_max(water, zero) * stays;
        sediment = lanes_max(sediment, zero);
        lanes settles = lanes_max(sediment - capacity * water, zero);
        lanes_store(tile->state[HEIGHT][at] + i, height + settles);
        lanes_store(tile->state[WATER][at] + i, water);
        lanes_store(tile->state[SEDIMENT][at] + i, sediment - settles);
    }
}

static rl_status hydraulic_run(sweep *flow, const heightmap_work *work, rl_error *error)
{
    int iterations = flow->pass->iterations;
    double share = 1.0 / (double)(iterations > 0 ? iterations : 1);
    rl_status status = RL_OK;
    for (int i = 0; i < iterations && status == RL_OK; i++)
        status = sweep_run(flow, work, "hydraulic erosion", (double)i * share, share, error);
    return status;
}

rl_status hydraulic_pass(heightmap *map, const rl_pass *pass, int index, const heightmap_work *work,
                         rl_error *error)
{
    static const sweep_kind kind = {3, 1, hydraulic_begin, hydraulic_share, hydraulic_end};
    (void)index;
    size_t cells = (size_t)map->width * (size_t)map->height;
    sweep flow = {.kind = &kind, .width = map->width, .height = map->height, .wrap = map->wrap};
    flow.eight = pass->neighbours == 8;
    flow.pass = pass;
    float *own[6] = {map->h, NULL, NULL, NULL, NULL, NULL};
    int got = 1;
    while (got < 6 && (own[got] = memory_zeroed(work->allocator, cells, sizeof(float))) != NULL)
        got++;
    rl_status status = RL_OK;
    if (got < 6)
        status = status_fail(error, RL_NO_MEMORY, "hydraulic: no memory for water and sediment");
    for (int m = 0; m < 3; m++) {
        flow.from[m] = own[m];
        flow.to[m] = own[m + 3];
    }
    if (status == RL_OK)
        status = hydraulic_run(&flow, work, error);
    for (size_t i = 0; status == RL_OK && i < cells; i++) /* all that is left settles */
        map->h[i] = flow.from[HEIGHT][i] + flow.from[SEDIMENT][i];
    for (int i = 1; i < got; i++)
        memory_free(work->allocator, own[i]);
    return status;
}

/* ---- in place ------------------------------------------------------------------- */

/* Water always carries all the sediment that it can, m = K_s w (Olsen sets K_c = K_s),
 * so there is no map of sediment.  `ground` is the height with that sediment settled:
 * rain takes up and evaporation lays down in the same cell, which leaves it as it is,
 * and only water that moves on takes ground along.  Hence the altitude of the water
 * is ground - m + w. */
typedef struct wet_map {
    float *ground, *water;
    int width, height, wrap;
    float solubility, lift; /* lift = 1 - solubility */
} wet_map;

static inline float altitude(const wet_map *self, size_t cell)
{
    return self->ground[cell] + self->lift * self->water[cell];
}

/* Levels a cell with the lowest of its neighbours as far as its water lasts. */
static inline void water_moves(const wet_map *self, size_t here, const size_t cell[4])
{
    size_t lowest = here;
    float level = altitude(self, here);
    float least = level;
    for (int n = 0; n < 4; n++) {
        float a = altitude(self, cell[n]);
        lowest = a < least ? cell[n] : lowest;
        least = a < least ? a : least;
    }
    float half = (level - least) * 0.5F;
    float water = half < self->water[here] ? half : self->water[here];
    float left = self->ground[here] - self->solubility * water;
    left = left > 0.0F ? left : self->ground[here] > 0.0F ? 0.0F : self->ground[here];
    float moved = self->ground[here] - left; /* exactly what is lost after rounding */
    self->water[here] -= water;
    self->water[lowest] += water;
    self->ground[here] -= moved;
    self->ground[lowest] += moved;
}

/* A neighbour beyond a border is the cell itself, which is never lower. */
static void wet_row(const wet_map *self, int y)
{
    size_t width = (size_t)self->width;
    size_t row = (size_t)y * width;
    size_t end = (size_t)self->height * width;
    size_t above = y > 0 ? row - width : self->wrap ? end - width : row;
    size_t below = row + width < end ? row + width : self->wrap ? 0 : row;
    for (size_t x = 0; x < width; x++) {
        size_t left = x > 0 ? x - 1 : self->wrap ? width - 1 : x;
        size_t right = x + 1 < width ? x + 1 : self->wrap ? 0 : x;
        size_t cell[4] = {above + x, row + left, row + right, below + x};
        water_moves(self, row + x, cell);
    }
}

static void wet_weather(const wet_map *self, float stays, float rain)
{
    size_t cells = (size_t)self->width * (size_t)self->height;
    for (size_t i = 0; i < cells; i++)
        self->water[i] = self->water[i] * stays + rain;
}

rl_status hydraulic_fast_pass(heightmap *map, const rl_pass *pass, int index,
                              const heightmap_work *work, rl_error *error)
{
    (void)index;
    size_t cells = (size_t)map->width * (size_t)map->height;
    float solubility = (float)pass->solubility;
    wet_map wet = {map->h, NULL, map->width, map->height, map->wrap, solubility, 1.0F - solubility};
    wet.water = memory_zeroed(work->allocator, cells, sizeof *wet.water);
    if (wet.water == NULL)
        return status_fail(error, RL_NO_MEMORY, "hydraulic-fast: no memory for water");
    int step = sweep_rows_at_once(map->width);
    rl_status status = RL_OK;
    for (int i = 0; i < pass->iterations && status == RL_OK; i++) {
        wet_weather(&wet, (float)(1.0 - pass->evaporation), (float)pass->rain);
        for (int y = 0; y < map->height && status == RL_OK; y++) {
            double done = ((double)i + (double)y / (double)map->height) / pass->iterations;
            if (y % step == 0)
                status = heightmap_step(work, "hydraulic erosion", done, error);
            wet_row(&wet, y);
        }
    }
    memory_free(work->allocator, wet.water);
    return status;
}
