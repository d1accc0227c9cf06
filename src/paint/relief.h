/* relief.h - lays lit and shaded faces and snow over a run of a surface. */
#ifndef RL_PAINT_RELIEF_H
#define RL_PAINT_RELIEF_H

#include "frame/frame.h"
#include "paint/tiles.h"

/* relief_fetch writes the colours of a run of layer `layer`, as tiles_fetch
 * does, with the relief of its surface. */
void relief_fetch(tiles *tiles, int layer, const tile_run *run, tile_colours *colours);

#endif
