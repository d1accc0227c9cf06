/* tone_lanes.h - the sRGB transfer curve on lanes of floats, without tables.
 *
 * For kernels alone: include lanes.h with its width first.  Two polynomials cost less
 * than looking tables up lane by lane.  A sample that is decoded and encoded comes
 * back within 5e-6.
 */
#ifndef RL_BASE_TONE_LANES_H
#define RL_BASE_TONE_LANES_H

#include "base/lanes_math.h"

/* Both polynomials are 1 + (x - 1) p(x), so 1 is exactly 1, and are fitted so that the
 * greatest error of the encoded value is least: 1.6e-6 and 1.5e-6.  Terms are added in
 * pairs, not one after the other: so the lanes wait less. */
LANES_INLINE lanes_f lanes_pair(float a, float b, lanes_f x)
{
    return lanes_of(a) + lanes_of(b) * x;
}

/* lanes_tone_decode: sRGB in 0..1 to linear light. */
LANES_INLINE lanes_f lanes_tone_decode(lanes_f x)
{
    lanes_f xx = x * x;
    lanes_f low =
        lanes_pair(0.99915581f, 0.96340715f, x) + lanes_pair(0.48477317f, -0.42501728f, x) * xx;
    lanes_f high =
        lanes_pair(0.61637430f, -0.69550312f, x) + lanes_pair(0.46295909f, -0.13153078f, x) * xx;
    lanes_f curve = lanes_of(1.0f) + (x - lanes_of(1.0f)) * (low + high * (xx * xx));
    lanes_i is_dark = lanes_less(x, lanes_of(0.04045f));
    return lanes_choose(is_dark, x * lanes_of(1.0f / 12.92f), curve);
}

/* lanes_tone_encode: linear light to sRGB, by the fourth root; clamps to 0..1. */
LANES_INLINE lanes_f lanes_tone_encode(lanes_f linear)
{
    lanes_f light = lanes_clamp(linear, 0.0f, 1.0f);
    lanes_f xx = lanes_sqrt(light);
    lanes_f x = lanes_sqrt(xx);
    lanes_f low =
        lanes_pair(1.05958989f, 0.91942279f, x) + lanes_pair(-0.44359777f, 0.40177711f, x) * xx;
    lanes_f high = lanes_pair(-0.24477699f, 0.06602693f, x);
    lanes_f curve = lanes_of(1.0f) + (x - lanes_of(1.0f)) * (low + high * light);
    lanes_i is_dark = lanes_less(light, lanes_of(0.0031308f));
    return lanes_choose(is_dark, light * lanes_of(12.92f), curve);
}

#endif
