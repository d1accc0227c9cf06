/* stars.h - points of light whose brightness follows that of the real sky. */
#ifndef RL_PAINT_STARS_H
#define RL_PAINT_STARS_H

#include "frame/frame.h"
#include "paint/blend.h"
#include "paint/tiles.h"

typedef struct star {
    double x, y; /* U: from the middle, and above the horizon */
    double flux; /* light at its middle, before anything dims it */
    int tint;    /* 0 amber, 1 white, 2 blue */
} star;

/* The lattice of the sky: at most one star for each cell (U). */
#define STARS_CELL 0.028

/* stars_at finds the star of a cell; 0 = the cell is empty. */
int stars_at(const rl_frame *frame, int64_t column, int64_t row, star *s);

/* stars_paint adds the stars to a run of sky. */
void stars_paint(tiles *t, const tile_run *run, const run_pixels *pixels);

#endif
