/* stars.h - points of light whose brightness follows that of the real sky. */
#ifndef RL_LAYERS_STARS_H
#define RL_LAYERS_STARS_H

#include "layers/lights.h"
#include "paint/tiles.h"

typedef struct star {
    double x, y; /* U: from the middle, and above the horizon */
    double flux; /* light at its middle, before anything dims it */
    int tint;    /* 0 amber, 1 white, 2 blue */
} star;

/* The lattice of the sky: at most one star for each cell (U). */
#define STARS_CELL 0.028

/* What all threads share. */
typedef struct star_sky {
    uint64_t key;
    double amount, twinkle; /* scene.stars, scene.twinkle */
    linear_rgb light;
} star_sky;

/* stars_at finds the star of a cell; 0 = the cell is empty. */
int stars_at(const rl_frame *frame, const star_sky *sky, int64_t column, int64_t row, star *s);

/* A star of the part, in pixels of the whole picture. */
typedef struct star_point {
    double x, y;
    float peak; /* light at its middle */
    int tint;
} star_point;

/* What a thread holds of them: the rows of cells around the row that it paints. */
typedef struct stars {
    const rl_frame *frame;
    const star_sky *sky;
    const lights_kernels *kernels;
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
int stars_new(stars *stars, const rl_frame *frame, const star_sky *sky, arena *memory);

/* stars_are_at returns whether a star shines into a run's block. */
int stars_are_at(stars *stars, const tile_run *run);

#endif
