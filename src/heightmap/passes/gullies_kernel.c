/* gullies_kernel.c - ridges and gullies down the fall line of a run of samples. */
#include "base/stripes_lanes.h"
#include "heightmap/passes/gullies.h"

gullies_kernel KERNEL(gullies);

void KERNEL(gullies)(gullies_row *row)
{
    float mask[GULLIES_RUN];
    for (int i = 0; i < GULLIES_RUN; i += LANES)
        lanes_store(mask + i, lanes_of(1.0f));
    for (int o = 0; o < row->octaves; o++) {
        const gullies_octave *octave = &row->octave[o];
        for (int i = 0; i < GULLIES_RUN; i += LANES) {
            lanes_f sx = lanes_load(row->slope_x + i);
            lanes_f sy = lanes_load(row->slope_y + i);
            lanes_f square = lanes_max(sx * sx + sy * sy, lanes_of(1e-12f));
            lanes_f inverse = inverse_root(square);
            lanes_f steep =
                lanes_smooth((square * inverse - lanes_of(0.02f)) * lanes_of(1.0f / 0.33f));
            lanes_f amount = lanes_of(octave->strength) * steep * lanes_load(row->land + i) *
                             lanes_load(mask + i);
            lanes_f tx = lanes_of(0.0f) - sy * inverse;
            lanes_f ty = sx * inverse;
            lanes_f column = lanes_to_f(lanes_count() + lanes_of_i(i));
            lanes_f x = lanes_of(row->part[o]) + column * lanes_of((float)octave->rate);
            wave w = stripes(octave->period, &row->line[o], GULLIES_FREQ, lanes_of_i(row->cell[o]),
                             x, all_of(0), tx, ty, 1);
            lanes_f size =
                inverse_root(lanes_max(w.sine * w.sine + w.cosine * w.cosine, lanes_of(0.0225f)));
            lanes_f sine = w.sine * size;
            lanes_f cosine = w.cosine * size;
            /* Nearly a triangle: sharp ridges and sharp valleys. */
            lanes_f rise = cosine * (lanes_of(0.64f) + lanes_of(0.36f) * cosine * cosine);
            lanes_store(row->height + i,
                        lanes_load(row->height + i) + amount * lanes_of(octave->height) * rise);
            /* Softer than the land's own sides: where the fall line turned over within a small
             * part of a stripe, large maps had threads along valleys.  By eye. */
            lanes_f turn = amount * facet(lanes_of(0.8f) * sine);
            lanes_store(row->slope_x + i, sx - tx * turn);
            lanes_store(row->slope_y + i, sy - ty * turn);
            lanes_f side = lanes_min(lanes_of(1.6f) * lanes_abs(sine), lanes_of(1.0f));
            lanes_store(mask + i, lanes_of(0.6f) + lanes_of(0.4f) * side);
        }
    }
}

KERNEL_TABLE(gullies_kernel, gullies_kernels, gullies);
