/* ground.h - the inner loops that lay the outlines of a slope's rows.
 *
 * Each variant gives, bit for bit, what the plain one gives.
 */
#ifndef RL_LAYERS_GROUND_H
#define RL_LAYERS_GROUND_H

#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"

/* A tree of an edge: see wood.c.  U. */
typedef struct wood_spike {
    double x, height, half_width;
} wood_spike;

/* A row of a ridge's forest, and how its cells are hashed. */
typedef struct wood_cells {
    uint64_t key;
    int height_part, place_part, width_part, there_part;
    double tall;    /* of its tallest tree, U */
    double spacing; /* of the cells, in tallest trees */
    double there;   /* share of the cells that bear one */
    int64_t period; /* cells after which they repeat, 0 = never */
} wood_cells;

/* How a row of a slope lies below the ridge: see wood.c.  Fractions of H. */
typedef struct ground_row {
    double lower, wander, lift, fine_share;
} ground_row;

typedef struct ground_kernels {
    /* The trees of cells first .. first+count-1. */
    void (*trees)(const wood_cells *wood, int64_t first, int count, wood_spike *spike);
    /* Places in cells of a noise; and heights lowered by lower * (1 + wander * n) + lift * n,
     * n = broad + fine_share * fine. */
    void (*cells)(const double *x, size_t count, double cell, double *out);
    void (*lower)(const ground_row *row, const double *broad, const double *fine, size_t count,
                  double *heights);
    /* Raises heights by the highest of three trees. */
    void (*spikes)(const wood_spike spike[3], const double *x, size_t count, double unit_share,
                   double *heights);
    /* Edges in 1/256 of a pixel, at most `beyond` pixels outside of the picture. */
    void (*edge)(const double *heights, size_t count, double picture, double beyond, int32_t *edge);
} ground_kernels;

extern const ground_kernels ground_plain, ground_vector, ground_avx2;

const ground_kernels *ground_kernels_of(cpu_kernels kernels);

#endif
