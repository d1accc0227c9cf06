/* surface.h - the block as a picture, from any side.
 *
 * In: a map, rules, a picture's size.  Out: frames of 8-bit RGB.  Light and shadows belong to the
 * land and are made once; a frame walks each of its columns over the block, away from the eye.
 */
#ifndef RL_MAP_SURFACE_H
#define RL_MAP_SURFACE_H

#include "base/cpu.h"
#include "map/block.h"

/* ---- kernels ----------------------------------------------------------------------- */

#define SURFACE_LANES 16 /* lines have room for so many beyond their end */

/* Tints of land, then of water by depth: 10 bits each of red, green and blue, from the lowest on,
 * the roots of linear light, which are finer than a step of 8 bits of sRGB.  What a kernel needs
 * of the lamp. */
#define SURFACE_TINT_MOST 1023
typedef struct surface_look {
    int32_t tint[2 * TINT_ENTRIES];
    float land_from, land_scale; /* height -> entry */
    float sea, depth_scale;
    float shade[3], more[3];
    float low; /* pixels upward = (height - low) * lift */
} surface_look;

/* A walk over the nodes, and where on the picture it runs. */
typedef struct surface_walk {
    float column, row, column_step, row_step; /* nodes */
    float up, up_step, lift;                  /* pixels; of z = 0; for one of height */
    int count;
} surface_walk;

/* Red, green, blue in linear light, and coverage. */
typedef float surface_light __attribute__((vector_size(16)));

/* What each place of a walk looks like. */
typedef struct surface_line {
    float *height, *up;
    surface_light *light;
} surface_line;

/* A column of the picture, from below, and what is behind it. */
typedef struct surface_column {
    surface_light *sum;                    /* `whole` times it is a pixel */
    const float *shadow;                   /* of the block on the paper, 0..1 */
    const float *paper[3], *paper_tone[3]; /* light, and what it is as a byte */
    const float *threshold;
    float whole;
    int32_t *pixels;       /* 0xBBGGRR */
    int count, begin, end; /* rows; those where anything is drawn are within begin .. end - 1 */
} surface_column;

typedef struct surface_kernels {
    void (*walk)(const surface_look *look, const block *solid, const surface_walk *walk,
                 const surface_line *line);
    /* Bytes, not rounded, of light. */
    void (*tones)(const float *light, float *tone, int count);
    void (*finish)(const surface_column *column);
} surface_kernels;

extern const surface_kernels *const surface_kernels_of[CPU_KERNELS];

/* ---- the surface ---------------------------------------------------------------------- */

struct rl_surface {
    arena memory;
    block solid;
    surface_look look;
    const surface_kernels *kernels;
    double azimuth, elevation; /* of the rules */
    float east, north;         /* of the light */
    light3 side[4];            /* light on the sides: south, east, north, west */
    light3 paper_top, paper_bottom, soil, rock_dark, rock_light;
    float *bed; /* tones of the rock, from z = box.low up */
    int beds;
};

/* surface_make prepares a surface in self->memory, whose allocator is set; a height of 0 follows
 * from the width.  `fit` is an rl_surface_fit.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status surface_make(rl_surface *self, const heightmap *map, const heightmap_work *work,
                       int width, int height, int fit, rl_error *error);

/* surface_paint draws it into rgb[height][width][3] as it is seen toward an azimuth.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status surface_paint(const rl_surface *self, double azimuth, const heightmap_work *work,
                        uint8_t *rgb, rl_error *error);

#endif
