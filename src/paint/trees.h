/* trees.h - conifers: coverage that overhangs, so no height for each column. */
#ifndef RL_PAINT_TREES_H
#define RL_PAINT_TREES_H

#include "frame/frame.h"
#include "paint/tiles.h"

/* trees_cover lays the trees of a surface over the coverage (0..1) of a run. */
void trees_cover(const rl_frame *frame, const frame_surface *surface, const tile_run *run,
                 float *covered);

#endif
