/* composite_kernel.c - composites rows of layers in linear light.
 *
 * Compiled once for each width: see base/lanes.h.
 */
#include "base/composite.h"

#include "base/colour_lanes.h"

/* ---- mixing pixels --------------------------------------------------------------- */

/* Loads `count` pixels R G B A as 0xAABBGGRR; the other lanes are 0. */
LANES_INLINE lanes_i load_pixels(const uint8_t *rgba, int count)
{
    lanes_i pixels = lanes_of_i(0);
    if (count == LANES)
        LANES_COPY(&pixels, rgba, sizeof pixels);
    else
        LANES_COPY(&pixels, rgba, 4 * (size_t)count);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (int i = 0; i < LANES; i++)
        LANE(pixels, i) = (int32_t)__builtin_bswap32((uint32_t)LANE(pixels, i));
#endif
    return pixels;
}

/* Stores the first `count` pixels without their alpha. */
LANES_INLINE void store_rgb(lanes_i pixels, int count, uint8_t *rgb)
{
#if LANES == 8 && defined __AVX2__
    if (count == LANES) {
        const __m128i bytes = _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
        __m128i low = _mm_shuffle_epi8(_mm256_castsi256_si128((__m256i)pixels), bytes);
        __m128i high = _mm_shuffle_epi8(_mm256_extracti128_si256((__m256i)pixels, 1), bytes);
        int32_t last = _mm_extract_epi32(high, 2);
        LANES_COPY(rgb, &low, sizeof low); /* 4 bytes more, which the next pixels overwrite */
        LANES_COPY(rgb + 12, &high, 8);
        LANES_COPY(rgb + 20, &last, sizeof last);
        return;
    }
#endif
    for (int i = 0; i < count; i++, rgb += 3) {
        rgb[0] = (uint8_t)LANE(pixels, i);
        rgb[1] = (uint8_t)(LANE(pixels, i) >> 8);
        rgb[2] = (uint8_t)(LANE(pixels, i) >> 16);
    }
}

/* Composites 1 .. LANES pixels, from pixel `first` on, of `count` layers, the farthest first.  A
 * pixel without partial coverage keeps the bytes of the front-most layer that covers it. */
LANES_INLINE void composite_few(const uint8_t *const *rgba, int count, size_t first, int pixels,
                                uint8_t *rgb)
{
    lanes_i plain = load_pixels(rgba[0] + 4 * first, pixels), is_mixed = lanes_of_i(0);
    lanes_f light[3];
    for (int c = 0; c < 3; c++)
        light[c] = lanes_tone_decode(lanes_sample(plain, 8 * c));
    for (int k = 1; k < count; k++) {
        lanes_i over = load_pixels(rgba[k] + 4 * first, pixels);
        lanes_i alpha = (over >> 24) & lanes_of_i(255);
        lanes_i is_whole = lanes_equal_i(alpha, lanes_of_i(255));
        lanes_i is_part = ~is_whole & ~lanes_equal_i(alpha, lanes_of_i(0));
        if (!lanes_any(is_whole | is_part))
            continue;
        lanes_f amount = lanes_sample(over, 24);
        for (int c = 0; c < 3; c++) {
            lanes_f layer = lanes_tone_decode(lanes_sample(over, 8 * c));
            light[c] = lanes_choose(is_whole, layer, light[c] + (layer - light[c]) * amount);
        }
        plain = lanes_choose_i(is_whole, over, plain);
        is_mixed = (is_mixed & ~is_whole) | is_part;
    }
    if (lanes_any(is_mixed)) {
        lanes_i mixed = lanes_tone_byte(light[0]) | lanes_tone_byte(light[1]) << 8 |
                        lanes_tone_byte(light[2]) << 16;
        plain = lanes_choose_i(is_mixed, mixed, plain);
    }
    store_rgb(plain, pixels, rgb);
}

/* ---- groups of pixels, most of which show one layer -------------------------------- */

enum { GROUP = 16 }; /* pixels of a group */

/* Returns 0 or 255 if all pixels of a group have that alpha, else -1. */
LANES_INLINE int group_alpha(const uint8_t *rgba)
{
    const lanes_i none = lanes_of_i(0), whole = lanes_of_i(-(1 << 24));
    lanes_i all = whole, any = none;
    for (int i = 0; i < GROUP; i += LANES) {
        lanes_i pixels = load_pixels(rgba + 4 * (size_t)i, LANES);
        all &= pixels;
        any |= pixels & whole;
    }
    if (!lanes_any(~lanes_equal_i(any, none)))
        return 0;
    return lanes_any(~lanes_equal_i(all, whole)) ? -1 : 255;
}

LANES_INLINE void copy_group(const uint8_t *rgba, uint8_t *rgb)
{
#if LANES == 8 && defined __AVX2__
    for (size_t i = 0; i < GROUP; i += LANES)
        store_rgb(load_pixels(rgba + 4 * i, LANES), LANES, rgb + 3 * i);
#else
    /* Copies of 4 bytes are faster than of 3; the next pixel overwrites the fourth byte. */
    for (size_t i = 0; i < GROUP - 1; i++)
        LANES_COPY(rgb + 3 * i, rgba + 4 * i, 4);
    LANES_COPY(rgb + 3 * (GROUP - 1), rgba + 4 * (GROUP - 1), 3);
#endif
}

LANES_INLINE void composite_group(const uint8_t *const *rgba, int count, size_t first, uint8_t *rgb)
{
    int front = count - 1, alpha = 255;
    while (front > 0 && (alpha = group_alpha(rgba[front] + 4 * first)) == 0)
        front--;
    if (front == 0 || alpha == 255) {
        copy_group(rgba[front] + 4 * first, rgb);
        return;
    }
    int behind = front - 1;
    while (behind > 0 && group_alpha(rgba[behind] + 4 * first) != 255)
        behind--;
    for (size_t i = 0; i < GROUP; i += LANES)
        composite_few(rgba + behind, front + 1 - behind, first + i, LANES, rgb + 3 * i);
}

composite_kernel KERNEL(composite);

void KERNEL(composite)(const uint8_t *const *rgba, int count, int pixels, uint8_t *rgb)
{
    size_t i = 0, all = (size_t)pixels;
    for (; i + GROUP <= all; i += GROUP)
        composite_group(rgba, count, i, rgb + 3 * i);
    if (i < all && all >= GROUP) /* the last group ends with the row and repeats some pixels */
        composite_group(rgba, count, all - GROUP, rgb + 3 * (all - GROUP));
    for (; i < all && all < GROUP; i += LANES)
        composite_few(rgba, count, i, all - i < LANES ? (int)(all - i) : LANES, rgb + 3 * i);
}

KERNEL_TABLE(composite_kernel, composite_kernels, composite);
