/* stripes.h - the lattice of stripes_lanes.h: what a row of it shares, and where a place is.
 *
 * In: a key and places in cells.  Out: the cell, the way into it, the hashes of both rows of
 * corners around a place.
 */
#ifndef RL_BASE_STRIPES_H
#define RL_BASE_STRIPES_H

#include "base/exact.h"
#include "base/hash.h"

typedef struct stripe_line {
    uint32_t shift[2], rate[2]; /* phases of the rows above and below */
    float y, fade;              /* the way into the cell, 0..1, and eased */
} stripe_line;

/* stripe_line_at finds the row of the lattice around `y` (cells) in a loop of `period` rows, 0 =
 * endless. */
static inline void stripe_line_at(stripe_line *line, uint64_t key, double y, int32_t period)
{
    int64_t row = exact_floor(y);
    for (int j = 0; j < 2; j++) {
        line->shift[j] = (uint32_t)hash_at(key, 0, exact_wrap(row + j, period));
        line->rate[j] = line->shift[j] * 0x9e3779b1u;
    }
    line->y = (float)(y - (double)row);
    line->fade = (float)exact_smoothstep(0.0, 1.0, y - (double)row);
}

/* stripe_cell_at finds the cell of a place (cells) in a loop of `period`, 0 = endless, and the
 * way into it. */
static inline void stripe_cell_at(double place, int32_t period, int32_t *cell, float *part)
{
    int64_t whole = exact_floor(place);
    *cell = (int32_t)(uint32_t)(uint64_t)exact_wrap(whole, period);
    *part = (float)(place - (double)whole);
}

/* The same for stripes in numbers of 16 bits: phases in 65536 of a turn, those of the row below
 * less those above, ways in 32768 of a cell; and cells from one column to the next in 65536 of one.
 */
typedef struct stripe_shorts {
    uint16_t shift, rate_above, more_shift, more_rate, rate;
    int16_t y, fade;
} stripe_shorts;

/* stripe_shorts_of rounds: shifts are odd, and what is added to them is even. */
static inline stripe_shorts stripe_shorts_of(const stripe_line *line, double rate)
{
    stripe_shorts row = {.rate = (uint16_t)(rate * 65536.0 + 0.5)};
    row.shift = (uint16_t)(line->shift[0] >> 16 | 1);
    row.rate_above = (uint16_t)(line->rate[0] >> 16 & ~1u);
    row.more_shift = (uint16_t)((int)(line->shift[1] >> 16 | 1) - (int)row.shift);
    row.more_rate = (uint16_t)((int)(line->rate[1] >> 16 & ~1u) - (int)row.rate_above);
    row.y = (int16_t)(line->y * 32767.0f);
    row.fade = (int16_t)(line->fade * 32767.0f);
    return row;
}

/* How a triangle of height 16384 becomes a facet, in numbers of 16 bits: it is cut to -most..most
 * and multiplied by factor; v (steep - bend v v) then has round shoulders, 32768 being 1. */
typedef struct stripe_form {
    int16_t most, factor, steep, bend;
} stripe_form;

#define STRIPES_SLANT 16384 /* directions are in such parts of a turn for a cell, */
#define STRIPES_HIGH 8192   /* slopes of facets in such parts of 1 */

/* stripe_form_of finds it for sides `facet` >= 1 times as steep as the wave's, which end at
 * `slope` < 2. */
static inline stripe_form stripe_form_of(double facet, double slope)
{
    stripe_form form;
    form.most = (int16_t)(16383.0 / facet);
    form.factor = (int16_t)(32767 / form.most);
    double share = 32768.0 / (double)(form.most * form.factor);
    form.steep = (int16_t)(1.5 * STRIPES_HIGH * slope * share);
    form.bend = (int16_t)(0.5 * STRIPES_HIGH * slope * share * share * share);
    return form;
}

#endif
