/* lattice.h - two independent gradient noises on one lattice, which may be a torus.
 *
 * Gradient noise (K. Perlin, "Improving noise", 2002) in two or three dimensions.  One
 * hash of a lattice point gives the gradients of both noises.  In: places in map sides.
 * Out: the weighted mean of octaves, each of both within -1..1.
 */
#ifndef RL_HEIGHTMAP_LATTICE_H
#define RL_HEIGHTMAP_LATTICE_H

#include <stdint.h>

#include "heightmap/heightmap.h"

#define LATTICE_RUN 256 /* samples in a call */

typedef struct lattice {
    uint64_t key;
    int octaves;    /* each doubles the frequency and halves the weight */
    double cells_x; /* cells from sample to sample at the first octave */
    double cells_y;
    double cells_z;   /* cells in a height of 1 */
    int64_t period_x; /* cells after which it comes again; 0 = never */
    int64_t period_y;
} lattice;

/* Both noises at one sample. */
typedef struct lattice_pair {
    double a[LATTICE_RUN], b[LATTICE_RUN];
} lattice_pair;

/* lattice_side returns how many steps from sample to sample a map's longer side has. */
double lattice_side(const heightmap *map);

/* lattice_over lays noise over a map, `cells` of it along the longer side; on a torus whole ones.
 * Heights count no cells. */
lattice lattice_over(const heightmap *map, double cells, int octaves, uint64_t key);

/* lattice_fill fills samples first .. first+count-1 of row y; heights[count] are third
 * coordinates, NULL where there are two. */
void lattice_fill(const lattice *self, int first, int count, int y, const float *heights,
                  lattice_pair *noise);

/* Samples x .. x + count - 1 of row y of a map. */
typedef struct lattice_run {
    int x, y, count;
    float *height;
} lattice_run;

/* lattice_runs calls `shape` for all runs of a map, in strips of `high` rows: see
 * heightmap_strips. */
typedef void lattice_shaper(const void *self, const lattice_run *run);
rl_status lattice_runs(heightmap *map, const heightmap_work *work, const char *what, int high,
                       lattice_shaper *shape, const void *self, rl_error *error);

#endif
