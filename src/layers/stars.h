/* stars.h - points of light whose brightness follows that of the real sky. */
#ifndef RL_LAYERS_STARS_H
#define RL_LAYERS_STARS_H

#include "frame/frame.h"
#include "layers/sky_kernels.h"
#include "paint/tiles.h"

typedef struct star {
    double x, y; /* U: from the middle, and above the horizon */
    double flux; /* light at its middle, before anything dims it */
    int tint;    /* 0 amber, 1 white, 2 blue */
} star;

/* The lattice of the sky: at most one star for each cell (U). */
#define STARS_CELL 0.028

/* stars_at finds the star of a cell; 0 = the cell is empty. */
int stars_at(const rl_frame *frame, int64_t column, int64_t row, star *s);

/* A star of the part, in pixels of the whole picture. */
typedef struct star_point {
    double x, y;
    float peak; /* light at its middle */
    int tint;
} star_point;

/* What a thread holds of them: the rows of cells around the row that it paints. */
typedef struct stars {
    const rl_frame *frame;
    const sky_kernels *kernels;
    star_point *point; /* [rows * columns]: of each row of cells, from left to right */
    int *count;        /* [rows] */
    int64_t *held;     /* [rows]: which row of cells, -1 = none */
    int64_t first;     /* column of cells at which the part begins */
    int rows, columns;
    uint8_t *is_starry; /* [blocks] in `row` */
    int row;            /* of the whole picture, -1 = none */
    int64_t low, high;  /* rows of cells that shine into it */
    double spread, reach, gain;
} stars;

/* stars_new makes the memory of a thread; 0 when there is none. */
int stars_new(stars *stars, const rl_frame *frame);
void stars_free(stars *stars);

/* stars_are_at tells whether a star shines into a run's block. */
int stars_are_at(stars *stars, const tile_run *run);

/* stars_paint adds the stars to a run of sky. */
void stars_paint(stars *stars, const tile_run *run, const sky_pixels *pixels);

#endif
