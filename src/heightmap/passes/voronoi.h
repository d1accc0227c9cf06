/* voronoi.h - feature points of a map, and the distances to the nearest ones.
 *
 * In: a number of points, or their places.  Out: for each sample of a map the sum of weighted
 * distances to its n nearest points, or the nearest point's number; exact wherever the points
 * are.  Lengths are in map sides (the longer side), so that the size of a map does not matter.
 * Every kernel gives the same bits.
 */
#ifndef RL_HEIGHTMAP_PASSES_VORONOI_H
#define RL_HEIGHTMAP_PASSES_VORONOI_H

#include <stddef.h>

#include "base/arena.h"
#include "base/cpu.h"
#include "heightmap/heightmap.h"

/* Size of a tile.  It is wide, since rows of a map are far apart in memory. */
#define VORONOI_WIDE 64
#define VORONOI_HIGH 32
#define VORONOI_CELLS (VORONOI_WIDE * VORONOI_HIGH)
#define VORONOI_MOST 8 /* largest number of nearest points in a sum */

/* Squared distances of a point from the columns of a tile and from its first `rows` rows. */
typedef struct voronoi_squares {
    double across[VORONOI_WIDE], down[VORONOI_HIGH];
    int rows;
} voronoi_squares;

/* A height is the sum of c[k] times the distance to the k-th nearest point, or its square.  With
 * fewer points than terms, the last point is used for the missing ones. */
typedef struct voronoi_sums {
    const double *c;
    int terms, last;
    int is_squared;
    int columns, rows;
    const double *peaks; /* factor of the height of each cell, or NULL */
} voronoi_sums;

typedef struct voronoi_kernels {
    /* Keeps the n least of each cell, ascending: best[k][cell]. */
    void (*insert)(double (*best)[VORONOI_CELLS], int n, const voronoi_squares *squares);
    /* Where the point is nearer than `first`: its number; of equally near ones the least. */
    void (*number)(double *numbers, const double *first, const voronoi_squares *squares,
                   double number);
    /* Cells -> heights, `stride` floats from row to row. */
    void (*write)(double (*best)[VORONOI_CELLS], const voronoi_sums *sums, float *heights,
                  size_t stride);
    /* The same from `count` points, without peaks and for two terms at most: their squares
     * pass through registers only. */
    void (*write_two)(const voronoi_squares *squares, int count, const voronoi_sums *sums,
                      float *heights, size_t stride);
} voronoi_kernels;

extern const voronoi_kernels *const voronoi_kernels_of[CPU_KERNELS];

/* ---- points -------------------------------------------------------------------- */

typedef struct voronoi_settings {
    int given;           /* 1: the places of the points were read */
    int points, regions; /* points anywhere, or in each of regions * regions; 0 = anywhere */
    int squared;         /* 1: the square of the distance counts */
    double c[VORONOI_MOST];
    double weight;
    int op; /* heightmap_op */
    double mix;
} voronoi_settings;

/* Points, sorted into buckets: bucket b has points start[b] .. start[b + 1] - 1. */
typedef struct voronoi_points {
    double width, height; /* size of the map */
    int wrap;             /* 1: width and height are periods */
    int count;
    int columns, rows;    /* numbers of buckets */
    int32_t *start;       /* [columns * rows + 1] */
    double *x, *y;        /* [count] 0..width, 0..height */
    int32_t *number;      /* [count] numbers before sorting */
    arena memory;         /* memory of these arrays */
    uint64_t key;         /* hash key of the heights of peaks */
    const double *weight; /* [count] factors of these heights, or NULL; the caller owns them */
} voronoi_points;

/* voronoi_side returns the steps from cell to cell along the longer side of the map. */
double voronoi_side(const heightmap *map);

/* voronoi_scatter makes the points of a pass: `points` of them anywhere, or in each
 * region, or those that were read; the caller frees self->memory.
 * Errors: RL_BAD_ARGUMENT (there are none, or one is not on the map), RL_NO_MEMORY. */
rl_status voronoi_scatter(voronoi_points *self, const heightmap *map,
                          const voronoi_settings *settings, int index, const heightmap_work *work,
                          rl_error *error);

/* voronoi_sort takes given points; count >= 1.  Errors: RL_NO_MEMORY. */
rl_status voronoi_sort(voronoi_points *self, const heightmap *map, const double *x, const double *y,
                       int count, const heightmap_work *work, rl_error *error);

/* voronoi_peak returns the factor of heights round a point: its own weight, if any, times a draw in
 * 1 - weight .. 1. */
double voronoi_peak(const voronoi_points *self, int number, double weight);

/* voronoi_fill writes raw sums to heights[], or, when it is not NULL, the number of
 * the nearest point (the least of equally near ones) to nearest[].
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status voronoi_fill(const voronoi_points *self, const heightmap *map,
                       const voronoi_settings *settings, float *heights, int32_t *nearest,
                       const heightmap_work *work, rl_error *error);

#endif
