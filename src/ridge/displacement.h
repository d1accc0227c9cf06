/* displacement.h - one-dimensional midpoint displacement on a dyadic lattice.
 *
 * Level 0 is a row of anchors; each level halves the distance between nodes.  A
 * new node is the mean of its two neighbours plus a displacement within the
 * bound of its level (A. Fournier, D. Fussell, L. Carpenter, "Computer rendering
 * of stochastic models", CACM 25(6), 1982).  The displacement is a hash of
 * (key, level, index), so the line is endless, can be entered anywhere, refined
 * without end and is always the same line.
 *
 * In: the description of a line, a level, a range of nodes.  Out: their values.
 */
#ifndef RL_RIDGE_DISPLACEMENT_H
#define RL_RIDGE_DISPLACEMENT_H

#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"
#include "base/exact.h"

/* More halvings than any picture needs: 2^30 nodes between two anchors. */
#define DISPLACEMENT_MAX_LEVEL 30

typedef struct displacement {
    uint64_t key;        /* hash_key(seed, stream) */
    int noise;           /* rl_noise */
    int smooth;          /* 1: four-point rule in place of the mean */
    int perpendicular;   /* 1: displace at right angles to the segment */
    int64_t period;      /* anchors in a period, 0 = endless */
    int is_segment;      /* 1: from anchor 0 (value `start`) to anchor 1 (`end`), level beyond */
    double start, end;   /* values of both ends of a segment */
    double spacing;      /* distance of anchors along x, in the unit of the values */
    double anchor_bound; /* bound of the random values of anchors */
    double bound[DISPLACEMENT_MAX_LEVEL + 1]; /* largest displacement of each level from 1 */
    cpu_kernels kernels;
} displacement;

/* displacement_bounds fills bound[] for an rl_decay: d = bound of the first halving, i = 1 -
 * roughness, n = number of halvings that displace; later ones have the bound 0. */
void displacement_bounds(displacement *line, int decay, double d, double i, int n);

/* displacement_deviation returns the standard deviation of a displacement of
 * bound 1 under the noise (rl_noise). */
double displacement_deviation(int noise);

/* displacement_noise returns a displacement of bound 1 from 64 random bits; `noise` is an rl_noise,
 * its distribution. */
double displacement_noise(int noise, uint64_t bits);

/* displacement_reach returns how far from its place on the lattice a node of
 * `level` can move sideways: 0 unless perpendicular. */
double displacement_reach(const displacement *line, int level);

/* displacement_bounded returns a value that is softly limited to +-1 / sqrt(bend), so that no rare
 * value makes a needle; small values hardly change. */
static inline double displacement_bounded(double value, double bend)
{
    return value / exact_sqrt(1.0 + bend * value * value);
}

/* displacement_scratch returns the length of each work array of displacement_fill, for `count`
 * nodes. */
size_t displacement_scratch(size_t count);

/* displacement_fill writes the values of nodes first .. first+count-1 of
 * `level` to `values` and, when `places` is not NULL, their places (in the
 * unit of `spacing`; node i's lattice place is i * spacing / 2^level).  `work`
 * holds 2 (4 with places) arrays of displacement_scratch(count) doubles. */
void displacement_fill(const displacement *line, int level, int64_t first, size_t count,
                       double *values, double *places, double *work);

#endif
