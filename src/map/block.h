/* block.h - a map as a solid: its surface, the sea on it, the four cut sides; the camera,
 * and the raster of its triangles.
 *
 * In: a map, rules, a camera's direction.  Out: triangles in a raster.  The longer side is 1,
 * the middle of the map is the origin; x runs east, y north, z up; row 0 is north.  Heights
 * from 0 to 1 (or from the least to the most, where a map leaves 0..1) rise BLOCK_RELIEF
 * times the exaggeration.
 */
#ifndef RL_MAP_BLOCK_H
#define RL_MAP_BLOCK_H

#include "base/arena.h"
#include "heightmap/heightmap.h"

/* ---- camera ----------------------------------------------------------------------- */

/* Azimuth and elevation are those of MATLAB's view: azimuth from the negative y axis,
 * counter-clockwise seen from above; elevation above the ground.  Rays are parallel, as in
 * block diagrams: equal lengths stay equal, and elevation 90 is the map.  The picture's x
 * runs right, its y down. */
typedef struct projection {
    double right[2];           /* the picture's x axis in the ground plane */
    double up[3];              /* the picture's upward axis */
    double toward[3];          /* to the eye */
    double scale;              /* pixels of one unit */
    double middle_x, middle_y; /* pixels: where the origin is */
    int width, height;         /* pixels */
} projection;

typedef struct projected {
    double x, y;  /* pixels */
    double depth; /* units; less is nearer */
} projected;

/* project_turn sets the axes; scale 1, the origin at 0. */
projection project_turn(double azimuth, double elevation);

/* project_fit makes the picture `width` wide with a margin round what it must hold, in units:
 * `across` to either side of the origin, `top` and `bottom` along the upward axis.  Its height
 * follows, at most twice the width. */
void project_fit(projection *self, double across, double top, double bottom, int width);

projected project_point(const projection *self, double x, double y, double z);

/* project_ground: the point of the plane at height z that is at a place of the picture. */
void project_ground(const projection *self, double picture_x, double picture_y, double z, double *x,
                    double *y);

/* ---- raster ----------------------------------------------------------------------- */

/* For every sample of a band of rows the nearest triangle's depth, material and interpolated
 * values.  A pixel has 3 x 3 samples, the grid sheared by a ninth of a pixel in both
 * directions: so an edge close to a row or a column still has nine steps, not three.
 * Coverage is integer and follows the top-left rule: triangles that share an edge leave no
 * gap and touch no sample twice.  A sample does not depend on the band that holds it. */
#define RASTER_SIDE 3   /* samples along a pixel's side */
#define RASTER_STEP 240 /* units from sample to sample */
#define RASTER_SHEAR 80 /* units */
#define RASTER_PIXEL (RASTER_SIDE * RASTER_STEP)
#define RASTER_VALUES 3

typedef struct raster_vertex {
    int32_t x, y; /* units from the picture's left upper corner */
    float depth;  /* less is nearer */
    float value[RASTER_VALUES];
} raster_vertex;

typedef struct raster_sample {
    float depth;
    float value[RASTER_VALUES];
    int32_t material; /* 0: nothing was drawn */
} raster_sample;

typedef struct raster {
    int width;       /* samples */
    int top, bottom; /* rows of samples: top .. bottom - 1 */
    raster_sample *sample;
} raster;

/* raster_units turns pixels into units. */
int32_t raster_units(double pixels);

/* raster_triangle draws a triangle whose corners run clockwise in the picture; one that
 * runs the other way is seen from behind and left out.  Of equal depths the first stays. */
void raster_triangle(raster *self, const raster_vertex *a, const raster_vertex *b,
                     const raster_vertex *c, int material);

/* ---- block ------------------------------------------------------------------------ */

#define BLOCK_RELIEF 0.22
#define BLOCK_FOOT 0.05 /* rock below the lowest height */

/* The material of a sample, and its values; BLOCK_NOTHING where nothing was drawn. */
typedef enum block_material {
    BLOCK_NOTHING,
    BLOCK_LAND, /* height, slope east, slope north (units of z for one of x or y) */
    BLOCK_SEA,  /* height of the ground below */
    BLOCK_ROCK, /* a cut side: z, how far below its upper edge (units), side: S, E, N, W */
    BLOCK_WATER /* the same of a cut through the sea */
} block_material;

/* x in -x..x, y in -y..y, z from low up. */
typedef struct block_box {
    double x, y, low;
} block_box;

/* Where a square of cells is in the picture: units. */
typedef struct block_tile {
    int32_t top, bottom;
} block_tile;

typedef struct block {
    const heightmap *map;
    int columns, rows;   /* of nodes, at least 2 */
    int first_row;       /* of the rows that are being made */
    raster_vertex *node; /* [rows][columns], on the sea where the ground is below it */
    int tile_columns, tile_rows;
    block_tile *tile; /* [tile_rows][tile_columns] */
    block_box box;
    projection camera;
    double low;  /* the lowest height, at most 0 */
    double lift; /* z = (height - low) * lift */
    double sea;  /* a height; below `low` where there is none */
} block;

/* block_make builds the solid for a picture `width` wide in `memory`.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status block_make(block *self, const heightmap *map, const heightmap_work *work, int width,
                     arena *memory, rl_error *error);

/* block_draw draws all that reaches into the rows of the raster. */
void block_draw(const block *self, raster *target);

#endif
