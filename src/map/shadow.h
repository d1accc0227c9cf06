/* shadow.h - cast shadows of a grid of heights, with soft edges.
 *
 * A sweep over the grid takes a few additions per sample, whatever the altitude of the sun is.
 */
#ifndef RL_MAP_SHADOW_H
#define RL_MAP_SHADOW_H

/* A grid of heights under the sun.  Lengths are in any unit that the caller chooses. */
typedef struct shadow_grid {
    int width, height;
    int wrap;               /* 1 = a torus */
    double cell_x, cell_y;  /* units from sample to sample */
    double relief;          /* units for a difference of 1 in height */
    double east, north, up; /* unit vector toward the light */
    double penumbra;        /* depth below the edge of a shadow from which it is full, units */
} shadow_grid;

/* shadow_make writes share[height * width]: the share of the sun's light on a sample, 0 = in full
 * shadow, 1 = no shadow.  `height` are the heights of the samples. */
void shadow_make(const shadow_grid *grid, const float *height, float *share);

#endif
