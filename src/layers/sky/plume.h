/* plume.h - describes a plume of smoke that rises from a summit and bends with the wind. */
#ifndef RL_LAYERS_PLUME_H
#define RL_LAYERS_PLUME_H

#include "layers/common/billows.h"

/* The middle line is x = side * (bend[0] y + bend[1] y^2), in U from the vent.  The size of its
 * heaps and its half width grow linearly with the arc length ("way") along it. */
typedef struct plume {
    double x_px, y_px;   /* vent, pixels in the whole picture */
    double middle_px;    /* middle of the touched columns, pixels */
    double left, right;  /* touched columns, pixels from the vent */
    float side;          /* direction of the wind, -1 = left, 1 = right */
    float bend[2];       /* coefficients of the middle line */
    float start;         /* arc length of its parabola up to the vent, U */
    float cell, per_way; /* size of a heap at the vent, U, and its growth per U of the way */
    float half, more;    /* half width at the vent, U, and its growth per U of the way */
    float per_length;    /* 1 / length over which smoke dissolves, 1/U */
    float dense;         /* density on the middle line, 0..1 */
    float sun_x, sun_y;  /* sun, U from the vent */
    float fire;          /* glow of the vent on smoke, 0..1 */
    shade_colour fire_colour;
    double halo; /* light of the vent on the air around the vent */
    linear_rgb red;
    billows_light light;
    int32_t *cells;
    int32_t shift[BILLOWS_OCTAVES];
} plume;

/* A row of a block that the plume may touch. */
typedef struct plume_run {
    float x, y;   /* position of column 0, U from the vent */
    float per_px; /* U per pixel */
    float risen;  /* rise of the heaps, cells of the first octave */
    int from, to; /* touched columns */
    int shift;    /* 1 << shift columns from one node to the next */
    int is_hard;
    float weight[BILLOWS_OCTAVES];
    const tile_colours *sky;
} plume_run;

/* Writes colours and coverage of columns from .. to - 1, in whole groups. */
typedef void plume_kernel(const plume *all, const plume_run *run, tile_colours *colours,
                          float *covered);
extern plume_kernel *const plume_kernels[CPU_KERNELS];

#define PLUME_FIRE 0xff6a30 /* colour of fire */

/* plume_night returns the visibility of the light of fire under the sky of a frame, 0..1. */
double plume_night(const rl_frame *frame);

#define PLUME_RISE 16 /* rise of heaps per cycle, cells of the first octave */

#endif
