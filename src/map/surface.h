/* surface.h - pictures of a map as a solid block, from any side.
 *
 * A frame is 8-bit RGB.  Light and shadows belong to the land and are made once; a frame walks each
 * of its columns over the block, away from the eye.
 */
#ifndef RL_MAP_SURFACE_H
#define RL_MAP_SURFACE_H

#include "base/cpu.h"
#include "map/block.h"

/* ---- kernels ----------------------------------------------------------------------- */

#define SURFACE_LANES 16 /* values beyond the end of a line that kernels may read and write */

/* A tint has 10 bits each of red (the lowest), green and blue: square roots of linear light, which
 * are finer than the steps of 8-bit sRGB. */
#define SURFACE_TINT_MOST 1023

/* Colours and light for the kernels; heights are those of the map. */
typedef struct surface_look {
    int32_t tint[2 * TINT_ENTRIES]; /* tints of land by height, then of water by depth */
    float land_from, land_scale;    /* entry of land = (height - land_from) * land_scale, 0..1 */
    float sea, depth_scale;         /* entry of water = (sea - height) * depth_scale, 0..1 */
    float shade[3], more[3];        /* lamp_shade and lamp_more */
    float low;                      /* height of z = 0 */
} surface_look;

/* A walk over the nodes of the block, with its place in the picture. */
typedef struct surface_walk {
    float column, row, column_step, row_step; /* first place and step, nodes */
    float up, up_step;                        /* row of z = 0 at the first place and step, pixels */
    float lift;                               /* pixels upward for one of height */
    int count;                                /* places */
} surface_walk;

/* Red, green, blue in linear light, and coverage. */
typedef float surface_light __attribute__((vector_size(16)));

/* Results of a walk for each of its places. */
typedef struct surface_line {
    float *height;        /* height of the ground */
    float *up;            /* row of the ground or the sea, pixels from below */
    surface_light *light; /* light that it sends */
} surface_line;

/* A column of the picture, from below. */
typedef struct surface_column {
    surface_light *sum;                    /* light of all walks, times the coverage */
    float whole;                           /* factor from a sum to a pixel */
    const float *shadow;                   /* shadow of the block on the paper, 0..1 */
    const float *paper[3], *paper_tone[3]; /* light of the paper, and the same encoded, 0..255 */
    const float *threshold;                /* thresholds of the dither, 0..1 */
    int32_t *pixels;                       /* 0xBBGGRR */
    int count;                             /* rows */
    int begin, end; /* rows where anything is drawn are within begin .. end - 1 */
} surface_column;

typedef struct surface_kernels {
    /* Fills a line. */
    void (*walk)(const surface_look *look, const block *solid, const surface_walk *walk,
                 const surface_line *line);
    /* Encodes light as sRGB, 0..255, without rounding. */
    void (*tones)(const float *light, float *tone, int count);
    /* Makes the pixels of a column. */
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
    float east, north;         /* direction of the light */
    light3 side[4];            /* light on the sides: south, east, north, west */
    light3 paper_top, paper_bottom, soil, rock_dark, rock_light;
    float *bed; /* [beds + 1] tones of the rock, from z = box.low up, 0..1 */
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
