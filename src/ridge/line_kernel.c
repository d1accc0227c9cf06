/* line_kernel.c - kernels that make new nodes of lines, noise along a line, domes, and powers.
 *
 * It is compiled once for each vector width of lanes.h.  Results equal those of the plain code in
 * displacement.c, alps.c and noise.c bit for bit: the same operations in the same order.
 */
#include "base/exact.h"
#include "base/lanes_double.h"
#include "base/scene.h"
#include "ridge/line_kernels.h"

/* Returns the indices of LANES_D new nodes: 2 p + 1, 2 p + 3 ..., within the period. */
LANES_INLINE lanes_h odd_index(const line_odd *odd, int64_t p)
{
    if (odd->period == 0)
        return (lanes_of_h((uint64_t)p) + lanes_count_h()) * lanes_of_h(2) + lanes_of_h(1);
    uint64_t index[LANES_D];
    for (int k = 0; k < LANES_D; k++)
        index[k] = (uint64_t)exact_wrap_middle(2 * (p + k) + 1, odd->period);
    lanes_h v;
    memcpy(&v, index, sizeof v);
    return v;
}

/* As displacement_noise. */
LANES_INLINE lanes_d noise_of(int noise, lanes_h bits)
{
    lanes_h half = lanes_of_h(0xffff);
    lanes_h sum;
    switch (noise) {
    case RL_NOISE_CHOICE:
        return lanes_from_h(bits >> 63) * lanes_of_d(2.0) - lanes_of_d(1.0);
    case RL_NOISE_UNIFORM:
        return lanes_of_d(2.0) * lanes_hash_unit(bits) - lanes_of_d(1.0);
    case RL_NOISE_TRIANGULAR:
        sum = (bits >> 32) + (bits & lanes_of_h(0xffffffffU));
        return (lanes_from_h(sum) - lanes_of_d(UINT32_MAX)) * lanes_of_d(1.0 / UINT32_MAX);
    default:
        sum = (bits >> 48) + (bits >> 32 & half) + (bits >> 16 & half) + (bits & half);
        return (lanes_from_h(sum + sum) - lanes_of_d(4 * UINT16_MAX)) *
               lanes_of_d(1.0 / (4 * UINT16_MAX));
    }
}

/* Writes new (odd) nodes and the even ones between them, from `source`.  `left` is the number of
 * new nodes that remain to be written; no even node follows the last of them. */
LANES_INLINE void weave(double *target, lanes_d odd, const double *source, size_t left)
{
    double value[LANES_D];
    lanes_store_d(value, odd);
    for (size_t k = 0; k < LANES_D && k < left; k++) {
        target[2 * k] = value[k];
        if (k + 1 < left)
            target[2 * k + 1] = source[k + 1];
    }
}

static void midpoints(const line_odd *odd, double bound, int is_smooth, const double *source,
                      double *target)
{
    lanes_d nine = lanes_of_d(9.0);
    for (size_t n = 0; n < odd->count; n += LANES_D) {
        const double *node = source + n;
        lanes_d value = lanes_load_d(node) + lanes_load_d(node + 1);
        if (is_smooth)
            value = (nine * value - (lanes_load_d(node - 1) + lanes_load_d(node + 2))) /
                    lanes_of_d(16.0);
        else
            value = lanes_of_d(0.5) * value;
        lanes_h index = odd_index(odd, odd->first + (int64_t)n);
        lanes_h bits = lanes_hash_at(odd->key, odd->level, index);
        value += lanes_of_d(bound) * noise_of(odd->noise, bits);
        weave(target + 2 * n, value, node, odd->count - n);
    }
}

static void rock(const line_odd *odd, const line_rock *rock, const double *x, const double *y,
                 double *target_x, double *target_y)
{
    for (size_t n = 0; n < odd->count; n += LANES_D) {
        lanes_h index = odd_index(odd, odd->first + (int64_t)n);
        lanes_d u = lanes_hash_unit(lanes_hash_at(odd->key, rock->split_level, index));
        lanes_d place =
            lanes_of_d(0.5) + lanes_of_d(rock->jitter) * (lanes_of_d(2.0) * u - lanes_of_d(1.0));
        lanes_d xa = lanes_load_d(x + n);
        lanes_d xb = lanes_load_d(x + n + 1);
        lanes_d ya = lanes_load_d(y + n);
        lanes_d yb = lanes_load_d(y + n + 1);
        lanes_d bound = lanes_of_d(rock->share) * lanes_pow_d(xb - xa, rock->roughness) /
                        lanes_of_d(rock->deviation);
        lanes_h bits = lanes_hash_at(odd->key, odd->level, index);
        lanes_d r = bound * noise_of(odd->noise, bits);
        lanes_d value = lanes_mix_d(ya, yb, place) + r;
        if (rock->sag > 0.0)
            value -= lanes_of_d(rock->sag) * lanes_abs_d(yb - ya) / lanes_of_d(odd->level);
        weave(target_x + 2 * n, lanes_mix_d(xa, xb, place), x + n, odd->count - n);
        weave(target_y + 2 * n, value, y + n, odd->count - n);
    }
}

/* As exact_fade. */
LANES_INLINE lanes_d fade(lanes_d t)
{
    return t * t * t * (t * (t * lanes_of_d(6.0) - lanes_of_d(15.0)) + lanes_of_d(10.0));
}

/* Gradients at both corners of a lattice column, above and below the line: along x, and along y
 * times the offset from the corner. */
typedef struct column {
    double tilt[2], lift[2];
} column;

LANES_INLINE column column_at(const line_noise *line, int64_t i)
{
    uint64_t place = line_column(i, line->period);
    const double *top = exact_direction[hash_mix(line->above + place) >> 60];
    const double *bottom = exact_direction[hash_mix(line->below + place) >> 60];
    return (column){{top[0], bottom[0]}, {top[1] * line->down, bottom[1] * (line->down - 1.0)}};
}

/* Returns the contribution of a corner whose distance is x along x. */
LANES_INLINE lanes_d corner(const column *side, int k, lanes_d x)
{
    return lanes_of_d(side->tilt[k]) * x + lanes_of_d(side->lift[k]);
}

/* A vector that begins in a cell may end beyond it; the next cell overwrites its last values. */
static void noise(const line_noise *line, const double *x, size_t count, double *out)
{
    column left = {0}, right = {0};
    int64_t held = INT64_MIN;
    for (size_t n = 0; n < count;) {
        int64_t i = exact_floor(x[n]);
        left = i - 1 == held ? right : column_at(line, i);
        right = column_at(line, i + 1);
        held = i;
        double start = (double)i, end = start + 1.0;
        do {
            lanes_d near = lanes_load_some_d(x + n, count - n) - lanes_of_d(start);
            lanes_d far = near - lanes_of_d(1.0);
            lanes_d u = fade(near);
            lanes_d top = lanes_mix_d(corner(&left, 0, near), corner(&right, 0, far), u);
            lanes_d bottom = lanes_mix_d(corner(&left, 1, near), corner(&right, 1, far), u);
            lanes_d sum =
                lanes_mix_d(top, bottom, lanes_of_d(line->fade)) * lanes_of_d(EXACT_SQRT2);
            lanes_store_some_d(out + n, sum, count - n);
            for (int k = 0; k < LANES_D && n < count && x[n] < end; k++)
                n++;
        } while (n < count && x[n] < end);
    }
}

static void dome(double *t, size_t count, double power, double roundness)
{
    for (size_t n = 0; n < count; n += LANES_D) {
        lanes_d x = lanes_abs_d(lanes_load_some_d(t + n, count - n));
        lanes_d inside = lanes_of_d(1.0) - lanes_pow_d(x, power);
        lanes_store_some_d(t + n, lanes_pow_d(inside, roundness), count - n);
    }
}

static void exps(double *x, size_t count)
{
    for (size_t n = 0; n < count; n += LANES_D)
        lanes_store_some_d(x + n, lanes_exp_d(lanes_load_some_d(x + n, count - n)), count - n);
}

static void powers(double *t, size_t count, double power)
{
    for (size_t n = 0; n < count; n += LANES_D)
        lanes_store_some_d(t + n, lanes_pow_d(lanes_load_some_d(t + n, count - n), power),
                           count - n);
}

extern const line_kernels KERNEL(line);
const line_kernels KERNEL(line) = {midpoints, rock, noise, dome, exps, powers};

KERNEL_TABLE(const line_kernels, line_kernels_of, line);
