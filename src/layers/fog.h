/* fog.h - fog banks before the mist: what of them changes along a row. */
#ifndef RL_LAYERS_FOG_H
#define RL_LAYERS_FOG_H

#include "frame/frame.h"

/* Heights in U: where the banks' tops lie above the mist's level, how far they
 * wander, over what height they are soft. */
#define FOG_TOP 0.040f
#define FOG_WANDER 0.052f
#define FOG_SOFT 0.062f
#define FOG_DENSEST 0.75f

/* fog_row writes how the banks before a surface swell and how dense they are at
 * `count` nodes of the colour grid, from node `first` of the picture on. */
void fog_row(const rl_frame *frame, const frame_surface *surface, int64_t first, size_t count,
             float *swell, float *dense);

/* fog_is_at tells whether fog lies before a surface anywhere in a row (fraction of H). */
int fog_is_at(const rl_frame *frame, const frame_surface *surface, double height);

#endif
