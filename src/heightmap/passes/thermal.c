/* thermal.c - material on slopes that are too steep slides down: three forms of one idea.
 *
 * In: heights, talus T (a multiple of 1/N, N = the longer side), iterations.  Out:
 * the same mass, moved.  After F. K. Musgrave, C. E. Kolb and R. S. Mace 1989 in the
 * forms of J. Olsen 2004, "Realtime Procedural Terrain Generation".  Without wrap the
 * border cells have fewer neighbours, so nothing leaves the map.
 *
 * The reference form is collected (sweep.h) and runs on all threads.  The other two
 * work in place, row by row from the top, each row from the left, on one thread:
 * the order is part of their definition.
 */
#include <stddef.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "heightmap/pass.h"
#include "heightmap/sweep.h"

typedef struct thermal_settings {
    int iterations, neighbours; /* the forms in place have 4 neighbours */
    double talus, strength;     /* the forms in place move half */
} thermal_settings;

#define AT(field) offsetof(thermal_settings, field)
#define ITERATIONS_KEY                                                                             \
    INTEGER_KEY("pass.N.iterations", AT(iterations), 0, 100000, 50, "sweeps over the map")
#define TALUS_KEY(otherwise)                                                                       \
    REAL_KEY("pass.N.talus", AT(talus), 0, 100000, otherwise,                                      \
             "steepest rest, in 1/N from cell to cell")

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
     "4 (von Neumann) or 8 (Moore)"},
    TALUS_KEY(4),
    REAL_KEY("pass.N.strength", AT(strength), 0, 1, 0.5, "share of the excess that slides"),
};

static rl_status thermal_run(heightmap *map, const void *settings, int index,
                             const heightmap_work *work, rl_error *error)
{
    static const sweep_kind *const kinds[CPU_KERNELS] = {
        &sweep_thermal_plain, &sweep_thermal_vector, &sweep_thermal_avx2};
    const thermal_settings *s = settings;
    (void)index;
    size_t cells = (size_t)map->width * (size_t)map->height;
    float *second = memory_array(work->allocator, cells, sizeof *second);
    if (second == NULL)
        return status_fail(error, RL_NO_MEMORY, "thermal: out of memory");
    sweep slide = {.kind = kinds[cpu_choose(work->kernels)],
                   .width = map->width,
                   .height = map->height,
                   .wrap = map->wrap,
                   .iterations = s->iterations,
                   .eight = s->neighbours == 8,
                   .threshold = talus_of(map, s),
                   .strength = (float)s->strength,
                   .source = {map->h},
                   .next = {second}};
    rl_status status = sweep_run(&slide, work, "thermal erosion", error);
    if (status == RL_OK && slide.source[0] != map->h)
        memcpy(map->h, slide.source[0], cells * sizeof *second);
    memory_free(work->allocator, second);
    return status;
}

const heightmap_pass thermal_pass = {"thermal", PASS_KEYS(thermal_keys), .steps = thermal_steps,
                                     .run = thermal_run};

/* ---- in place ------------------------------------------------------------------- */

/* A row and those beside it.  Where the map ends, a cell is its own neighbour: a difference of
 * 0 moves nothing. */
typedef struct place {
    float *above, *here, *below;
} place;

/* Moves half of the largest difference to the lowest of four cells, if `moves`. */
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

static inline void diagonal_cell(const place *p, int left, int x, int right, float talus)
{
    float *here = p->here + x;
    float *const cell[4] = {
        p->above != NULL && left >= 0 ? p->above + left : here,
        p->above != NULL && right >= 0 ? p->above + right : here,
        p->below != NULL && left >= 0 ? p->below + left : here,
        p->below != NULL && right >= 0 ? p->below + right : here,
    };
    level_out(here, cell, talus, 0);
}

static inline void straight_cell(const place *p, int left, int x, int right, float talus)
{
    float *here = p->here + x;
    float *const cell[4] = {
        p->above != NULL ? p->above + x : here,
        left >= 0 ? p->here + left : here,
        right >= 0 ? p->here + right : here,
        p->below != NULL ? p->below + x : here,
    };
    level_out(here, cell, talus, 1);
}

static float *row_or_null(const heightmap *map, int y)
{
    if (!map->wrap && (y < 0 || y >= map->height))
        return NULL;
    return map->h + (size_t)((y + map->height) % map->height) * (size_t)map->width;
}

static void in_place_row(const heightmap *map, int y, float talus, int inverted)
{
    place p = {row_or_null(map, y - 1), row_or_null(map, y), row_or_null(map, y + 1)};
    int last = map->width - 1;
    for (int x = 0; x <= last; x++) {
        int left = x > 0 ? x - 1 : map->wrap ? last : -1;
        int right = x < last ? x + 1 : map->wrap ? 0 : -1;
        if (inverted)
            straight_cell(&p, left, x, right, talus);
        else
            diagonal_cell(&p, left, x, right, talus);
    }
}

static rl_status in_place(heightmap *map, const thermal_settings *settings, int inverted,
                          const char *what, const heightmap_work *work, rl_error *error)
{
    float talus = talus_of(map, settings);
    int step = sweep_rows_at_once(map->width);
    for (int i = 0; i < settings->iterations; i++)
        for (int y = 0; y < map->height; y++) {
            double done = ((double)i + (double)y / (double)map->height) / settings->iterations;
            if (y % step == 0)
                TRY(heightmap_step(work, what, done, error));
            in_place_row(map, y, talus, inverted);
        }
    return RL_OK;
}

/* Olsen's optimised form: the four diagonal neighbours, at once. */
static rl_status thermal_fast_run(heightmap *map, const void *settings, int index,
                                  const heightmap_work *work, rl_error *error)
{
    (void)index;
    return in_place(map, settings, 0, "thermal erosion", work, error);
}

/* Olsen's own proposal for maps to play on: what is nearly flat becomes flat. */
static rl_status thermal_inverted_run(heightmap *map, const void *settings, int index,
                                      const heightmap_work *work, rl_error *error)
{
    (void)index;
    return in_place(map, settings, 1, "levelling", work, error);
}

static const scene_key thermal_fast_keys[] = {ITERATIONS_KEY, TALUS_KEY(4)};
static const scene_key thermal_inverted_keys[] = {ITERATIONS_KEY, TALUS_KEY(12)};

const heightmap_pass thermal_fast_pass = {"thermal-fast", PASS_KEYS(thermal_fast_keys),
                                          .steps = thermal_steps, .run = thermal_fast_run};
const heightmap_pass thermal_inverted_pass = {"thermal-inverted", PASS_KEYS(thermal_inverted_keys),
                                              .steps = thermal_steps, .run = thermal_inverted_run};
