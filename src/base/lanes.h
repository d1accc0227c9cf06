/* lanes.h - several numbers at once, the same bits at every width.
 *
 * A kernel is written once, in subject_kernel.c over the types below, and the Makefile
 * compiles it for LANES 1 (plain C, the reference), 4 (the compilers' vector extensions:
 * SSE2, NEON, ...) and 8 (AVX2).  Nothing here may round differently by width: only + - * / sqrt,
 * comparisons, truncation, integer operations.
 *
 * A mask is an integer lane, all ones or zero.
 */
#ifndef RL_BASE_LANES_H
#define RL_BASE_LANES_H

#ifndef LANES
#error "define LANES as 1, 4 or 8 before lanes.h"
#endif

#include <stdint.h>
#include <string.h>

#if LANES > 1 && defined __SSE2__
#include <immintrin.h>
#endif

#if LANES == 1
typedef float lanes_f;
typedef int32_t lanes_i;
typedef uint32_t lanes_u;
#else
typedef float lanes_f __attribute__((vector_size(4 * LANES)));
typedef int32_t lanes_i __attribute__((vector_size(4 * LANES)));
typedef uint32_t lanes_u __attribute__((vector_size(4 * LANES)));
#endif

/* The name of a kernel's table at this width. */
#if LANES == 1
#define KERNEL(name) name##_plain
#elif LANES == 4
#define KERNEL(name) name##_vector
#else
#define KERNEL(name) name##_avx2
#endif

/* KERNEL_TABLE(type, table, name) defines table[CPU_KERNELS] of `name`, a function or a
 * struct, at all widths: in the object of the plain one. */
#if LANES == 1
#define KERNEL_TABLE(type, table, name)                                                            \
    extern type name##_vector, name##_avx2;                                                        \
    type *const table[CPU_KERNELS] = {                                                             \
        [CPU_PLAIN] = &name##_plain, [CPU_VECTOR] = &name##_vector, [CPU_AVX2] = &name##_avx2}
#else
#define KERNEL_TABLE(type, table, name)                                                            \
    _Static_assert(LANES > 1, "the table is in the plain object")
#endif

#define LANES_INLINE static inline __attribute__((always_inline, unused))

/* An array that is written before it is read: the build clears all others. */
#if defined __has_attribute
#if __has_attribute(uninitialized)
#define LANES_SCRATCH __attribute__((uninitialized))
#endif
#endif
#ifndef LANES_SCRATCH
#define LANES_SCRATCH
#endif

/* ---- memory -------------------------------------------------------------- */

/* The compiler's own copy: the fortified one checks the room at each store at run time, in
 * a call. */
#define LANES_COPY __builtin_memcpy

LANES_INLINE lanes_f lanes_load(const float *source)
{
    lanes_f v;
    LANES_COPY(&v, source, sizeof v);
    return v;
}

LANES_INLINE void lanes_store(float *target, lanes_f v)
{
    LANES_COPY(target, &v, sizeof v);
}

LANES_INLINE lanes_i lanes_load_i(const int32_t *source)
{
    lanes_i v;
    LANES_COPY(&v, source, sizeof v);
    return v;
}

LANES_INLINE void lanes_store_i(int32_t *target, lanes_i v)
{
    LANES_COPY(target, &v, sizeof v);
}

/* The same number in each lane. */
LANES_INLINE lanes_f lanes_of(float x)
{
#if LANES == 1
    return x;
#elif LANES == 4
    return (lanes_f){x, x, x, x};
#else
    return (lanes_f){x, x, x, x, x, x, x, x};
#endif
}

LANES_INLINE lanes_i lanes_of_i(int32_t x)
{
#if LANES == 1
    return x;
#elif LANES == 4
    return (lanes_i){x, x, x, x};
#else
    return (lanes_i){x, x, x, x, x, x, x, x};
#endif
}

/* 0, 1, 2, ... */
LANES_INLINE lanes_i lanes_count(void)
{
#if LANES == 1
    return 0;
#elif LANES == 4
    return (lanes_i){0, 1, 2, 3};
#else
    return (lanes_i){0, 1, 2, 3, 4, 5, 6, 7};
#endif
}

/* The number in the first lane. */
LANES_INLINE int32_t lanes_first_i(lanes_i v)
{
#if LANES == 1
    return v;
#else
    return v[0];
#endif
}

/* table[index] for each lane. */
LANES_INLINE lanes_f lanes_look_up(const float *table, lanes_i index)
{
#if LANES == 1
    return table[index];
#elif LANES == 8 && defined __AVX2__
    return (lanes_f)_mm256_i32gather_ps(table, (__m256i)index, 4);
#else
    lanes_f v;
    for (int i = 0; i < LANES; i++)
        v[i] = table[index[i]];
    return v;
#endif
}

LANES_INLINE lanes_i lanes_look_up_i(const int32_t *table, lanes_i index)
{
#if LANES == 1
    return table[index];
#elif LANES == 8 && defined __AVX2__
    return (lanes_i)_mm256_i32gather_epi32(table, (__m256i)index, 4);
#else
    lanes_i v;
    for (int i = 0; i < LANES; i++)
        v[i] = table[index[i]];
    return v;
#endif
}

/* a0 b0 a1 b1 ...: the first half of it, and the last. */
LANES_INLINE lanes_f lanes_weave_first(lanes_f a, lanes_f b)
{
#if LANES == 1
    (void)b;
    return a;
#elif LANES == 4 && defined __SSE2__
    return (lanes_f)_mm_unpacklo_ps((__m128)a, (__m128)b);
#elif LANES == 8 && defined __AVX2__
    __m256 low = _mm256_unpacklo_ps((__m256)a, (__m256)b);
    __m256 high = _mm256_unpackhi_ps((__m256)a, (__m256)b);
    return (lanes_f)_mm256_permute2f128_ps(low, high, 0x20);
#else
    lanes_f v;
    for (int i = 0; i < LANES; i++)
        v[i] = i & 1 ? b[i / 2] : a[i / 2];
    return v;
#endif
}

LANES_INLINE lanes_f lanes_weave_last(lanes_f a, lanes_f b)
{
#if LANES == 1
    (void)a;
    return b;
#elif LANES == 4 && defined __SSE2__
    return (lanes_f)_mm_unpackhi_ps((__m128)a, (__m128)b);
#elif LANES == 8 && defined __AVX2__
    __m256 low = _mm256_unpacklo_ps((__m256)a, (__m256)b);
    __m256 high = _mm256_unpackhi_ps((__m256)a, (__m256)b);
    return (lanes_f)_mm256_permute2f128_ps(low, high, 0x31);
#else
    lanes_f v;
    for (int i = 0; i < LANES; i++)
        v[i] = i & 1 ? b[(LANES + i) / 2] : a[(LANES + i) / 2];
    return v;
#endif
}

/* Pixels 0xBBGGRR as bytes R G B; up to 8 bytes beyond them are written too. */
LANES_INLINE void lanes_store_rgb(uint8_t *target, lanes_i pixels)
{
#if LANES == 1
    target[0] = (uint8_t)pixels;
    target[1] = (uint8_t)(pixels >> 8);
    target[2] = (uint8_t)(pixels >> 16);
#elif LANES == 8 && defined __AVX2__
    /* Three bytes of each four in both halves, then the halves together. */
    const __m256i three = _mm256_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1,
                                           0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    const __m256i joined = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7);
    __m256i packed = _mm256_shuffle_epi8((__m256i)pixels, three);
    packed = _mm256_permutevar8x32_epi32(packed, joined);
    LANES_COPY(target, &packed, sizeof packed);
#else
    for (int i = 0; i < LANES; i++, target += 3) {
        target[0] = (uint8_t)pixels[i];
        target[1] = (uint8_t)(pixels[i] >> 8);
        target[2] = (uint8_t)(pixels[i] >> 16);
    }
#endif
}

/* ---- bits and numbers ----------------------------------------------------- */

LANES_INLINE lanes_i lanes_bits(lanes_f v)
{
    lanes_i bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

LANES_INLINE lanes_f lanes_from_bits(lanes_i bits)
{
    lanes_f v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* To an integer, toward zero; |v| < 2^31. */
LANES_INLINE lanes_i lanes_to_i(lanes_f v)
{
#if LANES == 1
    return (int32_t)v;
#else
    return __builtin_convertvector(v, lanes_i);
#endif
}

LANES_INLINE lanes_f lanes_to_f(lanes_i v)
{
#if LANES == 1
    return (float)v;
#else
    return __builtin_convertvector(v, lanes_f);
#endif
}

/* ---- comparisons and choices ------------------------------------------------ */

LANES_INLINE lanes_i lanes_less(lanes_f a, lanes_f b)
{
#if LANES == 1
    return -(int32_t)(a < b);
#else
    return (lanes_i)(a < b);
#endif
}

LANES_INLINE lanes_i lanes_less_i(lanes_i a, lanes_i b)
{
#if LANES == 1
    return -(int32_t)(a < b);
#else
    return (lanes_i)(a < b);
#endif
}

LANES_INLINE lanes_i lanes_equal_i(lanes_i a, lanes_i b)
{
#if LANES == 1
    return -(int32_t)(a == b);
#else
    return (lanes_i)(a == b);
#endif
}

/* a where the mask is set, else b. */
LANES_INLINE lanes_f lanes_choose(lanes_i mask, lanes_f a, lanes_f b)
{
#if LANES == 1
    return mask ? a : b;
#elif LANES == 8 && defined __AVX2__
    return (lanes_f)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)lanes_from_bits(mask));
#else
    return lanes_from_bits((lanes_bits(a) & mask) | (lanes_bits(b) & ~mask));
#endif
}

LANES_INLINE lanes_i lanes_choose_i(lanes_i mask, lanes_i a, lanes_i b)
{
    return (a & mask) | (b & ~mask);
}

LANES_INLINE int lanes_any(lanes_i mask)
{
#if LANES == 1
    return mask != 0;
#elif LANES == 4 && defined __SSE2__
    return _mm_movemask_epi8((__m128i)mask) != 0;
#elif LANES == 8 && defined __AVX2__
    return _mm256_movemask_epi8((__m256i)mask) != 0;
#else
    int32_t any = 0;
    for (int i = 0; i < LANES; i++)
        any |= mask[i];
    return any != 0;
#endif
}

/* Bit i is set where lane i of a mask is. */
LANES_INLINE unsigned lanes_signs(lanes_i mask)
{
#if LANES == 1
    return mask != 0;
#elif LANES == 4 && defined __SSE2__
    return (unsigned)_mm_movemask_ps((__m128)mask);
#elif LANES == 8 && defined __AVX2__
    return (unsigned)_mm256_movemask_ps((__m256)mask);
#else
    unsigned signs = 0;
    for (int i = 0; i < LANES; i++)
        signs |= (unsigned)(mask[i] & 1) << i;
    return signs;
#endif
}

/* ---- arithmetic ------------------------------------------------------------- */

/* a < b ? a : b, which is what the instruction does also with equals. */
LANES_INLINE lanes_f lanes_min(lanes_f a, lanes_f b)
{
#if LANES == 1
    return a < b ? a : b;
#elif LANES == 4 && defined __SSE2__
    return (lanes_f)_mm_min_ps((__m128)a, (__m128)b);
#elif LANES == 8 && defined __AVX2__
    return (lanes_f)_mm256_min_ps((__m256)a, (__m256)b);
#else
    return lanes_choose(lanes_less(a, b), a, b);
#endif
}

/* a > b ? a : b */
LANES_INLINE lanes_f lanes_max(lanes_f a, lanes_f b)
{
#if LANES == 1
    return a > b ? a : b;
#elif LANES == 4 && defined __SSE2__
    return (lanes_f)_mm_max_ps((__m128)a, (__m128)b);
#elif LANES == 8 && defined __AVX2__
    return (lanes_f)_mm256_max_ps((__m256)a, (__m256)b);
#else
    return lanes_choose(lanes_less(b, a), a, b);
#endif
}

/* Floats from 0 up are in the order of their bits, and those below 0 come before them: so
 * where one of two is at least 0 whole numbers can be compared, for which there are ports of
 * the CPU that are not busy with sums. */
LANES_INLINE lanes_i lanes_is_above(lanes_f v, lanes_f least)
{
    return lanes_less_i(lanes_bits(least), lanes_bits(v));
}

/* v > least ? v : least, where least >= 0 */
LANES_INLINE lanes_f lanes_at_least(lanes_f v, lanes_f least)
{
#if LANES == 8 && defined __AVX2__
    return (lanes_f)_mm256_max_epi32((__m256i)v, (__m256i)least);
#else
    return lanes_max(v, least);
#endif
}

LANES_INLINE lanes_f lanes_clamp(lanes_f v, float low, float high)
{
    return lanes_min(lanes_max(v, lanes_of(low)), lanes_of(high));
}

LANES_INLINE lanes_f lanes_abs(lanes_f v)
{
    return lanes_from_bits(lanes_bits(v) & lanes_of_i(0x7fffffff));
}

LANES_INLINE lanes_f lanes_mix(lanes_f a, lanes_f b, lanes_f t)
{
    return a + (b - a) * t;
}

#endif
