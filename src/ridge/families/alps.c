/* alps.c - peaks, saddles, and the rock between them. */
#include "ridge/families/alps.h"

#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "ridge/displacement.h"
#include "ridge/line_kernels.h"

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
    return hash_at(line->key, level, exact_wrap(index, line->period * nodes_per_peak));
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

/* A row of nodes of one level. */
typedef struct node_row {
    int64_t first, last;
    double *x, *y;
} node_row;

/* The kernel leaves ends that are even. */
static void keep_even(const node_row *from, const node_row *to, int64_t i)
{
    if (i & 1)
        return;
    to->x[i - to->first] = from->x[exact_half(i) - from->first];
    to->y[i - to->first] = from->y[exact_half(i) - from->first];
}

/* New nodes are split off where they are odd, the others are known. */
static void expand(const alps *line, int level, const node_row *from, const node_row *to)
{
    int64_t first = to->first | 1;
    int64_t at = first - to->first;
    line_odd odd = {.key = line->key,
                    .level = level,
                    .noise = line->noise,
                    .period = line->period * (INT64_C(2) << level),
                    .first = exact_half(first - 1),
                    .count = to->last >= first ? (size_t)((to->last - first) / 2 + 1) : 0};
    line_rock rock = {.split_level = LEVEL_SPLIT + level,
                      .jitter = SPLIT_JITTER,
                      .share = line->share,
                      .roughness = line->roughness,
                      .deviation = displacement_deviation(line->noise),
                      .sag = level <= 2 ? SAG : 0.0};
    int64_t parent = odd.first - from->first;
    if (odd.count > 0)
        line_kernels_of(line->kernels)
            ->rock(&odd, &rock, from->x + parent, from->y + parent, to->x + at, to->y + at);
    keep_even(from, to, to->first);
    keep_even(from, to, to->last);
}

void alps_fill(const alps *line, int level, int64_t first, size_t count, double *values,
               double *places, double *work)
{
    size_t room = displacement_scratch(count);
    int64_t low[DISPLACEMENT_MAX_LEVEL + 1];
    int64_t high[DISPLACEMENT_MAX_LEVEL + 1];
    low[level] = first;
    high[level] = first + (int64_t)count - 1;
    for (int k = level; k > 0; k--) {
        low[k - 1] = exact_half(low[k] - 1);
        high[k - 1] = exact_half(high[k] + 2);
    }
    node_row row[2] = {{low[0], high[0], work, work + room},
                       {0, 0, work + 2 * room, work + 3 * room}};
    for (int64_t i = low[0]; i <= high[0]; i++)
        anchor(line, i, &row[0].y[i - low[0]], &row[0].x[i - low[0]]);
    for (int k = 1; k <= level; k++) {
        node_row *to = &row[k & 1];
        to->first = low[k];
        to->last = high[k];
        expand(line, k, &row[!(k & 1)], to);
    }
    memcpy(values, row[level & 1].y, count * sizeof *values);
    memcpy(places, row[level & 1].x, count * sizeof *places);
}
