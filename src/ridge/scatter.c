/* scatter.c - the upper envelope of things at jittered places of a lattice. */
#include "ridge/scatter.h"

#include "base/exact.h"
#include "base/hash.h"

#define BEND 0.2 /* of displacement_bounded: no fractal is beyond 2.2 */

double scatter_unit(const ridge_line *line, int trait, int64_t place)
{
    return hash_unit(hash_at(line->part[0].key, trait, exact_wrap(place, line->part[0].period)));
}

double scatter_middle(const ridge_line *line, int trait, int64_t place, double jitter)
{
    return (double)place + 0.5 + jitter * (scatter_unit(line, trait, place) - 0.5);
}

void scatter_fill(const ridge_line *line, const scatter *things, int level, int64_t first,
                  size_t count, double *values)
{
    double spacing = exact_exp2(-level);
    scatter_item near[2 * SCATTER_REACH + 1]; /* of a place, while nodes stay in it */
    int count_near = 0;
    int64_t known = INT64_MIN;
    for (size_t n = 0; n < count; n++) {
        double x = (double)(first + (int64_t)n) * spacing;
        int64_t place = exact_floor(x);
        if (place != known) {
            count_near = 0;
            for (int k = -things->reach; k <= things->reach; k++) {
                near[count_near] = things->item(line, place + k);
                count_near += near[count_near].is_there;
            }
            known = place;
        }
        double fractal = displacement_bounded(values[n], BEND);
        double height = things->under;
        for (int k = 0; k < count_near; k++) {
            double way = x - near[k].middle;
            if (exact_abs(way) < things->wide * near[k].half)
                height = exact_max(height, things->height(&near[k], way / near[k].half, fractal));
        }
        values[n] = height;
    }
}
