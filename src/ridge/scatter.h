/* scatter.h - ridges of things, such as islands, at jittered places of a lattice: one place a
 * spacing of the ridge, with a thing or without.
 */
#ifndef RL_RIDGE_SCATTER_H
#define RL_RIDGE_SCATTER_H

#include "ridge/family.h"

/* Traits of a place are hash levels from here on: midpoints (levels 1..30) never use them. */
#define SCATTER_TRAIT 64

/* Places to each side whose thing may bear on a point, at most. */
#define SCATTER_REACH 4

typedef struct scatter_item {
    int is_there;
    double middle, half, height; /* spacings; heights of 1 */
    double power, roundness;     /* of its dome: (1 - |t|^power)^roundness */
    double form[3];              /* numbers of the family, indexed in its file */
} scatter_item;

/* The things of a family's lattice. */
typedef struct scatter {
    int reach;    /* places to each side whose thing can bear on a point */
    double wide;  /* half widths from its middle to where a thing ends */
    double under; /* height between things */
    scatter_item (*item)(const ridge_line *line, int64_t place);
    /* Of a thing at `t` half widths from its middle; `fractal` is what roughens it, of unit
     * variance and bounded: move returns where on its dome that is (NULL = at t), height its
     * height, `dome` of it being the dome's, 0 beyond. */
    double (*move)(const scatter_item *item, double t, double fractal);
    double (*height)(const scatter_item *item, double t, double fractal, double dome);
} scatter;

/* scatter_unit returns a number 0..1 that a place has as a trait; places of a loop repeat. */
double scatter_unit(const ridge_line *line, int trait, int64_t place);

/* scatter_middle returns where in its place a thing is that may be `jitter` spacings aside. */
double scatter_middle(const ridge_line *line, int trait, int64_t place, double jitter);

/* scatter_fill makes of the fractal in `values` the upper envelope of the things, at nodes
 * first .. first+count-1 of `level`; `work` holds as many. */
void scatter_fill(const ridge_line *line, const scatter *things, int level, int64_t first,
                  size_t count, double *values, double *work);

#endif
