/* noise_lanes.h - computes the gradient noise of ridge/noise.h in single precision, for kernels.
 *
 * Included once for each width: see base/lanes.h.
 */
#ifndef RL_LAYERS_NOISE_LANES_H
#define RL_LAYERS_NOISE_LANES_H

#include "base/lanes_math.h"

/* Sines of sixteenths of a turn; entry i + 4 is the cosine of entry i. */
static const float noise_sine[20] = {0.0f,  0.382683432f,  0.707106781f,  0.923879533f,
                                     1.0f,  0.923879533f,  0.707106781f,  0.382683432f,
                                     0.0f,  -0.382683432f, -0.707106781f, -0.923879533f,
                                     -1.0f, -0.923879533f, -0.707106781f, -0.382683432f,
                                     0.0f,  0.382683432f,  0.707106781f,  0.923879533f};

/* Perlin's fade 6 t^5 - 15 t^4 + 10 t^3 ("Improving noise", 2002). */
static const float fade_5 = 6.0f, fade_4 = 15.0f, fade_3 = 10.0f;

LANES_INLINE lanes_f noise_fade(lanes_f t)
{
    return t * t * t * (t * (t * lanes_of(fade_5) - lanes_of(fade_4)) + lanes_of(fade_3));
}

static const float noise_scale = 1.41421356f; /* root of 2: scales gradient noise to -1..1 */

/* Returns the dot products of the gradients at corners of cells and the offsets from the corners.
 */
LANES_INLINE lanes_f noise_corner(const uint8_t *direction, const int32_t *place, lanes_f x,
                                  lanes_f y)
{
    LANES_SCRATCH float along[LANES];
    LANES_SCRATCH float up[LANES];
    LANES_UNROLLED
    for (int i = 0; i < LANES; i++) {
        const float *turn = &noise_sine[direction[place[i]]];
        along[i] = turn[4];
        up[i] = turn[0];
    }
    return lanes_load(along) * x + lanes_load(up) * y;
}

/* Returns the noise at (x, y) within cells.  The directions of the gradients at the upper
 * corners of a cell are above[place] and above[place + 1], at the lower ones below[place] and
 * below[place + 1]. */
LANES_INLINE lanes_f noise_in_cells(const uint8_t *above, const uint8_t *below,
                                    const int32_t *place, lanes_f x, lanes_f y)
{
    lanes_f one = lanes_of(1.0f);
    lanes_f u = noise_fade(x);
    lanes_f top =
        lanes_mix(noise_corner(above, place, x, y), noise_corner(above + 1, place, x - one, y), u);
    lanes_f bottom = lanes_mix(noise_corner(below, place, x, y - one),
                               noise_corner(below + 1, place, x - one, y - one), u);
    return lanes_mix(top, bottom, noise_fade(y)) * lanes_of(noise_scale);
}

#endif
