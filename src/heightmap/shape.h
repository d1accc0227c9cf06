/* shape.h - the outline of the land on a map: island, archipelago, continent, bay, range.
 *
 * In: a row of a fractal whose SHAPE_LEVELS coarsest levels have no displacements.  Out: heights
 * within 0..1, which are the sea's level at the coast.  A sample is a function of its place and the
 * seed alone; the outline is scaled to the map, whatever its size.
 */
#ifndef RL_HEIGHTMAP_SHAPE_H
#define RL_HEIGHTMAP_SHAPE_H

#include "heightmap/heightmap.h"
#include "heightmap/lattice.h"

/* Number of coarse levels of the fractal that the outline replaces. */
#define SHAPE_LEVELS 2

/* Names of outlines in the order of rl_map_shape, ended by NULL. */
extern const char *const shape_names[];

/* shape_wraps returns 1 if a map with an outline (rl_map_shape) may wrap: there is sea along all
 * edges, or no outline. */
int shape_wraps(int kind);

typedef struct shape {
    int kind; /* rl_map_shape */
    int width;
    double sea;                  /* height of the sea, 0..1 */
    double across, down;         /* samples from the middle of the map to its edges */
    double stretch_x, stretch_y; /* length of the shorter side relative to the width, the height */
    double toward[2];            /* unit vector toward the mouth of a bay, or across a range */
    double middle[2];            /* middle of the land, half sides from that of the map */
    lattice bend, coast;         /* noises of outline.bend and outline.coast */
} shape;

/* shape_init makes the outline of the work's rules and seed for a map of width x height. */
void shape_init(shape *self, int width, int height, const heightmap_work *work);

/* shape_row replaces row y of the fractal by the heights of the land. */
void shape_row(const shape *self, int y, float *row);

#endif
