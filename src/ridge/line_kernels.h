/* line_kernels.h - the inner loops of midpoint displacement, and of noise along a line.
 *
 * All variants give the same bits.
 */
#ifndef RL_RIDGE_LINE_KERNELS_H
#define RL_RIDGE_LINE_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"
#include "base/exact.h"
#include "base/hash.h"

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

/* Noise along a line of constant y: see noise.c. */
typedef struct line_noise {
    uint64_t above, below; /* hashes of the lattice rows above and below the line */
    double down, fade;     /* offset of the line below the upper row, 0..1; exact_fade of it */
    int64_t period;        /* cells after which a row repeats, 0 = never */
} line_noise;

typedef struct line_kernels {
    /* Writes the odd nodes to target[0], target[2] ..., and the even nodes between them.
     * source[0] is node odd->first of the level before; source may be read up to a vector beyond
     * the last node that is needed.  midpoints displaces by at most `bound`; rock splits as alps.c
     * does, with places (x) and values (y). */
    void (*midpoints)(const line_odd *odd, double bound, int is_smooth, const double *source,
                      double *target);
    void (*rock)(const line_odd *odd, const line_rock *rock, const double *x, const double *y,
                 double *target_x, double *target_y);
    /* Writes the noise at `count` ascending places x. */
    void (*noise)(const line_noise *line, const double *x, size_t count, double *out);
    /* Replaces each t by the height of a dome there: (1 - |t|^power)^roundness, 0 beyond -1..1. */
    void (*dome)(double *t, size_t count, double power, double roundness);
    /* exps replaces each x by e^x; powers replaces each t by t^power, 0 where t <= 0. */
    void (*exps)(double *x, size_t count);
    void (*powers)(double *t, size_t count, double power);
} line_kernels;

extern const line_kernels *const line_kernels_of[CPU_KERNELS];

/* line_column returns the number of lattice column i that is added to the hash of a lattice row. */
static inline uint64_t line_column(int64_t i, int64_t period)
{
    return (uint64_t)exact_wrap(i, period) * UINT64_C(0x9e3779b97f4a7c15);
}

#endif
