/* voronoi_kernels.h - the inner loops of Voronoi maps: one point and the cells of a tile.
 *
 * In: squared distances along both axes.  Out: the least of them by cell, the same bits from
 * every variant.
 */
#ifndef RL_HEIGHTMAP_PASSES_VORONOI_KERNELS_H
#define RL_HEIGHTMAP_PASSES_VORONOI_KERNELS_H

#include "base/cpu.h"

#include <stddef.h>

/* A tile: wide, since rows of a map lie far apart in memory. */
#define VORONOI_WIDE 64
#define VORONOI_HIGH 32
#define VORONOI_CELLS (VORONOI_WIDE * VORONOI_HIGH)
#define VORONOI_MOST 8 /* nearest points that count */

/* A point's squared distances: of columns, and of so many rows. */
typedef struct voronoi_squares {
    double across[VORONOI_WIDE], down[VORONOI_HIGH];
    int rows;
} voronoi_squares;

/* A height is the sum of c[k] times the distance to the k-th nearest point, or its square;
 * where there are fewer points than terms, the last stands for those that lack. */
typedef struct voronoi_sums {
    const double *c;
    int terms, last;
    int is_squared;
    int columns, rows;
    const double *peaks; /* what each cell's height is multiplied by, or NULL */
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

extern const voronoi_kernels voronoi_plain, voronoi_vector, voronoi_avx2;

#endif
