/* sweep_kernel.c - the row functions of sweep kinds, compiled for each vector width: see
 * base/lanes.h.
 *
 * A cell gives to each lower neighbour d * factor, where d is the difference of levels and the
 * factor is one per cell.  From the other end d has exactly the opposite sign, so at most one of
 * two neighbours gives.
 */
#include "base/lanes.h"
#include "heightmap/sweep.h"

/* Returns v where the mask is set, else 0. */
LANES_INLINE lanes_f where(lanes_i mask, lanes_f v)
{
    return lanes_from_bits(lanes_bits(v) & mask);
}

/* ---- differences ---------------------------------------------------------------- */

/* Differences of level from a cell down to its neighbours. */
typedef struct falls {
    lanes_f fall[SWEEP_WAYS]; /* by direction: difference if it is above the threshold, else 0 */
    lanes_f total;            /* sum of the falls */
    lanes_f most;             /* largest of all differences and the threshold */
    lanes_i number;           /* minus the number of falls: a sum of masks, -1 each */
} falls;

typedef struct level_rows {
    const float *row[3]; /* above, here, below */
    lanes_f threshold;
} level_rows;

/* Returns the falls at entry i.  Sums are in the order of SWEEP_WEST ...: since sums are rounded,
 * the order is part of the definition. */
LANES_INLINE falls falls_at(const level_rows *rows, ptrdiff_t i, int eight, int has_threshold)
{
    static const struct {
        int row, column;
    } beside[SWEEP_WAYS] = {{1, -1}, {1, 1}, {0, 0}, {2, 0}, {0, -1}, {0, 1}, {2, -1}, {2, 1}};
    falls sum = {.most = rows->threshold};
    lanes_f level = lanes_load(rows->row[1] + i);
#pragma GCC unroll 8
    for (int way = 0; way < SWEEP_WAYS; way++) {
        if (!eight && way >= SWEEP_NORTH_WEST)
            continue;
        lanes_f d = level - lanes_load(rows->row[beside[way].row] + i + beside[way].column);
        lanes_i is_lower = lanes_is_above(d, rows->threshold);
        lanes_f fall = has_threshold ? where(is_lower, d) : lanes_at_least(d, lanes_of(0.0F));
        sum.fall[way] = fall;
        sum.total = way == 0 ? fall : sum.total + fall;
        sum.most = lanes_at_least(d, sum.most);
        sum.number = way == 0 ? is_lower : sum.number + is_lower;
    }
    return sum;
}

LANES_INLINE void gives_store(sweep_tile *tile, int odd, ptrdiff_t i, const falls *sum,
                              lanes_f factor, int eight)
{
#pragma GCC unroll 8
    for (int way = 0; way < SWEEP_WAYS; way++)
        if (eight || way < SWEEP_NORTH_WEST)
            lanes_store(tile->give[way][odd] + i, sum->fall[way] * factor);
}

/* ---- flows ------------------------------------------------------------------------ */

/* For each edge: direction to the other cell, direction back, offset of that cell. */
static const struct {
    int way, back, row, column;
} edges[SWEEP_SIDES] = {{SWEEP_EAST, SWEEP_WEST, 0, 1},
                        {SWEEP_SOUTH, SWEEP_NORTH, 1, 0},
                        {SWEEP_SOUTH_EAST, SWEEP_NORTH_WEST, 1, 1},
                        {SWEEP_SOUTH_WEST, SWEEP_NORTH_EAST, 1, -1}};

/* Computes the net flow across one edge of each cell of a row: at most one of both cells gives. */
LANES_INLINE void flow_row(sweep_tile *tile, int side, sweep_place ring, int carries)
{
    ptrdiff_t end = tile->end, column = edges[side].column;
    const float *here = tile->give[edges[side].way][ring.odd];
    const float *there = tile->give[edges[side].back][ring.odd ^ edges[side].row];
    const float *load_here = tile->load[ring.here];
    const float *load_there = tile->load[edges[side].row ? ring.below : ring.here];
    float *flow = tile->flow[side][ring.odd], *carried = tile->carried[side][ring.odd];
    for (ptrdiff_t i = SWEEP_BEGIN; i < end; i += LANES) {
        lanes_f out = lanes_load(here + i), in = lanes_load(there + (i + column));
        lanes_store(flow + i, out - in);
        if (carries)
            lanes_store(carried + i, out * lanes_load(load_here + i) -
                                         in * lanes_load(load_there + (i + column)));
    }
}

LANES_INLINE void flows_make(sweep_tile *tile, sweep_place ring, int eight, int carries)
{
    for (int side = 0; side < (eight ? SWEEP_SIDES : SWEEP_SIDES / 2); side++)
        flow_row(tile, side, ring, carries);
}

/* Returns the flow into a cell less the flow out of it, over the edges in all directions. */
LANES_INLINE lanes_f gain_at(float flow[SWEEP_SIDES][2][SWEEP_ROW], int odd, ptrdiff_t i, int eight)
{
    lanes_f sum = lanes_of(0.0F);
#pragma GCC unroll 4
    for (int side = 0; side < SWEEP_SIDES; side++) {
        if (!eight && side >= SWEEP_SIDE_SOUTH_EAST)
            continue;
        const float *from = flow[side][odd ^ edges[side].row] + i - edges[side].column;
        lanes_f gain = lanes_load(from) - lanes_load(flow[side][odd] + i);
        sum = side == 0 ? gain : sum + gain;
    }
    return sum;
}

#define LEAST_NORMAL 1.17549435e-38F

/* Prefetches rows of the maps: they are far apart in memory, so that the CPU does not predict their
 * addresses, and waiting for them took as long as the arithmetic. */
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

/* Returns the factor of the differences d_i in what a cell gives: c (d_max - T) / d_total.  If
 * there is no fall, it is 0 / LEAST_NORMAL. */
LANES_INLINE lanes_f thermal_factor(const falls *sum, lanes_f strength, lanes_f threshold)
{
    lanes_f total = lanes_at_least(sum->total, lanes_of(LEAST_NORMAL));
    return strength * (sum->most - threshold) / total;
}

LANES_INLINE level_rows thermal_rows(const sweep_tile *tile, sweep_place ring)
{
    return (level_rows){
        {tile->source[0][ring.above], tile->source[0][ring.here], tile->source[0][ring.below]},
        lanes_of(tile->threshold)};
}

static void KERNEL(thermal_share)(const sweep *self, sweep_tile *tile, sweep_place ring)
{
    lanes_f strength = lanes_of(self->strength);
    level_rows rows = thermal_rows(tile, ring);
    ptrdiff_t end = tile->end;
    for (ptrdiff_t i = SWEEP_BEGIN; i < end; i += LANES) {
        falls sum = falls_at(&rows, i, 1, 1);
        lanes_f factor = thermal_factor(&sum, strength, rows.threshold);
        gives_store(tile, ring.odd, i, &sum, factor, 1);
    }
}

/* Writes the lanes of v that are before the end of the row. */
LANES_INLINE void out_last(float *out, ptrdiff_t i, ptrdiff_t count, lanes_f v)
{
    LANES_SCRATCH float last[LANES];
    lanes_store(last, v);
    for (int k = 0; i + k < count; k++)
        out[i + k] = last[k];
}

LANES_INLINE lanes_f thermal_next(sweep_tile *tile, sweep_place ring, ptrdiff_t i)
{
    ptrdiff_t place = SWEEP_FIRST + i;
    return lanes_load(tile->source[0][ring.here] + place) + gain_at(tile->flow, ring.odd, place, 1);
}

static void KERNEL(thermal_end)(const sweep *self, sweep_tile *tile, sweep_place ring)
{
    ptrdiff_t count = tile->columns, i = 0;
    (void)self;
    flows_make(tile, ring, 1, 0);
    for (; i + LANES <= count; i += LANES)
        lanes_store(tile->out[0] + i, thermal_next(tile, ring, i));
    if (i < count)
        out_last(tile->out[0], i, count, thermal_next(tile, ring, i));
}

/* ---- thermal, four neighbours ------------------------------------------------------- */

/* Without diagonals the flows of a cell are along its row or its column.  So the next state of the
 * row above is computed together with its last flows, those to this row, and little is stored.  The
 * arrays are rows of the tile that the general form uses for other purposes. */
typedef struct straight_rows {
    level_rows level;
    float *east, *west,
        *south;         /* amounts that this row gives; until then `south` is of the row above */
    float *sank;        /* flow into the row above from the row before it */
    const float *sides; /* gain of the row above from flows along that row */
    lanes_f strength;
} straight_rows;

LANES_INLINE straight_rows straight_rows_of(const sweep *self, sweep_tile *tile, sweep_place ring)
{
    return (straight_rows){.level = thermal_rows(tile, ring),
                           .east = tile->give[SWEEP_EAST][0],
                           .west = tile->give[SWEEP_WEST][0],
                           .south = tile->give[SWEEP_SOUTH][0],
                           .sank = tile->flow[SWEEP_SIDE_SOUTH][0],
                           .sides = tile->flow[SWEEP_SIDE_EAST][0],
                           .strength = lanes_of(self->strength)};
}

/* Computes what the cells at entry i give, and returns the next state of those in the row above. */
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
    return lanes_load(rows->level.row[0] + i) + gain;
}

static void KERNEL(thermal_straight)(const sweep *self, sweep_tile *tile, sweep_place ring)
{
    straight_rows rows = straight_rows_of(self, tile, ring);
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

static void KERNEL(thermal_sides)(const sweep *self, sweep_tile *tile, sweep_place ring)
{
    straight_rows rows = straight_rows_of(self, tile, ring);
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

/* Adds rain and dissolves ground.  The sediment gets the amount that the height really lost after
 * rounding, height - ground, which is exact: 0.7 - 0.0001 is rounded the same way in every cell and
 * iteration, so that errors would add up. */
static void KERNEL(hydraulic_begin)(const sweep *self, sweep_tile *tile, sweep_place ring)
{
    lanes_f zero = lanes_of(0.0F), rain = lanes_of(self->rain);
    lanes_f solubility = lanes_of(self->solubility);
    for (ptrdiff_t i = 0; i < tile->limit; i += LANES) {
        rows_fetch(tile->ahead, 3, i);
        lanes_f height = lanes_load(tile->source[HEIGHT][ring.here] + i);
        lanes_f water = lanes_load(tile->source[WATER][ring.here] + i) + rain;
        lanes_f dissolved = lanes_max(lanes_min(solubility * water, height), zero);
        lanes_f ground = height - dissolved;
        lanes_f sediment = lanes_load(tile->source[SEDIMENT][ring.here] + i) + (height - ground);
        lanes_i is_wet = lanes_less(zero, water);
        lanes_f load = where(is_wet, sediment / lanes_choose(is_wet, water, lanes_of(1.0f)));
        lanes_store(tile->state[HEIGHT][ring.here] + i, ground);
        lanes_store(tile->state[WATER][ring.here] + i, water);
        lanes_store(tile->state[SEDIMENT][ring.here] + i, sediment);
        lanes_store(tile->level[ring.here] + i, ground + water);
        lanes_store(tile->load[ring.here] + i, load);
    }
}

/* With the altitude a = h + w, the water that moves is min(w, a - mean a of the cell and its n
 * lower neighbours), where a - mean a = d_total / (n + 1). */
LANES_INLINE void hydraulic_share(sweep_tile *tile, sweep_place ring, int eight)
{
    lanes_f zero = lanes_of(0.0F);
    const float *water = tile->state[WATER][ring.here];
    level_rows rows = {{tile->level[ring.above], tile->level[ring.here], tile->level[ring.below]},
                       zero};
    ptrdiff_t end = tile->end;
    for (ptrdiff_t i = SWEEP_BEGIN; i < end; i += LANES) {
        falls sum = falls_at(&rows, i, eight, 0);
        lanes_f cells = lanes_to_f(lanes_of_i(1) - sum.number);
        lanes_f moved = lanes_min(lanes_load(water + i), sum.total / cells);
        lanes_i is_lower = lanes_less(zero, sum.total);
        lanes_f factor = where(is_lower, moved / lanes_choose(is_lower, sum.total, lanes_of(1.0f)));
        gives_store(tile, ring.odd, i, &sum, factor, eight);
    }
}

static void KERNEL(hydraulic_share_4)(const sweep *self, sweep_tile *tile, sweep_place ring)
{
    (void)self;
    hydraulic_share(tile, ring, 0);
}

static void KERNEL(hydraulic_share_8)(const sweep *self, sweep_tile *tile, sweep_place ring)
{
    (void)self;
    hydraulic_share(tile, ring, 1);
}

typedef struct wet {
    lanes_f height, water, sediment;
} wet;

LANES_INLINE wet hydraulic_next(const sweep *self, sweep_tile *tile, sweep_place ring, ptrdiff_t i,
                                int eight)
{
    lanes_f zero = lanes_of(0.0F), stays = lanes_of(self->stays);
    lanes_f capacity = lanes_of(self->capacity);
    ptrdiff_t place = SWEEP_FIRST + i;
    wet next = {.height = lanes_load(tile->state[HEIGHT][ring.here] + place),
                .water = lanes_load(tile->state[WATER][ring.here] + place),
                .sediment = lanes_load(tile->state[SEDIMENT][ring.here] + place)};
    next.water += gain_at(tile->flow, ring.odd, place, eight);
    next.sediment += gain_at(tile->carried, ring.odd, place, eight);
    next.water = lanes_max(next.water, zero) * stays;
    next.sediment = lanes_max(next.sediment, zero);
    lanes_f settles = lanes_max(next.sediment - capacity * next.water, zero);
    next.height += settles;
    next.sediment -= settles;
    return next;
}

LANES_INLINE void hydraulic_end(const sweep *self, sweep_tile *tile, sweep_place ring, int eight)
{
    float *heights = tile->out[HEIGHT], *waters = tile->out[WATER];
    float *sediments = tile->out[SEDIMENT];
    ptrdiff_t count = tile->columns, i = 0;
    flows_make(tile, ring, eight, 1);
    for (; i + LANES <= count; i += LANES) {
        out_fetch(tile->out_ahead, 3, i);
        wet next = hydraulic_next(self, tile, ring, i, eight);
        lanes_store(heights + i, next.height);
        lanes_store(waters + i, next.water);
        lanes_store(sediments + i, next.sediment);
    }
    if (i == count)
        return;
    wet next = hydraulic_next(self, tile, ring, i, eight);
    out_last(heights, i, count, next.height);
    out_last(waters, i, count, next.water);
    out_last(sediments, i, count, next.sediment);
}

static void KERNEL(hydraulic_end_4)(const sweep *self, sweep_tile *tile, sweep_place ring)
{
    hydraulic_end(self, tile, ring, 0);
}

static void KERNEL(hydraulic_end_8)(const sweep *self, sweep_tile *tile, sweep_place ring)
{
    hydraulic_end(self, tile, ring, 1);
}

extern const sweep_kind KERNEL(sweep_thermal), KERNEL(sweep_hydraulic);
const sweep_kind KERNEL(sweep_thermal) = {.maps = 1,
                                          .columns = SWEEP_TILE,
                                          .rows = SWEEP_HIGH,
                                          .share = {NULL, KERNEL(thermal_share)},
                                          .end = {NULL, KERNEL(thermal_end)},
                                          .straight = KERNEL(thermal_straight),
                                          .sides = KERNEL(thermal_sides)};
const sweep_kind KERNEL(sweep_hydraulic) = {
    .maps = 3,
    .columns = SWEEP_TILE_OF_THREE,
    .rows = SWEEP_HIGH_OF_THREE,
    .begin = KERNEL(hydraulic_begin),
    .share = {KERNEL(hydraulic_share_4), KERNEL(hydraulic_share_8)},
    .end = {KERNEL(hydraulic_end_4), KERNEL(hydraulic_end_8)}};
KERNEL_TABLE(const sweep_kind, sweep_thermal_kinds, sweep_thermal);
KERNEL_TABLE(const sweep_kind, sweep_hydraulic_kinds, sweep_hydraulic);
