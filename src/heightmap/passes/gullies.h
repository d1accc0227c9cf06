/* gullies.h - the data that the pass "gullies" hands to its kernel: a run of samples, octaves. */
#ifndef RL_HEIGHTMAP_PASSES_GULLIES_H
#define RL_HEIGHTMAP_PASSES_GULLIES_H

#include "base/cpu.h"
#include "base/stripes.h"

#define GULLIES_OCTAVES 16
#define GULLIES_RUN 64     /* samples of a row that the kernel does at a time */
#define GULLIES_FREQ 1.15f /* waves (stripes) per lattice cell */

typedef struct gullies_octave {
    int32_t period; /* lattice cells around a torus along x; 0 = it does not wrap */
    int32_t period_y;
    float strength; /* slope of the sides of stripes; 0 = they would be too fine */
    float height;   /* height of a wave whose sides have the slope 1 */
    double rate;    /* lattice cells from sample to sample along x */
    double rate_y;
    uint64_t key;
} gullies_octave;

/* A run of samples of one row. */
typedef struct gullies_row {
    int octaves;
    const gullies_octave *octave;
    stripe_line line[GULLIES_OCTAVES];                /* lattice rows around the row of samples */
    int32_t cell[GULLIES_OCTAVES];                    /* lattice cell of the first sample */
    float part[GULLIES_OCTAVES];                      /* offset of the first sample in it, 0..1 */
    float slope_x[GULLIES_RUN], slope_y[GULLIES_RUN]; /* slopes, to which the kernel adds */
    float land[GULLIES_RUN];                          /* 0 on the sea .. 1 on land */
    float height[GULLIES_RUN];                        /* heights, to which the kernel adds */
} gullies_row;

typedef void gullies_kernel(gullies_row *row);
extern gullies_kernel *const gullies_kernels[CPU_KERNELS];

#endif
