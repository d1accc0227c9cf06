/* line_kernels.h - the inner loops of lines of midpoints and of noise along a line.
 *
 * Each variant gives, bit for bit, what the plain one gives.
 */
#ifndef RL_RIDGE_LINE_KERNELS_H
#define RL_RIDGE_LINE_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"

/* New nodes of a level: they are the odd ones, 2 p + 1 for p = first .. first+count-1,
 * between the nodes p and p + 1 of the level before. */
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
    int split_level; /* stream of the places of splits */
    double jitter;   /* largest offset of a split from the middle, segments */
    double share, roughness, deviation;
    double sag; /* share of the rise that this level loses */
} line_rock;

/* Noise in a cell along a line of constant y: see noise.c. */
typedef struct line_cell {
    double tilt[4], lift[4]; /* gradients in x and contributions of y of the corners */
    double left;             /* x of the cell */
    double down;             /* fade of the height */
} line_cell;

typedef struct line_kernels {
    /* Writes every second place of `to`, from the first; `from` is node `first` and may
     * be read a few places beyond the last one needed.  The other places of `to` up to
     * the last one written become the even nodes. */
    void (*midpoints)(const line_odd *odd, double bound, int is_smooth, const double *source,
                      double *target);
    void (*rock)(const line_odd *odd, const line_rock *rock, const double *x, const double *y,
                 double *target_x, double *target_y);
    void (*noise)(const line_cell *cell, const double *x, size_t count, double *out);
    /* Makes of each t the height of a dome: (1 - |t|^power)^roundness, 0 beyond -1..1. */
    void (*dome)(double *t, size_t count, double power, double roundness);
} line_kernels;

extern const line_kernels *const line_kernels_of[CPU_KERNELS];

#endif
