/* diamond_noise.c - hashed displacements.
 *
 * 64 bits are hashed for each row; they key a 32-bit mixer that each column goes
 * through on its own.  One half of the row's key enters before and one after the
 * first multiplication, so that two rows never share a stretch of numbers.
 */
#include "heightmap/diamond_noise.h"

#include "base/exact.h"
#include "base/hash.h"

/* A uniform displacement has the deviation r / sqrt(3): the normal one gets the same,
 * so that the two kinds are equally rough. */
#define UNIFORM_DEVIATION 0.577350269189625765

/* The mixer's shifts and factors are those of C. Wellons' "lowbias32" (2018). */
static inline uint32_t point_bits(uint32_t place, uint32_t key)
{
    uint32_t x = place;
    x = (x ^ x >> 16) * UINT32_C(0x7feb352d);
    x ^= key;
    x = (x ^ x >> 15) * UINT32_C(0x846ca68b);
    return x ^ x >> 16;
}

/* The upper tail's quantile by Hastings' rational form (Abramowitz and Stegun 1964,
 * 26.2.23), within 4.5e-4: far finer than anyone could tell by a landscape. */
static double tail_quantile(double p)
{
    double t = exact_sqrt(-2.0 * 0.693147180559945309 * exact_log2(p));
    double above = 2.515517 + t * (0.802853 + t * 0.010328);
    double below = 1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308));
    return t - above / below;
}

/* The sum of two draws from these quantiles is a normal deviate of variance 1 that
 * reaches 4.9 deviations: a draw's own steps and cut tails vanish in the sum. */
static void quantiles_fill(float *quantile)
{
    double squares = 0.0;
    for (int i = 0; i < DIAMOND_QUANTILES / 2; i++) {
        double q = tail_quantile((i + 0.5) / DIAMOND_QUANTILES);
        squares += 2.0 * q * q;
    }
    double scale = exact_sqrt(0.5 * DIAMOND_QUANTILES / squares);
    for (int i = 0; i < DIAMOND_QUANTILES / 2; i++) {
        float q = (float)(scale * tail_quantile((i + 0.5) / DIAMOND_QUANTILES));
        quantile[i] = -q;
        quantile[DIAMOND_QUANTILES - 1 - i] = q;
    }
}

void diamond_noise_init(diamond_noise *noise, uint64_t seed, uint64_t stream,
                        const rl_map_rules *rules, int kernels)
{
    static const diamond_kernels *const variants[CPU_KERNELS] = {&diamond_plain, &diamond_vector,
                                                                 &diamond_avx2};
    noise->kernels = variants[cpu_choose(kernels)];
    noise->key = hash_key(seed, stream);
    noise->gauss = rules->noise == RL_MAP_GAUSS;
    noise->one_sided = rules->one_sided;
    quantiles_fill(noise->quantile);
}

static inline void normal_run(uint32_t place, uint32_t key, float deviation,
                              const float *restrict quantile, float *restrict out)
{
    for (uint32_t i = 0; i < DIAMOND_RUN; i++) {
        uint32_t bits = point_bits(place + i * (2 * DIAMOND_GOLDEN), key);
        out[i] = (quantile[bits >> 21] + quantile[bits >> 5 & 2047]) * deviation;
    }
}

static inline void fold_run(float *restrict out)
{
    for (int i = 0; i < DIAMOND_RUN; i++)
        out[i] = out[i] < 0.0f ? -out[i] : out[i];
}

void diamond_noise_row(const diamond_noise *noise, int level, int row, int first, int count,
                       float r, float *out)
{
    uint64_t keys = hash_at(noise->key, level, row);
    uint32_t key = (uint32_t)(keys >> 32);
    uint32_t place = (uint32_t)keys + (uint32_t)first * DIAMOND_GOLDEN;
    float width = noise->one_sided ? r : 2.0f * r;
    float deviation = (float)((double)r * UNIFORM_DEVIATION);
    if (!noise->gauss) {
        noise->kernels->uniform(place, key, width * 0x1p-23f, noise->one_sided ? 0.0f : -r, out,
                                count);
        return;
    }
    for (int i = 0; i < count; i += DIAMOND_RUN, place += 2 * DIAMOND_RUN * DIAMOND_GOLDEN) {
        normal_run(place, key, deviation, noise->quantile, out + i);
        if (noise->one_sided)
            fold_run(out + i);
    }
}
