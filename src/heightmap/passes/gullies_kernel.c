/* gullies_kernel.c - adds ridges and gullies along the fall line to a run of samples. */
#include "base/stripes_lanes.h"
#include "heightmap/passes/gullies.h"

gullies_kernel KERNEL(gullies);

/* Look of gullies, tuned by eye. */
static const struct {
    float flat, steep;       /* gullies begin at the slope `flat` and are full at flat + steep */
    float square_least;      /* least squared slope, against a division by 0 */
    float wave_least;        /* squared amplitude from which a wave is normalised to 1 */
    float linear, cube;      /* height of a wave with cosine c: c (linear + cube c^2) */
    float side;              /* the slope of a side is facet(side * sine): with a larger factor fall
                                lines that turn within a small part of a stripe made threads along
                                valleys of large maps */
    float mask_side;         /* a mask, min(mask_side * |sine|, 1), is 0 on crests and 1 on sides */
    float crest, crest_more; /* strength of finer octaves: crest + crest_more * mask */
} look = {.flat = 0.02f,
          .steep = 0.33f,
          .square_least = 1e-12f,
          .wave_least = 0.0225f,
          .linear = 0.64f,
          .cube = 0.36f,
          .side = 0.8f,
          .mask_side = 1.6f,
          .crest = 0.6f,
          .crest_more = 0.4f};

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
            lanes_f square = lanes_max(sx * sx + sy * sy, lanes_of(look.square_least));
            lanes_f inverse = inverse_root(square);
            lanes_f steep = lanes_smooth((square * inverse - lanes_of(look.flat)) *
                                         lanes_of(1.0f / look.steep));
            lanes_f amount = lanes_of(octave->strength) * steep * lanes_load(row->land + i) *
                             lanes_load(mask + i);
            lanes_f tx = lanes_of(0.0f) - sy * inverse;
            lanes_f ty = sx * inverse;
            lanes_f column = lanes_to_f(lanes_count() + lanes_of_i(i));
            lanes_f x = lanes_of(row->part[o]) + column * lanes_of((float)octave->rate);
            wave w = stripes(octave->period, &row->line[o], GULLIES_FREQ, lanes_of_i(row->cell[o]),
                             x, all_of(0), tx, ty, 1);
            lanes_f size = inverse_root(
                lanes_max(w.sine * w.sine + w.cosine * w.cosine, lanes_of(look.wave_least)));
            lanes_f sine = w.sine * size;
            lanes_f cosine = w.cosine * size;
            lanes_f rise = cosine * (lanes_of(look.linear) + lanes_of(look.cube) * cosine * cosine);
            lanes_store(row->height + i,
                        lanes_load(row->height + i) + amount * lanes_of(octave->height) * rise);
            lanes_f turn = amount * facet(lanes_of(look.side) * sine);
            lanes_store(row->slope_x + i, sx - tx * turn);
            lanes_store(row->slope_y + i, sy - ty * turn);
            lanes_f side = lanes_min(lanes_of(look.mask_side) * lanes_abs(sine), lanes_of(1.0f));
            lanes_store(mask + i, lanes_of(look.crest) + lanes_of(look.crest_more) * side);
        }
    }
}

KERNEL_TABLE(gullies_kernel, gullies_kernels, gullies);
