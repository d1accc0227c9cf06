/* voronoi.h - feature points of a map, and the distances to the nearest ones.
 *
 * In: a number of points, or their places.  Out: for each sample of a map the weighted sum of the
 * distances to its n nearest points, or the number of the nearest one; no nearest point is missed.
 * Lengths are in map sides (the longer side), so that the size of a map does not matter.  All
 * variants of the kernels give the same bits.
 */
#ifndef RL_HEIGHTMAP_PASSES_VORONOI_H
#define RL_HEIGHTMAP_PASSES_VORONOI_H

#include <stddef.h>

#include "base/arena.h"
#include "base/cpu.h"
#include "heightmap/heightmap.h"

/* Size of a tile in samples.  It is wide, since rows of a map are far apart in memory. */
#define VORONOI_WIDE 64
#define VORONOI_HIGH 32
#define VORONOI_CELLS (VORONOI_WIDE * VORONOI_HIGH)
#define VORONOI_MOST 8 /* largest number of nearest points in a sum */

/* Squared distances of a point from the columns of a tile and from its first `rows` rows. */
typedef struct voronoi_squares {
    double across[VORONOI_WIDE], down[VORONOI_HIGH];
    int rows;
} voronoi_squares;

/* A height is the sum over k of c[k] times the distance, or its square, to the (k + 1)-th nearest
 * point; beyond `last` the distance of term `last` is used, since there are no more points. */
typedef struct voronoi_sums {
    const double *c;
    int terms, last;
    int is_squared;
    int columns, rows;
    const double *peaks; /* factor of the height of each cell, or NULL */
} voronoi_sums;

typedef struct voronoi_kernels {
    /* Inserts a point: best[0..n-1][cell] are the n least squared distances so far, ascending. */
    void (*insert)(double (*best)[VORONOI_CELLS], int n, const voronoi_squares *squares);
    /* Writes the point's number to the cells where its squared distance is below first[cell]; of
     * equal distances the least number counts. */
    void (*number)(double *numbers, const double *first, const voronoi_squares *squares,
                   double number);
    /* Writes the heights of all cells, `stride` floats from row to row. */
    void (*write)(double (*best)[VORONOI_CELLS], const voronoi_sums *sums, float *heights,
                  size_t stride);
    /* The same directly from `count` points, for at most two terms and no peaks: the squares are
     * kept in registers. */
    void (*write_two)(const voronoi_squares *squares, int count, const voronoi_sums *sums,
                      float *heights, size_t stride);
} voronoi_kernels;

extern const voronoi_kernels *const voronoi_kernels_of[CPU_KERNELS];

/* ---- points -------------------------------------------------------------------- */

typedef struct voronoi_settings {
    int given;              /* 1: the places of the points were read from a file */
    int points, regions;    /* points in each of regions * regions; 0 = on the whole map */
    int squared;            /* 1: distances are squared */
    double c[VORONOI_MOST]; /* weight of the distance to the nearest point, the next ... */
    double weight;          /* as for voronoi_peak */
    int peak;               /* number of one point, from 1; 0 = none */
    double peak_weight;     /* factor of the heights in the cell of that point */
    int op;                 /* heightmap_op */
    double mix;
} voronoi_settings;

/* Points, sorted into buckets: bucket b has points start[b] .. start[b + 1] - 1. */
typedef struct voronoi_points {
    double width, height; /* size of the map */
    int wrap;             /* 1: width and height are periods */
    int count;
    int columns, rows; /* numbers of buckets */
    int32_t *start;    /* [columns * rows + 1] */
    double *x, *y;     /* [count] 0..width, 0..height */
    int32_t *number;   /* [count] numbers before sorting */
    arena memory;      /* memory of these arrays */
    int peak;          /* index of the point that peak_weight is for; -1 = none */
    double peak_weight;
    uint64_t key;         /* hash key of the draws of voronoi_peak */
    const double *weight; /* [count] weights of points by number, or NULL; the caller's array */
    const rl_map_rules *rules; /* weights of single points (rl_map_rules.peak), or NULL */
} voronoi_points;

/* voronoi_side returns the length of the longer side of the map, in distances of samples. */
double voronoi_side(const heightmap *map);

/* voronoi_scatter makes the points of a pass: from the seed, or those that were read.  The caller
 * frees self->memory.  Errors: RL_BAD_ARGUMENT (no points were read, or one is not on the map),
 * RL_NO_MEMORY. */
rl_status voronoi_scatter(voronoi_points *self, const heightmap *map,
                          const voronoi_settings *settings, int index, const heightmap_work *work,
                          rl_error *error);

/* voronoi_sort makes sorted points from `count` >= 1 places.  Errors: RL_NO_MEMORY. */
rl_status voronoi_sort(voronoi_points *self, const heightmap *map, const double *x, const double *y,
                       int count, const heightmap_work *work, rl_error *error);

/* voronoi_peak returns the factor of the heights in the cell of a point: its weight by the rules of
 * the map, or self->weight[number], or 1 without these, times peak_weight for the point `peak`,
 * times a draw in 1 - `weight` .. 1. */
double voronoi_peak(const voronoi_points *self, int number, double weight);

/* voronoi_fill writes raw sums to heights[] or, if nearest is not NULL, the number of the nearest
 * point (of equally near ones the least) to nearest[].
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status voronoi_fill(const voronoi_points *self, const heightmap *map,
                       const voronoi_settings *settings, float *heights, int32_t *nearest,
                       const heightmap_work *work, rl_error *error);

#endif
