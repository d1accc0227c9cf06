/* strip_kernel.c - the kernels of strip.h, compiled once for each width of base/lanes.h. */
#include "base/lanes.h"
#include "encode/deflate/strip.h"

/* ---- several bytes at once -------------------------------------------------- */

enum { STRIP_BYTES = 4 * LANES };

#if LANES > 1
typedef uint8_t strip_v __attribute__((vector_size(STRIP_BYTES)));

LANES_INLINE strip_v strip_load(const uint8_t *source)
{
    strip_v v;
    LANES_COPY(&v, source, sizeof v);
    return v;
}

LANES_INLINE void strip_store(uint8_t *target, strip_v v)
{
    LANES_COPY(target, &v, sizeof v);
}

LANES_INLINE strip_v strip_min(strip_v a, strip_v b)
{
#ifdef LANES_X86
    return (strip_v)LANES_X86(min_epu8)((LANES_X86_I)a, (LANES_X86_I)b);
#else
    strip_v is_less = (strip_v)(a < b);
    return (a & is_less) | (b & ~is_less);
#endif
}

LANES_INLINE strip_v strip_max(strip_v a, strip_v b)
{
#ifdef LANES_X86
    return (strip_v)LANES_X86(max_epu8)((LANES_X86_I)a, (LANES_X86_I)b);
#else
    strip_v is_less = (strip_v)(a < b);
    return (b & is_less) | (a & ~is_less);
#endif
}

LANES_INLINE strip_v strip_choose_v(strip_v mask, strip_v a, strip_v b)
{
    return (a & mask) | (b & ~mask);
}
#endif

/* ---- filters ---------------------------------------------------------------- */

static void sub(uint8_t *out, const uint8_t *row, size_t size, size_t pixel)
{
    size_t i = size < pixel ? size : pixel;
    memcpy(out, row, i);
#if LANES > 1
    for (; i + STRIP_BYTES <= size; i += STRIP_BYTES)
        strip_store(out + i, strip_load(row + i) - strip_load(row + i - pixel));
#endif
    for (; i < size; i++)
        out[i] = (uint8_t)(row[i] - row[i - pixel]);
}

#if LANES > 1
/* Returns Paeth predictors, without numbers wider than a byte; p is left + above - corner.
 * If the corner is not between left and above, p is nearest to the one that is farther from the
 * corner.  If it is, |p - corner| is the difference of |above - corner| and |left - corner|. */
LANES_INLINE strip_v paeth_v(strip_v left, strip_v above, strip_v corner)
{
    strip_v least = strip_min(left, above), most = strip_max(left, above);
    strip_v a = strip_max(above, corner) - strip_min(above, corner);
    strip_v b = strip_max(left, corner) - strip_min(left, corner);
    strip_v c = strip_max(a, b) - strip_min(a, b);
    strip_v is_left = (strip_v)(strip_min(a, strip_min(b, c)) == a);
    strip_v is_above = (strip_v)(strip_min(b, c) == b);
    strip_v between = strip_choose_v(is_left, left, strip_choose_v(is_above, above, corner));
    strip_v is_high = (strip_v)(strip_max(corner, most) == corner);
    strip_v is_low = (strip_v)(strip_min(corner, least) == corner);
    return strip_choose_v(is_high, least, strip_choose_v(is_low, most, between));
}
#endif

static void paeth(uint8_t *out, const uint8_t *row, const uint8_t *above, size_t size, size_t pixel)
{
    size_t i = 0;
    for (; i < pixel && i < size; i++)
        out[i] = (uint8_t)(row[i] - above[i]);
#if LANES > 1
    for (; i + STRIP_BYTES <= size; i += STRIP_BYTES)
        strip_store(out + i, strip_load(row + i) - paeth_v(strip_load(row + i - pixel),
                                                           strip_load(above + i),
                                                           strip_load(above + i - pixel)));
#endif
    for (; i < size; i++)
        out[i] = (uint8_t)(row[i] - strip_paeth(row[i - pixel], above[i], above[i - pixel]));
}

/* ---- the checksum ------------------------------------------------------------ */

enum {
    ADLER_PRIME = 65521, /* greatest prime below 2^16 */
    ADLER_RUN = 5536     /* greatest multiple of 32 bytes after which the sums are below 2^32 */
};

/* Adds `size` bytes to Adler's sums: `first` is the sum of the bytes, `second` the sum of all
 * values that `first` takes.  So the byte with n bytes after it counts n + 1 times in `second`. */
#if LANES == 4 && defined LANES_X86
static void adler_run(uint32_t *first, uint32_t *second, const uint8_t *bytes, size_t size)
{
    const __m128i zero = _mm_setzero_si128();
    const __m128i high = _mm_setr_epi16(16, 15, 14, 13, 12, 11, 10, 9);
    const __m128i low = _mm_setr_epi16(8, 7, 6, 5, 4, 3, 2, 1);
    __m128i sums = zero, before = zero, weighted = zero;
    for (size_t i = 0; i < size; i += 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(const void *)(bytes + i));
        before = _mm_add_epi32(before, sums);
        sums = _mm_add_epi32(sums, _mm_sad_epu8(v, zero));
        weighted = _mm_add_epi32(weighted, _mm_madd_epi16(_mm_unpacklo_epi8(v, zero), high));
        weighted = _mm_add_epi32(weighted, _mm_madd_epi16(_mm_unpackhi_epi8(v, zero), low));
    }
    uint32_t s[4], b[4], w[4];
    memcpy(s, &sums, sizeof s);
    memcpy(b, &before, sizeof b);
    memcpy(w, &weighted, sizeof w);
    *second += *first * (uint32_t)size + 16 * (b[0] + b[2]) + w[0] + w[1] + w[2] + w[3];
    *first += s[0] + s[2];
}
#elif LANES == 8 && defined LANES_X86
static void adler_run(uint32_t *first, uint32_t *second, const uint8_t *bytes, size_t size)
{
    const __m256i zero = _mm256_setzero_si256(), ones = _mm256_set1_epi16(1);
    const __m256i weights =
        _mm256_setr_epi8(32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14,
                         13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
    __m256i sums = zero, before = zero, weighted = zero;
    for (size_t i = 0; i < size; i += 32) {
        __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)(bytes + i));
        before = _mm256_add_epi32(before, sums);
        sums = _mm256_add_epi32(sums, _mm256_sad_epu8(v, zero));
        /* A pair is at most 255 * (32 + 31), which fits 15 bits: maddubs does not saturate. */
        __m256i pairs = _mm256_maddubs_epi16(v, weights);
        weighted = _mm256_add_epi32(weighted, _mm256_madd_epi16(pairs, ones));
    }
    uint32_t s[8], b[8], w[8];
    memcpy(s, &sums, sizeof s);
    memcpy(b, &before, sizeof b);
    memcpy(w, &weighted, sizeof w);
    uint32_t before_sum = b[0] + b[2] + b[4] + b[6];
    uint32_t weighted_sum = w[0] + w[1] + w[2] + w[3] + w[4] + w[5] + w[6] + w[7];
    *second += *first * (uint32_t)size + 32 * before_sum + weighted_sum;
    *first += s[0] + s[2] + s[4] + s[6];
}
#endif

static uint32_t adler(uint32_t sum, const uint8_t *bytes, size_t size)
{
    uint32_t first = sum & 65535, second = sum >> 16;
    while (size > 0) {
        size_t run = size < ADLER_RUN ? size : ADLER_RUN, done = 0;
#ifdef LANES_X86
        done = run - run % STRIP_BYTES;
        adler_run(&first, &second, bytes, done);
#endif
        for (; done < run; done++) {
            first += bytes[done];
            second += first;
        }
        first %= ADLER_PRIME;
        second %= ADLER_PRIME;
        bytes += run;
        size -= run;
    }
    return second << 16 | first;
}

/* ---- equality ---------------------------------------------------------------- */

LANES_INLINE uint64_t equal_word(const uint8_t *a, const uint8_t *b)
{
    uint64_t word = 0;
#ifdef LANES_X86
    for (int i = 0; i < 64; i += STRIP_BYTES) {
        strip_v same = (strip_v)(strip_load(a + i) == strip_load(b + i));
        word |= (uint64_t)(unsigned)LANES_X86(movemask_epi8)((LANES_X86_I)same) << i;
    }
#else
    for (int i = 0; i < 64; i++)
        word |= (uint64_t)(a[i] == b[i]) << i;
#endif
    return word;
}

static void equal(uint64_t *equal, const uint8_t *bytes, size_t words, size_t distance)
{
    for (size_t i = 0; i < words; i++)
        equal[i] = equal_word(bytes + 64 * i, bytes + 64 * i - distance);
}

extern const strip_kernels KERNEL(strip);
const strip_kernels KERNEL(strip) = {sub, paeth, adler, equal};

KERNEL_TABLE(const strip_kernels, strip_kernels_of, strip);
