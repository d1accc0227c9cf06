/* node_noise.c - fractal noise along a row of nodes, up to RUN nodes at a time. */
#include "paint/node_noise.h"

#include <string.h>

#include "ridge/noise.h"

#define RUN 512

static void add_octave(const node_noise *noise, cpu_kernels kernels, int octave, int64_t first,
                       size_t count, float *sum)
{
    double x[RUN];
    double value[RUN];
    double scale = (double)(1 << octave);
    for (size_t n = 0; n < count; n++)
        x[n] = ((double)(first + (int64_t)n) * noise->step + noise->origin) * scale;
    noise_run(noise->key, octave, x, count, noise->y * scale, noise->period << octave, kernels,
              value);
    for (size_t n = 0; n < count; n++)
        sum[n] += (float)(0.5 / scale * value[n]);
}

void node_noise_fill(const node_noise *noise, cpu_kernels kernels, int64_t first, size_t count,
                     float *sum)
{
    memset(sum, 0, count * sizeof *sum);
    for (size_t at = 0; at < count; at += RUN)
        for (int octave = 0; octave < noise->octaves; octave++)
            add_octave(noise, kernels, octave, first + (int64_t)at,
                       count - at < RUN ? count - at : RUN, sum + at);
}
