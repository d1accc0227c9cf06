/* mesa.h - the buttes of a mesa line, for its test. */
#ifndef RL_RIDGE_FAMILIES_MESA_H
#define RL_RIDGE_FAMILIES_MESA_H

#include "ridge/family.h"

/* The least width of a butte, as a share of its height. */
#define MESA_NARROWEST 0.62

/* A butte of the lattice, in spacings and heights of 1. */
typedef struct mesa_butte {
    int is_there;
    double left, right; /* places of its upper cliffs */
    double height;      /* height of its top above the ground */
    double talus;       /* height of the rubble at its cliffs */
    double run;         /* length of the slope of rubble */
    double step[2];     /* distance by which the lower bed of a cliff protrudes, left and right */
    double terrace[2];  /* width of the ledge between the cliffs */
} mesa_butte;

/* mesa_butte_at returns the butte of a place, joined to its neighbours. */
mesa_butte mesa_butte_at(const ridge_line *line, int64_t place);

#endif
