/* canyon.h - what walls and floor of a canyon agree on: where its river runs. */
#ifndef RL_RIDGE_CANYON_H
#define RL_RIDGE_CANYON_H

#include "ridgeline.h"

/* The floor is a plane CANYON_DEEP eye heights below the eye. */
#define CANYON_DEEP 0.92

/* U from one canyon to the next, where nothing loops: beyond the widest pictures. */
#define CANYON_APART 3.4

/* canyon_apart returns the same in a loop (U, 0 = none). */
double canyon_apart(double loop);

/* canyon_river returns the middle (U) of the river at a distance (eye heights; its logarithm
 * to base 2), and half its width. */
double canyon_river(const rl_scene *scene, double far);
double canyon_river_half(double far);

/* canyon_far returns the logarithm of the distance of a layer of depth z. */
double canyon_far(double z);

#endif
