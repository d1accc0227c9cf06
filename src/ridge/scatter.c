/* scatter.c - upper envelope of things, such as islands, at jittered points of a lattice. */
#include "ridge/scatter.h"

#include "base/exact.h"
#include "base/hash.h"
#include "ridge/line_kernels.h"

#define RUN 256 /* largest number of nodes of one call of line_kernels.dome */

#define BEND 0.2 /* bend of displacement_bounded: no fractal is beyond 2.2 */

double scatter_unit(const ridge_line *line, int trait, int64_t place)
{
    int64_t index = exact_wrap_middle(place, line->part[0].period);
    return hash_unit(hash_at(line->part[0].key, trait, index));
}

double scatter_middle(const ridge_line *line, int trait, int64_t place, double jitter)
{
    return (double)place + 0.5 + jitter * (scatter_unit(line, trait, place) - 0.5);
}

/* Raises `count` values, from that of `node` on, to the height of a thing where it is higher. */
static void raise_to(const scatter *things, const scatter_item *item, const line_kernels *kernels,
                     int64_t node, double spacing, const double *fractal, size_t count,
                     double *values)
{
    double dome[RUN];
    for (size_t n = 0; n < count; n++) {
        double t = ((double)(node + (int64_t)n) * spacing - item->middle) / item->half;
        dome[n] = things->move != NULL ? things->move(item, t, fractal[n]) : t;
    }
    kernels->dome(dome, count, item->power, item->roundness);
    for (size_t n = 0; n < count; n++) {
        double t = ((double)(node + (int64_t)n) * spacing - item->middle) / item->half;
        values[n] = exact_max(values[n], things->height(item, t, fractal[n], dome[n]));
    }
}

void scatter_fill(const ridge_line *line, const scatter *things, int level, int64_t first,
                  size_t count, double *values, double *work)
{
    const line_kernels *kernels = line_kernels_of[line->part[0].kernels];
    double spacing = exact_exp2(-level);
    int64_t end = first + (int64_t)count, each = INT64_C(1) << level; /* nodes per spacing */
    for (size_t n = 0; n < count; n++) {
        work[n] = displacement_bounded(values[n], BEND);
        values[n] = things->under;
    }
    int64_t last = exact_floor((double)(end - 1) * spacing) + things->reach;
    for (int64_t p = exact_floor((double)first * spacing) - things->reach; p <= last; p++) {
        scatter_item item = things->item(line, p);
        double reach = things->wide * item.half;
        if (!item.is_there)
            continue;
        int64_t from = exact_floor((item.middle - reach) / spacing);
        int64_t to = exact_floor((item.middle + reach) / spacing) + 2;
        from = from > (p - things->reach) * each ? from : (p - things->reach) * each;
        to = to < (p + things->reach + 1) * each ? to : (p + things->reach + 1) * each;
        from = from > first ? from : first;
        to = to < end ? to : end;
        while (from < to && exact_abs((double)from * spacing - item.middle) >= reach)
            from++;
        while (from < to && exact_abs((double)(to - 1) * spacing - item.middle) >= reach)
            to--;
        for (int64_t node = from; node < to; node += RUN) {
            size_t run = to - node < RUN ? (size_t)(to - node) : RUN;
            raise_to(things, &item, kernels, node, spacing, work + (node - first), run,
                     values + (node - first));
        }
    }
}
