/* noise_lanes.h - gradient noise of ridge/noise.h in single precision, for kernels.
 *
 * Included once for each width: see base/lanes.h.
 */
#ifndef RL_LAYERS_NOISE_LANES_H
#define RL_LAYERS_NOISE_LANES_H

#include "base/lanes_math.h"

/* Sines of sixteenths of a turn; the cosine is that of four more. */
static const float noise_sine[20] = {0.0f,  0.382683432f,  0.707106781f,  0.923879533f,
                                     1.0f,  0.923879533f,  0.707106781f,  0.382683432f,
                                     0.0f,  -0.382683432f, -0.707106781f, -0.923879533f,
                                     -1.0f, -0.923879533f, -0.707106781f, -0.382683432f,
                                     0.0f,  0.382683432f,  0.707106781f,  0.923879533f};

LANES_INLINE lanes_f noise_fade(lanes_f t)
{
    return t * t * t * (t * (t * lanes_of(6.0f) - lanes_of(15.0f)) + lanes_of(10.0f));
}

/* The gradients at corners of cells times the ways from there. */
LANES_INLINE lanes_f noise_corner(const uint8_t *direction, const int32_t *place, lanes_f x,
                                  lanes_f y)
{
    LANES_SCRATCH float along[LANES];
    LANES_SCRATCH float up[LANES];
    for (int i = 0; i < LANES; i++) {
        const float *turn = &noise_sine[direction[place[i]]];
        along[i] = turn[4];
        up[i] = turn[0];
    }
    return lanes_load(along) * x + lanes_load(up) * y;
}

/* Noise at (x, y) within cells.  Directions of their upper corners are above[place], [place +
 * 1], those of the lower ones below[place], [place + 1]. */
LANES_INLINE lanes_f noise_in_cells(const uint8_t *above, const uint8_t *below,
                                    const int32_t *place, lanes_f x, lanes_f y)
{
    lanes_f one = lanes_of(1.0f);
    lanes_f u = noise_fade(x);
    lanes_f top =
        lanes_mix(noise_corner(above, place, x, y), noise_corner(above + 1, place, x - one, y), u);
    lanes_f bottom = lanes_mix(noise_corner(below, place, x, y - one),
                               noise_corner(below + 1, place, x - one, y - one), u);
    return lanes_mix(top, bottom, noise_fade(y)) * lanes_of(1.41421356f);
}

#endif
