/* plume.h - smoke that rises from a summit and bends with the wind. */
#ifndef RL_LAYERS_PLUME_H
#define RL_LAYERS_PLUME_H

#include "layers/billows.h"

/* Its middle is at x = side * (bend[0] y + bend[1] y^2), U from the vent.  With the way s along it
 * grow the size of its heaps, a straight line in s, and its half width. */
typedef struct plume {
    double x_px, y_px;   /* the vent, in the whole picture */
    double middle_px;    /* of all its columns */
    double left, right;  /* columns that it may touch, from the vent */
    float side, bend[2]; /* side: -1 to the left, 1 to the right */
    float start;         /* of the length of its middle line: see way_along in the kernel */
    float cell, per_way; /* U of a heap at the vent, and what each U of the way adds */
    float half, more;    /* the same of half its width */
    float per_length;    /* 1 / U along it in which it dissolves */
    float dense;
    float sun_x, sun_y; /* where its light comes from; U from the vent */
    float fire;         /* how brightly the vent glows on it, 0..1 */
    shade_colour fire_colour;
    double halo; /* the same on the air round it */
    linear_rgb red;
    billows_light light;
    int32_t *cells;
    int32_t shift[BILLOWS_OCTAVES];
} plume;

/* A row of a block before it. */
typedef struct plume_run {
    float x, y, per_px; /* of column 0, U from the vent; U of a pixel */
    float risen;        /* cells of the first octave by which its heaps have risen */
    int from, to;       /* columns that it may touch */
    int shift;          /* 1 << shift columns from one node to the next */
    int is_hard;
    float weight[BILLOWS_OCTAVES];
    const tile_colours *sky;
} plume_run;

/* Writes colours of columns from .. to - 1, in whole groups, and how much each is covered. */
typedef void plume_kernel(const plume *all, const plume_run *run, tile_colours *colours,
                          float *covered);
extern plume_kernel *const plume_kernels[CPU_KERNELS];

/* Fire, and how much of its light shows under the sky of a frame, 0..1. */
#define PLUME_FIRE 0xff6a30
double plume_night(const rl_frame *frame);

/* Heaps rise by so many cells of the first octave in a cycle. */
#define PLUME_RISE 16

#endif
