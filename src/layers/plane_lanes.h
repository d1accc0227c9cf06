/* plane_lanes.h - the noise of a plane at columns of a row: see plane.h.
 *
 * Gradient noise whose gradients are hashed where they are needed: no lattice is kept.
 * Included once for each width.
 */
#ifndef RL_LAYERS_PLANE_LANES_H
#define RL_LAYERS_PLANE_LANES_H

#include "base/stripes_lanes.h"
#include "layers/noise_lanes.h"
#include "layers/plane.h"

/* A corner's gradient times the way from it, at `y` down from both rows of corners. */
LANES_INLINE lanes_f plane_corner(const plane_octave *octave, lanes_u column, lanes_f x)
{
    lanes_f along[2], up[2];
    for (int j = 0; j < 2; j++) {
        lanes_u hash = column + all_of(octave->hash[j]);
        hash = (hash ^ hash >> 16) * all_of(0x2c1b3c6du);
        lanes_f turn = lanes_to_f((lanes_i)hash); /* a whole one is STRIPES_WHOLE */
        along[j] = sine_of(lanes_of(0.25f * STRIPES_WHOLE) - lanes_abs(turn));
        up[j] = sine_of(turn) * lanes_of(octave->y - (float)j);
    }
    lanes_f fade = lanes_of(octave->fade);
    return lanes_mix(along[0], along[1], fade) * x + lanes_mix(up[0], up[1], fade);
}

/* Noise of about -1..1 of octave k at columns `n` of a span. */
LANES_INLINE lanes_f plane_noise(const plane_row *row, const plane_span *span, int k, lanes_f n)
{
    const plane_octave *octave = &row->octave[k];
    lanes_f x = lanes_of(span->part[k]) + n * lanes_of(span->step[k]);
    lanes_i way = lanes_floor(x);
    x = x - lanes_to_f(way);
    lanes_i left =
        wrapped((lanes_i)(all_of((uint32_t)span->cell[k]) + (lanes_u)way), octave->period);
    lanes_i right = wrapped((lanes_i)((lanes_u)left + all_of(1)), octave->period);
    lanes_f near = plane_corner(octave, (lanes_u)left * all_of(STRIPES_COLUMN), x);
    lanes_f next =
        plane_corner(octave, (lanes_u)right * all_of(STRIPES_COLUMN), x - lanes_of(1.0f));
    return lanes_mix(near, next, noise_fade(x)) * lanes_of(1.41421356f);
}

/* The octaves by their weights, divided by row->norm. */
LANES_INLINE lanes_f plane_sum(const plane_row *row, const plane_span *span, lanes_f n)
{
    lanes_f sum = lanes_of(0.0f);
    for (int k = 0; k < row->octaves; k++)
        sum = sum + lanes_of(row->octave[k].weight) * plane_noise(row, span, k, n);
    return sum * lanes_of(row->norm > 0.0f ? 1.0f / row->norm : 0.0f);
}

#endif
