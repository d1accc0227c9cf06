/* hedges.h - trees on the hedges of a ridge of fields, and a farm among them. */
#ifndef RL_LAYERS_HEDGES_H
#define RL_LAYERS_HEDGES_H

#include "layers/ridge.h"
#include "layers/stand.h"

/* hedges_has returns whether a ridge is one of fields with trees, hedges_tallest the height (U) of
 * its kit. */
int hedges_has(const rl_scene *scene, int ridge);
double hedges_tallest(const rl_scene *scene, int ridge);

/* hedges_make makes the stand of such a ridge.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status hedges_make(const rl_frame *frame, int ridge, stand_kit *kit, stand **out,
                      rl_error *error);

/* What they look like without the air before them: leaves, in the light, and roofs. */
typedef struct hedge_colours {
    oklab leaves, lit, roofs;
} hedge_colours;

hedge_colours hedges_colours(const rl_frame *frame, int ridge);

/* hedges_night returns how far (0..1) windows of houses are lit: houses are drawn by it. */
double hedges_night(const rl_frame *frame);

#endif
