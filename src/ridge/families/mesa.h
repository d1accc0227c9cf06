/* mesa.h - the buttes of a line of the family mesa, for its test. */
#ifndef RL_RIDGE_FAMILIES_MESA_H
#define RL_RIDGE_FAMILIES_MESA_H

#include "ridge/family.h"

/* Least width of a butte relative to its height. */
#define MESA_NARROWEST 0.62

/* The butte of a place; lengths along x are in spacings, heights in amplitudes. */
typedef struct mesa_butte {
    int is_there;       /* 0: the place has no butte */
    double left, right; /* x of its upper cliffs */
    double height;      /* height of its top above the ground */
    double talus;       /* height of the talus (slope of rubble) at the cliffs */
    double run;         /* length of the talus */
    double step[2];     /* distance by which the lower bed of a cliff protrudes, left and right */
    double terrace[2];  /* width of the terrace between upper and lower cliff, left and right */
} mesa_butte;

/* mesa_butte_at returns the butte of a place (cell of the lattice), joined to its neighbours. */
mesa_butte mesa_butte_at(const ridge_line *line, int64_t place);

#endif
