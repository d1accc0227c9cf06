/* block.h - a map as a solid block of land and sea, and the camera of its picture.
 *
 * Lengths are units: the longer side of the map.  The origin is the middle of the map; x runs east,
 * y north, z up; row 0 is north.
 */
#ifndef RL_MAP_BLOCK_H
#define RL_MAP_BLOCK_H

#include "base/arena.h"
#include "map/lamp.h"

/* ---- camera ----------------------------------------------------------------------- */

/* A parallel projection, as in block diagrams: equal lengths stay equal, and at elevation 90 the
 * picture is the map.  The azimuth of the line of sight is clockwise from north; the elevation is
 * the angle of the eye above the ground; both are degrees. */
typedef struct projection {
    double ahead[2];    /* line of sight over the ground: x, y of a unit vector */
    double right[2];    /* the picture's x axis in the ground plane, a unit vector */
    double rise, level; /* pixels upward for one unit ahead, and for one unit of z, at scale 1 */
    double scale;       /* pixels per unit */
    double middle_x, middle_y; /* the origin in the picture, pixels from the left lower corner */
    int width, height;         /* pixels */
} projection;

/* project_turn returns a projection with scale 1 and the origin in the left lower corner. */
projection project_turn(double azimuth, double elevation);

/* project_fit sets scale and origin so that the picture holds, with a margin, `across` units to
 * either side of the origin, and `bottom`..`top` units along its upward axis.  Width and height are
 * pixels; a height of 0 is computed from the width, and is at most twice the width. */
void project_fit(projection *self, double across, double top, double bottom, int width, int height);

/* project_point returns the place of a point in the picture, pixels from the left lower corner. */
void project_point(const projection *self, double x, double y, double z, double *right, double *up);

/* project_ground returns the point x, y with the given z that is seen at a place of the picture,
 * pixels from the left lower corner. */
void project_ground(const projection *self, double right, double up, double z, double *x,
                    double *y);

/* ---- block ------------------------------------------------------------------------ */

#define BLOCK_RELIEF 0.22 /* rise from height 0 to height 1 at exaggeration 1, units */
#define BLOCK_FOOT 0.05   /* thickness of the rock below the lowest height, units */

typedef struct block_box {
    double x, y; /* half of the sides, units */
    double low;  /* z of the block's foot, units */
} block_box;

/* Light on a node.  Bits 0..15 are the direct light on its slope, 0..BLOCK_LIGHT_MOST; bits 16..31
 * the share of it that shadows leave, 0..1.  Both are 0..BLOCK_LIGHT_STEPS there. */
#define BLOCK_LIGHT_MOST 4.0f
#define BLOCK_LIGHT_STEPS 65535.0f

typedef struct block {
    int columns, rows; /* number of nodes, at least 2 */
    float *height;     /* [rows][columns] */
    int32_t *light;    /* [rows][columns] */
    block_box box;
    projection camera; /* camera for rules->look_azimuth; other azimuths use its scale */
    double low;        /* lowest height of the map, but at most 0 */
    double lift;       /* units per height: z = (height - low) * lift */
    double sea;        /* height of the sea; below `low` = no sea */
} block;

/* block_make builds the solid in `memory` for a picture of width x height pixels; a height of 0 is
 * computed from the width.  `fit` is an rl_surface_fit.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status block_make(block *self, const heightmap *map, const heightmap_work *work,
                     const lamp *light, int width, int height, int fit, arena *memory,
                     rl_error *error);

/* block_z returns z of a height, units. */
static inline double block_z(const block *self, double height)
{
    return (height - self->low) * self->lift;
}

#endif
