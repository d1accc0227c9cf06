/* gullies.h - a row and its octaves, which the pass "gullies" passes to its kernel. */
#ifndef RL_HEIGHTMAP_PASSES_GULLIES_H
#define RL_HEIGHTMAP_PASSES_GULLIES_H

#include "base/cpu.h"
#include "base/stripes.h"

#define GULLIES_OCTAVES 16
#define GULLIES_RUN 64 /* samples of a row at a time */
#define GULLIES_FREQ 1.15f

typedef struct gullies_octave {
    int32_t period; /* cells of a torus across and down, 0 = none */
    int32_t period_y;
    float strength; /* slope of its sides; 0 = too fine */
    float height;   /* height of a wave of slope 1 */
    double rate;    /* cells from sample to sample, across and down */
    double rate_y;
    uint64_t key;
} gullies_octave;

/* A run of a row. */
typedef struct gullies_row {
    int octaves;
    const gullies_octave *octave;
    stripe_line line[GULLIES_OCTAVES];
    int32_t cell[GULLIES_OCTAVES];
    float part[GULLIES_OCTAVES];
    float slope_x[GULLIES_RUN], slope_y[GULLIES_RUN]; /* slopes of the broad land */
    float land[GULLIES_RUN];                          /* 0 on the sea, 1 on land */
    float height[GULLIES_RUN];                        /* heights, which the kernel raises */
} gullies_row;

typedef void gullies_kernel(gullies_row *row);
extern gullies_kernel *const gullies_kernels[CPU_KERNELS];

#endif
