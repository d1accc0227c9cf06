/* sky.h - the sky with all that stands in it. */
#ifndef RL_PAINT_SKY_H
#define RL_PAINT_SKY_H

#include "paint/blend.h"
#include "paint/tiles.h"

/* sky_lay lays stars, disc and birds over the pixels of a run of sky. */
void sky_lay(tiles *t, const tile_run *run, const run_pixels *pixels);

#endif
