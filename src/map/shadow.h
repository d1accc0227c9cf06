/* shadow.h - cast shadows of a grid of heights, with soft edges.
 *
 * One sweep over the grid costs a few sums for each sample, whatever the altitude of the sun.
 */
#ifndef RL_MAP_SHADOW_H
#define RL_MAP_SHADOW_H

/* Lengths are units of the caller. */
typedef struct shadow_grid {
    int width, height;
    int wrap;               /* 1: a torus */
    double cell_x, cell_y;  /* units from sample to sample */
    double relief;          /* units of one of height */
    double east, north, up; /* unit vector toward the light */
    double penumbra;        /* depth below the edge of a shadow at which it is full, units */
} shadow_grid;

/* shadow_make writes share[width * height], the share of the sun that shadows leave, 0..1. */
void shadow_make(const shadow_grid *grid, const float *height, float *share);

#endif
