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
    uint64_t left = line_column(i, period);
    uint64_t right = line_column(i + 1, period);
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

void noise_run(uint64_t key, int octave, const double *x, size_t count, double y,
               noise_period period, cpu_kernels kernels, double *out)
{
    int64_t j = exact_floor(y);
    double down = y - (double)j;
    line_kernels_of[kernels]->noise(&(line_noise){.above = hash_at(key, octave, j),
                                                  .below = hash_at(key, octave, j + 1),
                                                  .down = down,
                                                  .fade = exact_fade(down),
                                                  .period = period},
                                    x, count, out);
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
        directions[n] = (uint8_t)(hash_mix(row + line_column(i + (int64_t)n, period)) >> 60);
}
