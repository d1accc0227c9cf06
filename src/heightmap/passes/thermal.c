/* thermal.c - thermal erosion: material on slopes that are too steep slides down; three forms.
 *
 * In: heights, talus T (largest difference at rest, in 1/N, N = samples of the longer side),
 * iterations.  Out: the same mass, moved.  After F. K. Musgrave, C. E. Kolb and R. S. Mace 1989 in
 * the forms of J. Olsen 2004, "Realtime Procedural Terrain Generation".  On a map that does not
 * wrap, border cells have fewer neighbours, so nothing leaves the map.
 *
 * In the reference form all cells of an iteration change at once (sweep.h), on all threads.  The
 * other two work in place, row by row from the top, each row from the left, on one thread: the
 * order is part of their definition.
 */
#include <stddef.h>

#include "base/status.h"
#include "heightmap/pass.h"
#include "heightmap/sweep.h"

typedef struct thermal_settings {
    int iterations, neighbours; /* neighbours: 4 or 8; in-place forms: always 4 */
    double talus, strength;     /* strength: in-place forms always move half */
} thermal_settings;

#define AT(field) offsetof(thermal_settings, field)
#define ITERATIONS_KEY                                                                             \
    INTEGER_KEY("pass.N.iterations", AT(iterations), 0, 100000, 50, "sweeps over the map")
#define TALUS_KEY(otherwise)                                                                       \
    REAL_KEY("pass.N.talus", AT(talus), 0, 100000, otherwise,                                      \
             "steepest slope at rest, 1/N per cell (N = longer side)")

static float talus_of(const heightmap *map, const thermal_settings *settings)
{
    int side = map->width > map->height ? map->width : map->height;
    return (float)(settings->talus / (double)side);
}

static int64_t thermal_steps(const void *settings, int64_t samples)
{
    return pass_product(samples, 2 * (int64_t)((const thermal_settings *)settings)->iterations);
}

/* ---- reference ---------------------------------------------------------------- */

static const char *const neighbours[] = {"4", "8", NULL};

static const scene_key thermal_keys[] = {
    ITERATIONS_KEY,
    {"pass.N.neighbours", KEY_INTEGER, AT(neighbours), 4, 8, 1, 8, neighbours, NULL, NULL,
     "4 (von Neumann) or 8 (Moore)", 0, NULL},
    TALUS_KEY(4),
    REAL_KEY("pass.N.strength", AT(strength), 0, 1, 0.5,
             "share of the excess that slides per sweep"),
};

static rl_status thermal_run(heightmap *map, const void *settings, int index,
                             const heightmap_work *work, rl_error *error)
{
    const thermal_settings *s = settings;
    (void)index;
    sweep slide = {.kind = sweep_thermal_kinds[cpu_choose(work->kernels)],
                   .iterations = s->iterations,
                   .eight = s->neighbours == 8,
                   .threshold = talus_of(map, s),
                   .strength = (float)s->strength};
    return sweep_run(&slide, map, "thermal erosion", work, error);
}

const heightmap_pass thermal_pass = {"thermal", PASS_KEYS(thermal_keys), .steps = thermal_steps,
                                     .run = thermal_run};

/* ---- in place ------------------------------------------------------------------- */

/* Moves half of the difference to the lowest of four cells, if it is above the talus; if inverted,
 * if it is above 0 and at most the talus. */
static inline void level_out(float *here, float *const cell[4], float talus, int inverted)
{
    float *lowest = cell[0];
    for (int n = 1; n < 4; n++)
        lowest = *cell[n] < *lowest ? cell[n] : lowest;
    float d = *here - *lowest;
    int moves = inverted ? d > 0.0F && d <= talus : d > talus;
    float moved = moves ? d * 0.5F : 0.0F;
    *here -= moved;
    *lowest += moved;
}

typedef struct levelling {
    const heightmap *map;
    float talus;
    int inverted; /* 1: gentle slopes become flat, steep ones stay */
} levelling;

static float *row_or_null(const heightmap *map, int y)
{
    if (!map->wrap && (y < 0 || y >= map->height))
        return NULL;
    return map->h + (size_t)((y + map->height) % map->height) * (size_t)map->width;
}

/* Does one row.  A neighbour beyond a border is replaced by the cell itself: a difference of 0
 * moves nothing. */
static void level_row(const levelling *self, int y)
{
    const heightmap *map = self->map;
    float *above = row_or_null(map, y - 1), *row = row_or_null(map, y);
    float *below = row_or_null(map, y + 1);
    int last = map->width - 1;
    for (int x = 0; x <= last; x++) {
        int left = x > 0 ? x - 1 : map->wrap ? last : -1;
        int right = x < last ? x + 1 : map->wrap ? 0 : -1;
        float *here = row + x;
        if (self->inverted) {
            float *const straight[4] = {
                above != NULL ? above + x : here, left >= 0 ? row + left : here,
                right >= 0 ? row + right : here, below != NULL ? below + x : here};
            level_out(here, straight, self->talus, 1);
        } else {
            float *const diagonal[4] = {above != NULL && left >= 0 ? above + left : here,
                                        above != NULL && right >= 0 ? above + right : here,
                                        below != NULL && left >= 0 ? below + left : here,
                                        below != NULL && right >= 0 ? below + right : here};
            level_out(here, diagonal, self->talus, 0);
        }
    }
}

static rl_status in_place(const levelling *self, int iterations, const char *what,
                          const heightmap_work *work, rl_error *error)
{
    for (int i = 0; i < iterations; i++)
        for (int y = 0; y < self->map->height; y++) {
            TRY(sweep_step(self->map, i, iterations, y, what, work, error));
            level_row(self, y);
        }
    return RL_OK;
}

/* Olsen's optimised form: the lowest of the four diagonal neighbours. */
static rl_status thermal_fast_run(heightmap *map, const void *settings, int index,
                                  const heightmap_work *work, rl_error *error)
{
    const thermal_settings *s = settings;
    levelling self = {map, talus_of(map, s), 0};
    (void)index;
    return in_place(&self, s->iterations, "thermal erosion", work, error);
}

/* Olsen's inverted form, for maps of games: the lowest of the four straight neighbours. */
static rl_status thermal_inverted_run(heightmap *map, const void *settings, int index,
                                      const heightmap_work *work, rl_error *error)
{
    const thermal_settings *s = settings;
    levelling self = {map, talus_of(map, s), 1};
    (void)index;
    return in_place(&self, s->iterations, "levelling", work, error);
}

static const scene_key thermal_fast_keys[] = {ITERATIONS_KEY, TALUS_KEY(4)};
static const scene_key thermal_inverted_keys[] = {ITERATIONS_KEY, TALUS_KEY(12)};

const heightmap_pass thermal_fast_pass = {"thermal-fast", PASS_KEYS(thermal_fast_keys),
                                          .steps = thermal_steps, .run = thermal_fast_run};
const heightmap_pass thermal_inverted_pass = {"thermal-inverted", PASS_KEYS(thermal_inverted_keys),
                                              .steps = thermal_steps, .run = thermal_inverted_run};
