/* canyon.h - the course of a canyon's river, which walls and floor share. */
#ifndef RL_RIDGE_CANYON_H
#define RL_RIDGE_CANYON_H

#include "base/scene.h"

/* The floor is a plane CANYON_DEEP eye heights below the eye. */
#define CANYON_DEEP 0.92

/* U from one canyon to the next without a loop: wider than the widest pictures. */
#define CANYON_APART 3.4

/* canyon_apart returns the U from one canyon to the next in a loop (U, 0 = none). */
double canyon_apart(double loop);

/* canyon_river returns the middle of the river in U, canyon_river_half half its width in U, at
 * `far`: the logarithm to base 2 of a distance in eye heights. */
double canyon_river(const rl_scene *scene, double far);
double canyon_river_half(double far);

/* canyon_far returns `far` of a layer of depth z. */
double canyon_far(double z);

#endif
