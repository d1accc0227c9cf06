/* lanes_math.h - functions of vectors of floats, for kernels: floor, smoothstep, roots, powers,
 * logarithms.
 *
 * They use the operations of lanes.h in a fixed order, and no libm, so that all widths give the
 * same bits.
 */
#ifndef RL_BASE_LANES_MATH_H
#define RL_BASE_LANES_MATH_H

#include "base/exact.h"
#include "base/lanes.h"

/* Returns v rounded toward minus infinity; |v| < 2^31. */
LANES_INLINE lanes_i lanes_floor(lanes_f v)
{
    lanes_i whole = lanes_to_i(v);
    /* The sum is unsigned, since lanes beyond the end of an array may have any value. */
    return (lanes_i)((lanes_u)whole + (lanes_u)lanes_less(v, lanes_to_f(whole)));
}

/* Returns the smoothstep of t: 0 up to t = 0, 1 from t = 1 on, with the slope 0 at both. */
LANES_INLINE lanes_f lanes_smooth(lanes_f t)
{
    t = lanes_clamp(t, 0.0f, 1.0f);
    return t * t * (lanes_of(3.0f) - lanes_of(2.0f) * t);
}

LANES_INLINE lanes_f lanes_sqrt(lanes_f v)
{
#ifdef LANES_X86
    return LANES_X86(sqrt_ps)(v);
#elif defined LANES_WASM
    return (lanes_f)wasm_f32x4_sqrt((v128_t)v);
#else
    for (int i = 0; i < LANES; i++) /* one instruction, by -fno-math-errno */
        LANE(v, i) = __builtin_sqrtf(LANE(v, i));
    return v;
#endif
}

/* Exponents to base 2 of normal floats; the largest is also the bias of exponents. */
#define FLOAT_EXPONENT_LEAST (-126)
#define FLOAT_EXPONENT_MOST 127

/* Returns 2^x with a relative error up to 2e-7; 0 for x < -126, at most 2^127. */
LANES_INLINE lanes_f lanes_exp2(lanes_f x)
{
    lanes_i is_least = lanes_less(x, lanes_of(FLOAT_EXPONENT_LEAST));
    x = lanes_clamp(x, FLOAT_EXPONENT_LEAST, FLOAT_EXPONENT_MOST);
    lanes_i whole = lanes_floor(x + lanes_of(0.5f));
    lanes_f r = (x - lanes_to_f(whole)) * lanes_of((float)EXACT_LN2);
    /* Taylor's series of e^r; |r| <= ln2 / 2, so r^7/7! is below 2e-7. */
    lanes_f sum = lanes_of(1.0f / 720);
    sum = sum * r + lanes_of(1.0f / 120);
    sum = sum * r + lanes_of(1.0f / 24);
    sum = sum * r + lanes_of(1.0f / 6);
    sum = sum * r + lanes_of(0.5f);
    sum = sum * r + lanes_of(1.0f);
    sum = sum * r + lanes_of(1.0f);
    lanes_f power = lanes_from_bits((whole + lanes_of_i(FLOAT_EXPONENT_MOST)) << 23);
    return lanes_choose(is_least, lanes_of(0.0f), sum * power);
}

LANES_INLINE lanes_f lanes_exp(lanes_f x)
{
    return lanes_exp2(x * lanes_of((float)EXACT_LOG2_E));
}

/* Coefficients 2 / (n ln 2) of log2 m = sum of t^n, n = 1, 3, 5, 7, 9; t = (m - 1) / (m + 1). */
static const float lanes_log2_series[] = {2.88539008f, 0.961796694f, 0.577078016f, 0.412198583f,
                                          0.320598898f};

/* Returns the logarithm to base 2 of a normal x > 0.  Its error is up to 2e-7, relative if the
 * logarithm is above 1. */
LANES_INLINE lanes_f lanes_log2(lanes_f x)
{
    lanes_i bits = lanes_bits(x);
    /* m = x / 2^e within sqrt(1/2)..sqrt(2) */
    lanes_i e = (bits - lanes_of_i(0x3f3504f3)) >> 23;
    lanes_f m = lanes_from_bits(bits - (lanes_i)((lanes_u)e << 23));
    /* ln m = 2 atanh(t), |t| < 0.172 */
    lanes_f t = (m - lanes_of(1.0f)) / (m + lanes_of(1.0f));
    lanes_f tt = t * t;
    lanes_f sum = lanes_of(lanes_log2_series[4]);
    sum = sum * tt + lanes_of(lanes_log2_series[3]);
    sum = sum * tt + lanes_of(lanes_log2_series[2]);
    sum = sum * tt + lanes_of(lanes_log2_series[1]);
    sum = sum * tt + lanes_of(lanes_log2_series[0]);
    return lanes_to_f(e) + sum * t;
}

/* Returns x^y for a normal x > 0. */
LANES_INLINE lanes_f lanes_pow(lanes_f x, float y)
{
    return lanes_exp2(lanes_log2(x) * lanes_of(y));
}

/* A float just above the least normal one, 1.17e-38. */
#define LANES_CBRT_LEAST 1.2e-38f

/* Returns the cube root of x >= 0 with a relative error up to 2e-7; 0 for x < LANES_CBRT_LEAST. */
LANES_INLINE lanes_f lanes_cbrt(lanes_f x)
{
    lanes_i is_nought = lanes_less(x, lanes_of(LANES_CBRT_LEAST));
    /* A third of the exponent gives a start within 6 %; then two steps of Halley's method. */
    lanes_f third = lanes_to_f(lanes_bits(x)) * lanes_of(1.0f / 3.0f);
    lanes_f r = lanes_from_bits(lanes_to_i(third) + lanes_of_i(0x2a512ce3));
    for (int i = 0; i < 2; i++) {
        lanes_f rrr = r * r * r;
        r = r * ((rrr + x + x) / (rrr + rrr + x));
    }
    return lanes_choose(is_nought, lanes_of(0.0f), r);
}

#endif
