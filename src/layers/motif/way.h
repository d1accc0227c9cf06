/* way.h - finds whether a path leads to a motif, and what stands on it. */
#ifndef RL_LAYERS_WAY_H
#define RL_LAYERS_WAY_H

#include "frame/frame.h"

/* way_has returns whether a path leads to a scene's motif. */
int way_has(const rl_scene *scene);

/* way_covers returns whether a plant of a ridge would stand on the path or hide it.  Its foot is at
 * `x` from the picture's middle and `y` above its lower edge; both and `height` are in U. */
int way_covers(const rl_frame *frame, int ridge, double x, double y, double height);

#endif
