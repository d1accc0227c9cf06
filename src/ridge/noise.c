/* noise.c - gradient noise from hashed lattice gradients, for mist and clouds. */
#include "ridge/noise.h"

#include "base/exact.h"
#include "base/hash.h"
#include "ridge/line_kernels.h"

noise_period noise_fit_cell(double loop, double *cell)
{
    if (loop <= 0.0)
        return 0;
    double cells = exact_max(exact_round(loop / *cell), 1.0);
    *cell = loop / cells;
    return (noise_period)cells;
}

noise_period noise_fit_rate(double loop, double *rate)
{
    if (loop <= 0.0)
        return 0;
    double cells = exact_max(exact_round(loop * *rate), 1.0);
    *rate = cells / loop;
    return (noise_period)cells;
}

/* Returns the number of lattice column i that is added to the hash of a lattice row. */
static inline uint64_t column_hash(int64_t i, noise_period period)
{
    return (uint64_t)exact_wrap(i, period) * UINT64_C(0x9e3779b97f4a7c15);
}

/* Returns the gradient of a corner times the offset (x, y) from it; row and column are hashes. */
static double corner(uint64_t row, uint64_t column, double x, double y)
{
    const double *g = exact_direction[hash_mix(row + column) >> 60];
    return g[0] * x + g[1] * y;
}

double noise_gradient(uint64_t key, int octave, double x, double y, noise_period period)
{
    int64_t i = exact_floor(x);
    int64_t j = exact_floor(y);
    double fx = x - (double)i;
    double fy = y - (double)j;
    double u = exact_fade(fx);
    uint64_t left = column_hash(i, period);
    uint64_t right = column_hash(i + 1, period);
    uint64_t above = hash_at(key, octave, j);
    uint64_t below = hash_at(key, octave, j + 1);
    double top = exact_mix(corner(above, left, fx, fy), corner(above, right, fx - 1.0, fy), u);
    double bottom =
        exact_mix(corner(below, left, fx, fy - 1.0), corner(below, right, fx - 1.0, fy - 1.0), u);
    /* The largest value of plain gradient noise in 2-D is sqrt(1/2). */
    return exact_mix(top, bottom, exact_fade(fy)) * EXACT_SQRT2;
}

double noise_fractal(uint64_t key, int octaves, double x, double y, noise_period period)
{
    double sum = 0.0;
    double weight = 0.5;
    for (int octave = 0; octave < octaves; octave++) {
        sum += weight * noise_gradient(key, octave, x, y, period);
        weight *= 0.5;
        x *= 2.0;
        y *= 2.0;
        period *= 2;
    }
    return sum;
}

/* The state of noise_run.  Most consecutive points are in the same lattice cell, whose corners are
 * therefore kept. */
typedef struct noise_line {
    uint64_t above, below; /* hashes of the lattice rows above and below y */
    double fy;             /* offset of y below the upper of these rows, 0..1 */
    noise_period period;
    line_cell cell; /* lattice cell of the latest x */
} noise_line;

/* Sets line->cell to the cell in lattice column i. */
static void find_corners(noise_line *line, int64_t i)
{
    for (int k = 0; k < 4; k++) {
        uint64_t place = column_hash(i + (k & 1), line->period);
        const double *g =
            exact_direction[hash_mix((k < 2 ? line->above : line->below) + place) >> 60];
        line->cell.tilt[k] = g[0];
        line->cell.lift[k] = g[1] * (k < 2 ? line->fy : line->fy - 1.0);
    }
    line->cell.left = (double)i;
}

/* Returns how many of the ascending x are less than `end`, by galloping search. */
static size_t count_less(const double *x, size_t count, double end)
{
    size_t low = 0;
    size_t high = count;
    for (size_t step = 64; low + step < count && x[low + step] < end; step *= 2)
        low += step;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (x[middle] < end)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void noise_run(uint64_t key, int octave, const double *x, size_t count, double y,
               noise_period period, cpu_kernels kernels, double *out)
{
    int64_t j = exact_floor(y);
    noise_line line = {.above = hash_at(key, octave, j),
                       .below = hash_at(key, octave, j + 1),
                       .period = period,
                       .fy = y - (double)j};
    line.cell.down = exact_fade(line.fy);
    for (size_t n = 0; n < count;) {
        find_corners(&line, exact_floor(x[n]));
        size_t run = count_less(x + n, count - n, line.cell.left + 1.0);
        run = run > 0 ? run : 1;
        line_kernels_of[kernels]->noise(&line.cell, x + n, run, out + n);
        n += run;
    }
}

void noise_fractal_run(uint64_t key, int octaves, double *x, size_t count, double y,
                       noise_period period, cpu_kernels kernels, double *work, double *out)
{
    double weight = 0.5;
    for (size_t n = 0; n < count; n++)
        out[n] = 0.0;
    for (int octave = 0; octave < octaves; octave++) {
        noise_run(key, octave, x, count, y, period, kernels, work);
        for (size_t n = 0; n < count; n++) {
            out[n] += weight * work[n];
            x[n] *= 2.0;
        }
        weight *= 0.5;
        y *= 2.0;
        period *= 2;
    }
}

void noise_directions(uint64_t key, int octave, int64_t i, int64_t j, size_t count,
                      noise_period period, uint8_t *directions)
{
    uint64_t row = hash_at(key, octave, j);
    for (size_t n = 0; n < count; n++)
        directions[n] = (uint8_t)(hash_mix(row + column_hash(i + (int64_t)n, period)) >> 60);
}
