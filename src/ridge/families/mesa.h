/* mesa.h - table lands: buttes with cliffs, a terrace and a foot of rubble.
 *
 * Buttes stand at jittered places of a lattice; midpoint displacement roughens
 * their cliffs and tops and the ground between them.  No butte is narrower than a
 * share of its height, and buttes with a slot between them are one: erosion
 * leaves no rock like a finger for long.  Like displacement.h it is a function of
 * (key, level, index) alone.
 */
#ifndef RL_RIDGE_FAMILIES_MESA_H
#define RL_RIDGE_FAMILIES_MESA_H

#include <stddef.h>
#include <stdint.h>

#include "ridge/displacement.h"

typedef struct mesa {
    uint64_t key;
    int64_t period;    /* places in a period, 0 = endless */
    double steepness;  /* spacings that a height of 1 is: amplitude / spacing */
    displacement edge; /* moves cliffs sideways; spacing 1 */
    displacement top;  /* roughens tops and ground; on the same lattice */
} mesa;

/* No height is above this; none is below 0. */
#define MESA_HIGHEST 1.5

/* The least width of a butte, as a share of its height. */
#define MESA_NARROWEST 0.62

/* mesa_roughness takes what is broad out of a fractal of unit variance: rough rock
 * on level beds, no slanting tops.  Its finest levels are smoothed by a power of
 * their length. */
displacement mesa_roughness(displacement line, double smoothing);

/* The smoothing of edges: were they as rough as tops, a cliff would cross itself and
 * shed needles. */
#define MESA_EDGE_SMOOTHING 0.35

/* mesa_fill writes heights (0..MESA_HIGHEST) of nodes first .. first+count-1 of
 * `level`.  `work` holds 3 arrays of displacement_scratch(count) doubles. */
void mesa_fill(const mesa *land, int level, int64_t first, size_t count, double *values,
               double *work);

/* A butte of the lattice, in spacings and heights of 1. */
typedef struct mesa_butte {
    int is_there;
    double left, right; /* its upper cliffs */
    double height;      /* of its top above the ground */
    double talus;       /* height of the rubble at its cliffs */
    double run;         /* length of its slope */
    double step[2];     /* how far a cliff's lower bed stands out, left and right */
    double terrace[2];  /* width of the ledge between the cliffs */
} mesa_butte;

/* mesa_butte_at returns the butte of a place, joined to its neighbours. */
mesa_butte mesa_butte_at(const mesa *land, int64_t place);

#endif
