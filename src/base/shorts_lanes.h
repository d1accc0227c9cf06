/* shorts_lanes.h - vectors of 16-bit integers (shorts), for kernels: see lanes.h.
 *
 * Waves and weights need no more than 16 bits.  A vector has 2 * LANES of them, so that work takes
 * half the time.  With LANES 1 a short is kept in 32 bits, of which only the lower 16 matter.
 */
#ifndef RL_BASE_SHORTS_LANES_H
#define RL_BASE_SHORTS_LANES_H

#include "base/lanes.h"

/* lanes_us is unsigned, for sums and products that wrap around. */
#if LANES == 1
#define SHORTS 1
typedef int32_t lanes_s;
typedef uint32_t lanes_us;
#else
#define SHORTS (2 * LANES)
typedef int16_t lanes_s __attribute__((vector_size(4 * LANES)));
typedef uint16_t lanes_us __attribute__((vector_size(4 * LANES)));
#endif

/* Returns unsigned shorts as signed ones with the same bits. */
LANES_INLINE lanes_s shorts_of_wrapped(lanes_us v)
{
#if LANES == 1
    return (int16_t)v;
#else
    return (lanes_s)v;
#endif
}

/* Returns x in each short. */
LANES_INLINE lanes_s shorts_of(int32_t x)
{
#if LANES == 1
    return x;
#else
    return (int16_t)x - (lanes_s){0};
#endif
}

LANES_INLINE lanes_us wrapping_of(uint32_t x)
{
    return (lanes_us)shorts_of((int16_t)x);
}

/* Returns 0, 1, 2, ..., SHORTS - 1. */
LANES_INLINE lanes_s shorts_count(void)
{
    static const int16_t numbers[32] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                        11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                        22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
#if LANES == 1
    return numbers[0];
#else
    lanes_s v;
    LANES_COPY(&v, numbers, sizeof v);
    return v;
#endif
}

/* ---- memory ---------------------------------------------------------------------- */

LANES_INLINE lanes_s shorts_load(const int16_t *source)
{
#if LANES == 1
    return *source;
#else
    lanes_s v;
    LANES_COPY(&v, source, sizeof v);
    return v;
#endif
}

LANES_INLINE void shorts_store(int16_t *target, lanes_s v)
{
#if LANES == 1
    *target = (int16_t)v;
#else
    LANES_COPY(target, &v, sizeof v);
#endif
}

/* Stores LANES 32-bit integers, which fit into 16 bits, as shorts. */
LANES_INLINE void lanes_store_s(int16_t *target, lanes_i v)
{
#if LANES == 1
    *target = (int16_t)v;
#elif LANES == 8 && defined __AVX2__
    __m128i packed = _mm_packs_epi32(_mm256_castsi256_si128((__m256i)v),
                                     _mm256_extracti128_si256((__m256i)v, 1));
    LANES_COPY(target, &packed, sizeof packed);
#else
    typedef int16_t narrow __attribute__((vector_size(2 * LANES)));
    narrow packed = __builtin_convertvector(v, narrow);
    LANES_COPY(target, &packed, sizeof packed);
#endif
}

/* ---- arithmetic ---------------------------------------------------------------------- */

/* Returns the rounded product of fixed-point numbers in 1/32768. */
LANES_INLINE lanes_s shorts_times(lanes_s a, lanes_s b)
{
#if LANES == 8 && defined __AVX2__
    return (lanes_s)_mm256_mulhrs_epi16((__m256i)a, (__m256i)b);
#elif LANES == 16 && defined LANES_X86
    return (lanes_s)_mm512_mulhrs_epi16((__m512i)a, (__m512i)b);
#elif LANES == 4 && defined LANES_X86
    /* Twice the upper half of the product, plus the rounded rest: SSE2 lacks the instruction. */
    __m128i upper = _mm_mulhi_epi16((__m128i)a, (__m128i)b);
    __m128i lower = _mm_srli_epi16(_mm_mullo_epi16((__m128i)a, (__m128i)b), 14);
    lower = _mm_avg_epu16(lower, _mm_setzero_si128());
    return (lanes_s)_mm_add_epi16(_mm_add_epi16(upper, upper), lower);
#elif LANES == 1
    return (int16_t)((a * b + 16384) >> 15);
#elif defined LANES_WASM
    return (lanes_s)wasm_i16x8_q15mulr_sat((v128_t)a, (v128_t)b);
#else
    for (int i = 0; i < SHORTS; i++)
        a[i] = (int16_t)(((int32_t)a[i] * b[i] + 16384) >> 15);
    return a;
#endif
}

/* Returns |v|, v > -32768. */
LANES_INLINE lanes_s shorts_abs(lanes_s v)
{
#if LANES == 8 && defined __AVX2__
    return (lanes_s)_mm256_abs_epi16((__m256i)v);
#elif LANES == 16 && defined LANES_X86
    return (lanes_s)_mm512_abs_epi16((__m512i)v);
#elif LANES == 4 && defined LANES_X86
    return (lanes_s)_mm_max_epi16((__m128i)v, (__m128i)-v);
#elif LANES == 1
    return v < 0 ? -v : v;
#else
    lanes_s is_less = v < 0;
    return (v ^ is_less) - is_less;
#endif
}

LANES_INLINE lanes_s shorts_min(lanes_s a, lanes_s b)
{
#ifdef LANES_X86
    return (lanes_s)LANES_X86(min_epi16)((LANES_X86_I)a, (LANES_X86_I)b);
#elif defined LANES_WASM
    return (lanes_s)wasm_i16x8_min((v128_t)a, (v128_t)b);
#elif LANES == 1
    return a < b ? a : b;
#else
    lanes_s is_less = a < b;
    return (a & is_less) | (b & ~is_less);
#endif
}

LANES_INLINE lanes_s shorts_max(lanes_s a, lanes_s b)
{
#ifdef LANES_X86
    return (lanes_s)LANES_X86(max_epi16)((LANES_X86_I)a, (LANES_X86_I)b);
#elif defined LANES_WASM
    return (lanes_s)wasm_i16x8_max((v128_t)a, (v128_t)b);
#elif LANES == 1
    return a > b ? a : b;
#else
    lanes_s is_less = a < b;
    return (b & is_less) | (a & ~is_less);
#endif
}

/* Returns a mask: all ones where a and b are equal. */
LANES_INLINE lanes_s shorts_equal(lanes_s a, lanes_s b)
{
    return LANES_MASK(lanes_s, a == b);
}

/* Returns the smoothstep of t, both in 1/32768; t is 0 .. 32767.  24572, a little less than 3/4,
 * keeps the result from overflow. */
LANES_INLINE lanes_s shorts_smooth(lanes_s t)
{
    lanes_s v = shorts_times(shorts_times(t, t), shorts_of(24572) - (t >> 1));
    return v + v + v + v;
}

/* Places on a line: integer part, and fraction in 1/32768. */
typedef struct short_places {
    lanes_us whole;
    lanes_s part;
} short_places;

/* Returns the places number i, i + 1 ... of a row that starts at `first`, `rate` apart, both in
 * 1/65536. */
LANES_INLINE short_places short_places_at(int i, uint32_t first, uint32_t rate)
{
#if LANES == 1
    uint32_t place = first + (uint32_t)i * rate;
    return (short_places){place >> 16, (int32_t)(place & 65535) >> 1};
#else
    lanes_us count = (lanes_us)(shorts_count() + shorts_of(i)), begin = wrapping_of(first);
    lanes_us step = wrapping_of(rate), high;
#ifdef LANES_X86
    high = (lanes_us)LANES_X86(mulhi_epu16)((LANES_X86_I)count, (LANES_X86_I)step);
#elif defined LANES_WASM
    high = (lanes_us)wasm_i16x8_shuffle(wasm_u32x4_extmul_low_u16x8((v128_t)count, (v128_t)step),
                                        wasm_u32x4_extmul_high_u16x8((v128_t)count, (v128_t)step),
                                        1, 3, 5, 7, 9, 11, 13, 15);
#else
    for (int k = 0; k < SHORTS; k++)
        high[k] = (uint16_t)((uint32_t)count[k] * step[k] >> 16);
#endif
    lanes_us low = count * step + begin;
    return (short_places){high - (lanes_us)(low < begin), (lanes_s)(low >> 1)};
#endif
}

#endif
