/* flow_kernel.h - what flows between neighbours in collected passes, for each width: see
 * base/lanes.h.
 *
 * What flows along an edge is d * factor of the cell that gives, d seen from there.  Each
 * cell sees its own differences: seen from the other end they are exactly the negative
 * ones, so that of two neighbours at most one gives.
 */
#include "base/lanes.h"
#include "heightmap/sweep.h"

/* v where the mask is set, else 0. */
LANES_INLINE lanes_f kept_where(lanes_i mask, lanes_f v)
{
    return lanes_from_bits(lanes_bits(v) & mask);
}

/* ---- differences ---------------------------------------------------------------- */

/* What a cell sees of its neighbours: by direction how far they lie below it. */
typedef struct falls {
    lanes_f fall[SWEEP_WAYS]; /* above the threshold, or 0 */
    lanes_f total;            /* their sum */
    lanes_f most;             /* of all differences and the threshold */
    lanes_i number;           /* of falls, negative */
} falls;

typedef struct level_rows {
    const float *above, *here, *below;
    lanes_f threshold;
} level_rows;

LANES_INLINE void fall_see(falls *sum, int way, lanes_f level, const float *neighbour,
                           lanes_f threshold, int has_threshold)
{
    lanes_f d = level - lanes_load(neighbour);
    lanes_i is_lower = lanes_is_above(d, threshold);
    lanes_f fall = has_threshold ? kept_where(is_lower, d) : lanes_at_least(d, lanes_of(0.0F));
    sum->fall[way] = fall;
    sum->total = way == SWEEP_WEST ? fall : sum->total + fall;
    sum->most = lanes_at_least(d, way == SWEEP_WEST ? threshold : sum->most);
    sum->number = way == SWEEP_WEST ? is_lower : sum->number + is_lower;
}

/* The sums go west, east, north, south, then over the diagonals from the top: rounding
 * makes their order part of the definition. */
LANES_INLINE falls falls_at(const level_rows *rows, ptrdiff_t i, int eight, int has_threshold)
{
    falls sum;
    lanes_f level = lanes_load(rows->here + i), threshold = rows->threshold;
    fall_see(&sum, SWEEP_WEST, level, rows->here + i - 1, threshold, has_threshold);
    fall_see(&sum, SWEEP_EAST, level, rows->here + i + 1, threshold, has_threshold);
    fall_see(&sum, SWEEP_NORTH, level, rows->above + i, threshold, has_threshold);
    fall_see(&sum, SWEEP_SOUTH, level, rows->below + i, threshold, has_threshold);
    if (eight) {
        fall_see(&sum, SWEEP_NORTH_WEST, level, rows->above + i - 1, threshold, has_threshold);
        fall_see(&sum, SWEEP_NORTH_EAST, level, rows->above + i + 1, threshold, has_threshold);
        fall_see(&sum, SWEEP_SOUTH_WEST, level, rows->below + i - 1, threshold, has_threshold);
        fall_see(&sum, SWEEP_SOUTH_EAST, level, rows->below + i + 1, threshold, has_threshold);
    }
    return sum;
}

LANES_INLINE void give_store(sweep_tile *tile, int odd, ptrdiff_t i, const falls *sum,
                             lanes_f factor, int way)
{
    lanes_store(tile->give[way][odd] + i, sum->fall[way] * factor);
}

/* Written out: in a loop the falls would go through memory. */
LANES_INLINE void gives_store(sweep_tile *tile, int odd, ptrdiff_t i, const falls *sum,
                              lanes_f factor, int eight)
{
    give_store(tile, odd, i, sum, factor, SWEEP_WEST);
    give_store(tile, odd, i, sum, factor, SWEEP_EAST);
    give_store(tile, odd, i, sum, factor, SWEEP_NORTH);
    give_store(tile, odd, i, sum, factor, SWEEP_SOUTH);
    if (!eight)
        return;
    give_store(tile, odd, i, sum, factor, SWEEP_NORTH_WEST);
    give_store(tile, odd, i, sum, factor, SWEEP_NORTH_EAST);
    give_store(tile, odd, i, sum, factor, SWEEP_SOUTH_WEST);
    give_store(tile, odd, i, sum, factor, SWEEP_SOUTH_EAST);
}

/* ---- flows ------------------------------------------------------------------------ */

/* Of what the one cell gives and the other gives at most one is not 0. */
LANES_INLINE void flow_row(sweep_tile *tile, int side, sweep_place at, int carries)
{
    static const struct {
        int way, back, row, column;
    } ways[SWEEP_SIDES] = {{SWEEP_EAST, SWEEP_WEST, 0, 1},
                           {SWEEP_SOUTH, SWEEP_NORTH, 1, 0},
                           {SWEEP_SOUTH_EAST, SWEEP_NORTH_WEST, 1, 1},
                           {SWEEP_SOUTH_WEST, SWEEP_NORTH_EAST, 1, -1}};
    ptrdiff_t end = tile->end, column = ways[side].column;
    const float *here = tile->give[ways[side].way][at.odd];
    const float *there = tile->give[ways[side].back][at.odd ^ ways[side].row];
    const float *load_here = tile->load[at.here];
    const float *load_there = tile->load[ways[side].row ? at.below : at.here];
    float *flow = tile->flow[side][at.odd], *carried = tile->carried[side][at.odd];
    for (ptrdiff_t i = SWEEP_BEGIN; i < end; i += LANES) {
        lanes_f gives = lanes_load(here + i), takes = lanes_load(there + (i + column));
        lanes_store(flow + i, gives - takes);
        if (carries)
            lanes_store(carried + i, gives * lanes_load(load_here + i) -
                                         takes * lanes_load(load_there + (i + column)));
    }
}

LANES_INLINE void flows_make(sweep_tile *tile, sweep_place at, int eight, int carries)
{
    for (int side = 0; side < (eight ? SWEEP_SIDES : SWEEP_SIDES / 2); side++)
        flow_row(tile, side, at, carries);
}

/* What comes in less what goes out, over the edges of all directions. */
LANES_INLINE lanes_f gain_at(float flow[SWEEP_SIDES][2][SWEEP_ROW], int odd, ptrdiff_t i, int eight)
{
    lanes_f sum =
        lanes_load(flow[SWEEP_SIDE_EAST][odd] + i - 1) - lanes_load(flow[SWEEP_SIDE_EAST][odd] + i);
    sum +=
        lanes_load(flow[SWEEP_SIDE_SOUTH][!odd] + i) - lanes_load(flow[SWEEP_SIDE_SOUTH][odd] + i);
    if (eight) {
        sum += lanes_load(flow[SWEEP_SIDE_SOUTH_EAST][!odd] + i - 1) -
               lanes_load(flow[SWEEP_SIDE_SOUTH_EAST][odd] + i);
        sum += lanes_load(flow[SWEEP_SIDE_SOUTH_WEST][!odd] + i + 1) -
               lanes_load(flow[SWEEP_SIDE_SOUTH_WEST][odd] + i);
    }
    return sum;
}
