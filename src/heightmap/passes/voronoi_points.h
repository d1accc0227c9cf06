/* voronoi_points.h - feature points of a map, and the distances to the nearest ones.
 *
 * In: a number of points, or their places.  Out: for each cell of a map the sum of
 * weighted distances to its n nearest points, or the nearest point's number; exact
 * wherever the points lie.  Lengths are in map sides (the longer side), so that the
 * size of a map does not matter.
 */
#ifndef RL_HEIGHTMAP_PASSES_VORONOI_POINTS_H
#define RL_HEIGHTMAP_PASSES_VORONOI_POINTS_H

#include "heightmap/heightmap.h"

/* Sorted into buckets: those of bucket b are start[b] .. start[b + 1] - 1. */
typedef struct voronoi_points {
    double width, height; /* of the map */
    int wrap;             /* 1: width and height are periods */
    int count;
    int columns, rows; /* of buckets */
    int32_t *start;    /* [columns * rows + 1] */
    double *x, *y;     /* [count] 0..width, 0..height */
    int32_t *number;   /* [count] as they were before sorting */
    uint64_t key;      /* of the peaks' own heights */
} voronoi_points;

/* voronoi_side: how many steps from cell to cell a map side has. */
double voronoi_side(const heightmap *map);

/* voronoi_scatter makes the points of a pass: `points` of them anywhere, or in each
 * region.  Errors: RL_NO_MEMORY. */
rl_status voronoi_scatter(voronoi_points *self, const heightmap *map, const rl_pass *pass,
                          int index, const heightmap_work *work, rl_error *error);

/* voronoi_sort takes given points; count >= 1.  Errors: RL_NO_MEMORY. */
rl_status voronoi_sort(voronoi_points *self, const heightmap *map, const double *x, const double *y,
                       int count, const heightmap_work *work, rl_error *error);

void voronoi_points_free(voronoi_points *self, const rl_allocator *allocator);

/* voronoi_peak: what the heights round a point are multiplied by, 1 - weight .. 1. */
double voronoi_peak(const voronoi_points *self, int number, double weight);

/* voronoi_fill writes raw sums to heights[], or, when it is not NULL, the number of
 * the nearest point (the least of equally near ones) to nearest[].
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status voronoi_fill(const voronoi_points *self, const heightmap *map, const rl_pass *pass,
                       float *heights, int32_t *nearest, const heightmap_work *work,
                       rl_error *error);

#endif
