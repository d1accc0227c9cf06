/* alps.h - a line of peaks and saddles, broken up by midpoint displacement.
 *
 * Level 0 alternates peaks and saddles at jittered places; each level splits
 * every segment near its middle and displaces the new node by a share of the
 * segment's length, so that steep and gentle flanks are equally rough.  The
 * first two splits are pulled down: glaciers leave concave flanks.  Like
 * displacement.h it is a function of (key, level, index) alone.
 */
#ifndef RL_RIDGE_FAMILIES_ALPS_H
#define RL_RIDGE_FAMILIES_ALPS_H

#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"

typedef struct alps {
    uint64_t key;
    int noise;        /* rl_noise */
    int64_t period;   /* peaks in a period, 0 = endless */
    double roughness; /* H: how the share shrinks with the length */
    double share;     /* displacement of a segment as long as the spacing */
    cpu_kernels kernels;
} alps;

/* alps_reach: how far, in spacings, a node may lie from its lattice place. */
#define ALPS_REACH 1.5

/* alps_fill writes heights (about 0..1) and places (in spacings of peaks) of
 * nodes first .. first+count-1 of `level`.  Node i of level 0 is a peak when i is
 * even and lies near i / 2.  `work` holds 4 arrays of displacement_scratch(count)
 * doubles. */
void alps_fill(const alps *line, int level, int64_t first, size_t count, double *values,
               double *places, double *work);

#endif
