/* diamond_kernel.c - the inner loops of diamond-square, compiled for each vector width: see
 * base/lanes.h.
 *
 * All but `weave`, which writes the map itself, work on whole vectors and may write up to
 * DIAMOND_RUN - 1 numbers beyond `count`.
 */
#include "base/lanes.h"
#include "heightmap/diamond.h"

/* Returns the hash of points.  Shifts and factors are those of C. Wellons' "lowbias32" (2018). */
LANES_INLINE lanes_u point_bits(lanes_u x, uint32_t key)
{
    x = (x ^ x >> 16) * UINT32_C(0x7feb352d);
    x ^= key;
    x = (x ^ x >> 15) * UINT32_C(0x846ca68b);
    return x ^ x >> 16;
}

/* Uniform over low .. low + 2^23 * scale: the values are the middles of 2^23 equal intervals, so
 * that their mean is exact and none is outside. */
static void KERNEL(uniform)(uint32_t column, uint32_t key, float scale, float low, float *out,
                            int count)
{
    lanes_u step = (lanes_u)lanes_count() * (2 * DIAMOND_GOLDEN) + column;
    for (ptrdiff_t i = 0; i < count; i += LANES, step += 2 * LANES * DIAMOND_GOLDEN) {
        lanes_f whole = lanes_to_f((lanes_i)(point_bits(step, key) >> 9));
        lanes_store(out + i, (whole + lanes_of(0.5f)) * lanes_of(scale) + lanes_of(low));
    }
}

static void KERNEL(normal)(uint32_t column, uint32_t key, float deviation, const float *quantile,
                           float *out, int count)
{
    lanes_u step = (lanes_u)lanes_count() * (2 * DIAMOND_GOLDEN) + column;
    for (ptrdiff_t i = 0; i < count; i += LANES, step += 2 * LANES * DIAMOND_GOLDEN) {
        lanes_u bits = point_bits(step, key);
        lanes_f sum = lanes_look_up(quantile, (lanes_i)(bits >> 21)) +
                      lanes_look_up(quantile, (lanes_i)(bits >> 5 & 2047));
        lanes_store(out + i, sum * lanes_of(deviation));
    }
}

LANES_INLINE lanes_f displaced(lanes_f mean, lanes_f z, diamond_weight weight)
{
    lanes_f times = mean * lanes_of(weight.slope) + lanes_of(weight.level);
    return z * lanes_max(times, lanes_of(0.0f)) + mean;
}

static void KERNEL(mean_four)(float *z, const float *a, const float *b, const float *c,
                              const float *d, int count, diamond_weight weight)
{
    for (ptrdiff_t i = 0; i < count; i += LANES) {
        lanes_f sum =
            (lanes_load(a + i) + lanes_load(b + i)) + (lanes_load(c + i) + lanes_load(d + i));
        lanes_store(z + i, displaced(sum * lanes_of(0.25f), lanes_load(z + i), weight));
    }
}

static void KERNEL(mean_two)(float *z, const float *a, const float *b, int count,
                             diamond_weight weight)
{
    for (ptrdiff_t i = 0; i < count; i += LANES) {
        lanes_f sum = lanes_load(a + i) + lanes_load(b + i);
        lanes_store(z + i, displaced(sum * lanes_of(0.5f), lanes_load(z + i), weight));
    }
}

/* out = a[0] b[0] a[1] b[1] ...: exactly `width` values. */
static void KERNEL(weave)(float *out, const float *a, const float *b, int width)
{
    ptrdiff_t pairs = width / 2, i = 0;
    for (; i + LANES <= pairs; i += LANES) {
        lanes_f left = lanes_load(a + i), right = lanes_load(b + i);
        lanes_store(out + 2 * i, lanes_weave(left, right, 0));
        lanes_store(out + 2 * i + LANES, lanes_weave(left, right, 1));
    }
    for (; i < pairs; i++) {
        out[2 * i] = a[i];
        out[2 * i + 1] = b[i];
    }
    if (width & 1)
        out[2 * pairs] = a[pairs];
}

extern const diamond_kernels KERNEL(diamond);
const diamond_kernels KERNEL(diamond) = {KERNEL(uniform), KERNEL(normal), KERNEL(mean_four),
                                         KERNEL(mean_two), KERNEL(weave)};
KERNEL_TABLE(const diamond_kernels, diamond_kernels_of, diamond);
