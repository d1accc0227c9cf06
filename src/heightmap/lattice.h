/* lattice.h - two independent gradient noises on one lattice, which may be a torus.
 *
 * Gradient noise (K. Perlin, "Improving noise", 2002) in two or three dimensions.  One hash of a
 * lattice point gives the gradients of both noises.  In: samples of a row of a map.  Out: for each
 * noise the weighted mean of its octaves, within -1..1.
 */
#ifndef RL_HEIGHTMAP_LATTICE_H
#define RL_HEIGHTMAP_LATTICE_H

#include <stdint.h>

#include "base/cpu.h"
#include "base/hash.h"
#include "heightmap/heightmap.h"

#define LATTICE_RUN 256 /* largest number of samples in a call of lattice_fill */
#define LATTICE_SPARE 4 /* values after a run that kernels may read and write */

typedef struct lattice {
    uint64_t key;
    int octaves;    /* each doubles the frequency and halves the weight */
    double cells_x; /* lattice cells of the first octave from sample to sample, along x */
    double cells_y;
    double cells_z;   /* lattice cells of the first octave per 1 of height */
    int64_t period_x; /* cells of the first octave after which the noise repeats; 0 = never */
    int64_t period_y;
    cpu_kernels kernels;
} lattice;

/* Both noises at the samples of a call. */
typedef struct lattice_pair {
    double a[LATTICE_RUN + LATTICE_SPARE], b[LATTICE_RUN + LATTICE_SPARE];
} lattice_pair;

/* lattice_side returns the length of a map's longer side, in distances of samples. */
double lattice_side(const heightmap *map);

/* lattice_over returns a lattice with `cells` cells of the first octave along the longer side of a
 * map; on a torus their number is rounded.  Its cells_z is 0. */
lattice lattice_over(const heightmap *map, const heightmap_work *work, double cells, int octaves,
                     uint64_t key);

/* lattice_fill writes both noises at samples first .. first+count-1 of row y.  heights[count] are
 * the third coordinates; NULL: the noise has two dimensions. */
void lattice_fill(const lattice *self, int first, int count, int y, const float *heights,
                  lattice_pair *noise);

/* Samples x .. x + count - 1 of row y of a map. */
typedef struct lattice_run {
    int x, y, count;
    float *height;
} lattice_run;

/* lattice_runs calls `shape`, which changes run->height, for all samples of a map, up to
 * LATTICE_RUN at a time, on several threads in strips of `high` rows: see heightmap_strips. */
typedef void lattice_shaper(const void *self, const lattice_run *run);
rl_status lattice_runs(heightmap *map, const heightmap_work *work, const char *what, int high,
                       lattice_shaper *shape, const void *self, rl_error *error);

/* ---- one octave (lattice_kernel.c) ------------------------------------------------- */

/* Samples first .. first+count-1 of a row; lengths are in cells of this octave. */
typedef struct lattice_octave {
    uint64_t above, below; /* hashes of the lattice rows above and below */
    double down, fade;     /* offset from the lattice row above, 0..1, and exact_fade of that */
    double step;           /* from sample to sample */
    double gain;           /* factor of the noise */
    int64_t period;        /* 0 = it does not repeat */
    int first, count;
} lattice_octave;

/* Adds an octave in two dimensions to both noises. */
typedef void lattice_kernel(const lattice_octave *row, lattice_pair *noise);
extern lattice_kernel *const lattice_kernels[CPU_KERNELS];

/* lattice_hash returns the hash of point i of a line whose hash is `line`. */
static inline uint64_t lattice_hash(uint64_t line, int64_t i)
{
    return hash_mix(line + (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15));
}

#endif
