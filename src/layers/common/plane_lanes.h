/* plane_lanes.h - computes the noise of a plane at columns of a row, by the method of plane.h.
 *
 * Gradient noise whose gradients are hashed at each sample; no lattice is stored.
 * Included once for each width.
 */
#ifndef RL_LAYERS_PLANE_LANES_H
#define RL_LAYERS_PLANE_LANES_H

#include "base/stripes_lanes.h"
#include "layers/common/noise_lanes.h"
#include "layers/common/plane.h"

/* Noise and its derivatives per cell: across, and along (with ln D). */
typedef struct plane_slope {
    lanes_f height, across, along;
} plane_slope;

/* Returns dot products of gradients and offsets at a column of corners, interpolated between both
 * rows of corners; `x` is the offset from the column in cells. */
LANES_INLINE plane_slope plane_corners(const plane_octave *octave, lanes_i column, lanes_f x)
{
    lanes_f across[2], along[2], way[2];
    for (int j = 0; j < 2; j++) {
        lanes_u hash = (lanes_u)column * all_of(STRIPES_COLUMN) + all_of(octave->hash[j]);
        hash = (hash ^ hash >> 16) * all_of(0x2c1b3c6du);
        lanes_f turn = lanes_to_f((lanes_i)hash); /* STRIPES_WHOLE = one turn */
        across[j] = sine_of(lanes_of(0.25f * STRIPES_WHOLE) - lanes_abs(turn));
        along[j] = sine_of(turn);
        way[j] = across[j] * x + along[j] * lanes_of(octave->y - (float)j);
    }
    lanes_f fade = lanes_of(octave->fade);
    plane_slope at = {lanes_mix(way[0], way[1], fade), lanes_mix(across[0], across[1], fade),
                      lanes_mix(along[0], along[1], fade) +
                          (way[1] - way[0]) * lanes_of(octave->rise)};
    return at;
}

static const float fade_slope = 30.0f; /* noise_fade' = 30 x^2 (x - 1)^2 */

/* Returns noise of about -1..1 of octave k at columns `n` of a span, and its derivatives per cell.
 */
LANES_INLINE plane_slope plane_noise_slope(const plane_row *row, const plane_span *span, int k,
                                           lanes_f n)
{
    const plane_octave *octave = &row->octave[k];
    lanes_f x = lanes_of(span->part[k]) + n * lanes_of(span->step[k]);
    lanes_i way = lanes_floor(x);
    x = x - lanes_to_f(way);
    lanes_u cell = all_of((uint32_t)span->cell[k]) + (lanes_u)way;
    lanes_i left = wrapped((lanes_i)cell, octave->period);
    lanes_i right = wrapped((lanes_i)((lanes_u)left + all_of(1)), octave->period);
    plane_slope a = plane_corners(octave, left, x);
    plane_slope b = plane_corners(octave, right, x - lanes_of(1.0f));
    lanes_f fade = noise_fade(x);
    lanes_f rise = lanes_of(fade_slope) * x * x * (x * (x - lanes_of(2.0f)) + lanes_of(1.0f));
    lanes_f scale = lanes_of(noise_scale);
    plane_slope at = {lanes_mix(a.height, b.height, fade) * scale,
                      (lanes_mix(a.across, b.across, fade) + (b.height - a.height) * rise) * scale,
                      lanes_mix(a.along, b.along, fade) * scale};
    return at;
}

LANES_INLINE lanes_f plane_noise(const plane_row *row, const plane_span *span, int k, lanes_f n)
{
    return plane_noise_slope(row, span, k, n).height;
}

/* Returns the weighted sum of the octaves at columns `n` of a span, divided by row->norm. */
LANES_INLINE lanes_f plane_sum(const plane_row *row, const plane_span *span, lanes_f n)
{
    lanes_f sum = lanes_of(0.0f);
    for (int k = 0; k < row->octaves; k++)
        sum = sum + lanes_of(row->octave[k].weight) * plane_noise(row, span, k, n);
    return sum * lanes_of(row->norm > 0.0f ? 1.0f / row->norm : 0.0f);
}

#endif
