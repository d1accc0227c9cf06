/* surface.h - pictures of a map as a solid block, from any side.
 *
 * A frame is 8-bit RGB.  Light and shadows do not depend on the azimuth of the camera and are
 * computed once.  Each column of a frame is painted from walks over the block, away from the eye.
 */
#ifndef RL_MAP_SURFACE_H
#define RL_MAP_SURFACE_H

#include "base/cpu.h"
#include "map/block.h"

/* ---- kernels ----------------------------------------------------------------------- */

#define SURFACE_LANES 16 /* values after the end of a line that kernels may read and write */

/* A tint has 10 bits each of red (the lowest), green and blue, which are square roots of linear
 * light; these steps are finer than those of 8-bit sRGB. */
#define SURFACE_TINT_MOST 1023

/* Colours and light for the kernels; heights are those of the map. */
typedef struct surface_look {
    int32_t tint[2 * TINT_ENTRIES]; /* tints of land by height, then of water by depth */
    float land_from, land_scale;    /* tint of land at (height - land_from) * land_scale, 0..1 */
    float sea, depth_scale;         /* tint of water at (sea - height) * depth_scale, 0..1 */
    float shade[3], more[3];        /* lamp_shade and lamp_more */
    float low;                      /* height of z = 0 */
} surface_look;

/* A walk: places at even distances over the grid of nodes of the block, away from the eye. */
typedef struct surface_walk {
    float column, row, column_step, row_step; /* first place, and step to the next one, nodes */
    float up, up_step;                        /* picture row of z = 0 there, from below; its step */
    float lift;                               /* pixels upward for a difference of 1 in height */
    int count;                                /* number of places */
} surface_walk;

/* Red, green and blue in linear light, times coverage, and coverage. */
typedef float surface_light __attribute__((vector_size(16)));

/* Results of a walk, one value for each of its places. */
typedef struct surface_line {
    float *height;        /* height of the ground */
    float *up;            /* picture row of the ground or the sea, pixels from below */
    surface_light *light; /* colour of the ground or the sea in its light */
} surface_line;

/* A column of the picture; the arrays begin with the lowest row. */
typedef struct surface_column {
    surface_light *sum;                    /* sums of the light of all walks */
    float whole;                           /* 1 / number of walks: factor from `sum` to a pixel */
    const float *shadow;                   /* darkness of the block's shadow on the paper, 0..1 */
    const float *paper[3], *paper_tone[3]; /* linear light of the paper; as sRGB, 0..255 */
    const float *threshold;                /* thresholds of the dither, 0..1 */
    int32_t *pixels;                       /* 0xBBGGRR */
    int count;                             /* rows */
    int begin, end; /* rows outside of begin .. end - 1 have nothing but paper */
} surface_column;

typedef struct surface_kernels {
    /* Computes the results of a walk. */
    void (*walk)(const surface_look *look, const block *solid, const surface_walk *walk,
                 const surface_line *line);
    /* Encodes light as sRGB, 0..255, without rounding. */
    void (*tones)(const float *light, float *tone, int count);
    /* Makes the pixels of a column: the light of the walks over the paper. */
    void (*finish)(const surface_column *column);
} surface_kernels;

extern const surface_kernels *const surface_kernels_of[CPU_KERNELS];

/* ---- the surface ---------------------------------------------------------------------- */

struct rl_surface {
    arena memory;
    block solid;
    surface_look look;
    const surface_kernels *kernels;
    double azimuth, elevation; /* camera of the rules, degrees */
    float east, north;         /* direction toward the light: part of a unit vector */
    light3 side[4];            /* light on the sides of the block: south, east, north, west */
    light3 paper_top, paper_bottom, soil, rock_dark, rock_light;
    float *bed; /* [beds + 1] tones of the rock from z = box.low up: 0 rock_dark .. 1 rock_light */
    int beds;
};

/* surface_make prepares a surface for pictures of width x height pixels in self->memory, whose
 * allocator must be set; a height of 0 is computed from the width.  `fit` is an rl_surface_fit.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status surface_make(rl_surface *self, const heightmap *map, const heightmap_work *work,
                       int width, int height, int fit, rl_error *error);

/* surface_paint paints the block to rgb[height][width][3]; `azimuth` is that of the line of sight,
 * degrees.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status surface_paint(const rl_surface *self, double azimuth, const heightmap_work *work,
                        uint8_t *rgb, rl_error *error);

#endif
