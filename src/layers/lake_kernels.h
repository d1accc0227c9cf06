/* lake_kernels.h - what the lake's inner loops are given: see lake_kernel.c.
 *
 * Nodes are those of the colour grid in one row, counted from a multiple of
 * LAKE_GROUP in the whole picture, so that every part works on the same groups.
 */
#ifndef RL_LAYERS_LAKE_KERNELS_H
#define RL_LAYERS_LAKE_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "frame/frame.h"

/* Nodes and columns are worked on in whole groups, at any width of lanes. */
#define LAKE_GROUP 8

/* One octave of the ripples' noise in one row.  Near a column of its lattice it is a
 * straight line: lift + tilt * distance. */
typedef struct lake_octave {
    const float *tilt, *lift; /* [0] = lattice column `first` */
    int64_t first;
    double step, origin; /* node n lies at n * step + origin, in cells */
    float weight;
} lake_octave;

/* What the nodes of one row have in common. */
typedef struct lake_row {
    int64_t node; /* number of node 0 in the whole picture */
    float distance, swing;
    const float *height, *climb; /* of the strips: see mirror.h */
    int low, high;               /* strips between which all nodes look */
    float least, most;           /* the same as places */
    double step, sun_x, sun_y;   /* pixels; the disc's mirror below the shore */
    double loop;                 /* pixels after which the sun comes again, 0 = never */
    float dazzle_scale, shine_scale, glitter;
    int has_dazzle, has_shine;
} lake_row;

/* Shares of broad and fine ripples in moving the mirrored row and in glittering. */
#define LAKE_BEND_BROAD 0.65f
#define LAKE_BEND_FINE 0.50f
#define LAKE_GLINT_BROAD 0.5f
#define LAKE_GLINT_FINE 0.8f

/* The nodes of a row, or of one block of it. */
typedef struct lake_nodes {
    float *place;          /* where each looks, in strips */
    float *glint;          /* ripples that turn toward the sun */
    float *shine;          /* how much sun they would show */
    float *dazzle;         /* how close to the mirrored disc each looks, 0..1 */
    const float *shore[3]; /* linear light of the mist over the far shore */
} lake_nodes;

/* A block's columns in one row. */
typedef struct lake_run {
    lake_nodes nodes;
    const float *const *strip; /* [k - first] = strip k - 1 */
    ptrdiff_t left;            /* where the block lies in a strip */
    ptrdiff_t plane;           /* from red to green to blue */
    int first;
    int shift;          /* a node every 1 << shift columns */
    const float *along; /* [columns of a block]: from the node before to the next, 0..1 */
    int has_dazzle, has_shine;
    float clear, haze, blurred; /* see lake_line */
    struct {
        float r, g, b;
    } own, sparkle;
} lake_run;

/* Columns of a block, encoded sRGB. */
typedef struct lake_pixels {
    float *r, *g, *b;
} lake_pixels;

typedef struct lake_kernels {
    /* Lines of noise near `count` lattice columns, from gradients: x and y of those of
     * the lattice's row above, x and y of those below. */
    void (*lines)(const float *const gradient[4], float fy, float share, float *tilt, float *lift,
                  int count);
    /* Adds an octave to the heights of nodes from .. to - 1: whole groups. */
    void (*raise)(const lake_octave *octave, int64_t node, int from, int to, float *height);
    /* What nodes see; `place` and `glint` hold the heights of broad and of fine ripples. */
    void (*look)(const lake_row *row, int from, int to, const lake_nodes *nodes);
    /* Encoded colours of columns from .. to - 1 of a block: whole groups. */
    void (*fetch)(const lake_run *run, int from, int to, const lake_pixels *pixels);
    /* to = share * light of the samples, or more of it. */
    void (*keep)(const float *samples, float share, int is_first, float *to, int count);
} lake_kernels;

/* lake_coverage returns which part of a row is below a far shore at `height` (1/256 pixel
 * above the bottom). */
float lake_coverage(const rl_frame *frame, int32_t height, int row);

extern const lake_kernels lake_plain, lake_vector, lake_avx2;

/* lake_kernels_of returns a frame's choice. */
static inline const lake_kernels *lake_kernels_of(cpu_kernels kernels)
{
    return kernels == CPU_AVX2 ? &lake_avx2 : kernels == CPU_VECTOR ? &lake_vector : &lake_plain;
}

#endif
