/* scatter.h - ridges made of things, such as islands, at jittered points of a lattice.  A place is
 * a cell of this lattice, one ridge.N.spacing long; it has one thing or none.
 */
#ifndef RL_RIDGE_SCATTER_H
#define RL_RIDGE_SCATTER_H

#include "ridge/family.h"

/* A family numbers the traits of a place, such as the height of its thing, from SCATTER_TRAIT on.
 * They are hash levels; midpoints use the levels 1..30 of the same key. */
#define SCATTER_TRAIT 64

/* Largest scatter.reach. */
#define SCATTER_REACH 4

typedef struct scatter_item {
    int is_there;                /* 0: the place has no thing */
    double middle, half, height; /* middle and half width, spacings; height, amplitudes */
    double power, roundness;     /* exponents of its dome: (1 - |t|^power)^roundness */
    double form[3];              /* numbers of the family, indexed in its file */
} scatter_item;

/* The things of a family. */
typedef struct scatter {
    int reach;    /* number of places to each side of a node whose things can cover it */
    double wide;  /* distance from the middle of a thing to its end, half widths */
    double under; /* height where there is no thing, amplitudes */
    scatter_item (*item)(const ridge_line *line, int64_t place); /* returns the thing of a place */
    /* move and height take a distance `t` to the right of the middle of a thing, half widths, and a
     * fractal there (unit variance, bounded).  move returns `t` moved, at which the dome is
     * evaluated (NULL: t).  height returns the height of the thing, amplitudes; `dome` is that of
     * its dome, 0..1, which is 0 beyond t = -1..1. */
    double (*move)(const scatter_item *item, double t, double fractal);
    double (*height)(const scatter_item *item, double t, double fractal, double dome);
} scatter;

/* scatter_unit returns the draw, 0..1, of a trait of a place; in a loop it repeats. */
double scatter_unit(const ridge_line *line, int trait, int64_t place);

/* scatter_middle returns the middle of the thing of a place, spacings: that of the place, moved by
 * up to `jitter` / 2 spacings to either side. */
double scatter_middle(const ridge_line *line, int trait, int64_t place, double jitter);

/* scatter_fill replaces the fractal in `values` by the upper envelope of the things, at nodes
 * first .. first+count-1 of `level`; `work` has room for `count` numbers. */
void scatter_fill(const ridge_line *line, const scatter *things, int level, int64_t first,
                  size_t count, double *values, double *work);

#endif
