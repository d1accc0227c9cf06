/* reference_voronoi.c - the two nearest of many points by a k-d tree: what one would take
 * from a book of algorithms (J. L. Bentley, "Multidimensional binary search trees used for
 * associative searching", 1975). */
#include "inside.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Nodes lie as they are visited: the middle of a range parts it, alternately by x and y. */
typedef struct point {
    double at[2];
} point;

static int by_x(const void *a, const void *b)
{
    double x = ((const point *)a)->at[0];
    double y = ((const point *)b)->at[0];
    return (x > y) - (x < y);
}

static int by_y(const void *a, const void *b)
{
    double x = ((const point *)a)->at[1];
    double y = ((const point *)b)->at[1];
    return (x > y) - (x < y);
}

static void tree_build(point *points, int count, int axis)
{
    if (count < 2)
        return;
    qsort(points, (size_t)count, sizeof *points, axis == 0 ? by_x : by_y);
    int middle = count / 2;
    tree_build(points, middle, !axis);
    tree_build(points + middle + 1, count - middle - 1, !axis);
}

typedef struct nearest {
    double first, second; /* squared */
} nearest;

static void tree_search(const point *points, int count, int axis, const double at[2], nearest *best)
{
    if (count == 0)
        return;
    int middle = count / 2;
    const point *node = points + middle;
    double x = node->at[0] - at[0];
    double y = node->at[1] - at[1];
    double d = x * x + y * y;
    if (d < best->first) {
        best->second = best->first;
        best->first = d;
    } else if (d < best->second) {
        best->second = d;
    }
    double beyond = at[axis] - node->at[axis];
    const point *right = node + 1;
    int right_count = count - middle - 1;
    if (beyond < 0.0)
        tree_search(points, middle, !axis, at, best);
    else
        tree_search(right, right_count, !axis, at, best);
    if (beyond * beyond >= best->second)
        return;
    if (beyond < 0.0)
        tree_search(right, right_count, !axis, at, best);
    else
        tree_search(points, middle, !axis, at, best);
}

void reference_voronoi(float *h, int width, int height, double side, const double *x,
                       const double *y, int count)
{
    point *points = inside_memory((size_t)count * sizeof *points);
    for (int i = 0; i < count; i++)
        points[i] = (point){{x[i], y[i]}};
    tree_build(points, count, 0);
    for (int v = 0; v < height; v++)
        for (int u = 0; u < width; u++) {
            const double at[2] = {u / side, v / side};
            nearest best = {DBL_MAX, DBL_MAX};
            tree_search(points, count, 0, at, &best);
            *h++ = (float)(sqrt(best.second) - sqrt(best.first));
        }
    free(points);
}
