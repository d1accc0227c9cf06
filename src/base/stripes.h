/* stripes.h - rows and cells of the lattice of stripes, for stripes_lanes.h.
 *
 * In: a key and places in lattice cells.  Out: the cell of a place, the offset within it, and the
 * phases of the rows of lattice corners above and below.
 */
#ifndef RL_BASE_STRIPES_H
#define RL_BASE_STRIPES_H

#include "base/exact.h"
#include "base/hash.h"

/* The lattice around a row of samples.  [0] is the row of corners above, [1] the one below. */
typedef struct stripe_line {
    uint32_t shift[2], rate[2]; /* terms of the phase of a corner: see `stripes` */
    float y, fade;              /* offset of the samples below [0], 0..1; its smoothstep */
} stripe_line;

/* stripe_line_at fills a stripe_line for samples at y, in lattice cells.  Rows repeat after
 * `period`, 0 = never. */
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

/* stripe_cell_at writes the cell of a place along x, in lattice cells, and the offset within it,
 * 0..1.  Cells repeat after `period`, 0 = never. */
static inline void stripe_cell_at(double place, int32_t period, int32_t *cell, float *part)
{
    int64_t whole = exact_floor(place);
    *cell = (int32_t)(uint32_t)(uint64_t)exact_wrap(whole, period);
    *part = (float)(place - (double)whole);
}

/* A stripe_line in numbers of 16 bits.  Phases are in 1/65536 of a turn. */
typedef struct stripe_shorts {
    uint16_t shift, rate_above;     /* stripe_line.shift[0] and rate[0] */
    uint16_t more_shift, more_rate; /* shift[1] - shift[0] and rate[1] - rate[0] */
    uint16_t rate;                  /* distance of samples along x, 1/65536 of a cell */
    int16_t y, fade;                /* stripe_line.y and fade, 1/32768 */
} stripe_shorts;

/* stripe_shorts_of returns a line in numbers of 16 bits; `rate` is the distance of samples in
 * cells. Shifts are rounded to odd numbers and rates to even ones: see STRIPES_SHORT_COLUMN. */
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

/* Form of the slopes of fine stripes in numbers of 16 bits.  A triangle wave of height 16384 is
 * clamped to -most..most and multiplied by `factor`, which gives v in 1/32768; v (steep - bend v v)
 * then rounds the corners of the clamped wave. */
typedef struct stripe_form {
    int16_t most, factor, steep, bend;
} stripe_form;

#define STRIPES_SLANT 16384 /* value of a direction that changes the phase by a turn per cell */
#define STRIPES_HIGH 8192   /* value of a slope of 1 */

/* stripe_form_of returns the form for waves that are made `facet` >= 1 times as steep before they
 * are clamped, and whose largest slope is `slope` < 2. */
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
