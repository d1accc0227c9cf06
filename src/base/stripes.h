/* stripes.h - rows and cells of the lattice of stripes_lanes.h.
 *
 * In: a key and places in cells.  Out: the cell of a place, the offset within it, and hashes of the
 * rows of corners above and below.
 */
#ifndef RL_BASE_STRIPES_H
#define RL_BASE_STRIPES_H

#include "base/exact.h"
#include "base/hash.h"

typedef struct stripe_line {
    uint32_t shift[2], rate[2]; /* phases of the rows above and below */
    float y, fade;              /* offset within the cell, 0..1, and its smoothstep */
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
 * offset within it, 0..1. */
static inline void stripe_cell_at(double place, int32_t period, int32_t *cell, float *part)
{
    int64_t whole = exact_floor(place);
    *cell = (int32_t)(uint32_t)(uint64_t)exact_wrap(whole, period);
    *part = (float)(place - (double)whole);
}

/* A stripe_line in numbers of 16 bits.  Phases are in 1/65536 of a turn. */
typedef struct stripe_shorts {
    uint16_t shift, rate_above;     /* phase of the row above, and its change by column of cells */
    uint16_t more_shift, more_rate; /* the row below, less the row above */
    uint16_t rate;                  /* 1/65536 of a cell from one column to the next */
    int16_t y, fade;                /* offset within the cell and its smoothstep, 1/32768 */
} stripe_shorts;

/* stripe_shorts_of rounds shifts to odd numbers and their differences to even ones. */
static inline stripe_shorts stripe_shorts_of(const stripe_line *line, double rate)
{
    stripe_shorts row = {.rate = (uint16_t)(rate * 0x1p16 + 0.5)};
    row.shift = (uint16_t)(line->shift[0] >> 16 | 1);
    row.rate_above = (uint16_t)(line->rate[0] >> 16 & ~1u);
    row.more_shift = (uint16_t)((int)(line->shift[1] >> 16 | 1) - (int)row.shift);
    row.more_rate = (uint16_t)((int)(line->rate[1] >> 16 & ~1u) - (int)row.rate_above);
    row.y = (int16_t)(line->y * 32767.0f);
    row.fade = (int16_t)(line->fade * 32767.0f);
    return row;
}

/* Shape of a facet in numbers of 16 bits.  A triangle of height 16384 is clamped to -most..most and
 * multiplied by `factor`; v (steep - bend v v), with 32768 for 1, rounds its shoulders. */
typedef struct stripe_form {
    int16_t most, factor, steep, bend;
} stripe_form;

#define STRIPES_SLANT 16384 /* unit of directions: turns for a cell */
#define STRIPES_HIGH 8192   /* unit of slopes of facets */

/* stripe_form_of returns the shape for sides `facet` >= 1 times as steep as the wave's, which end
 * at `slope` < 2. */
static inline stripe_form stripe_form_of(double facet, double slope)
{
    stripe_form form;
    form.most = (int16_t)(16383.0 / facet);
    form.factor = (int16_t)(32767 / form.most);
    double share = 0x1p15 / (double)(form.most * form.factor);
    /* 1.5 v - 0.5 v^3 is 1 and level at v = 1. */
    form.steep = (int16_t)(1.5 * STRIPES_HIGH * slope * share);
    form.bend = (int16_t)(0.5 * STRIPES_HIGH * slope * share * share * share);
    return form;
}

#endif
