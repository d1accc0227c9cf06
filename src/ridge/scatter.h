/* scatter.h - ridges of things, such as islands, at jittered places of a lattice: one place a
 * spacing of the ridge, with a thing or without.
 */
#ifndef RL_RIDGE_SCATTER_H
#define RL_RIDGE_SCATTER_H

#include "ridge/family.h"

/* Traits of a place are hash levels from here on: midpoints (levels 1..30) never use them. */
#define SCATTER_TRAIT 64

/* Largest `reach` of a scatter. */
#define SCATTER_REACH 4

typedef struct scatter_item {
    int is_there;
    double middle, half, height; /* spacings; heights of 1 */
    double power, roundness;     /* exponents of its dome: (1 - |t|^power)^roundness */
    double form[3];              /* numbers of the family, indexed in its file */
} scatter_item;

/* The things of a family's lattice. */
typedef struct scatter {
    int reach;    /* places to each side whose thing can bear on a point */
    double wide;  /* half widths from the middle of a thing to its end */
    double under; /* height between things */
    scatter_item (*item)(const ridge_line *line, int64_t place);
    /* Both take a place `t` half widths from the middle of a thing, and a bounded fractal of unit
     * variance.  move returns the place on the dome (NULL: t); height returns the height of the
     * thing, given the height of its dome, which is 0 beyond its ends. */
    double (*move)(const scatter_item *item, double t, double fractal);
    double (*height)(const scatter_item *item, double t, double fractal, double dome);
} scatter;

/* scatter_unit returns the draw 0..1 of a trait of a place; places repeat in a loop. */
double scatter_unit(const ridge_line *line, int trait, int64_t place);

/* scatter_middle returns the jittered middle of a thing, spacings; `jitter` is the width of the
 * range of middles. */
double scatter_middle(const ridge_line *line, int trait, int64_t place, double jitter);

/* scatter_fill replaces the fractal in `values` by the upper envelope of the things, at nodes
 * first .. first+count-1 of `level`; `work` has room for `count` numbers. */
void scatter_fill(const ridge_line *line, const scatter *things, int level, int64_t first,
                  size_t count, double *values, double *work);

#endif
