/* stroke.c - makes the midpoints of a thin line. */
#include "layers/common/stroke.h"

#include "base/hash.h"

#define ROUGHNESS 0.58 /* displacement at a level, relative to the level before */
#define OFF_CENTRE 0.2 /* largest distance of a midpoint from the middle, share of the piece */

double stroke_chance(uint64_t key, int level, int index)
{
    return 2.0 * hash_unit(hash_at(key, level, index)) - 1.0;
}

void stroke_displace(stroke *s, uint64_t key, int levels, double most)
{
    s->nodes = (1 << levels) + 1;
    for (int level = 0; level < levels; level++, most *= ROUGHNESS) {
        int step = 1 << (levels - level);
        for (int i = step / 2; i < s->nodes; i += step) {
            int a = i - step / 2, b = i + step / 2;
            double part = 0.5 + OFF_CENTRE * stroke_chance(key, level + 16, i);
            s->x[i] = exact_mix(s->x[a], s->x[b], part) + most * stroke_chance(key, level, i);
            s->y[i] = exact_mix(s->y[a], s->y[b], part);
        }
    }
    s->left = s->right = s->x[0];
    s->top = s->bottom = s->y[0];
    for (int i = 1; i < s->nodes; i++) {
        s->left = exact_min(s->left, s->x[i]);
        s->right = exact_max(s->right, s->x[i]);
        s->top = exact_min(s->top, s->y[i]);
        s->bottom = exact_max(s->bottom, s->y[i]);
    }
}
