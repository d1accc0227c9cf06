/* stroke.h - makes thin lines by midpoint displacement: lightning, lava. */
#ifndef RL_LAYERS_STROKE_H
#define RL_LAYERS_STROKE_H

#include <stdint.h>

#include "base/exact.h"

#define STROKE_LEVELS 7
#define STROKE_NODES ((1 << STROKE_LEVELS) + 1)

/* A polyline that falls from its first node to its last; pixels. */
typedef struct stroke {
    int nodes;
    double half, alpha;              /* half width in pixels and opacity at the first node */
    double fades;                    /* share of the opacity lost up to the last node, 0..1 */
    double left, right, top, bottom; /* bounding box */
    double x[STROKE_NODES], y[STROKE_NODES];
} stroke;

/* stroke_chance returns a uniform draw of -1..1.  stroke_displace sets the nodes between the first
 * and the last of 2^levels pieces by midpoint displacement: `most` is the greatest displacement
 * sideways at the first level, pixels. */
double stroke_chance(uint64_t key, int level, int index);
void stroke_displace(stroke *s, uint64_t key, int levels, double most);

/* stroke_away returns the distance of a point from the segment (0, 0) to (dx, dy); `per` is
 * 1 / length^2. */
static inline double stroke_away(double x, double y, double dx, double dy, double per)
{
    double t = exact_clamp((x * dx + y * dy) * per, 0.0, 1.0);
    double qx = x - t * dx, qy = y - t * dy;
    return exact_sqrt(qx * qx + qy * qy);
}

#endif
