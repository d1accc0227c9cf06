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
#include "heightmap/sweep.h"

/* ---- reference ---------------------------------------------------------------- */

enum { HEIGHT, WATER, SEDIMENT };

rl_status hydraulic_pass(heightmap *map, const rl_pass *pass, int index, const heightmap_work *work,
                         rl_error *error)
{
    static const sweep_kind *const kinds[CPU_KERNELS] = {
        &sweep_hydraulic_plain, &sweep_hydraulic_vector, &sweep_hydraulic_avx2};
    (void)index;
    size_t cells = (size_t)map->width * (size_t)map->height;
    sweep flow = {.kind = kinds[cpu_choose(work->kernels)],
                  .width = map->width,
                  .height = map->height,
                  .wrap = map->wrap};
    flow.eight = pass->neighbours == 8;
    flow.pass = pass;
    float *own[6] = {map->h, NULL, NULL, NULL, NULL, NULL};
    int got = 1;
    for (; got < 6; got++) {
        /* The first iterations write the second three. */
        own[got] = got < 3 ? memory_zeroed(work->allocator, cells, sizeof(float))
                           : memory_array(work->allocator, cells, sizeof(float));
        if (own[got] == NULL)
            break;
    }
    rl_status status = RL_OK;
    if (got < 6)
        status = status_fail(error, RL_NO_MEMORY, "hydraulic: no memory for water and sediment");
    for (int m = 0; m < 3; m++) {
        flow.from[m] = own[m];
        flow.to[m] = own[m + 3];
    }
    if (status == RL_OK)
        status = sweep_run(&flow, work, "hydraulic erosion", error);
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
