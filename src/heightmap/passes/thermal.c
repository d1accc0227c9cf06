/* thermal.c - material that lies too steep slides down: three forms of one idea.
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
#include "base/memory.h"
#include "base/status.h"
#include "heightmap/sweep.h"

#include <string.h>

static float talus_of(const heightmap *map, const rl_pass *pass)
{
    int side = map->width > map->height ? map->width : map->height;
    return (float)(pass->talus / (double)side);
}

/* ---- reference ---------------------------------------------------------------- */

rl_status thermal_pass(heightmap *map, const rl_pass *pass, int index, const heightmap_work *work,
                       rl_error *error)
{
    static const sweep_kind *const kinds[CPU_KERNELS] = {
        &sweep_thermal_plain, &sweep_thermal_vector, &sweep_thermal_avx2};
    (void)index;
    size_t cells = (size_t)map->width * (size_t)map->height;
    float *other = memory_array(work->allocator, cells, sizeof *other);
    if (other == NULL)
        return status_fail(error, RL_NO_MEMORY, "thermal: no memory for a second map");
    sweep slide = {.kind = kinds[cpu_choose(work->kernels)],
                   .width = map->width,
                   .height = map->height,
                   .wrap = map->wrap};
    slide.eight = pass->neighbours == 8;
    slide.threshold = talus_of(map, pass);
    slide.pass = pass;
    slide.from[0] = map->h;
    slide.to[0] = other;
    rl_status status = sweep_run(&slide, work, "thermal erosion", error);
    if (status == RL_OK && slide.from[0] != map->h)
        memcpy(map->h, slide.from[0], cells * sizeof *other);
    memory_free(work->allocator, other);
    return status;
}

/* ---- in place ------------------------------------------------------------------- */

/* A row, those beside it and columns beside x; where the map ends, the cell itself
 * stands for the neighbour that it lacks: a difference of 0 moves nothing. */
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

static rl_status in_place(heightmap *map, const rl_pass *pass, int inverted, const char *what,
                          const heightmap_work *work, rl_error *error)
{
    float talus = talus_of(map, pass);
    int step = sweep_rows_at_once(map->width);
    for (int i = 0; i < pass->iterations; i++)
        for (int y = 0; y < map->height; y++) {
            if (y % step == 0) {
                double done = ((double)i + (double)y / (double)map->height) / pass->iterations;
                rl_status status = heightmap_step(work, what, done, error);
                if (status != RL_OK)
                    return status;
            }
            in_place_row(map, y, talus, inverted);
        }
    return RL_OK;
}

/* Olsen's optimised form: the four diagonal neighbours, at once. */
rl_status thermal_fast_pass(heightmap *map, const rl_pass *pass, int index,
                            const heightmap_work *work, rl_error *error)
{
    (void)index;
    return in_place(map, pass, 0, "thermal erosion", work, error);
}

/* Olsen's own proposal for maps to play on: what is nearly flat becomes flat. */
rl_status thermal_inverted_pass(heightmap *map, const rl_pass *pass, int index,
                                const heightmap_work *work, rl_error *error)
{
    (void)index;
    return in_place(map, pass, 1, "levelling", work, error);
}
