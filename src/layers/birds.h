/* birds.h - a few gulls. */
#ifndef RL_LAYERS_BIRDS_H
#define RL_LAYERS_BIRDS_H

#include "frame/frame.h"
#include "paint/blend.h"
#include "paint/tiles.h"

/* birds_are_at tells whether a run comes near one. */
int birds_are_at(const rl_frame *frame, const tile_run *run);

/* birds_paint lays the birds over a run of sky. */
void birds_paint(const rl_frame *frame, const tile_run *run, const run_pixels *pixels);

#endif
