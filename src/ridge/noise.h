/* noise.h - smooth two-dimensional noise for mist and clouds.
 *
 * Gradient noise (K. Perlin, "Improving noise", 2002: quintic fade) on a lattice
 * of hashed gradients, and its fractal sum.  Values are within -1..1.
 */
#ifndef RL_RIDGE_NOISE_H
#define RL_RIDGE_NOISE_H

#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"

/* Number of cells along x after which a lattice repeats; 0 = never. */
typedef int64_t noise_period;

/* noise_fit_cell changes the length of a cell to the nearest one of which `loop` is a multiple, and
 * returns the number of cells in the loop; if `loop` is 0 it changes nothing and returns 0.
 * noise_fit_rate does the same with the number of cells per unit of length. */
noise_period noise_fit_cell(double loop, double *cell);
noise_period noise_fit_rate(double loop, double *rate);

/* noise_gradient returns one octave at (x, y); one lattice cell is 1 x 1. */
double noise_gradient(uint64_t key, int octave, double x, double y, noise_period period);

/* noise_fractal returns the sum of octaves of doubled frequency and halved weight, from 1/2 on; the
 * period is in cells of the first octave. */
double noise_fractal(uint64_t key, int octaves, double x, double y, noise_period period);

/* noise_run writes noise_gradient(key, octave, x[n], y, period) to out[n], bit for bit.  No x may
 * be less than the one before; it is fast if many are in the same cell. */
void noise_run(uint64_t key, int octave, const double *x, size_t count, double y,
               noise_period period, cpu_kernels kernels, double *out);

/* noise_fractal_run writes noise_fractal(key, octaves, x[n], y, period) in the same way.  It
 * overwrites x; `work` has room for `count` numbers. */
void noise_fractal_run(uint64_t key, int octaves, double *x, size_t count, double y,
                       noise_period period, cpu_kernels kernels, double *work, double *out);

/* noise_directions writes the indices in exact_direction of an octave's gradients at the lattice
 * points (i .. i + count - 1, j). */
void noise_directions(uint64_t key, int octave, int64_t i, int64_t j, size_t count,
                      noise_period period, uint8_t *directions);

#endif
