/* voronoi_tile.h - tiles of cells, each with the points that may be near it. */
#ifndef RL_HEIGHTMAP_PASSES_VORONOI_TILE_H
#define RL_HEIGHTMAP_PASSES_VORONOI_TILE_H

#include "heightmap/passes/voronoi_kernels.h"
#include "heightmap/passes/voronoi_points.h"

/* Points whose squares a tile can hold. */
#define VORONOI_NEAR 24

typedef struct voronoi_tile voronoi_tile;

typedef struct voronoi_filling {
    const voronoi_points *points;
    const voronoi_kernels *kernels;
    const heightmap *map;
    const rl_pass *pass;
    float *heights;
    int32_t *nearest;
    int terms;     /* n: how many distances count */
    int count;     /* how many of them there are points for */
    int numbered;  /* 1: the nearest point's number is needed */
    int gathers;   /* 1: two terms of few points can be summed at once */
    int first_row; /* of tiles: the one that row 0 of a band stands for */
    double side;
    voronoi_tile *tiles; /* one for each thread: too large for its stack */
} voronoi_filling;

/* A tile; cells beyond the map repeat the last column and row. */
struct voronoi_tile {
    int x, y, columns, rows;
    double place_x[VORONOI_WIDE], place_y[VORONOI_HIGH];
    voronoi_squares near[VORONOI_NEAR]; /* of the points that may matter, */
    int near_count;                     /* while all of them have room */
    int gathers;
    double best[VORONOI_MOST][VORONOI_CELLS]; /* else their least, ascending */
    double number[VORONOI_CELLS];             /* of the nearest point */
};

/* voronoi_tile_rows fills rows of tiles, as a heightmap_rows job: `user` is a filling. */
void voronoi_tile_rows(void *user, int from, int to, int worker);

#endif
