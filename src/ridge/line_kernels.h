/* line_kernels.h - the inner loops of midpoint displacement, and of noise along a line.
 *
 * All variants give the same bits.
 */
#ifndef RL_RIDGE_LINE_KERNELS_H
#define RL_RIDGE_LINE_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"

/* New nodes of a level: the odd ones, 2 p + 1 for p = first .. first+count-1.  Each is between the
 * nodes p and p + 1 of the level before. */
typedef struct line_odd {
    uint64_t key;
    int level;
    int noise;      /* rl_noise */
    int64_t period; /* nodes of this level in a period, 0 = endless */
    int64_t first;
    size_t count;
} line_odd;

/* How a line of alps splits its segments: see alps.c. */
typedef struct line_rock {
    int split_level; /* hash level of the places of splits */
    double jitter;   /* largest offset of a split from the middle of its segment, segment lengths */
    double share, roughness, deviation; /* bound = share * length^roughness / deviation */
    double sag; /* a split is lowered by sag / level of its segment's rise */
} line_rock;

/* Noise along a line of constant y within one lattice cell: see noise.c. */
typedef struct line_cell {
    double tilt[4], lift[4]; /* gradients of corners: x; y times the offset in y */
    double left;             /* x of the cell's left side */
    double down;             /* exact_fade of the offset of the line below the upper corners */
} line_cell;

typedef struct line_kernels {
    /* Writes the odd nodes to target[0], target[2] ..., and the even nodes between them.
     * source[0] is node odd->first of the level before; source may be read up to a vector beyond
     * the last node that is needed.  midpoints displaces by at most `bound`; rock splits as alps.c
     * does, with places (x) and values (y). */
    void (*midpoints)(const line_odd *odd, double bound, int is_smooth, const double *source,
                      double *target);
    void (*rock)(const line_odd *odd, const line_rock *rock, const double *x, const double *y,
                 double *target_x, double *target_y);
    /* Writes the noise at `count` places x within the cell. */
    void (*noise)(const line_cell *cell, const double *x, size_t count, double *out);
    /* Replaces each t by the height of a dome there: (1 - |t|^power)^roundness, 0 beyond -1..1. */
    void (*dome)(double *t, size_t count, double power, double roundness);
} line_kernels;

extern const line_kernels *const line_kernels_of[CPU_KERNELS];

#endif
