/* hydraulic.c - rain dissolves the ground, carries it down and lets it settle.
 *
 * In: heights, rain K_r, solubility K_s, evaporation K_e, capacity K_c, iterations.  Out: the same
 * mass, moved; no height that was 0 or more falls below 0.  After B. Benes and R. Forsbach 2002 in
 * the forms of J. Olsen 2004, "Realtime Procedural Terrain Generation".  On a map that does not
 * wrap, border cells have fewer neighbours.
 *
 * In the reference form all cells of an iteration change at once (sweep.h), on all threads.  The
 * fast form works in place, row by row from the top, each row from the left, on one thread: the
 * order is part of its definition.
 */
#include <stddef.h>

#include "base/memory.h"
#include "base/status.h"
#include "heightmap/pass.h"
#include "heightmap/sweep.h"

typedef struct hydraulic_settings {
    int iterations, neighbours; /* neighbours: 4 or 8; in-place form: always 4 */
    double rain, solubility, evaporation, capacity; /* in-place form: capacity = solubility */
} hydraulic_settings;

#define AT(field) offsetof(hydraulic_settings, field)
#define ITERATIONS_KEY                                                                             \
    INTEGER_KEY("pass.N.iterations", AT(iterations), 0, 100000, 100, "sweeps over the map")
#define RAIN_KEY REAL_KEY("pass.N.rain", AT(rain), 0, 10, 0.01, "water per cell and sweep")
#define SOLUBILITY_KEY                                                                             \
    REAL_KEY("pass.N.solubility", AT(solubility), 0, 1, 0.01, "rock that a unit of water dissolves")
#define EVAPORATION_KEY                                                                            \
    REAL_KEY("pass.N.evaporation", AT(evaporation), 0, 1, 0.5, "share of the water lost per step")

static int64_t hydraulic_steps(const void *settings, int64_t samples)
{
    return pass_product(samples, 8 * (int64_t)((const hydraulic_settings *)settings)->iterations);
}

/* ---- reference ---------------------------------------------------------------- */

static const char *const neighbours[] = {"4", "8", NULL};

static const scene_key hydraulic_keys[] = {
    ITERATIONS_KEY,
    {"pass.N.neighbours", KEY_INTEGER, AT(neighbours), 4, 8, 1, 8, neighbours, NULL, NULL,
     "4 (von Neumann) or 8 (Moore)", 0, NULL},
    RAIN_KEY,
    SOLUBILITY_KEY,
    EVAPORATION_KEY,
    REAL_KEY("pass.N.capacity", AT(capacity), 0, 1000, 0.01, "sediment that water carries"),
};

static rl_status hydraulic_run(heightmap *map, const void *settings, int index,
                               const heightmap_work *work, rl_error *error)
{
    const hydraulic_settings *s = settings;
    (void)index;
    sweep flow = {.kind = sweep_hydraulic_kinds[cpu_choose(work->kernels)],
                  .iterations = s->iterations,
                  .eight = s->neighbours == 8,
                  .rain = (float)s->rain,
                  .solubility = (float)s->solubility,
                  .stays = (float)(1.0 - s->evaporation),
                  .capacity = (float)s->capacity};
    return sweep_run(&flow, map, "hydraulic erosion", work, error);
}

const heightmap_pass hydraulic_pass = {"hydraulic", PASS_KEYS(hydraulic_keys),
                                       .steps = hydraulic_steps, .run = hydraulic_run};

/* ---- in place ------------------------------------------------------------------- */

/* Water always carries all the sediment that it can, m = K_s w (Olsen sets K_c = K_s), so there is
 * no map of sediment.  `ground` is the height with that sediment settled: rain and evaporation move
 * material only between the ground and the water of one cell, which leaves it unchanged; only water
 * that flows takes ground along.  So the altitude of the water's surface is ground - m + w. */
typedef struct wet_map {
    float *ground, *water;
    int width, height, wrap;
    float solubility, lift; /* lift = 1 - solubility */
} wet_map;

static inline float altitude(const wet_map *self, size_t cell)
{
    return self->ground[cell] + self->lift * self->water[cell];
}

/* A neighbour beyond a border is the cell itself, which is never lower. */
static inline void wet_row(const wet_map *self, int y)
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
        size_t here = row + x;
        /* Moves water until the surface is level with the lowest neighbour's, or none is left. */
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
        float rest = self->ground[here] - self->solubility * water;
        rest = rest > 0.0F ? rest : self->ground[here] > 0.0F ? 0.0F : self->ground[here];
        float moved = self->ground[here] - rest; /* exactly what is lost after rounding */
        self->water[here] -= water;
        self->water[lowest] += water;
        self->ground[here] -= moved;
        self->ground[lowest] += moved;
    }
}

static const scene_key hydraulic_fast_keys[] = {ITERATIONS_KEY, RAIN_KEY, SOLUBILITY_KEY,
                                                EVAPORATION_KEY};

static rl_status hydraulic_fast_run(heightmap *map, const void *settings, int index,
                                    const heightmap_work *work, rl_error *error)
{
    const hydraulic_settings *s = settings;
    (void)index;
    float solubility = (float)s->solubility;
    size_t cells = (size_t)map->width * (size_t)map->height;
    float stays = (float)(1.0 - s->evaporation), rain = (float)s->rain;
    wet_map wet = {.ground = map->h,
                   .width = map->width,
                   .height = map->height,
                   .wrap = map->wrap,
                   .solubility = solubility,
                   .lift = 1.0F - solubility};
    wet.water = memory_zeroed(work->allocator, cells, sizeof *wet.water);
    TRY(status_memory(wet.water != NULL, "hydraulic-fast", error));
    rl_status status = RL_OK;
    for (int i = 0; i < s->iterations && status == RL_OK; i++) {
        for (size_t k = 0; k < cells; k++)
            wet.water[k] = wet.water[k] * stays + rain;
        for (int y = 0; y < map->height && status == RL_OK; y++) {
            status = sweep_step(map, i, s->iterations, y, "hydraulic erosion", work, error);
            wet_row(&wet, y);
        }
    }
    memory_free(work->allocator, wet.water);
    return status;
}

const heightmap_pass hydraulic_fast_pass = {"hydraulic-fast", PASS_KEYS(hydraulic_fast_keys),
                                            .steps = hydraulic_steps, .run = hydraulic_fast_run};
