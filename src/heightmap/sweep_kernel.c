/* sweep_kernel.c - the rows of collected passes, for each width: see base/lanes.h. */
#include "heightmap/flow_kernel.h"

#define LEAST_NORMAL 1.17549435e-38F

/* Rows of a map lie far apart: the CPU does not guess where the next one goes on, and waiting
 * for it took as long as the arithmetic. */
LANES_INLINE void rows_fetch(const float *const *rows, int maps, ptrdiff_t i)
{
    for (int m = 0; m < maps && i % SWEEP_LINE_CELLS == 0; m++)
        __builtin_prefetch(rows[m] + i, 0);
}

LANES_INLINE void out_fetch(const float *const *rows, int maps, ptrdiff_t i)
{
    for (int m = 0; m < maps && i % SWEEP_LINE_CELLS == 0; m++)
        __builtin_prefetch(rows[m] + i, 1);
}

/* ---- thermal ------------------------------------------------------------------------ */

/* A cell gives c (d_max - T) d_i / d_total: the factor of d_i.  Where nothing falls it is
 * 0 over something. */
LANES_INLINE lanes_f thermal_factor(const falls *sum, lanes_f strength, lanes_f threshold)
{
    lanes_f total = lanes_at_least(sum->total, lanes_of(LEAST_NORMAL));
    return strength * (sum->most - threshold) / total;
}

LANES_INLINE level_rows thermal_rows(const sweep_tile *tile, sweep_place at)
{
    level_rows rows = {tile->source[0][at.above], tile->source[0][at.here],
                       tile->source[0][at.below], lanes_of(tile->threshold)};
    return rows;
}

LANES_INLINE void thermal_share(const sweep *self, sweep_tile *tile, sweep_place at, int eight)
{
    lanes_f strength = lanes_of((float)self->pass->strength);
    level_rows rows = thermal_rows(tile, at);
    ptrdiff_t end = tile->end;
    for (ptrdiff_t i = SWEEP_BEGIN; i < end; i += LANES) {
        falls sum = falls_at(&rows, i, eight, 1);
        lanes_f factor = thermal_factor(&sum, strength, rows.threshold);
        gives_store(tile, at.odd, i, &sum, factor, eight);
    }
}

/* Writes as many of the last lanes as the row has. */
LANES_INLINE void out_last(float *out, ptrdiff_t i, ptrdiff_t count, lanes_f v)
{
    LANES_SCRATCH float last[LANES];
    lanes_store(last, v);
    for (int k = 0; i + k < count; k++)
        out[i + k] = last[k];
}

LANES_INLINE lanes_f thermal_next(sweep_tile *tile, const float *height, int odd, ptrdiff_t i,
                                  int eight)
{
    ptrdiff_t place = SWEEP_FIRST + i;
    return lanes_load(height + place) + gain_at(tile->flow, odd, place, eight);
}

LANES_INLINE void thermal_end(sweep_tile *tile, sweep_place at, int eight)
{
    const float *height = tile->source[0][at.here];
    ptrdiff_t count = tile->columns, i = 0;
    flows_make(tile, at, eight, 0);
    for (; i + LANES <= count; i += LANES)
        lanes_store(tile->out[0] + i, thermal_next(tile, height, at.odd, i, eight));
    if (i < count)
        out_last(tile->out[0], i, count, thermal_next(tile, height, at.odd, i, eight));
}

/* ---- thermal, four neighbours ------------------------------------------------------- */

/* Without diagonals all of an edge lies in one column, or in one row: so the row above is
 * ended where its last flows are found, and hardly anything is kept.  The arrays are rows
 * of the tile that the general form would use. */
typedef struct straight_rows {
    level_rows level;
    float *east, *west, *south; /* what cells of the row give; south: still of the row above */
    float *sank;                /* what flowed to the row above from the one before it */
    const float *sides;         /* what the row above gains by its own edges */
    lanes_f strength;
} straight_rows;

LANES_INLINE straight_rows straight_rows_of(const sweep *self, sweep_tile *tile, sweep_place at)
{
    straight_rows rows = {.level = thermal_rows(tile, at),
                          .east = tile->give[SWEEP_EAST][0],
                          .west = tile->give[SWEEP_WEST][0],
                          .south = tile->give[SWEEP_SOUTH][0],
                          .sank = tile->flow[SWEEP_SIDE_SOUTH][0],
                          .sides = tile->flow[SWEEP_SIDE_EAST][0],
                          .strength = lanes_of((float)self->pass->strength)};
    return rows;
}

/* Shares at a place of the row; returns the next state of the one above. */
LANES_INLINE lanes_f straight_next(const straight_rows *rows, ptrdiff_t i)
{
    falls sum = falls_at(&rows->level, i, 0, 1);
    lanes_f factor = thermal_factor(&sum, rows->strength, rows->level.threshold);
    lanes_f sinks = lanes_load(rows->south + i) - sum.fall[SWEEP_NORTH] * factor;
    lanes_f gain = lanes_load(rows->sides + i) + (lanes_load(rows->sank + i) - sinks);
    lanes_store(rows->sank + i, sinks);
    lanes_store(rows->east + i, sum.fall[SWEEP_EAST] * factor);
    lanes_store(rows->west + i, sum.fall[SWEEP_WEST] * factor);
    lanes_store(rows->south + i, sum.fall[SWEEP_SOUTH] * factor);
    return lanes_load(rows->level.above + i) + gain;
}

static void KERNEL(thermal_straight)(const sweep *self, sweep_tile *tile, sweep_place at)
{
    straight_rows rows = straight_rows_of(self, tile, at);
    ptrdiff_t last = SWEEP_FIRST + tile->columns, end = tile->end, i = SWEEP_BEGIN;
    float *out = tile->out[0];
    for (; i < SWEEP_FIRST; i += LANES)
        (void)straight_next(&rows, i);
    for (; i + SWEEP_LINE_CELLS <= last; i += SWEEP_LINE_CELLS) {
        rows_fetch(tile->ahead, 1, i);
        out_fetch(tile->out_ahead, 1, i - SWEEP_FIRST);
#pragma GCC unroll 4
        for (ptrdiff_t k = i; k < i + SWEEP_LINE_CELLS; k += LANES)
            lanes_store(out + k - SWEEP_FIRST, straight_next(&rows, k));
    }
    for (; i + LANES <= last; i += LANES)
        lanes_store(out + i - SWEEP_FIRST, straight_next(&rows, i));
    for (; i < end; i += LANES)
        out_last(out, i - SWEEP_FIRST, tile->columns, straight_next(&rows, i));
}

static void KERNEL(thermal_sides)(const sweep *self, sweep_tile *tile, sweep_place at)
{
    straight_rows rows = straight_rows_of(self, tile, at);
    float *sides = tile->flow[SWEEP_SIDE_EAST][0];
    ptrdiff_t end = tile->end;
    for (ptrdiff_t i = SWEEP_FIRST; i < end; i += LANES) {
        lanes_f comes = lanes_load(rows.east + i - 1) - lanes_load(rows.west + i);
        lanes_f goes = lanes_load(rows.east + i) - lanes_load(rows.west + i + 1);
        lanes_store(sides + i, comes - goes);
    }
}

/* ---- hydraulic ---------------------------------------------------------------------- */

enum { HEIGHT, WATER, SEDIMENT };

/* Ground that dissolves is counted as what the height really lost after its rounding:
 * 0.0001 off 0.7 is rounded the same way in every cell and iteration, and the error
 * would add up.  The difference is exact. */
static void KERNEL(hydraulic_begin)(const sweep *self, sweep_tile *tile, sweep_place at)
{
    lanes_f zero = lanes_of(0.0F), rain = lanes_of((float)self->pass->rain);
    lanes_f solubility = lanes_of((float)self->pass->solubility);
    for (ptrdiff_t i = 0; i < tile->limit; i += LANES) {
        rows_fetch(tile->ahead, 3, i);
        lanes_f height = lanes_load(tile->source[HEIGHT][at.here] + i);
        lanes_f water = lanes_load(tile->source[WATER][at.here] + i) + rain;
        lanes_f dissolved = lanes_max(lanes_min(solubility * water, height), zero);
        lanes_f ground = height - dissolved;
        lanes_f sediment = lanes_load(tile->source[SEDIMENT][at.here] + i) + (height - ground);
        lanes_f load = kept_where(lanes_less(zero, water), sediment / water);
        lanes_store(tile->state[HEIGHT][at.here] + i, ground);
        lanes_store(tile->state[WATER][at.here] + i, water);
        lanes_store(tile->state[SEDIMENT][at.here] + i, sediment);
        lanes_store(tile->level[at.here] + i, ground + water);
        lanes_store(tile->load[at.here] + i, load);
    }
}

/* With a = h + w the water that moves is min(w, a - mean a of the cell and its n lower
 * neighbours), and that mean lies d_total / (n + 1) below a. */
LANES_INLINE void hydraulic_share(sweep_tile *tile, sweep_place at, int eight)
{
    lanes_f zero = lanes_of(0.0F);
    const float *water = tile->state[WATER][at.here];
    level_rows rows = {tile->level[at.above], tile->level[at.here], tile->level[at.below], zero};
    ptrdiff_t end = tile->end;
    for (ptrdiff_t i = SWEEP_BEGIN; i < end; i += LANES) {
        falls sum = falls_at(&rows, i, eight, 0);
        lanes_f cells = lanes_to_f(lanes_of_i(1) - sum.number);
        lanes_f moved = lanes_min(lanes_load(water + i), sum.total / cells);
        lanes_f factor = kept_where(lanes_less(zero, sum.total), moved / sum.total);
        gives_store(tile, at.odd, i, &sum, factor, eight);
    }
}

typedef struct wet {
    lanes_f height, water, sediment;
} wet;

LANES_INLINE wet hydraulic_next(const sweep *self, sweep_tile *tile, sweep_place at, ptrdiff_t i,
                                int eight)
{
    lanes_f zero = lanes_of(0.0F), stays = lanes_of((float)(1.0 - self->pass->evaporation));
    lanes_f capacity = lanes_of((float)self->pass->capacity);
    ptrdiff_t place = SWEEP_FIRST + i;
    wet next = {.height = lanes_load(tile->state[HEIGHT][at.here] + place),
                .water = lanes_load(tile->state[WATER][at.here] + place),
                .sediment = lanes_load(tile->state[SEDIMENT][at.here] + place)};
    next.water += gain_at(tile->flow, at.odd, place, eight);
    next.sediment += gain_at(tile->carried, at.odd, place, eight);
    next.water = lanes_max(next.water, zero) * stays;
    next.sediment = lanes_max(next.sediment, zero);
    lanes_f settles = lanes_max(next.sediment - capacity * next.water, zero);
    next.height += settles;
    next.sediment -= settles;
    return next;
}

LANES_INLINE void hydraulic_end(const sweep *self, sweep_tile *tile, sweep_place at, int eight)
{
    float *heights = tile->out[HEIGHT], *waters = tile->out[WATER];
    float *sediments = tile->out[SEDIMENT];
    ptrdiff_t count = tile->columns, i = 0;
    flows_make(tile, at, eight, 1);
    for (; i + LANES <= count; i += LANES) {
        out_fetch(tile->out_ahead, 3, i);
        wet next = hydraulic_next(self, tile, at, i, eight);
        lanes_store(heights + i, next.height);
        lanes_store(waters + i, next.water);
        lanes_store(sediments + i, next.sediment);
    }
    if (i == count)
        return;
    wet next = hydraulic_next(self, tile, at, i, eight);
    out_last(heights, i, count, next.height);
    out_last(waters, i, count, next.water);
    out_last(sediments, i, count, next.sediment);
}

/* ---- the table ------------------------------------------------------------------------ */

#define ROWS_FOR(name, eight)                                                                      \
    static void KERNEL(thermal_share_##name)(const sweep *self, sweep_tile *tile, sweep_place at)  \
    {                                                                                              \
        thermal_share(self, tile, at, eight);                                                      \
    }                                                                                              \
    static void KERNEL(thermal_flow_##name)(const sweep *self, sweep_tile *tile, sweep_place at)   \
    {                                                                                              \
        (void)self;                                                                                \
        flows_make(tile, at, eight, 0);                                                            \
    }                                                                                              \
    static void KERNEL(thermal_end_##name)(const sweep *self, sweep_tile *tile, sweep_place at)    \
    {                                                                                              \
        (void)self;                                                                                \
        thermal_end(tile, at, eight);                                                              \
    }                                                                                              \
    static void KERNEL(hydraulic_share_##name)(const sweep *self, sweep_tile *tile,                \
                                               sweep_place at)                                     \
    {                                                                                              \
        (void)self;                                                                                \
        hydraulic_share(tile, at, eight);                                                          \
    }                                                                                              \
    static void KERNEL(hydraulic_flow_##name)(const sweep *self, sweep_tile *tile, sweep_place at) \
    {                                                                                              \
        (void)self;                                                                                \
        flows_make(tile, at, eight, 1);                                                            \
    }                                                                                              \
    static void KERNEL(hydraulic_end_##name)(const sweep *self, sweep_tile *tile, sweep_place at)  \
    {                                                                                              \
        hydraulic_end(self, tile, at, eight);                                                      \
    }

ROWS_FOR(4, 0)
ROWS_FOR(8, 1)

const sweep_kind KERNEL(sweep_thermal) = {
    .maps = 1,
    .columns = SWEEP_TILE,
    .rows = SWEEP_HIGH,
    .straight = KERNEL(thermal_straight),
    .sides = KERNEL(thermal_sides),
    .share = {KERNEL(thermal_share_4), KERNEL(thermal_share_8)},
    .flow = {KERNEL(thermal_flow_4), KERNEL(thermal_flow_8)},
    .end = {KERNEL(thermal_end_4), KERNEL(thermal_end_8)},
};
const sweep_kind KERNEL(sweep_hydraulic) = {
    .maps = 3,
    .columns = SWEEP_TILE_OF_THREE,
    .rows = SWEEP_HIGH_OF_THREE,
    .begin = KERNEL(hydraulic_begin),
    .share = {KERNEL(hydraulic_share_4), KERNEL(hydraulic_share_8)},
    .flow = {KERNEL(hydraulic_flow_4), KERNEL(hydraulic_flow_8)},
    .end = {KERNEL(hydraulic_end_4), KERNEL(hydraulic_end_8)},
};
