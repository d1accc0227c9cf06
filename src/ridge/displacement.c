/* displacement.c - midpoint displacement: fills a range of nodes level by level, from coarse to
 * fine. */
#include "ridge/displacement.h"

#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/scene.h"
#include "ridge/line_kernels.h"

/* The four-point rule reads nodes of the level before up to 3 node distances of the new level to
 * each side. */
#define REACH 3

void displacement_bounds(displacement *line, int decay, double d, double i, int n)
{
    line->bound[0] = 0.0;
    for (int k = 0; k < DISPLACEMENT_MAX_LEVEL; k++) {
        double bound = decay == RL_DECAY_LINEAR        ? d * exact_max(0.0, 1.0 - i * k / n)
                       : decay == RL_DECAY_LOGARITHMIC ? d / (1.0 + i * exact_log2(1.0 + k))
                                                       : d * exact_exp2(-i * k);
        line->bound[k + 1] = k < n ? bound : 0.0;
    }
}

/* Standard deviations of displacements of bound 1, by rl_noise. */
static const double deviation[] = {
    [RL_NOISE_CHOICE] = 1.0,
    [RL_NOISE_UNIFORM] = 0.577350269189625765,    /* sqrt(1/3) */
    [RL_NOISE_TRIANGULAR] = 0.408248290463863016, /* sqrt(1/6) */
    [RL_NOISE_GAUSS] = 0.288675134594812882,      /* sqrt(1/12) */
};

double displacement_deviation(int noise)
{
    int is_known = noise >= RL_NOISE_CHOICE && noise <= RL_NOISE_GAUSS;
    return deviation[is_known ? noise : RL_NOISE_GAUSS];
}

double displacement_noise(int noise, uint64_t bits)
{
    switch (noise) {
    case RL_NOISE_CHOICE:
        return bits >> 63 ? 1.0 : -1.0;
    case RL_NOISE_UNIFORM:
        return 2.0 * hash_unit(bits) - 1.0;
    case RL_NOISE_TRIANGULAR: {
        int64_t sum = (int64_t)(bits >> 32) + (int64_t)(bits & 0xffffffffU);
        return (double)(sum - INT64_C(0xffffffff)) * (1.0 / UINT32_MAX);
    }
    default: { /* Irwin-Hall: the sum of four is within 0.03 of a normal curve */
        int64_t sum = (int64_t)(bits >> 48) + (int64_t)(bits >> 32 & 0xffff) +
                      (int64_t)(bits >> 16 & 0xffff) + (int64_t)(bits & 0xffff);
        return (double)(2 * sum - 4 * UINT16_MAX) * (1.0 / (4 * UINT16_MAX));
    }
    }
}

/* Returns the signed displacement, within +-bound, of a node of level >= 1 or of an anchor (0). */
static double random_at(const displacement *line, int level, int64_t index, double bound)
{
    uint64_t bits = hash_at(line->key, level, exact_wrap_middle(index, line->period << level));
    return bound * displacement_noise(line->noise, bits);
}

/* Nodes first .. last of a level: their values and, if they are displaced along x, their places. */
typedef struct displaced_row {
    int64_t first, last;
    double *value;
    double *place; /* NULL: nodes stay on the lattice */
} displaced_row;

/* Returns the value half-way between nodes b and b + 1 of a row, before its displacement. */
static double between(const displacement *line, const double *row, int64_t b)
{
    if (line->smooth) /* four-point rule (Dyn, Levin, Gregory 1987): a C1 curve */
        return (9.0 * (row[b] + row[b + 1]) - (row[b - 1] + row[b + 2])) / 16.0;
    return 0.5 * (row[b] + row[b + 1]);
}

/* Makes a row from the row of the level before, if its nodes stay on the lattice, by a kernel. */
static void expand_lattice(const displacement *line, int level, const displaced_row *source,
                           displaced_row *row)
{
    int64_t first = row->first | 1;
    line_odd odd = {.key = line->key,
                    .level = level,
                    .noise = line->noise,
                    .period = line->period << level,
                    .first = exact_half(first - 1),
                    .count = row->last >= first ? (size_t)((row->last - first) / 2 + 1) : 0};
    if (odd.count > 0)
        line_kernels_of[line->kernels]->midpoints(&odd, line->bound[level], line->smooth,
                                                  source->value + (odd.first - source->first),
                                                  row->value + (first - row->first));
    if ((row->first & 1) == 0)
        row->value[0] = source->value[exact_half(row->first) - source->first];
    if ((row->last & 1) == 0)
        row->value[row->last - row->first] = source->value[exact_half(row->last) - source->first];
}

/* Makes a row from the row of the level before: even nodes are copied, odd ones are new. */
static void expand(const displacement *line, int level, const displaced_row *source,
                   displaced_row *row)
{
    if (row->place == NULL && !line->is_segment) {
        expand_lattice(line, level, source, row);
        return;
    }
    for (int64_t i = row->first; i <= row->last; i++) {
        int64_t parent = exact_half(i) - source->first;
        int64_t n = i - row->first;
        if ((i & 1) == 0) {
            row->value[n] = source->value[parent];
            if (row->place != NULL)
                row->place[n] = source->place[parent];
            continue;
        }
        /* Beyond its ends a segment is level, so nodes there are not displaced. */
        int is_beyond = line->is_segment && (i < 0 || i > INT64_C(1) << level);
        double r = is_beyond ? 0.0 : random_at(line, level, i, line->bound[level]);
        double value = between(line, source->value, parent);
        if (row->place == NULL) {
            row->value[n] = value + r;
            continue;
        }
        double dx = source->place[parent + 1] - source->place[parent];
        double dy = source->value[parent + 1] - source->value[parent];
        double length = exact_sqrt(dx * dx + dy * dy);
        double scale = length > 0.0 ? r / length : 0.0;
        row->value[n] = value + scale * dx;
        row->place[n] = between(line, source->place, parent) - scale * dy;
    }
}

double displacement_reach(const displacement *line, int level)
{
    double sum = 0.0;
    for (int k = 1; line->perpendicular && k <= level; k++)
        sum += line->bound[k];
    return sum;
}

size_t displacement_scratch(size_t count)
{
    return count + 4 * REACH + 2;
}

void displacement_fill(const displacement *line, int level, int64_t first, size_t count,
                       double *values, double *places, double *work)
{
    /* Nodes low[k] .. high[k] of each level k that the nodes of `level` depend on. */
    int64_t low[DISPLACEMENT_MAX_LEVEL + 1];
    int64_t high[DISPLACEMENT_MAX_LEVEL + 1];
    int reach = line->smooth ? REACH : 1;
    low[level] = first;
    high[level] = first + (int64_t)count - 1;
    for (int k = level; k > 0; k--) {
        low[k - 1] = exact_half(low[k] - reach);
        high[k - 1] = exact_half(high[k] + reach + 1);
    }

    size_t room = displacement_scratch(count);
    displaced_row row[2] = {
        {0, 0, work, places != NULL ? work + 2 * room : NULL},
        {0, 0, work + room, places != NULL ? work + 3 * room : NULL},
    };
    displaced_row *current = &row[0];
    current->first = low[0];
    current->last = high[0];
    for (int64_t i = current->first; i <= current->last; i++) {
        current->value[i - current->first] = !line->is_segment
                                                 ? random_at(line, 0, i, line->anchor_bound)
                                             : i <= 0 ? line->start
                                                      : line->end;
        if (current->place != NULL)
            current->place[i - current->first] = (double)i * line->spacing;
    }
    for (int k = 1; k <= level; k++) {
        displaced_row *next = current == &row[0] ? &row[1] : &row[0];
        next->first = low[k];
        next->last = high[k];
        expand(line, k, current, next);
        current = next;
    }
    memcpy(values, current->value, count * sizeof *values);
    if (places != NULL)
        memcpy(places, current->place, count * sizeof *places);
}
