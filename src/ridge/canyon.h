/* canyon.h - the course of a canyon's river, for its walls (families/wall.c) and its floor. */
#ifndef RL_RIDGE_CANYON_H
#define RL_RIDGE_CANYON_H

#include "base/scene.h"

/* Depth of the canyon's floor below the eye, where an eye height is that of the eye above the
 * ground of other planes. */
#define CANYON_DEEP 0.92

/* Distance in U after which canyons repeat without a loop: wider than the widest pictures. */
#define CANYON_APART 3.4

/* canyon_apart returns the distance after which canyons repeat, U: the one nearest to CANYON_APART
 * of which `loop` (U, 0 = none) is a multiple. */
double canyon_apart(double loop);

/* canyon_river returns x of the middle of the river, U; canyon_river_half returns half its width,
 * U.  `far` is the logarithm to base 2 of a distance; 0 is that of the picture's lower edge. */
double canyon_river(const rl_scene *scene, double far);
double canyon_river_half(double far);

/* canyon_far returns `far`, as above, of a ridge of depth z (0 far .. 1 near). */
double canyon_far(double z);

#endif
