/* lanes.h - vectors of numbers (lanes) for kernels, with the same bits at every width.
 *
 * A kernel is written once, in a file NAME_kernel.c, with the types below.  The Makefile compiles
 * it for LANES 1 (plain C, the reference), 4 (the compilers' vector extensions: SSE2, NEON, wasm,
 * ...), 8 (AVX2) and, if that is faster, 16 (AVX-512).  No operation here may round differently by
 * width, so there are only + - * / sqrt, comparisons, truncation and integer operations.
 *
 * A mask is a vector of integers, each of which is all ones or zero.
 */
#ifndef RL_BASE_LANES_H
#define RL_BASE_LANES_H

#ifndef LANES
#error "define LANES as 1, 4, 8 or 16 before lanes.h"
#endif

#include <stdint.h>
#include <string.h>

#if LANES > 1 && defined __SSE2__
#include <immintrin.h>
#endif
#if LANES == 4 && defined __wasm_simd128__
#include <wasm_simd128.h>
#define LANES_WASM
#endif

/* Operations that are written differently for numbers and for vectors of them.  LANE: lane i of v.
 * LANES_MASK: a comparison as a mask.  LANES_CONVERT: conversion of each lane to another type.
 * KERNEL: the name of a function or table in this variant. */
#if LANES == 1
typedef float lanes_f;
typedef int32_t lanes_i;
typedef uint32_t lanes_u;
#define LANE(v, i) (v)
#define LANES_MASK(type, truth) (-(type)(truth))
#define LANES_CONVERT(v, type) ((type)(v))
#define KERNEL(name) name##_plain
#else
typedef float lanes_f __attribute__((vector_size(4 * LANES)));
typedef int32_t lanes_i __attribute__((vector_size(4 * LANES)));
typedef uint32_t lanes_u __attribute__((vector_size(4 * LANES)));
#define LANE(v, i) (v)[i]
#define LANES_MASK(type, truth) ((type)(truth))
#define LANES_CONVERT(v, type) __builtin_convertvector(v, type)
#if LANES == 4
#define KERNEL(name) name##_vector
#elif LANES == 8
#define KERNEL(name) name##_avx2
#else
#define KERNEL(name) name##_avx512
#endif
#endif

/* LANES_X86(min_ps)(a, b) is the x86 intrinsic of this width; it is defined only if the build may
 * use these instructions.  LANES_X86_I is the type of its integer operands. */
#if LANES == 4 && defined __SSE2__
#define LANES_X86(name) _mm_##name
#define LANES_X86_I __m128i
#elif LANES == 8 && defined __AVX2__
#define LANES_X86(name) _mm256_##name
#define LANES_X86_I __m256i
#elif LANES == 16 && defined __AVX512DQ__
#define LANES_X86(name) _mm512_##name
#define LANES_X86_I __m512i
#endif

/* LANES_WASM: WebAssembly has vectors of 16 bytes.  Intrinsics are used where clang would make code
 * for each lane: selections, masks, shuffles.  Casts to and from v128_t keep the bits. */

/* KERNEL_TABLE(type, table, name) defines table[CPU_KERNELS], the variants of `name`, a function or
 * a struct; the plain object contains it.  KERNEL_TABLE_WIDE is for files that are compiled for
 * LANES 16, too.  With KERNEL_ALONE the build has one width, which stands for all variants. */
#ifdef KERNEL_ALONE
#define KERNEL_TABLE_OF(type, table, name, widest)                                                 \
    type *const table[CPU_KERNELS] = {&KERNEL(name), &KERNEL(name), &KERNEL(name), &KERNEL(name)}
#elif LANES == 1
#define KERNEL_TABLE_OF(type, table, name, widest)                                                 \
    extern type name##_vector, name##_avx2, widest;                                                \
    type *const table[CPU_KERNELS] = {[CPU_PLAIN] = &name##_plain,                                 \
                                      [CPU_VECTOR] = &name##_vector,                               \
                                      [CPU_AVX2] = &name##_avx2,                                   \
                                      [CPU_AVX512] = &widest}
#else
#define KERNEL_TABLE_OF(type, table, name, widest)                                                 \
    _Static_assert(LANES > 1, "the table is in the plain object")
#endif
#define KERNEL_TABLE(type, table, name) KERNEL_TABLE_OF(type, table, name, name##_avx2)
#define KERNEL_TABLE_WIDE(type, table, name) KERNEL_TABLE_OF(type, table, name, name##_avx512)

#define LANES_INLINE static inline __attribute__((always_inline, unused))

/* A part of a kernel with a stack frame of its own, as the stacks of threads are small.  Lanes are
 * given by pointers. */
#define LANES_PART static __attribute__((noinline))

/* Marks an array that is written before it is read, so that the build's option to clear local
 * variables does not clear it. */
#if defined __has_attribute && !defined LANES_SCRATCH
#if __has_attribute(uninitialized)
#define LANES_SCRATCH __attribute__((uninitialized))
#endif
#endif
#ifndef LANES_SCRATCH
#define LANES_SCRATCH
#endif

/* Stands before a loop over the lanes of a vector, which would otherwise be stored to memory and
 * read lane by lane: kernels for WebAssembly are built without unrolling, so that the module is
 * small. */
#ifdef LANES_WASM
#define LANES_UNROLLED _Pragma("clang loop unroll(full)")
#else
#define LANES_UNROLLED
#endif

/* ---- memory -------------------------------------------------------------- */

/* The builtin, since a fortified memcpy would check the size at run time, in a call. */
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

/* lanes_load_short returns LANES 16-bit integers as 32-bit lanes; lanes_store_short stores lanes
 * within -32768 .. 32767 as 16-bit integers. */
LANES_INLINE lanes_i lanes_load_short(const int16_t *source)
{
#if LANES == 8 && defined __AVX2__
    return (lanes_i)_mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)(const void *)source));
#elif LANES == 16 && defined LANES_X86
    return (lanes_i)_mm512_cvtepi16_epi32(
        _mm256_loadu_si256((const __m256i *)(const void *)source));
#elif LANES == 4 && defined LANES_X86
    __m128i half = _mm_loadl_epi64((const __m128i *)(const void *)source);
    return (lanes_i)_mm_srai_epi32(_mm_unpacklo_epi16(half, half), 16);
#elif defined LANES_WASM
    return (lanes_i)wasm_i32x4_load16x4(source);
#else
    lanes_i v;
    for (int i = 0; i < LANES; i++)
        LANE(v, i) = source[i];
    return v;
#endif
}

LANES_INLINE void lanes_store_short(int16_t *target, lanes_i v)
{
#if LANES == 8 && defined __AVX2__
    __m256i packed = _mm256_packs_epi32((__m256i)v, (__m256i)v); /* each 64 bits twice */
    packed = _mm256_permute4x64_epi64(packed, 0x08);
    _mm_storeu_si128((__m128i *)(void *)target, _mm256_castsi256_si128(packed));
#elif LANES == 16 && defined LANES_X86
    _mm256_storeu_si256((__m256i *)(void *)target, _mm512_cvtepi32_epi16((__m512i)v));
#elif LANES == 4 && defined LANES_X86
    _mm_storel_epi64((__m128i *)(void *)target, _mm_packs_epi32((__m128i)v, (__m128i)v));
#elif defined LANES_WASM
    wasm_v128_store64_lane(target, wasm_i16x8_narrow_i32x4((v128_t)v, (v128_t)v), 0);
#else
    for (int i = 0; i < LANES; i++)
        target[i] = (int16_t)LANE(v, i);
#endif
}

/* Returns x in each lane.  x - 0 is x, also for x = -0. */
LANES_INLINE lanes_f lanes_of(float x)
{
    return x - (lanes_f){0};
}

LANES_INLINE lanes_i lanes_of_i(int32_t x)
{
    return x - (lanes_i){0};
}

/* Returns 0, 1, 2, ..., LANES - 1. */
LANES_INLINE lanes_i lanes_count(void)
{
    static const int32_t numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return lanes_load_i(numbers);
}

/* Returns the number in the first lane. */
LANES_INLINE int32_t lanes_first_i(lanes_i v)
{
    return LANE(v, 0);
}

/* Returns table[index] for each lane. */
LANES_INLINE lanes_f lanes_look_up(const float *table, lanes_i index)
{
#if LANES == 8 && defined __AVX2__
    return _mm256_i32gather_ps(table, (__m256i)index, 4);
#elif LANES == 16 && defined LANES_X86
    return _mm512_i32gather_ps((__m512i)index, table, 4);
#else
    lanes_f v;
    LANES_UNROLLED
    for (int i = 0; i < LANES; i++)
        LANE(v, i) = table[LANE(index, i)];
    return v;
#endif
}

LANES_INLINE lanes_i lanes_look_up_i(const int32_t *table, lanes_i index)
{
#if LANES == 8 && defined __AVX2__
    return (lanes_i)_mm256_i32gather_epi32(table, (__m256i)index, 4);
#elif LANES == 16 && defined LANES_X86
    return (lanes_i)_mm512_i32gather_epi32((__m512i)index, table, 4);
#else
    lanes_i v;
    LANES_UNROLLED
    for (int i = 0; i < LANES; i++)
        LANE(v, i) = table[LANE(index, i)];
    return v;
#endif
}

/* Writes table[index] and table[index + 1] for each lane, by one load of both where possible. */
LANES_INLINE void lanes_look_up_two(const float *table, lanes_i index, lanes_f *one, lanes_f *next)
{
#if LANES == 8 && defined __AVX2__
    const double *pairs = (const double *)(const void *)table;
    __m256i all = (__m256i)index;
    __m256 low = _mm256_castpd_ps(_mm256_i32gather_pd(pairs, _mm256_castsi256_si128(all), 4));
    __m256 high = _mm256_castpd_ps(_mm256_i32gather_pd(pairs, _mm256_extracti128_si256(all, 1), 4));
    __m256d even = _mm256_castps_pd(_mm256_shuffle_ps(low, high, 0x88));
    __m256d odd = _mm256_castps_pd(_mm256_shuffle_ps(low, high, 0xdd));
    *one = _mm256_castpd_ps(_mm256_permute4x64_pd(even, 0xd8));
    *next = _mm256_castpd_ps(_mm256_permute4x64_pd(odd, 0xd8));
#else
    *one = lanes_look_up(table, index);
    *next = lanes_look_up(table + 1, index);
#endif
}

/* Returns v[index] for each lane, 0 <= index < LANES: faster than a look-up in memory. */
LANES_INLINE lanes_f lanes_pick(lanes_f v, lanes_i index)
{
#if LANES == 1
    (void)index;
    return v;
#elif LANES == 8 && defined __AVX2__
    return _mm256_permutevar8x32_ps(v, (__m256i)index);
#elif LANES == 16 && defined LANES_X86
    return _mm512_permutexvar_ps((__m512i)index, v);
#elif defined LANES_WASM
    lanes_i bytes = index * lanes_of_i(0x04040404) + lanes_of_i(0x03020100);
    return (lanes_f)wasm_i8x16_swizzle((v128_t)v, (v128_t)bytes);
#else
    lanes_f picked;
    for (int i = 0; i < LANES; i++)
        picked[i] = v[index[i]];
    return picked;
#endif
}

/* Returns the first half of a[0] b[0] a[1] b[1] ..., or the last half if is_last. */
LANES_INLINE lanes_f lanes_weave(lanes_f a, lanes_f b, int is_last)
{
#if defined LANES_X86 && LANES < 16
    lanes_f low = LANES_X86(unpacklo_ps)(a, b), high = LANES_X86(unpackhi_ps)(a, b);
#if LANES == 8
    return is_last ? _mm256_permute2f128_ps(low, high, 0x31)
                   : _mm256_permute2f128_ps(low, high, 0x20);
#else
    return is_last ? high : low;
#endif
#elif defined LANES_WASM
    return is_last ? (lanes_f)wasm_i32x4_shuffle((v128_t)a, (v128_t)b, 2, 6, 3, 7)
                   : (lanes_f)wasm_i32x4_shuffle((v128_t)a, (v128_t)b, 0, 4, 1, 5);
#else
    lanes_f v;
    for (int i = 0, k = is_last ? LANES : 0; i < LANES; i++, k++)
        LANE(v, i) = k & 1 ? LANE(b, k / 2) : LANE(a, k / 2);
    return v;
#endif
}

/* Stores pixels 0xBBGGRR as bytes R G B; up to 8 bytes beyond them are written, too. */
LANES_INLINE void lanes_store_rgb(uint8_t *target, lanes_i pixels)
{
#if LANES == 8 && defined __AVX2__
    /* Packs three of each four bytes in both halves, then joins the halves. */
    const __m256i three = _mm256_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1,
                                           0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    const __m256i joined = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7);
    __m256i packed = _mm256_shuffle_epi8((__m256i)pixels, three);
    packed = _mm256_permutevar8x32_epi32(packed, joined);
    LANES_COPY(target, &packed, sizeof packed);
#elif defined LANES_WASM
    wasm_v128_store(target, wasm_i8x16_shuffle((v128_t)pixels, (v128_t)pixels, 0, 1, 2, 4, 5, 6, 8,
                                               9, 10, 12, 13, 14, 3, 7, 11, 15));
#else
    for (int i = 0; i < LANES; i++, target += 3) {
        target[0] = (uint8_t)LANE(pixels, i);
        target[1] = (uint8_t)(LANE(pixels, i) >> 8);
        target[2] = (uint8_t)(LANE(pixels, i) >> 16);
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

/* Returns the integer part of v, rounded toward zero; |v| < 2^31. */
LANES_INLINE lanes_i lanes_to_i(lanes_f v)
{
    return LANES_CONVERT(v, lanes_i);
}

LANES_INLINE lanes_f lanes_to_f(lanes_i v)
{
    return LANES_CONVERT(v, lanes_f);
}

/* ---- comparisons and choices ------------------------------------------------ */

LANES_INLINE lanes_i lanes_less(lanes_f a, lanes_f b)
{
    return LANES_MASK(lanes_i, a < b);
}

LANES_INLINE lanes_i lanes_less_i(lanes_i a, lanes_i b)
{
    return LANES_MASK(lanes_i, a < b);
}

LANES_INLINE lanes_i lanes_equal_i(lanes_i a, lanes_i b)
{
    return LANES_MASK(lanes_i, a == b);
}

/* Returns a where the mask is set, else b. */
LANES_INLINE lanes_f lanes_choose(lanes_i mask, lanes_f a, lanes_f b)
{
#if LANES == 1
    return mask ? a : b;
#elif LANES == 8 && defined __AVX2__
    return _mm256_blendv_ps(b, a, lanes_from_bits(mask));
#elif LANES == 16 && defined LANES_X86
    return _mm512_mask_blend_ps(_mm512_movepi32_mask((__m512i)mask), b, a);
#elif defined LANES_WASM
    return (lanes_f)wasm_v128_bitselect((v128_t)a, (v128_t)b, (v128_t)mask);
#else
    return lanes_from_bits((lanes_bits(a) & mask) | (lanes_bits(b) & ~mask));
#endif
}

LANES_INLINE lanes_i lanes_choose_i(lanes_i mask, lanes_i a, lanes_i b)
{
    return (a & mask) | (b & ~mask);
}

/* Copies the numbers whose lane is set in the mask. */
LANES_INLINE void lanes_copy_where(lanes_i mask, const float *source, float *target)
{
    lanes_store(target, lanes_choose(mask, lanes_load(source), lanes_load(target)));
}

LANES_INLINE int lanes_any(lanes_i mask)
{
#if LANES == 16 && defined LANES_X86
    return _mm512_movepi32_mask((__m512i)mask) != 0;
#elif defined LANES_X86
    return LANES_X86(movemask_epi8)((LANES_X86_I)mask) != 0;
#elif defined LANES_WASM
    return wasm_v128_any_true((v128_t)mask);
#else
    int32_t any = 0;
    for (int i = 0; i < LANES; i++)
        any |= LANE(mask, i);
    return any != 0;
#endif
}

/* Returns a mask as bits: bit i is set if lane i is. */
LANES_INLINE unsigned lanes_signs(lanes_i mask)
{
#if LANES == 16 && defined LANES_X86
    return _mm512_movepi32_mask((__m512i)mask);
#elif defined LANES_X86
    return (unsigned)LANES_X86(movemask_ps)(lanes_from_bits(mask));
#elif defined LANES_WASM
    return wasm_i32x4_bitmask((v128_t)mask);
#else
    unsigned signs = 0;
    for (int i = 0; i < LANES; i++)
        signs |= (unsigned)(LANE(mask, i) & 1) << i;
    return signs;
#endif
}

/* ---- arithmetic ------------------------------------------------------------- */

/* Returns a < b ? a : b, as the x86 instruction does also for equal numbers and NaN. */
LANES_INLINE lanes_f lanes_min(lanes_f a, lanes_f b)
{
#ifdef LANES_X86
    return LANES_X86(min_ps)(a, b);
#elif defined LANES_WASM
    return (lanes_f)wasm_f32x4_pmin((v128_t)b, (v128_t)a);
#else
    return lanes_choose(lanes_less(a, b), a, b);
#endif
}

/* Returns a > b ? a : b. */
LANES_INLINE lanes_f lanes_max(lanes_f a, lanes_f b)
{
#ifdef LANES_X86
    return LANES_X86(max_ps)(a, b);
#elif defined LANES_WASM
    return (lanes_f)wasm_f32x4_pmax((v128_t)b, (v128_t)a);
#else
    return lanes_choose(lanes_less(b, a), a, b);
#endif
}

/* Returns the mask v > least, where least >= 0.  Floats from 0 up are in the order of their bits as
 * integers, and negative floats are negative integers.  So integers can be compared, for which the
 * CPU has execution ports that floating-point sums do not use. */
LANES_INLINE lanes_i lanes_is_above(lanes_f v, lanes_f least)
{
    return lanes_less_i(lanes_bits(least), lanes_bits(v));
}

/* Returns v > least ? v : least, where least >= 0. */
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
