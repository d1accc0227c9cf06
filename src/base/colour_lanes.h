/* colour_lanes.h - colour.h's arithmetic on lanes of floats.
 *
 * For kernels alone: include lanes.h with its width first.  Within 1e-5 of the
 * doubles, far below a step of 8 or 16 bits.
 */
#ifndef RL_BASE_COLOUR_LANES_H
#define RL_BASE_COLOUR_LANES_H

#include "base/colour.h"
#include "base/lanes_math.h"

typedef struct lanes_rgb { /* linear light */
    lanes_f r, g, b;
} lanes_rgb;

typedef struct lanes_lab { /* OKLab */
    lanes_f l, a, b;
} lanes_lab;

LANES_INLINE lanes_rgb lanes_rgb_of(linear_rgb c)
{
    lanes_rgb lanes = {lanes_of((float)c.r), lanes_of((float)c.g), lanes_of((float)c.b)};
    return lanes;
}

LANES_INLINE lanes_lab lanes_lab_of(oklab c)
{
    lanes_lab lanes = {lanes_of((float)c.l), lanes_of((float)c.a), lanes_of((float)c.b)};
    return lanes;
}

LANES_INLINE lanes_rgb lanes_mix_rgb(lanes_rgb a, lanes_rgb b, lanes_f t)
{
    lanes_rgb mixed = {lanes_mix(a.r, b.r, t), lanes_mix(a.g, b.g, t), lanes_mix(a.b, b.b, t)};
    return mixed;
}

LANES_INLINE lanes_lab lanes_mix_lab(lanes_lab a, lanes_lab b, lanes_f t)
{
    lanes_lab mixed = {lanes_mix(a.l, b.l, t), lanes_mix(a.a, b.a, t), lanes_mix(a.b, b.b, t)};
    return mixed;
}

LANES_INLINE lanes_f lanes_sum3(lanes_f x, float a, lanes_f y, float b, lanes_f z, float c)
{
    return x * lanes_of(a) + y * lanes_of(b) + z * lanes_of(c);
}

/* Light outside sRGB has negative parts. */
LANES_INLINE lanes_f lanes_signed_cbrt(lanes_f x)
{
    lanes_i sign = lanes_bits(x) & lanes_of_i(INT32_MIN);
    return lanes_from_bits(lanes_bits(lanes_cbrt(lanes_abs(x))) | sign);
}

/* The matrices are those of colour.c. */
LANES_INLINE lanes_lab lanes_to_lab(lanes_rgb c)
{
    lanes_f l = lanes_sum3(c.r, 0.4122214708f, c.g, 0.5363325363f, c.b, 0.0514459929f);
    lanes_f m = lanes_sum3(c.r, 0.2119034982f, c.g, 0.6806995451f, c.b, 0.1073969566f);
    lanes_f s = lanes_sum3(c.r, 0.0883024619f, c.g, 0.2817188376f, c.b, 0.6299787005f);
    l = lanes_signed_cbrt(l);
    m = lanes_signed_cbrt(m);
    s = lanes_signed_cbrt(s);
    lanes_lab lab = {
        lanes_sum3(l, 0.2104542553f, m, 0.7936177850f, s, -0.0040720468f),
        lanes_sum3(l, 1.9779984951f, m, -2.4285922050f, s, 0.4505937099f),
        lanes_sum3(l, 0.0259040371f, m, 0.7827717662f, s, -0.8086757660f),
    };
    return lab;
}

LANES_INLINE lanes_rgb lanes_to_rgb(lanes_lab c)
{
    lanes_f l = lanes_sum3(c.l, 1.0f, c.a, 0.3963377774f, c.b, 0.2158037573f);
    lanes_f m = lanes_sum3(c.l, 1.0f, c.a, -0.1055613458f, c.b, -0.0638541728f);
    lanes_f s = lanes_sum3(c.l, 1.0f, c.a, -0.0894841775f, c.b, -1.2914855480f);
    l = l * l * l;
    m = m * m * m;
    s = s * s * s;
    lanes_rgb light = {
        lanes_sum3(l, 4.0767416621f, m, -3.3077115913f, s, 0.2309699292f),
        lanes_sum3(l, -1.2684380046f, m, 2.6097574011f, s, -0.3413193965f),
        lanes_sum3(l, -0.0041960863f, m, -0.7034186147f, s, 1.7076147010f),
    };
    return light;
}

LANES_INLINE lanes_f lanes_screen(lanes_f a, lanes_f b)
{
    lanes_f one = lanes_of(1.0f);
    return one - (one - a) * (one - lanes_min(b, one));
}

/* Adds `amount` of light as a screen does: never beyond white. */
LANES_INLINE lanes_rgb lanes_screen_rgb(lanes_rgb a, lanes_rgb light, lanes_f amount)
{
    lanes_rgb lit = {lanes_screen(a.r, light.r * amount), lanes_screen(a.g, light.g * amount),
                     lanes_screen(a.b, light.b * amount)};
    return lit;
}

/* ---- the transfer curve, without tables ------------------------------------------
 *
 * Two polynomials cost less than looking tables up lane by lane.  A sample that is decoded
 * and encoded comes back within 5e-6. */

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
