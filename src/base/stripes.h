/* stripes.h - the lattice of stripes_lanes.h: what a row of it shares, and where a place is.
 *
 * In: a key and places in cells.  Out: the cell, the way into it, the hashes of both rows of
 * corners around a place.
 */
#ifndef RL_BASE_STRIPES_H
#define RL_BASE_STRIPES_H

#include <stdint.h>

typedef struct stripe_line {
    uint32_t shift[2], rate[2]; /* phases of the rows above and below */
    float y, fade;              /* the way into the cell, 0..1, and eased */
} stripe_line;

/* stripe_line_at finds the row of the lattice around `y` (cells) in a loop of `period` rows, 0 =
 * endless. */
void stripe_line_at(stripe_line *line, uint64_t key, double y, int32_t period);

/* stripe_cell_at finds the cell of a place (cells) in a loop of `period`, 0 = endless, and the
 * way into it. */
void stripe_cell_at(double place, int32_t period, int32_t *cell, float *part);

#endif
