/* way.h - a path that leads to a motif. */
#ifndef RL_LAYERS_WAY_H
#define RL_LAYERS_WAY_H

#include "frame/frame.h"

/* way_has returns whether a path leads to a scene's motif. */
int way_has(const rl_scene *scene);

/* way_covers returns whether a plant of a ridge would be on the path or before it: its foot is at x
 * from the middle and y above the picture's foot, both in U, as its height. */
int way_covers(const rl_frame *frame, int ridge, double x, double y, double height);

#endif
