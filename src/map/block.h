/* block.h - a map as a solid: its surface, the sea on it, the four cut sides.
 *
 * In: a map, rules, a camera.  Out: triangles in a raster.  The longer side is 1, the
 * middle of the map is the origin; row 0 is north.  Heights from 0 to 1 (or from the
 * least to the most, where a map leaves 0..1) rise BLOCK_RELIEF times the exaggeration.
 */
#ifndef RL_MAP_BLOCK_H
#define RL_MAP_BLOCK_H

#include "heightmap/heightmap.h"
#include "map/project.h"
#include "map/raster.h"

#define BLOCK_RELIEF 0.22
#define BLOCK_FOOT 0.05 /* rock below the lowest height */

/* The material of a sample, and its values. */
typedef enum block_material {
    BLOCK_NOTHING,
    BLOCK_LAND, /* height, slope east, slope north (units of z for one of x or y) */
    BLOCK_SEA,  /* height of the ground below */
    BLOCK_ROCK, /* z, how far below the ground (units), side: S, E, N, W */
    BLOCK_WATER /* a cut through the sea: how far below its face (units), ground, side */
} block_material;

/* x in -x..x, y in -y..y, z in low..high. */
typedef struct block_box {
    double x, y, low, high;
} block_box;

typedef struct block {
    const rl_allocator *allocator;
    int columns, rows;               /* of nodes, at least 2 */
    float *height;                   /* [rows][columns] */
    raster_vertex *node;             /* [rows][columns], on the sea where the ground is below it */
    int32_t *tile_top, *tile_bottom; /* [tile_rows][tile_columns] units */
    int tile_columns, tile_rows;
    block_box box;
    projection camera;
    double low, high; /* heights, at least 0..1 */
    double lift;      /* z = (height - low) * lift */
    double sea;       /* a height; below `low` where there is none */
} block;

/* block_make builds the solid for a picture `width` wide.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status block_make(block *self, const heightmap *map, const heightmap_work *work, int width,
                     double margin, rl_error *error);
void block_free(block *self);

/* block_draw draws all that reaches into the rows of the raster. */
void block_draw(const block *self, raster *target);

#endif
