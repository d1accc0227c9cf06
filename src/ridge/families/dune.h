/* dune.h - dunes under one wind: crests where a smooth fractal crosses zero.
 *
 * The zero crossings of a smooth midpoint displacement become crests, what lies
 * between them troughs; then the wind leans the whole line over, so that windward
 * slopes are long and lee sides steep.  Like displacement.h it is a function of
 * (key, level, index) alone.
 */
#ifndef RL_RIDGE_FAMILIES_DUNE_H
#define RL_RIDGE_FAMILIES_DUNE_H

#include <stddef.h>
#include <stdint.h>

#include "ridge/displacement.h"

typedef struct dune {
    displacement crests; /* where it crosses zero; smooth, spacing 1 */
    displacement swell;  /* how high a crest stands; on the same lattice */
    double lean;         /* spacings that a height of 1 moves sideways, signed */
} dune;

/* No dune is higher than this; none is below 0. */
#define DUNE_HIGHEST 1.5

/* dune_lean returns how far a wind that blows to `side` (+1 right, -1 left) leans
 * dunes that are `amplitude` U high and `spacing` U apart. */
double dune_lean(double side, double amplitude, double spacing);

/* dune_reach: how far, in spacings, a node may lie from its lattice place. */
double dune_reach(const dune *line);

/* dune_fill writes heights (0..DUNE_HIGHEST) and places (in spacings) of nodes
 * first .. first+count-1 of `level`.  `work` holds 4 arrays of
 * displacement_scratch(count) doubles. */
void dune_fill(const dune *line, int level, int64_t first, size_t count, double *values,
               double *places, double *work);

#endif
