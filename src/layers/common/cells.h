/* cells.h - rows of cells in which grains, pebbles and shrubs lie, repeated after a loop.
 *
 * On a plane that is seen in perspective a whole number of rows lies between a distance and twice
 * it, and cells are half as wide there: so things keep their size in the world.
 */
#ifndef RL_LAYERS_CELLS_H
#define RL_LAYERS_CELLS_H

#include "base/hash.h"
#include "base/stripes.h"
#include "ridge/noise.h"

/* Cells of a row. */
typedef struct cell_row {
    double per_unit; /* cells per U */
    int32_t period;  /* cells of a loop, 0 = endless */
    int32_t cell;    /* cell of the first column */
    float rate;      /* cells per pixel */
    float part;      /* fraction of the first column in its cell, 0..1 */
    float up;        /* place of the row of pixels in the row of cells, 0 = below .. 1 */
    uint32_t hash;   /* hash of the row of cells */
} cell_row;

/* cell_row_at finds row `place` of cells; its first column is placed by cell_row_span.  `loop` is
 * in U, 0 = endless; `unit` is in pixels. */
static inline void cell_row_at(cell_row *row, uint64_t key, double loop, double unit,
                               double per_unit, double place)
{
    int64_t number = exact_floor(place);
    row->per_unit = per_unit;
    row->period = (int32_t)noise_fit_rate(loop, &row->per_unit);
    row->rate = (float)(row->per_unit / unit);
    row->up = (float)(place - (double)number);
    row->hash = (uint32_t)hash_at(key, 1, number);
}

/* cell_row_by_distance does so at distance D of a plane; cells are `per_unit` at D = 1, and `rows`
 * rows of them lie between a distance and twice it. */
static inline void cell_row_by_distance(cell_row *row, uint64_t key, double loop, double unit,
                                        double per_unit, int rows, double distance)
{
    double place = rows * exact_log2(distance);
    double far = (double)exact_floor((double)exact_floor(place) / rows);
    cell_row_at(row, key, loop, unit, per_unit * exact_exp2(far), place);
}

/* cell_row_span places the first column at x (U).  Each row is shifted by a part of a cell of its
 * own, so that things do not stand in columns. */
static inline void cell_row_span(cell_row *row, double x)
{
    double shift = (double)(row->hash >> 16) * 0x1p-16;
    stripe_cell_at(x * row->per_unit + shift, row->period, &row->cell, &row->part);
}

#endif
