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

/* Noise in one row of the plane is, near a column of its lattice, a straight line: lift
 * + tilt * (x - column).  noise_lines writes those of columns first .. first+count-1 at
 * height y, times weight, as pairs lift, tilt.  Between two columns the noise is a mix of
 * their lines by noise's fade of the way. */
void noise_lines(uint64_t key, int octave, int64_t first, int count, double y, double weight,
                 noise_period period, float *lines);

/* The last cell of the plane: a neighbour is likely to be in it. */
typedef struct noise_cell {
    noise_period period; /* of its lattice */
    int is_known;
    int64_t i, j;
    float gradient[8]; /* x and y of the corners (i, j), (i+1, j), (i, j+1), (i+1, j+1) */
} noise_cell;

/* noise_corners returns the gradients of the cell (i, j), of the octave that the cell was
 * used for before.
 * noise_in_cell returns noise_gradient at (i + x, j + y), 0 <= x, y < 1, in single
 * precision. */
const float *noise_corners(uint64_t key, int octave, noise_cell *cell, int64_t i, int64_t j);
float noise_in_cell(uint64_t key, int octave, noise_cell *cell, int64_t i, float x, int64_t j,
                    float y);

/* Sixteen directions, 22.5 degrees apart: x and y. */
extern const double noise_direction[16][2];

/* noise_directions writes the directions (sixteenths of a turn) of an octave's
 * gradients at the lattice points (i .. i + count - 1, j). */
void noise_directions(uint64_t key, int octave, int64_t i, int64_t j, size_t count,
                      noise_period period, uint8_t *directions);

#endif
