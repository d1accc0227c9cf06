/* displacement.c - fills ranges of nodes, coarse to fine, in compact rows. */
#include "ridge/displacement.h"

#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "ridge/line_kernels.h"
#include "ridgeline.h"

/* The four-point rule reaches three half-steps to each side. */
#define REACH 3

static double decayed(int decay, double d, double i, int n, int k)
{
    switch (decay) {
    case RL_DECAY_LINEAR:
        return d * exact_max(0.0, 1.0 - i * k / n);
    case RL_DECAY_LOGARITHMIC:
        return d / (1.0 + i * exact_log2(1.0 + k));
    default:
        return d * exact_exp2(-i * k);
    }
}

void displacement_bounds(displacement *line, int decay, double d, double i, int n)
{
    line->bound[0] = 0.0;
    for (int level = 1; level <= DISPLACEMENT_MAX_LEVEL; level++)
        line->bound[level] = level > n ? 0.0 : decayed(decay, d, i, n, level - 1);
}

double displacement_deviation(int noise)
{
    switch (noise) {
    case RL_NOISE_CHOICE:
        return 1.0;
    case RL_NOISE_UNIFORM:
        return 0.577350269189625765; /* sqrt(1/3) */
    case RL_NOISE_TRIANGULAR:
        return 0.408248290463863016; /* sqrt(1/6) */
    default:
        return 0.288675134594812882; /* sqrt(1/12) */
    }
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
        return (double)(sum - INT64_C(0xffffffff)) * (1.0 / 4294967295.0);
    }
    default: { /* Irwin-Hall: the sum of four is within 0.03 of a normal curve */
        int64_t sum = (int64_t)(bits >> 48) + (int64_t)(bits >> 32 & 0xffff) +
                      (int64_t)(bits >> 16 & 0xffff) + (int64_t)(bits & 0xffff);
        return (double)(2 * sum - 4 * 65535) * (1.0 / 262140.0);
    }
    }
}

static int64_t wrapped(const displacement *line, int level, int64_t index)
{
    return exact_wrap(index, line->period << level);
}

/* The displacement of a new node, signed. */
static double displaced(const displacement *line, int level, int64_t index)
{
    double bound = line->bound[level];
    if (line->is_segment && (index < 0 || index > INT64_C(1) << level))
        return 0.0; /* beyond its ends a segment goes on level */
    uint64_t bits = hash_at(line->key, level, wrapped(line, level, index));
    return bound * displacement_noise(line->noise, bits);
}

static double anchor(const displacement *line, int64_t index)
{
    if (line->is_segment)
        return index <= 0 ? line->start : line->end;
    uint64_t bits = hash_at(line->key, 0, wrapped(line, 0, index));
    return line->anchor_bound * displacement_noise(line->noise, bits);
}

/* One row of nodes of a level: values, and places when they move. */
typedef struct node_row {
    int64_t first, last;
    double *value;
    double *place; /* NULL: nodes stay on the lattice */
} node_row;

/* The value between nodes b and c; a and d are their outer neighbours. */
static double between(const displacement *line, const double *row, int64_t b)
{
    if (line->smooth) /* Dyn, Levin, Gregory 1987: a C1 curve, no kinks */
        return (9.0 * (row[b] + row[b + 1]) - (row[b - 1] + row[b + 2])) / 16.0;
    return 0.5 * (row[b] + row[b + 1]);
}

/* Nodes that stay on the lattice, by a kernel. */
static void expand_lattice(const displacement *line, int level, const node_row *from, node_row *to)
{
    int64_t first = to->first | 1;
    line_odd odd = {.key = line->key,
                    .level = level,
                    .noise = line->noise,
                    .period = line->period << level,
                    .first = exact_half(first - 1),
                    .count = to->last >= first ? (size_t)((to->last - first) / 2 + 1) : 0};
    if (odd.count > 0)
        line_kernels_of(line->kernels)
            ->midpoints(&odd, line->bound[level], line->smooth,
                        from->value + (odd.first - from->first), to->value + (first - to->first));
    if ((to->first & 1) == 0)
        to->value[0] = from->value[exact_half(to->first) - from->first];
    if ((to->last & 1) == 0)
        to->value[to->last - to->first] = from->value[exact_half(to->last) - from->first];
}

static void expand(const displacement *line, int level, const node_row *from, node_row *to)
{
    if (to->place == NULL && !line->is_segment) {
        expand_lattice(line, level, from, to);
        return;
    }
    for (int64_t i = to->first; i <= to->last; i++) {
        int64_t parent = exact_half(i) - from->first;
        int64_t at = i - to->first;
        if ((i & 1) == 0) {
            to->value[at] = from->value[parent];
            if (to->place != NULL)
                to->place[at] = from->place[parent];
            continue;
        }
        double r = displaced(line, level, i);
        double value = between(line, from->value, parent);
        if (to->place == NULL) {
            to->value[at] = value + r;
            continue;
        }
        double dx = from->place[parent + 1] - from->place[parent];
        double dy = from->value[parent + 1] - from->value[parent];
        double length = exact_sqrt(dx * dx + dy * dy);
        double scale = length > 0.0 ? r / length : 0.0;
        to->value[at] = value + scale * dx;
        to->place[at] = between(line, from->place, parent) - scale * dy;
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
    /* The range that each level must hold so that the last one is complete. */
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
    node_row row[2] = {
        {0, 0, work, places != NULL ? work + 2 * room : NULL},
        {0, 0, work + room, places != NULL ? work + 3 * room : NULL},
    };
    node_row *now = &row[0];
    now->first = low[0];
    now->last = high[0];
    for (int64_t i = now->first; i <= now->last; i++) {
        now->value[i - now->first] = anchor(line, i);
        if (now->place != NULL)
            now->place[i - now->first] = (double)i * line->spacing;
    }
    for (int k = 1; k <= level; k++) {
        node_row *next = now == &row[0] ? &row[1] : &row[0];
        next->first = low[k];
        next->last = high[k];
        expand(line, k, now, next);
        now = next;
    }
    memcpy(values, now->value, count * sizeof *values);
    if (places != NULL)
        memcpy(places, now->place, count * sizeof *places);
}

double displacement_at(const displacement *line, int level, int64_t index)
{
    double work[4 * (1 + 4 * REACH + 2)];
    double value;
    double place;
    displacement_fill(line, level, index, 1, &value, line->perpendicular ? &place : NULL, work);
    return value;
}
