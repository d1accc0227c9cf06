/* alps.c - peaks, saddles, and the rock between them. */
#include "terrain/alps.h"

#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "terrain/displacement.h"

/* Streams of hash levels that midpoints (levels 1..30) never use. */
#define LEVEL_PEAK_PLACE 64
#define LEVEL_PEAK_HEIGHT 65
#define LEVEL_SADDLE_PLACE 66
#define LEVEL_SADDLE_DEPTH 67
#define LEVEL_SPLIT 128 /* + level */

#define JITTER 0.9        /* spacings over which a peak may lie */
#define SPLIT_JITTER 0.08 /* a segment is split at .5 -+ this */
#define SAG 0.14          /* share of the rise that the first splits lose */

static uint64_t bits_at(const alps *line, int level, int64_t index, int64_t nodes_per_peak)
{
    if (line->period > 0) {
        int64_t nodes = line->period * nodes_per_peak;
        index %= nodes;
        index += index < 0 ? nodes : 0;
    }
    return hash_at(line->key, level, index);
}

static double peak_place(const alps *line, int64_t peak)
{
    double u = hash_unit(bits_at(line, LEVEL_PEAK_PLACE, peak, 1));
    return (double)peak + JITTER * (u - 0.5);
}

static double peak_height(const alps *line, int64_t peak)
{
    double u = hash_unit(bits_at(line, LEVEL_PEAK_HEIGHT, peak, 1));
    return 0.30 + 0.75 * exact_pow(u, 1.3);
}

/* Node i of level 0: a peak when i is even, else the saddle after it. */
static void anchor(const alps *line, int64_t i, double *value, double *place)
{
    int64_t peak = exact_half(i);
    *place = peak_place(line, peak);
    *value = peak_height(line, peak);
    if ((i & 1) == 0)
        return;
    double next = peak_height(line, peak + 1);
    double across = 0.5 + 0.5 * (hash_unit(bits_at(line, LEVEL_SADDLE_PLACE, peak, 1)) - 0.5);
    double depth = exact_mix(0.10, 0.55, hash_unit(bits_at(line, LEVEL_SADDLE_DEPTH, peak, 1)));
    *place = exact_mix(*place, peak_place(line, peak + 1), across);
    *value = exact_min(*value, next) * depth;
}

/* The node between (xa, ya) and (xb, yb). */
static void split(const alps *line, int level, int64_t i, const double *xs, const double *ys,
                  double *value, double *place)
{
    int64_t nodes = INT64_C(2) << level;
    double u = hash_unit(bits_at(line, LEVEL_SPLIT + level, i, nodes));
    double at = 0.5 + SPLIT_JITTER * (2.0 * u - 1.0);
    double length = xs[1] - xs[0];
    double bound =
        line->share * exact_pow(length, line->roughness) / displacement_deviation(line->noise);
    double r = bound * displacement_noise(line->noise, bits_at(line, level, i, nodes));
    *place = exact_mix(xs[0], xs[1], at);
    *value = exact_mix(ys[0], ys[1], at) + r;
    if (level <= 2)
        *value -= SAG * exact_abs(ys[1] - ys[0]) / level;
}

void alps_fill(const alps *line, int level, int64_t first, size_t count, double *values,
               double *places, double *work)
{
    size_t room = displacement_scratch(count);
    double *y[2] = {work, work + room};
    double *x[2] = {work + 2 * room, work + 3 * room};
    int64_t low[DISPLACEMENT_MAX_LEVEL + 1];
    int64_t high[DISPLACEMENT_MAX_LEVEL + 1];
    low[level] = first;
    high[level] = first + (int64_t)count - 1;
    for (int k = level; k > 0; k--) {
        low[k - 1] = exact_half(low[k] - 1);
        high[k - 1] = exact_half(high[k] + 2);
    }
    for (int64_t i = low[0]; i <= high[0]; i++)
        anchor(line, i, &y[0][i - low[0]], &x[0][i - low[0]]);
    int now = 0;
    for (int k = 1; k <= level; k++) {
        for (int64_t i = low[k]; i <= high[k]; i++) {
            int64_t parent = exact_half(i) - low[k - 1];
            int64_t at = i - low[k];
            if (i & 1) {
                split(line, k, i, x[now] + parent, y[now] + parent, &y[!now][at], &x[!now][at]);
            } else {
                y[!now][at] = y[now][parent];
                x[!now][at] = x[now][parent];
            }
        }
        now = !now;
    }
    memcpy(values, y[now], count * sizeof *values);
    memcpy(places, x[now], count * sizeof *places);
}
