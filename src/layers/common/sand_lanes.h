/* sand_lanes.h - shade of the ripples of sand and snow, and of grains, for kernels.
 *
 * Included once for each width.
 */
#ifndef RL_LAYERS_SAND_LANES_H
#define RL_LAYERS_SAND_LANES_H

#include "base/stripes_lanes.h"
#include "layers/common/cells.h"

/* A ripple: a long stoss that gets lighter towards its brink, and a short dark lee.  The angle is 0
 * in the middle of the lee.  Shades are for ripples of full strength. */
static const struct {
    float least;             /* least squared length of the mean of two waves that is normalised */
    float on_from, on_over;  /* length of that mean at which ripples begin; fade above it */
    float lee;               /* cosine of the angle of the brink */
    float brink;             /* slope of the cosine there, per turn of the angle */
    float stoss, dark, edge; /* shades of the stoss, the lee and the line at the brink */
    float level;             /* shade that makes the mean 0 */
    float from, over; /* size of a ripple at which it begins to show; fade above it, pixels */
} ripple_look = {.least = 0.02f,
                 .on_from = 0.20f,
                 .on_over = 0.35f,
                 .lee = 0.588f,
                 .brink = 5.85f,
                 .stoss = 0.15f,
                 .dark = 0.42f,
                 .edge = 0.16f,
                 .level = 0.05f,
                 .from = 2.0f,
                 .over = 2.0f};

/* Returns the shade of ripples of `size` pixels whose phases `first` and `second`, in turns, are
 * mixed by `weight`, 0..1; its mean is 0.  Where the phases differ, ripples join and end. */
LANES_INLINE lanes_f ripple_shade(lanes_f first, lanes_f second, lanes_f weight, lanes_f size)
{
    lanes_f quarter = lanes_of(0.25f * STRIPES_WHOLE);
    lanes_f half = lanes_of(0.5f), one = lanes_of(1.0f);
    first = (lanes_to_f(lanes_floor(first)) + half - first) * lanes_of(STRIPES_WHOLE);
    second = (lanes_to_f(lanes_floor(second)) + half - second) * lanes_of(STRIPES_WHOLE);
    lanes_f s = lanes_mix(sine_of(first), sine_of(second), weight);
    lanes_f c = lanes_mix(sine_of(quarter - lanes_abs(first)), sine_of(quarter - lanes_abs(second)),
                          weight);
    lanes_f square = s * s + c * c;
    lanes_f inverse = inverse_root(lanes_max(square, lanes_of(ripple_look.least)));
    lanes_f on = lanes_smooth((square * inverse - lanes_of(ripple_look.on_from)) *
                              lanes_of(1.0f / ripple_look.on_over));
    on *= lanes_smooth((size - lanes_of(ripple_look.from)) * lanes_of(1.0f / ripple_look.over));
    s *= inverse;
    c *= inverse;
    /* Distance from the brink into the lee, in pixels. */
    lanes_f within = (c - lanes_of(ripple_look.lee)) * size * lanes_of(1.0f / ripple_look.brink);
    lanes_f lee = lanes_clamp(within + half, 0.0f, 1.0f);
    lanes_f line = lanes_clamp(within + half + one, 0.0f, 1.0f) - lee;
    lanes_f rise = half + half * s;
    return on * (lanes_of(ripple_look.stoss) * (rise + rise - one) * (one - lee) -
                 lanes_of(ripple_look.dark) * rise * lee +
                 lanes_of(ripple_look.edge) * line * lanes_clamp(s, 0.0f, 1.0f) +
                 lanes_of(ripple_look.level));
}

/* Returns the cells at LANES columns, and the fraction within them. */
LANES_INLINE lanes_i cells_at(const cell_row *cells, lanes_f n, lanes_f *part)
{
    lanes_f x = lanes_of(cells->part) + n * lanes_of(cells->rate);
    lanes_i way = lanes_to_i(x);
    *part = x - lanes_to_f(way);
    return wrapped(lanes_of_i(cells->cell) + way, cells->period);
}

/* Returns the random tones of the grains of cells in a row that has the hash `row`, -1..1. */
LANES_INLINE lanes_f grain_of(lanes_i cell, uint32_t row)
{
    lanes_u hash = (lanes_u)cell * all_of(0x9e3779b1u) + all_of(row);
    hash = (hash ^ hash >> 15) * all_of(0x85ebca6bu);
    hash = (hash ^ hash >> 13) * all_of(0xc2b2ae35u);
    return lanes_to_f((lanes_i)hash) * lanes_of(0x1p-31f);
}

#endif
