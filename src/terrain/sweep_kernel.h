/* sweep_kernel.h - the rows of collected passes, for each width: see base/lanes.h.
 *
 * What flows along an edge is d * factor of the cell that gives, d seen from there; the
 * difference seen from the other cell is exactly the negative one, so that the flow is
 * too.
 */
#include "base/lanes.h"
#include "terrain/sweep.h"

#define LEAST_NORMAL 1.17549435e-38F

/* v where the mask is set, else 0. */
LANES_INLINE lanes_f kept_where(lanes_i mask, lanes_f v)
{
    return lanes_from_bits(lanes_bits(v) & mask);
}

/* ---- differences ---------------------------------------------------------------- */

typedef struct differences {
    lanes_f total;  /* of those above the threshold */
    lanes_f most;   /* of them, or 0 */
    lanes_i number; /* of them, negative */
} differences;

/* Differences up to the threshold rest; where it is 0 nothing need be done. */
LANES_INLINE lanes_f slope_of(lanes_f d, lanes_f threshold, int has_threshold)
{
    return has_threshold ? kept_where(lanes_less(threshold, lanes_abs(d)), d) : d;
}

/* Adds what falls from the cell: the slope where it is above 0. */
LANES_INLINE void fall_count(differences *sum, lanes_f slope)
{
    lanes_f fall = lanes_max(slope, lanes_of(0.0F));
    sum->total += fall;
    sum->most = lanes_max(sum->most, fall);
    sum->number += lanes_less(lanes_of(0.0F), slope);
}

/* The same for an edge of which the cell is the far end. */
LANES_INLINE void rise_count(differences *sum, lanes_f slope)
{
    lanes_f rise = lanes_min(slope, lanes_of(0.0F));
    sum->total -= rise;
    sum->most = lanes_max(sum->most, -rise);
    sum->number += lanes_less(slope, lanes_of(0.0F));
}

typedef struct edge_rows {
    const float *here, *below; /* levels */
    float *slope[SWEEP_SIDES];
    const float *above[SWEEP_SIDES]; /* slopes of the row above */
    lanes_f threshold;
} edge_rows;

LANES_INLINE edge_rows edge_rows_of(sweep_tile *tile, const float *here, const float *below,
                                    float threshold, int odd)
{
    edge_rows rows = {.here = here, .below = below, .threshold = lanes_of(threshold)};
    for (int side = 0; side < SWEEP_SIDES; side++) {
        rows.slope[side] = tile->slope[side][odd];
        rows.above[side] = tile->slope[side][!odd];
    }
    return rows;
}

LANES_INLINE void edge_make(differences *sum, const edge_rows *rows, int side, ptrdiff_t i,
                            lanes_f level, const float *neighbour, int has_threshold)
{
    lanes_f slope = slope_of(level - lanes_load(neighbour), rows->threshold, has_threshold);
    lanes_store(rows->slope[side] + i, slope);
    fall_count(sum, slope);
}

/* The sums go west, east, north, south, then over the diagonals from the top: rounding
 * makes their order part of the definition. */
LANES_INLINE differences edges_make(const edge_rows *rows, ptrdiff_t i, int eight,
                                    int has_threshold)
{
    differences sum = {.number = lanes_of_i(0)};
    lanes_f level = lanes_load(rows->here + i), west = lanes_load(rows->here + i - 1) - level;
    sum.total = sum.most = lanes_of(0.0F);
    rise_count(&sum, slope_of(west, rows->threshold, has_threshold));
    edge_make(&sum, rows, SWEEP_EAST, i, level, rows->here + i + 1, has_threshold);
    rise_count(&sum, lanes_load(rows->above[SWEEP_SOUTH] + i));
    edge_make(&sum, rows, SWEEP_SOUTH, i, level, rows->below + i, has_threshold);
    if (eight) {
        rise_count(&sum, lanes_load(rows->above[SWEEP_SOUTH_EAST] + i - 1));
        rise_count(&sum, lanes_load(rows->above[SWEEP_SOUTH_WEST] + i + 1));
        edge_make(&sum, rows, SWEEP_SOUTH_WEST, i, level, rows->below + i - 1, has_threshold);
        edge_make(&sum, rows, SWEEP_SOUTH_EAST, i, level, rows->below + i + 1, has_threshold);
    }
    return sum;
}

/* ---- flows ------------------------------------------------------------------------ */

/* Of what the one cell gives and the other gives at most one is not 0. */
LANES_INLINE void flow_row(sweep_tile *tile, int side, sweep_place at, int carries)
{
    static const struct {
        int row, column;
    } way[SWEEP_SIDES] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    ptrdiff_t end = tile->end;
    const float *slopes = tile->slope[side][at.odd], *here = tile->factor[at.odd];
    const float *there = tile->factor[at.odd ^ way[side].row] + way[side].column;
    const float *load_here = tile->load[at.here];
    const float *load_there = tile->load[way[side].row ? at.below : at.here] + way[side].column;
    float *flow = tile->flow[side][at.odd], *carried = tile->carried[side][at.odd];
    for (ptrdiff_t i = SWEEP_BEGIN; i < end; i += LANES) {
        lanes_f slope = lanes_load(slopes + i), zero = lanes_of(0.0F);
        lanes_f gives = lanes_max(slope, zero) * lanes_load(here + i);
        lanes_f takes = lanes_min(slope, zero) * lanes_load(there + i);
        lanes_store(flow + i, gives + takes);
        if (carries)
            lanes_store(carried + i,
                        gives * lanes_load(load_here + i) + takes * lanes_load(load_there + i));
    }
}

LANES_INLINE void flows_make(sweep_tile *tile, sweep_place at, int eight, int carries)
{
    flow_row(tile, SWEEP_EAST, at, carries);
    flow_row(tile, SWEEP_SOUTH, at, carries);
    if (eight) {
        flow_row(tile, SWEEP_SOUTH_EAST, at, carries);
        flow_row(tile, SWEEP_SOUTH_WEST, at, carries);
    }
}

/* What comes in less what goes out, over the edges of all directions. */
LANES_INLINE lanes_f gain_at(float flow[SWEEP_SIDES][2][SWEEP_ROW], int odd, ptrdiff_t i, int eight)
{
    lanes_f sum = lanes_load(flow[SWEEP_EAST][odd] + i - 1) - lanes_load(flow[SWEEP_EAST][odd] + i);
    sum += lanes_load(flow[SWEEP_SOUTH][!odd] + i) - lanes_load(flow[SWEEP_SOUTH][odd] + i);
    if (eight) {
        sum += lanes_load(flow[SWEEP_SOUTH_EAST][!odd] + i - 1) -
               lanes_load(flow[SWEEP_SOUTH_EAST][odd] + i);
        sum += lanes_load(flow[SWEEP_SOUTH_WEST][!odd] + i + 1) -
               lanes_load(flow[SWEEP_SOUTH_WEST][odd] + i);
    }
    return sum;
}

/* ---- thermal ------------------------------------------------------------------------ */

/* A cell gives c (d_max - T) d_i / d_total: the factor of d_i.  Where nothing falls it is
 * 0 over something. */
LANES_INLINE void thermal_share(const sweep *self, sweep_tile *tile, sweep_place at, int eight)
{
    lanes_f strength = lanes_of((float)self->pass->strength), threshold = lanes_of(self->threshold);
    edge_rows rows = edge_rows_of(tile, tile->source[0][at.here], tile->source[0][at.below],
                                  self->threshold, at.odd);
    float *factor = tile->factor[at.odd];
    ptrdiff_t end = tile->end;
    for (ptrdiff_t i = SWEEP_BEGIN; i < end; i += LANES) {
        differences sum = edges_make(&rows, i, eight, 1);
        lanes_f most = lanes_max(sum.most, threshold);
        lanes_f total = lanes_max(sum.total, lanes_of(LEAST_NORMAL));
        lanes_store(factor + i, strength * (most - threshold) / total);
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
    const float *water = tile->state[WATER][at.here];
    edge_rows rows = edge_rows_of(tile, tile->level[at.here], tile->level[at.below], 0.0F, at.odd);
    float *factor = tile->factor[at.odd];
    ptrdiff_t end = tile->end;
    for (ptrdiff_t i = SWEEP_BEGIN; i < end; i += LANES) {
        differences sum = edges_make(&rows, i, eight, 0);
        lanes_f cells = lanes_to_f(lanes_of_i(1) - sum.number);
        lanes_f moved = lanes_min(lanes_load(water + i), sum.total / cells);
        lanes_store(factor + i,
                    kept_where(lanes_less(lanes_of(0.0F), sum.total), moved / sum.total));
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
    .share = {KERNEL(thermal_share_4), KERNEL(thermal_share_8)},
    .flow = {KERNEL(thermal_flow_4), KERNEL(thermal_flow_8)},
    .end = {KERNEL(thermal_end_4), KERNEL(thermal_end_8)},
};
const sweep_kind KERNEL(sweep_hydraulic) = {
    .maps = 3,
    .begin = KERNEL(hydraulic_begin),
    .share = {KERNEL(hydraulic_share_4), KERNEL(hydraulic_share_8)},
    .flow = {KERNEL(hydraulic_flow_4), KERNEL(hydraulic_flow_8)},
    .end = {KERNEL(hydraulic_end_4), KERNEL(hydraulic_end_8)},
};
