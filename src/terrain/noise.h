/* noise.h - smooth two-dimensional noise for mist and clouds.
 *
 * Gradient noise (K. Perlin, "Improving noise", 2002: quintic fade) on a lattice
 * of hashed gradients, and its fractal sum.  Values lie within -1..1.
 */
#ifndef RL_TERRAIN_NOISE_H
#define RL_TERRAIN_NOISE_H

#include <stdint.h>

/* noise_gradient returns one octave at (x, y); one lattice cell is 1 x 1. */
double noise_gradient(uint64_t key, int octave, double x, double y);

/* noise_fractal sums octaves of doubled frequency and halved weight. */
double noise_fractal(uint64_t key, int octaves, double x, double y);

/* Points of a straight row: x = (first + i) * step + origin at one y. */
typedef struct noise_row {
    int64_t first;
    int count;
    double step, origin, y;
} noise_row;

/* noise_row_add adds weight * noise_gradient at scale * (x, y) to sum[count]:
 * along a row neighbours share most of the work. */
void noise_row_add(uint64_t key, int octave, const noise_row *row, double scale, double weight,
                   float *sum);

#endif
