/* block.h - a map as a solid: its surface, the sea on it, the four cut sides; the camera.
 *
 * In: a map, rules, a camera's direction, a picture's size.  Out: nodes, which have heights and
 * light, and where each place is on the picture.  The longer side is 1, the middle of the map is
 * the origin; x runs east, y north, z up; row 0 is north.
 */
#ifndef RL_MAP_BLOCK_H
#define RL_MAP_BLOCK_H

#include "base/arena.h"
#include "map/lamp.h"

/* ---- camera ----------------------------------------------------------------------- */

/* The azimuth is that of the look, from north, clockwise; the elevation is the eye's above the
 * ground.  Rays are parallel, as in block diagrams: equal lengths stay equal, and elevation 90
 * is the map. */
typedef struct projection {
    double ahead[2];    /* the way of the look over the ground */
    double right[2];    /* the picture's x axis in the ground plane */
    double rise, level; /* pixels upward of one unit ahead, and of one unit of z, at scale 1 */
    double scale;       /* pixels of one unit */
    double middle_x, middle_y; /* pixels: where the origin is, from the left lower corner */
    int width, height;         /* pixels */
} projection;

/* project_turn sets the axes; scale 1, the origin at 0. */
projection project_turn(double azimuth, double elevation);

/* project_fit places what the picture must hold, in units: `across` to either side of the origin,
 * `top` and `bottom` along the upward axis, with a margin.  A height of 0 follows from the width,
 * and is at most twice that. */
void project_fit(projection *self, double across, double top, double bottom, int width, int height);

/* project_point: pixels from the left lower corner. */
void project_point(const projection *self, double x, double y, double z, double *right, double *up);

/* project_ground: the point of the plane at height z that is at a place of the picture. */
void project_ground(const projection *self, double right, double up, double z, double *x,
                    double *y);

/* ---- block ------------------------------------------------------------------------ */

#define BLOCK_RELIEF 0.22 /* units that heights 0 to 1 rise, times the exaggeration */
#define BLOCK_FOOT 0.05   /* rock below the lowest height */

/* x in -x..x, y in -y..y, z from low up. */
typedef struct block_box {
    double x, y, low;
} block_box;

/* Light on a node, as 16 bits each: below, what land gets of the lamp without its shadow; above,
 * the share of it that shadows leave. */
#define BLOCK_LIGHT_MOST 4.0f
#define BLOCK_LIGHT_STEPS 65535.0f

typedef struct block {
    int columns, rows; /* of nodes, at least 2 */
    float *height;     /* [rows][columns] */
    int32_t *light;    /* [rows][columns] */
    block_box box;
    projection camera; /* of the azimuth that the picture was made to fit */
    double low;        /* the lowest height, at most 0 */
    double lift;       /* z = (height - low) * lift */
    double sea;        /* a height; below `low` where there is none */
} block;

/* block_make builds the solid in `memory` for a picture of width x height; a height of 0 follows
 * from the width.  `fit` is an rl_surface_fit.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status block_make(block *self, const heightmap *map, const heightmap_work *work,
                     const lamp *light, int width, int height, int fit, arena *memory,
                     rl_error *error);

static inline double block_z(const block *self, double height)
{
    return (height - self->low) * self->lift;
}

#endif
