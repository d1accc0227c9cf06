/* corner.h - what stands in a lower corner of the picture, on the viewer's side of the water, for
 * ridge.c: reeds, rocks or a jetty. */
#ifndef RL_LAYERS_CORNER_H
#define RL_LAYERS_CORNER_H

#include "layers/plants/stand.h"

extern const char *const corner_kinds[]; /* values of ground.corner, ended by NULL */

/* corner_has returns 1 for the ridge, if any, in front of which such a thing stands. */
int corner_has(const rl_scene *scene, int ridge);

/* corner_tallest returns `tallest` for stand_kit_tallest, before things are added. */
double corner_tallest(void);

/* corner_plant adds the things to the kit of the ridge's front row.  Errors: RL_NO_MEMORY. */
rl_status corner_plant(const rl_frame *frame, int ridge, stand_kit *kit, rl_error *error);

#endif
