/* daytime.h - an hour of the day becomes a place of sun or moon and a palette. */
#ifndef RL_SCENE_DAYTIME_H
#define RL_SCENE_DAYTIME_H

#include "ridgeline.h"

/* daytime_fill closes what the scene leaves open of sun, moon, stars and palette
 * for its `time` (minutes after midnight); a scene without one is unchanged.  A
 * day is continuous, and 24:00 is 00:00.  The land never changes.
 * Errors: RL_INTERNAL when a palette of the day is missing. */
rl_status daytime_fill(rl_scene *scene, rl_error *error);

#endif
