/* disc.h - the sun or the moon. */
#ifndef RL_PAINT_DISC_H
#define RL_PAINT_DISC_H

#include "frame/frame.h"
#include "paint/blend.h"
#include "paint/tiles.h"

/* disc_paint lays the disc over a run of sky. */
void disc_paint(tiles *t, const tile_run *run, const run_pixels *pixels);

/* disc_stripes returns the share (0..1) of a line of the disc that its gaps take:
 * the line reaches from `top` to `bottom`, in radii below the disc's middle. */
double disc_stripes(double amount, double top, double bottom);

#endif
