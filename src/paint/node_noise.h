/* node_noise.h - fractal noise along a row of nodes of the colour grid. */
#ifndef RL_PAINT_NODE_NOISE_H
#define RL_PAINT_NODE_NOISE_H

#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"

/* Octaves of doubled frequency and halved weight at x = node * step + origin, in cells of
 * the first. */
typedef struct node_noise {
    uint64_t key;
    int octaves;
    double step, origin, y;
    int64_t period; /* cells after which it repeats, 0 = never */
} node_noise;

/* node_noise_fill writes the noise at `count` nodes from node `first` of the picture on. */
void node_noise_fill(const node_noise *noise, cpu_kernels kernels, int64_t first, size_t count,
                     float *sum);

#endif
