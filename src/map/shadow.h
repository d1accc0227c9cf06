/* shadow.h - which ground the sun reaches: one sweep over a grid, away from the light.
 *
 * In: heights, the light's direction.  Out: a share of the sun for each sample, with a soft edge.
 * The work is that of a few sums a sample, whatever the light's height.
 */
#ifndef RL_MAP_SHADOW_H
#define RL_MAP_SHADOW_H

/* Lengths are units of the caller. */
typedef struct shadow_grid {
    int width, height;
    int wrap;              /* 1: a torus */
    double cell_x, cell_y; /* units from sample to sample */
    double relief;         /* units for one of height */
    double east, north;    /* toward the light, a unit vector with `up` */
    double up;
    double penumbra; /* units below the edge of a shadow: there it is full */
} shadow_grid;

/* shadow_make writes share[width * height]: 1 in the sun, 0 in the shadow. */
void shadow_make(const shadow_grid *grid, const float *height, float *share);

#endif
