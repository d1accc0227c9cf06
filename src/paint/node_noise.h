/* node_noise.h - fractal noise along a row of nodes of the colour grid. */
#ifndef RL_PAINT_NODE_NOISE_H
#define RL_PAINT_NODE_NOISE_H

#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"

/* A sum of octaves of doubled frequency and halved weight, from 1/2 on.  Node n is at x = n * step
 * + origin; x and y are in lattice cells of the first octave. */
typedef struct node_noise {
    uint64_t key;
    int octaves;
    double step, origin, y;
    int64_t period; /* cells of the first octave after which it repeats; 0 = never */
} node_noise;

/* node_noise_fill writes the noise at `count` nodes from node `first` on. */
void node_noise_fill(const node_noise *noise, cpu_kernels kernels, int64_t first, size_t count,
                     float *sum);

#endif
