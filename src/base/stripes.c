/* stripes.c - places in the lattice of stripes. */
#include "base/stripes.h"

#include "base/exact.h"
#include "base/hash.h"

void stripe_line_at(stripe_line *line, uint64_t key, double y, int32_t period)
{
    int64_t row = exact_floor(y);
    for (int j = 0; j < 2; j++) {
        line->shift[j] = (uint32_t)hash_at(key, 0, exact_wrap(row + j, period));
        line->rate[j] = line->shift[j] * 0x9e3779b1u;
    }
    line->y = (float)(y - (double)row);
    line->fade = (float)exact_smoothstep(0.0, 1.0, y - (double)row);
}

void stripe_cell_at(double place, int32_t period, int32_t *cell, float *part)
{
    int64_t whole = exact_floor(place);
    *cell = (int32_t)(uint32_t)(uint64_t)exact_wrap(whole, period);
    *part = (float)(place - (double)whole);
}
