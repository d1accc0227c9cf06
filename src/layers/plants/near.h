/* near.h - plants and stones on the two near slopes, or on the nearest dune, for ridge.c. */
#ifndef RL_LAYERS_NEAR_H
#define RL_LAYERS_NEAR_H

#include "base/key.h"
#include "layers/land/ridge.h"
#include "layers/plants/stand.h"

/* Keys of the sections [hero] and [ground]. */
extern const scene_key hero_keys[3], ground_keys[4];

/* near_has_things returns 1 for a ridge that bears things of near ground: a near slope, or the last
 * dune before the picture's foot, if the seed gives it palms or cactuses. */
int near_has_things(const rl_scene *scene, int ridge);

/* near_make makes the stand of a ridge that has such things.  Errors: RL_NO_MEMORY,
 * RL_CANCELLED. */
rl_status near_make(const rl_frame *frame, int ridge, stand_kit *kit, stand **out, rl_error *error);

/* near_tallest returns `tallest` for stand_kit_new: the greatest height (U) of a thing of near
 * ground, divided by its `height` in ground_table. */
double near_tallest(void);

/* near_own returns the own colour of a stand, that of flowers and blossom, for the ground's
 * colour. */
oklab near_own(const rl_scene *scene, oklab ground);

#endif
