/* shape.h - the outline of the land: island, archipelago, continent, bay, range.
 *
 * In: a row of a fractal whose coarsest levels are level (see diamond_rows_new), its place on the
 * map.  Out: heights within 0..1 that cross the sea's level at the coast.  A sample is a function
 * of its place and the seed alone; the outline is laid over the map, whatever its size.
 */
#ifndef RL_HEIGHTMAP_SHAPE_H
#define RL_HEIGHTMAP_SHAPE_H

#include "heightmap/heightmap.h"
#include "heightmap/lattice.h"

/* Number of coarse levels of the fractal that the outline replaces. */
#define SHAPE_LEVELS 2

/* Names of outlines in the order of rl_map_shape, ended by NULL. */
extern const char *const shape_names[];

/* shape_wraps returns 1 for outlines that can be on a torus: sea is all round them. */
int shape_wraps(int kind);

typedef struct shape {
    int kind; /* rl_map_shape */
    int width;
    double sea;
    double across, down;         /* samples from the middle of the map to its edges */
    double stretch_x, stretch_y; /* half of the shorter side in halves of each; 1 on a square */
    double toward[2];            /* unit vector toward the mouth of a bay, or across a range */
    double middle[2];            /* middle of the land, halves of the sides */
    lattice bend, coast;
} shape;

/* shape_init makes the outline of the work's rules and seed for a map of width x height. */
void shape_init(shape *self, int width, int height, const heightmap_work *work);

/* shape_row replaces row y of the fractal by the heights of the land. */
void shape_row(const shape *self, int y, float *row);

#endif
