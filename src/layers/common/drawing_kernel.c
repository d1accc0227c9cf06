/* drawing_kernel.c - the inner loops of filled shapes: coverage from areas, stamps, and bytes.
 * Compiled for each width. */
#include <string.h>

#include "base/lanes.h"
#include "layers/common/drawing.h"

/* Returns prefix sums: each lane plus all lanes before it. */
LANES_INLINE lanes_i running_sums(lanes_i v)
{
#if LANES == 8 && defined __AVX2__
    v += (lanes_i)_mm256_slli_si256((__m256i)v, 4);
    v += (lanes_i)_mm256_slli_si256((__m256i)v, 8);
    __m256i low =
        _mm256_permute2x128_si256((__m256i)v, (__m256i)v, 0x08); /* 0, then the lower half */
    v += (lanes_i)_mm256_shuffle_epi32(low, 0xff);
#elif LANES > 1
    LANES_UNROLLED
    for (int i = 1; i < LANES; i++)
        LANE(v, i) += LANE(v, i - 1);
#endif
    return v;
}

/* Returns the last lane in all lanes. */
LANES_INLINE lanes_i last_of(lanes_i v)
{
#if LANES == 1
    return v;
#elif LANES == 8 && defined __AVX2__
    return (lanes_i)_mm256_permutevar8x32_epi32((__m256i)v, _mm256_set1_epi32(7));
#else
    return lanes_of_i(v[LANES - 1]);
#endif
}

static void lay(int32_t *area, int count, const drawing_fill *fill, float *covered, float *tone,
                float *own)
{
    lanes_f scale = lanes_of(fill->opacity / (float)DRAWING_WHOLE);
    lanes_i sum = lanes_of_i(0);
    for (int i = 0; i < count; i += LANES) {
        lanes_i size = lanes_load_i(area + i);
        if (i + LANES > count)
            size &= lanes_less_i(lanes_count(), lanes_of_i(count - i));
        if (!lanes_any(~lanes_equal_i(size | sum, lanes_of_i(0))))
            continue; /* neither coverage nor edges, as between dabs */
        if (i + LANES <= count)
            lanes_store_i(area + i, lanes_of_i(0));
        size = running_sums(size) + sum;
        sum = last_of(size);
        size = lanes_choose_i(lanes_less_i(size, lanes_of_i(0)), -size, size);
        size = lanes_choose_i(lanes_less_i(size, lanes_of_i(DRAWING_WHOLE)), size,
                              lanes_of_i(DRAWING_WHOLE));
        if (i + LANES > count)
            size &= lanes_less_i(lanes_count(), lanes_of_i(count - i));
        lanes_f amount = lanes_to_f(size) * scale, rest = lanes_of(1.0f) - amount;
        lanes_f before = lanes_load(covered + i);
        amount = fill->is_within ? amount * before : amount;
        lanes_store(covered + i, before * rest + amount);
        lanes_store(tone + i, lanes_load(tone + i) * rest + amount * lanes_of(fill->tone));
        if (own != NULL)
            lanes_store(own + i, lanes_load(own + i) * rest + amount * lanes_of(fill->own));
    }
    int done = count - count % LANES;
    memset(area + done, 0, (size_t)(count - done + 1) * sizeof *area);
}

static void stamp(const int32_t *from, int stride, int rows, int32_t *area, ptrdiff_t to_next)
{
    for (; rows > 0; rows--, from += stride, area += to_next)
        for (int i = 0; i < stride; i += LANES)
            lanes_store_i(area + i, lanes_load_i(area + i) + lanes_load_i(from + i));
}

static void bytes(const float *line, int count, float scale, uint8_t *out)
{
    int i = 0;
#if LANES > 1
    typedef uint8_t some_bytes __attribute__((vector_size(LANES)));
    for (; i + LANES <= count; i += LANES) {
        lanes_i v = lanes_to_i(lanes_load(line + i) * lanes_of(scale) + lanes_of(0.5f));
        some_bytes packed = __builtin_convertvector(v, some_bytes);
        LANES_COPY(out + i, &packed, sizeof packed);
    }
#endif
    for (; i < count; i++)
        out[i] = (uint8_t)(int32_t)(line[i] * scale + 0.5f);
}

extern const drawing_kernels KERNEL(drawing);
const drawing_kernels KERNEL(drawing) = {lay, stamp, bytes};
KERNEL_TABLE(const drawing_kernels, drawing_kernels_of, drawing);
