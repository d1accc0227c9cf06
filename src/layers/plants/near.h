/* near.h - plants and stones on the two near slopes, or on the nearest dune, for ridge.c. */
#ifndef RL_LAYERS_NEAR_H
#define RL_LAYERS_NEAR_H

#include "base/key.h"
#include "layers/land/ridge.h"
#include "layers/plants/stand.h"

/* Keys of the sections [hero] and [ground]. */
extern const scene_key hero_keys[3], ground_keys[3];

/* near_has_things returns 1 for a ridge that bears things of near ground: a near slope, or the last
 * dune before the picture's foot, if the seed gives it palms or cactuses. */
int near_has_things(const rl_scene *scene, int ridge);

/* near_make makes the stand of such a ridge.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status near_make(const rl_frame *frame, int ridge, stand_kit *kit, stand **out, rl_error *error);

/* near_tallest returns `tallest` for stand_kit_new: things of near ground are up to so many times
 * as high as their rows of ground_table say. */
double near_tallest(void);

/* near_own returns the colour of flowers and blossoms on ground of a colour. */
oklab near_own(const rl_scene *scene, oklab ground);

#endif
