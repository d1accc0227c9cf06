/* colour_lanes.h - the arithmetic of colour.h on lanes of floats, for kernels: see lanes.h.
 *
 * Results are within 1e-5 of those of colour.h, less than a step of 16 bits.
 */
#ifndef RL_BASE_COLOUR_LANES_H
#define RL_BASE_COLOUR_LANES_H

#include "base/colour.h"
#include "base/colour_spaces.h"
#include "base/lanes_math.h"

typedef struct lanes_rgb { /* linear light, unless a kernel has encoded sRGB in it */
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

LANES_INLINE lanes_f lanes_dot(const double row[3], lanes_f x, lanes_f y, lanes_f z)
{
    return x * lanes_of((float)row[0]) + y * lanes_of((float)row[1]) + z * lanes_of((float)row[2]);
}

/* Returns the cube root of any number: light outside the gamut of sRGB has negative components. */
LANES_INLINE lanes_f lanes_signed_cbrt(lanes_f x)
{
    lanes_i sign = lanes_bits(x) & lanes_of_i(INT32_MIN);
    return lanes_from_bits(lanes_bits(lanes_cbrt(lanes_abs(x))) | sign);
}

LANES_INLINE lanes_lab lanes_to_lab(lanes_rgb c)
{
    lanes_f l = lanes_dot(oklab_lms_of_rgb[0], c.r, c.g, c.b);
    lanes_f m = lanes_dot(oklab_lms_of_rgb[1], c.r, c.g, c.b);
    lanes_f s = lanes_dot(oklab_lms_of_rgb[2], c.r, c.g, c.b);
    l = lanes_signed_cbrt(l);
    m = lanes_signed_cbrt(m);
    s = lanes_signed_cbrt(s);
    lanes_lab lab = {
        lanes_dot(oklab_of_roots[0], l, m, s),
        lanes_dot(oklab_of_roots[1], l, m, s),
        lanes_dot(oklab_of_roots[2], l, m, s),
    };
    return lab;
}

LANES_INLINE lanes_rgb lanes_to_rgb(lanes_lab c)
{
    lanes_f l = lanes_dot(oklab_roots_of[0], c.l, c.a, c.b);
    lanes_f m = lanes_dot(oklab_roots_of[1], c.l, c.a, c.b);
    lanes_f s = lanes_dot(oklab_roots_of[2], c.l, c.a, c.b);
    l = l * l * l;
    m = m * m * m;
    s = s * s * s;
    lanes_rgb light = {
        lanes_dot(oklab_rgb_of_lms[0], l, m, s),
        lanes_dot(oklab_rgb_of_lms[1], l, m, s),
        lanes_dot(oklab_rgb_of_lms[2], l, m, s),
    };
    return light;
}

LANES_INLINE lanes_f lanes_screen(lanes_f a, lanes_f b)
{
    lanes_f one = lanes_of(1.0f);
    return one - (one - a) * (one - lanes_min(b, one));
}

/* Returns a with `amount` times `light` added by the blend mode screen, 1 - (1 - a) (1 - b), which
 * never exceeds white. */
LANES_INLINE lanes_rgb lanes_screen_rgb(lanes_rgb a, lanes_rgb light, lanes_f amount)
{
    lanes_rgb lit = {lanes_screen(a.r, light.r * amount), lanes_screen(a.g, light.g * amount),
                     lanes_screen(a.b, light.b * amount)};
    return lit;
}

/* ---- the transfer curve, without tables ------------------------------------------
 *
 * Polynomials are faster than table look-ups for each lane.  A sample that is decoded and encoded
 * again changes by at most 5e-6.
 *
 * Both polynomials are 1 + (x - 1) p(x), so that 1 is exactly 1.  The coefficients of p, from x^0
 * up, are fitted for the least maximum error of the encoded value: 1.6e-6 and 1.5e-6.  Terms are
 * added in pairs, not in Horner's order, which shortens the chain of dependent operations. */
static const float tone_decode_terms[] = {0.99915581f, 0.96340715f,  0.48477317f, -0.42501728f,
                                          0.61637430f, -0.69550312f, 0.46295909f, -0.13153078f};
static const float tone_encode_terms[] = {1.05958989f, 0.91942279f,  -0.44359777f,
                                          0.40177711f, -0.24477699f, 0.06602693f};

LANES_INLINE lanes_f lanes_pair(const float terms[2], lanes_f x)
{
    return lanes_of(terms[0]) + lanes_of(terms[1]) * x;
}

/* lanes_tone_decode returns sRGB in 0..1 as linear light. */
LANES_INLINE lanes_f lanes_tone_decode(lanes_f x)
{
    lanes_f xx = x * x;
    const float *terms = tone_decode_terms;
    lanes_f low = lanes_pair(terms, x) + lanes_pair(terms + 2, x) * xx;
    lanes_f high = lanes_pair(terms + 4, x) + lanes_pair(terms + 6, x) * xx;
    lanes_f curve = lanes_of(1.0f) + (x - lanes_of(1.0f)) * (low + high * (xx * xx));
    lanes_i is_dark = lanes_less(x, lanes_of((float)SRGB_DARK_ENCODED));
    return lanes_choose(is_dark, x * lanes_of(1.0f / (float)SRGB_SLOPE), curve);
}

/* lanes_tone_encode returns linear light as sRGB, clamped to 0..1; the polynomial is one of the
 * fourth root of light. */
LANES_INLINE lanes_f lanes_tone_encode(lanes_f linear)
{
    lanes_f light = lanes_clamp(linear, 0.0f, 1.0f);
    lanes_f xx = lanes_sqrt(light);
    lanes_f x = lanes_sqrt(xx);
    const float *terms = tone_encode_terms;
    lanes_f low = lanes_pair(terms, x) + lanes_pair(terms + 2, x) * xx;
    lanes_f high = lanes_pair(terms + 4, x);
    lanes_f curve = lanes_of(1.0f) + (x - lanes_of(1.0f)) * (low + high * light);
    lanes_i is_dark = lanes_less(light, lanes_of((float)SRGB_DARK_LINEAR));
    return lanes_choose(is_dark, light * lanes_of((float)SRGB_SLOPE), curve);
}

/* Returns linear light as bytes of sRGB. */
LANES_INLINE lanes_i lanes_tone_byte(lanes_f linear)
{
    return lanes_to_i(lanes_tone_encode(linear) * lanes_of(255.0f) + lanes_of(0.5f));
}

/* Returns the byte of packed pixels at bit `shift` as 0..1. */
LANES_INLINE lanes_f lanes_sample(lanes_i pixels, int shift)
{
    return lanes_to_f((pixels >> shift) & lanes_of_i(255)) * lanes_of(1.0f / 255.0f);
}

#endif
