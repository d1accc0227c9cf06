/* svg_line.c - the outline of a ridge with as few points as it needs.
 *
 * In: a height for each column.  Out: which of them to keep.  The farthest point from the
 * line between two kept ones is kept, until none is too far (Ramer 1972; Douglas and
 * Peucker 1973), with heights in place of distances, as columns are even.
 */
#include "cli/layers/svg_line.h"

#include <string.h>

static int farthest(const double *height, int from, int to, double tolerance)
{
    double slope = (height[to] - height[from]) / (to - from);
    int found = 0;
    for (int i = from + 1; i < to; i++) {
        double off = height[i] - height[from] - slope * (i - from);
        off = off < 0.0 ? -off : off;
        if (off > tolerance) {
            tolerance = off;
            found = i;
        }
    }
    return found;
}

void svg_line_keep(char *keep, const double *height, int count, double tolerance, int *stack)
{
    int depth = 0;
    memset(keep, 0, (size_t)count);
    keep[0] = keep[count - 1] = 1;
    stack[depth++] = 0;
    stack[depth++] = count - 1;
    while (depth > 0) {
        int to = stack[--depth], from = stack[--depth];
        int middle = farthest(height, from, to, tolerance);
        if (middle == 0)
            continue;
        keep[middle] = 1;
        stack[depth++] = from;
        stack[depth++] = middle;
        stack[depth++] = middle;
        stack[depth++] = to;
    }
}
