/* ripples.h - how the lake's surface moves: noise that shrinks toward the far shore. */
#ifndef RL_LAYERS_RIPPLES_H
#define RL_LAYERS_RIPPLES_H

#include "frame/frame.h"
#include "layers/lake_kernels.h"

/* Two kinds of ripples: broad and fine, octaves of either; a lake without a vanishing
 * point has more, of which each row shows a few. */
#define RIPPLES_KINDS 2
#define RIPPLES_OCTAVES 10

/* The gradients around one octave's row: rows of its lattice at even and odd places. */
typedef struct ripples_lattice {
    float *gradient[2][2]; /* [parity][x or y], [columns] */
    int64_t row[2];        /* which are held */
    int64_t first;         /* column 0 of both */
    int64_t period;        /* columns after which they repeat, 0 = never */
    int count;             /* columns that are held, 0 = none */
    int columns;
} ripples_lattice;

typedef struct ripples {
    const rl_frame *frame;
    uint64_t key;
    double drift; /* U */
    const lake_kernels *kernels;
    int64_t node;                  /* number of node 0 in the whole picture */
    int nodes;                     /* whole groups */
    double rate[RIPPLES_KINDS];    /* cells of the first octave in a U, without one */
    int64_t period[RIPPLES_KINDS]; /* in a loop, 0 = none */
    int octaves[RIPPLES_KINDS];
    ripples_lattice lattice[RIPPLES_KINDS][RIPPLES_OCTAVES];
    float *memory, *tilt, *lift;
    uint8_t *directions;
} ripples;

/* ripples_new makes the memory of a thread for `nodes` nodes of the colour grid from
 * `node` on, both multiples of LAKE_GROUP; 0 when there is none. */
int ripples_new(ripples *ripples, const rl_frame *frame, arena *memory, uint64_t key, double drift,
                int64_t node, int nodes);

/* ripples_perspective returns the scale of ripples at `depth` U below the far shore. */
double ripples_perspective(double depth);

/* ripples_blurred returns the share (0..1) of the fine ripples that are too fine to be
 * seen at a scale. */
double ripples_blurred(const rl_frame *frame, double perspective);

/* ripples_raise writes the heights of both kinds of ripples at nodes from .. to - 1
 * (whole groups) of a row `depth` U below the far shore. */
void ripples_raise(ripples *ripples, double depth, int from, int to,
                   float *const height[RIPPLES_KINDS]);

#endif
