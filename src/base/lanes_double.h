/* lanes_double.h - vectors of doubles and of 64-bit hashes, for kernels: see lanes.h.
 *
 * A vector has LANES / 2 doubles, or one.  Functions with names as in exact.h and hash.h give the
 * same bits as these; exact.c uses them with LANES 1.
 *
 * A double is converted to an integer by adding 1.5 * 2^52: then the low bits of the mantissa are
 * the integer.  SSE2 and AVX2 lack some conversion instructions.
 */
#ifndef RL_BASE_LANES_DOUBLE_H
#define RL_BASE_LANES_DOUBLE_H

#include <float.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/exact.h"
#include "base/lanes.h"

#if LANES == 1
#define LANES_D 1
typedef double lanes_d;
typedef int64_t lanes_l;
typedef uint64_t lanes_h;
#else
#define LANES_D (LANES / 2)
typedef double lanes_d __attribute__((vector_size(8 * LANES_D)));
typedef int64_t lanes_l __attribute__((vector_size(8 * LANES_D)));
typedef uint64_t lanes_h __attribute__((vector_size(8 * LANES_D)));
#endif

/* ---- memory -------------------------------------------------------------- */

LANES_INLINE lanes_d lanes_load_d(const double *source)
{
    lanes_d v;
    LANES_COPY(&v, source, sizeof v);
    return v;
}

LANES_INLINE void lanes_store_d(double *target, lanes_d v)
{
    LANES_COPY(target, &v, sizeof v);
}

/* lanes_load_some_d and lanes_store_some_d load and store only the first `some` lanes, or all if
 * `some` is larger, at the end of an array.  Lanes that are not loaded are 0.  A memcpy of variable
 * length would be a call. */
LANES_INLINE lanes_d lanes_load_some_d(const double *source, size_t some)
{
    double v[4] = {source[0], 0.0, 0.0, 0.0};
    if (some >= LANES_D)
        return lanes_load_d(source);
    if (some > 1)
        v[1] = source[1];
    if (some > 2)
        v[2] = source[2];
    return lanes_load_d(v);
}

LANES_INLINE void lanes_store_some_d(double *target, lanes_d value, size_t some)
{
    double v[4];
    if (some >= LANES_D) {
        lanes_store_d(target, value);
        return;
    }
    lanes_store_d(v, value);
    target[0] = v[0];
    if (some > 1)
        target[1] = v[1];
    if (some > 2)
        target[2] = v[2];
}

LANES_INLINE lanes_d lanes_of_d(double x)
{
    return x - (lanes_d){0};
}

LANES_INLINE lanes_h lanes_of_h(uint64_t x)
{
    return x - (lanes_h){0};
}

/* Returns 0, 1, 2, ... */
LANES_INLINE lanes_d lanes_count_d(void)
{
    static const double numbers[4] = {0.0, 1.0, 2.0, 3.0};
    return lanes_load_d(numbers);
}

LANES_INLINE lanes_h lanes_count_h(void)
{
    static const uint64_t numbers[4] = {0, 1, 2, 3};
    lanes_h v;
    LANES_COPY(&v, numbers, sizeof v);
    return v;
}

/* ---- bits, comparisons and choices ----------------------------------------- */

LANES_INLINE lanes_h lanes_bits_d(lanes_d v)
{
    lanes_h bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

LANES_INLINE lanes_d lanes_from_bits_d(lanes_h bits)
{
    lanes_d v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

LANES_INLINE lanes_h lanes_less_d(lanes_d a, lanes_d b)
{
    return LANES_MASK(lanes_h, a < b);
}

/* Returns a where the mask is set, else b. */
LANES_INLINE lanes_d lanes_choose_d(lanes_h mask, lanes_d a, lanes_d b)
{
#if LANES_D == 1
    return mask ? a : b;
#elif LANES_D == 4 && defined __AVX2__
    return _mm256_blendv_pd(b, a, lanes_from_bits_d(mask));
#else
    return lanes_from_bits_d((lanes_bits_d(a) & mask) | (lanes_bits_d(b) & ~mask));
#endif
}

/* lanes_min_d returns a < b ? a : b, and lanes_max_d a > b ? a : b.  The instructions give the same
 * as the plain form, also for 0 and -0. */
LANES_INLINE lanes_d lanes_min_d(lanes_d a, lanes_d b)
{
#ifdef LANES_X86
    return LANES_X86(min_pd)(a, b);
#elif defined LANES_WASM
    return (lanes_d)wasm_f64x2_pmin((v128_t)b, (v128_t)a);
#else
    return lanes_choose_d(lanes_less_d(a, b), a, b);
#endif
}

LANES_INLINE lanes_d lanes_max_d(lanes_d a, lanes_d b)
{
#ifdef LANES_X86
    return LANES_X86(max_pd)(a, b);
#elif defined LANES_WASM
    return (lanes_d)wasm_f64x2_pmax((v128_t)b, (v128_t)a);
#else
    return lanes_choose_d(lanes_less_d(b, a), a, b);
#endif
}

LANES_INLINE lanes_d lanes_abs_d(lanes_d v)
{
    return lanes_choose_d(lanes_less_d(v, lanes_of_d(0.0)), -v, v);
}

LANES_INLINE lanes_d lanes_mix_d(lanes_d a, lanes_d b, lanes_d t)
{
    return a + (b - a) * t;
}

LANES_INLINE lanes_d lanes_sqrt_d(lanes_d v)
{
#ifdef LANES_X86
    return LANES_X86(sqrt_pd)(v);
#elif defined LANES_WASM
    return (lanes_d)wasm_f64x2_sqrt((v128_t)v);
#else
    for (int i = 0; i < LANES_D; i++) /* one instruction, by -fno-math-errno */
        LANE(v, i) = __builtin_sqrt(LANE(v, i));
    return v;
#endif
}

/* ---- whole numbers --------------------------------------------------------- */

#define LANES_WHOLE 6755399441055744.0 /* 1.5 * 2^52 */
#define LANES_WHOLE_BITS UINT64_C(0x4338000000000000)

/* Returns v rounded toward minus infinity, as a double; |v| < 2^50. */
LANES_INLINE lanes_d lanes_floor_d(lanes_d v)
{
    lanes_d near = (v + lanes_of_d(LANES_WHOLE)) - lanes_of_d(LANES_WHOLE);
    return near - lanes_choose_d(lanes_less_d(v, near), lanes_of_d(1.0), lanes_of_d(0.0));
}

/* Returns a whole number as a 64-bit integer in two's complement; |v| < 2^50. */
LANES_INLINE lanes_h lanes_to_h(lanes_d v)
{
    return lanes_bits_d(v + lanes_of_d(LANES_WHOLE)) - lanes_of_h(LANES_WHOLE_BITS);
}

/* Returns an integer below 2^52 as a double. */
LANES_INLINE lanes_d lanes_from_h(lanes_h v)
{
    return lanes_from_bits_d(v | lanes_of_h(UINT64_C(0x4330000000000000))) - lanes_of_d(0x1p52);
}

/* ---- functions of exact.h --------------------------------------------------- */

/* Largest exponent to base 2 of a double, which is also the bias of exponents; least exponent of a
 * normal double. */
#define DOUBLE_EXPONENT_MOST 1023
#define DOUBLE_EXPONENT_LEAST (-1022)

/* Returns sum * x + more, a step of Horner's scheme; it is rounded twice, never as a fused
 * multiply-add. */
LANES_INLINE lanes_d lanes_horner_d(lanes_d sum, lanes_d x, double more)
{
    return sum * x + lanes_of_d(more);
}

LANES_INLINE lanes_d lanes_exp2_d(lanes_d x)
{
    lanes_h is_seen = lanes_less_d(lanes_of_d(DOUBLE_EXPONENT_LEAST), x);
    lanes_h is_most = lanes_less_d(lanes_of_d(DOUBLE_EXPONENT_MOST), x);
    x = lanes_choose_d(is_seen, x, lanes_of_d(0.0));
    x = lanes_choose_d(is_most, lanes_of_d(0.0), x);
    lanes_d whole = lanes_floor_d(x + lanes_of_d(0.5));
    lanes_d r = (x - whole) * lanes_of_d(EXACT_LN2);
    /* Taylor's series of e^r; |r| <= ln2/2, so r^13/13! is below 2e-16. */
    lanes_d sum = lanes_of_d(1.0 / 6227020800);
    sum = lanes_horner_d(sum, r, 1.0 / 479001600);
    sum = lanes_horner_d(sum, r, 1.0 / 39916800);
    sum = lanes_horner_d(sum, r, 1.0 / 3628800);
    sum = lanes_horner_d(sum, r, 1.0 / 362880);
    sum = lanes_horner_d(sum, r, 1.0 / 40320);
    sum = lanes_horner_d(sum, r, 1.0 / 5040);
    sum = lanes_horner_d(sum, r, 1.0 / 720);
    sum = lanes_horner_d(sum, r, 1.0 / 120);
    sum = lanes_horner_d(sum, r, 1.0 / 24);
    sum = lanes_horner_d(sum, r, 1.0 / 6);
    sum = lanes_horner_d(sum, r, 1.0 / 2);
    sum = lanes_horner_d(sum, r, 1.0);
    sum = lanes_horner_d(sum, r, 1.0);
    lanes_h power = (lanes_to_h(whole) + lanes_of_h(DOUBLE_EXPONENT_MOST)) << 52;
    sum = lanes_choose_d(is_most, lanes_of_d(DBL_MAX), sum * lanes_from_bits_d(power));
    return lanes_choose_d(is_seen, sum, lanes_of_d(0.0));
}

LANES_INLINE lanes_d lanes_exp_d(lanes_d x)
{
    return lanes_exp2_d(x * lanes_of_d(EXACT_LOG2_E));
}

LANES_INLINE lanes_d lanes_log2_d(lanes_d x)
{
    lanes_h bits = lanes_bits_d(x);
    lanes_d exponent = lanes_from_h(bits >> 52) - lanes_of_d(DOUBLE_EXPONENT_MOST);
    lanes_d m = lanes_from_bits_d((bits & lanes_of_h(UINT64_C(0x000fffffffffffff))) |
                                  lanes_of_h(UINT64_C(0x3ff0000000000000)));
    lanes_h is_high = lanes_less_d(lanes_of_d(EXACT_SQRT2), m);
    m = lanes_choose_d(is_high, m * lanes_of_d(0.5), m);
    exponent = lanes_choose_d(is_high, exponent + lanes_of_d(1.0), exponent);
    /* ln m = 2 atanh(t), t = (m - 1) / (m + 1), |t| < 0.172; t^21/21 < 1e-17. */
    lanes_d t = (m - lanes_of_d(1.0)) / (m + lanes_of_d(1.0));
    lanes_d tt = t * t;
    lanes_d sum = lanes_of_d(1.0 / 21);
    sum = lanes_horner_d(sum, tt, 1.0 / 19);
    sum = lanes_horner_d(sum, tt, 1.0 / 17);
    sum = lanes_horner_d(sum, tt, 1.0 / 15);
    sum = lanes_horner_d(sum, tt, 1.0 / 13);
    sum = lanes_horner_d(sum, tt, 1.0 / 11);
    sum = lanes_horner_d(sum, tt, 1.0 / 9);
    sum = lanes_horner_d(sum, tt, 1.0 / 7);
    sum = lanes_horner_d(sum, tt, 1.0 / 5);
    sum = lanes_horner_d(sum, tt, 1.0 / 3);
    sum = lanes_horner_d(sum, tt, 1.0);
    return exponent + lanes_of_d(2.0) * t * sum * lanes_of_d(EXACT_LOG2_E);
}

LANES_INLINE lanes_d lanes_pow_d(lanes_d x, double y)
{
    lanes_h is_none = ~lanes_less_d(lanes_of_d(0.0), x);
    if (y == 0.0)
        return lanes_of_d(1.0);
    if (y == 1.0)
        return lanes_choose_d(lanes_less_d(x, lanes_of_d(0.0)), lanes_of_d(0.0), x);
    lanes_d safe = lanes_choose_d(is_none, lanes_of_d(1.0), x);
    lanes_d power = lanes_exp2_d(lanes_of_d(y) * lanes_log2_d(safe));
    return lanes_choose_d(is_none, lanes_of_d(0.0), power);
}

/* ---- functions of hash.h ---------------------------------------------------- */

LANES_INLINE lanes_h lanes_hash_mix(lanes_h z)
{
    z = (z ^ z >> 30) * lanes_of_h(UINT64_C(0xbf58476d1ce4e5b9));
    z = (z ^ z >> 27) * lanes_of_h(UINT64_C(0x94d049bb133111eb));
    return z ^ z >> 31;
}

LANES_INLINE lanes_h lanes_hash_at(uint64_t key, int level, lanes_h index)
{
    uint64_t row = key + (uint64_t)level * UINT64_C(0xd1342543de82ef95);
    return lanes_hash_mix(lanes_of_h(row) + index * lanes_of_h(UINT64_C(0x9e3779b97f4a7c15)));
}

LANES_INLINE lanes_d lanes_hash_unit(lanes_h bits)
{
    lanes_h v = bits >> 11; /* 53 bits: two halves, whose sum is exact */
    lanes_d high = lanes_from_h(v >> 32) * lanes_of_d(0x1p32);
    lanes_d low = lanes_from_h(v & lanes_of_h(UINT64_C(0xffffffff)));
    return (high + low) * lanes_of_d(0x1p-53);
}

#endif
