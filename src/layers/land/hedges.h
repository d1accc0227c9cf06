/* hedges.h - trees on the hedges of a ridge of fields, and a farm among them, for ridge.c. */
#ifndef RL_LAYERS_HEDGES_H
#define RL_LAYERS_HEDGES_H

#include "layers/land/ridge.h"
#include "layers/plants/stand.h"

/* hedges_has returns 1 for a ridge of fields that has trees.  hedges_tallest returns the height (U)
 * of the tallest tree of its hedges, for stand_kit_new. */
int hedges_has(const rl_scene *scene, int ridge);
double hedges_tallest(const rl_scene *scene, int ridge);

/* hedges_make makes the stand of such a ridge.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status hedges_make(const rl_frame *frame, int ridge, stand_kit *kit, stand **out,
                      rl_error *error);

/* Colours without the air before them: of leaves in shade and in light, and of roofs. */
typedef struct hedge_colours {
    oklab leaves, lit, roofs;
} hedge_colours;

hedge_colours hedges_colours(const rl_frame *frame, int ridge);

/* hedges_night returns the share (0..1) of houses' windows that are lit: 0 by day, 1 by night. */
double hedges_night(const rl_frame *frame);

#endif
