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

/* The cells along x after which a lattice repeats; 0 = never. */
typedef int64_t noise_period;

/* noise_fit_cell changes the length of a cell so little that a loop is a multiple of it,
 * and returns how many there are; without a loop (0) it changes nothing.
 * noise_fit_rate does the same with the number of cells in a unit of length. */
noise_period noise_fit_cell(double loop, double *cell);
noise_period noise_fit_rate(double loop, double *rate);

/* noise_gradient returns one octave at (x, y); one lattice cell is 1 x 1. */
double noise_gradient(uint64_t key, int octave, double x, double y, noise_period period);

/* noise_fractal sums octaves of doubled frequency and halved weight; the period is that
 * of the first. */
double noise_fractal(uint64_t key, int octaves, double x, double y, noise_period period);

/* noise_run writes noise_gradient(key, octave, x[n], y, period), bit for bit, for x that
 * never fall, of which many share a cell. */
void noise_run(uint64_t key, int octave, const double *x, size_t count, double y,
               noise_period period, cpu_kernels kernels, double *out);

/* noise_fractal_run writes noise_fractal(key, octaves, x[n], y, period) in the same way.  It
 * changes x; `work` has room for `count` numbers. */
void noise_fractal_run(uint64_t key, int octaves, double *x, size_t count, double y,
                       noise_period period, cpu_kernels kernels, double *work, double *out);

/* noise_directions writes the directions (sixteenths of a turn) of an octave's
 * gradients at the lattice points (i .. i + count - 1, j). */
void noise_directions(uint64_t key, int octave, int64_t i, int64_t j, size_t count,
                      noise_period period, uint8_t *directions);

#endif
