/* heightmap_kernel.c - the inner loops of arithmetic of maps, compiled for each vector width: see
 * base/lanes.h. */
#include "base/lanes.h"
#include "heightmap/heightmap.h"

/* Number of independent minima and maxima, so that no operation waits for the one before. */
#define SUMS 4

static void KERNEL(range)(const float *h, ptrdiff_t count, float *least, float *most)
{
    lanes_f low[SUMS], high[SUMS];
    for (int k = 0; k < SUMS; k++) {
        low[k] = lanes_of(*least);
        high[k] = lanes_of(*most);
    }
    ptrdiff_t i = 0;
    for (; i + SUMS * LANES <= count; i += SUMS * LANES)
        for (int k = 0; k < SUMS; k++) {
            lanes_f v = lanes_load(h + i + k * LANES);
            low[k] = lanes_min(v, low[k]);
            high[k] = lanes_max(v, high[k]);
        }
    float lows[SUMS * LANES], highs[SUMS * LANES];
    for (int k = 0; k < SUMS; k++) {
        lanes_store(lows + k * LANES, low[k]);
        lanes_store(highs + k * LANES, high[k]);
    }
    for (int k = 0; k < SUMS * LANES; k++) {
        *least = lows[k] < *least ? lows[k] : *least;
        *most = highs[k] > *most ? highs[k] : *most;
    }
    for (; i < count; i++) {
        *least = h[i] < *least ? h[i] : *least;
        *most = h[i] > *most ? h[i] : *most;
    }
}

#if LANES == 8
typedef double four_doubles __attribute__((vector_size(32)));
typedef float four_floats __attribute__((vector_size(16)));

/* Stretches four heights, in double precision. */
LANES_INLINE void stretch_four(const heightmap_stretch *map, float *h)
{
    four_floats heights;
    memcpy(&heights, h, sizeof heights);
    four_doubles share = (__builtin_convertvector(heights, four_doubles) - map->least) / map->span;
    heights = __builtin_convertvector(map->low * (1.0 - share) + map->high * share, four_floats);
    memcpy(h, &heights, sizeof heights);
}
#endif

/* low * (1 - share) + high * share reaches both ends exactly. */
static void KERNEL(stretch)(const heightmap_stretch *map, float *h, ptrdiff_t count)
{
    const heightmap_stretch s = *map;
    ptrdiff_t i = 0;
    if (!(s.span > 0.0)) {
        for (; i < count; i++)
            h[i] = (float)(s.low * 1.0 + s.high * 0.0);
        return;
    }
#if LANES == 8
    for (; i + 4 <= count; i += 4)
        stretch_four(&s, h + i);
#endif
    for (; i < count; i++) {
        double share = ((double)h[i] - s.least) / s.span;
        h[i] = (float)(s.low * (1.0 - share) + s.high * share);
    }
}

#define COMBINE(name, several, one)                                                                \
    static void KERNEL(name)(float *h, const float *other, ptrdiff_t count, float mix)             \
    {                                                                                              \
        ptrdiff_t i = 0;                                                                           \
        (void)mix;                                                                                 \
        for (; i + LANES <= count; i += LANES) {                                                   \
            lanes_f a = lanes_load(h + i), b = lanes_load(other + i);                              \
            lanes_store(h + i, several);                                                           \
        }                                                                                          \
        for (; i < count; i++) {                                                                   \
            float a = h[i], b = other[i];                                                          \
            h[i] = one;                                                                            \
        }                                                                                          \
    }

COMBINE(least_of, lanes_min(a, b), a < b ? a : b)
COMBINE(most_of, lanes_max(a, b), a > b ? a : b)
COMBINE(mixed, a *mix + b * (1.0F - mix), mix *a + (1.0F - mix) * b)
COMBINE(product, a *b, a *b)

extern const heightmap_kernels KERNEL(heightmap);
const heightmap_kernels KERNEL(heightmap) = {
    .range = KERNEL(range),
    .stretch = KERNEL(stretch),
    .combine = {[HEIGHTMAP_MIX] = KERNEL(mixed),
                [HEIGHTMAP_MULTIPLY] = KERNEL(product),
                [HEIGHTMAP_MIN] = KERNEL(least_of),
                [HEIGHTMAP_MAX] = KERNEL(most_of)},
};
KERNEL_TABLE(const heightmap_kernels, heightmap_kernels_of, heightmap);
