/* vista.h - the projection of a panorama: the direction of a column, the ring of distances of a
 * ridge.
 *
 * The projection is cylindrical: columns are equally spaced in angle, and heights are tangents of
 * the angle above the eye's level, at the same scale.  So the profile of a ring is a function of x
 * alone, and upright things are upright.
 */
#ifndef RL_FRAME_VISTA_H
#define RL_FRAME_VISTA_H

#include "frame/prepare.h"
#include "heightmap/panorama.h"
#include "ridge/ridge.h"

typedef struct vista {
    panorama view;
    double cell;        /* metres between samples of the DEM, the smaller of both directions */
    uint64_t key;       /* hash key of the noise between samples */
    double look;        /* azimuth of the picture's middle, turns */
    double loop;        /* period of a full turn, U; 0 = the picture is no loop */
    double turns;       /* turns per U of x */
    double per_unit;    /* height in U of a line of sight whose tangent is 1 */
    double level;       /* height of the eye's level, U */
    double snow_line;   /* altitude of the snow line, metres */
    double snow_metres; /* metres per U of land.snow_line */
    panorama_way *way;  /* [nodes] directions of the columns of the fine grid */
} vista;

/* vista_new makes the vista of a scene that is a panorama, and sets scene.horizon and the bases of
 * its ridges.  For another scene *out is NULL, and ridges of the family horizon are level.  Errors:
 * RL_BAD_ARGUMENT (the scene has no heights, or none at the eye), RL_NO_MEMORY. */
rl_status vista_new(preparation *work, const vista **out, rl_error *error);

/* vista_way returns the direction of a place x, U. */
panorama_way vista_way(const vista *self, double x);

/* vista_ring writes the distances from the eye between which the land of a ridge is, metres. */
void vista_ring(const rl_ridge *ridge, double *from, double *to);

/* vista_sample writes the profile of a ridge, U above the eye's level. */
void vista_sample(const vista *self, const rl_ridge *ridge, const ridge_grid *grid, size_t count,
                  double *heights);

#endif
