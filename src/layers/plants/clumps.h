/* clumps.h - ground that is covered by clumps of low plants (heather, bracken, grass, stones), for
 * ridge.c and near.c. */
#ifndef RL_LAYERS_CLUMPS_H
#define RL_LAYERS_CLUMPS_H

#include "layers/plants/planting.h"

/* clumps_has returns 1 for a ridge whose own ground is covered by clumps; clumps_has_turf for a
 * wooded slope that has tufts of grass in groups between its trees. */
int clumps_has(const rl_scene *scene, int ridge);
int clumps_has_turf(const rl_scene *scene, int ridge);

/* clumps_tallest returns `tallest` for stand_kit_tallest, before a clump is added. */
double clumps_tallest(void);

#define CLUMPS_SNOW 0.5 /* cover of snow from which ground is snowy */

/* Where clumps are laid, and which. */
typedef struct clumps_ground {
    uint64_t key;
    double amount;       /* number relative to usual; less than half = in groups */
    double deep;         /* U below the crest to which they reach */
    double largest;      /* U, largest size of a clump; 0 = no limit */
    int is_heath;        /* heather and bracken; else grass with some bracken */
    int is_turf;         /* grass without a tint, and stones */
    int is_snowy;        /* tufts and stones in snow, in place of others */
    const double *front; /* [base.grounds]: heights of land that hides what is lower, fractions of
                            H; NULL = none */
} clumps_ground;

/* clumps_add adds clumps to the kit of a slope whose crest is sampled (planting_sample).  Errors:
 * RL_NO_MEMORY. */
rl_status clumps_add(const planting *base, const clumps_ground *ground, rl_error *error);

/* clumps_plant adds the clumps of a row of either; `lower` is the height (U) of the row above
 * the one before it, 0 = it is the nearest.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status clumps_plant(const rl_frame *frame, int ridge, int row, double lower, stand_kit *kit,
                       rl_error *error);

#endif
