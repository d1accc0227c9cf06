/* vista.h - a panorama in a picture: which direction a column looks, which ring a ridge is.
 *
 * The picture is a cylinder: columns are equally far apart in angle, and heights are tangents of
 * the angle above the eye's level, both at the same scale there.  So a ring of distances is a
 * profile, a function of x alone, and upright things are upright.
 */
#ifndef RL_FRAME_VISTA_H
#define RL_FRAME_VISTA_H

#include "frame/prepare.h"
#include "heightmap/panorama.h"
#include "ridge/ridge.h"

typedef struct vista {
    panorama view;
    double cell; /* metres from sample to sample of the DEM */
    uint64_t key;
    double look;        /* turns from north to the picture's middle */
    double loop;        /* U, 0 = none: once round */
    double turns;       /* turns of a U */
    double per_unit;    /* U of a tangent of 1 */
    double level;       /* U from the picture's foot to the eye's level */
    double snow_line;   /* metres above the sea */
    double snow_metres; /* that are a U on the scale of snow */
    panorama_way *way;  /* [nodes]: of the columns of the fine grid */
} vista;

/* vista_new makes the vista of a scene that is a panorama, or leaves `out` NULL (then ridges of a
 * DEM are level); it places the eye's level, the foot of the sky and of the ridges.
 * Errors: RL_BAD_ARGUMENT (there are no heights, a place without data), RL_NO_MEMORY. */
rl_status vista_new(preparation *work, const vista **out, rl_error *error);

/* vista_way returns the direction of a place x (U). */
panorama_way vista_way(const vista *self, double x);

/* vista_ring returns how many metres away the ring of a ridge begins and ends. */
void vista_ring(const rl_ridge *ridge, double *from, double *to);

/* vista_sample writes the profile of a ridge, in U above the eye's level. */
void vista_sample(const vista *self, const rl_ridge *ridge, const ridge_grid *grid, size_t count,
                  double *heights);

#endif
