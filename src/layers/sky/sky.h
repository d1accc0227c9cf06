/* sky.h - computes the sky's nodes, and paints stars, sun and moon in front of it. */
#ifndef RL_LAYERS_SKY_H
#define RL_LAYERS_SKY_H

#include <stdint.h>

#include "paint/block.h"

/* sky_veil returns the share (0..1) of the sky that clouds hide at the columns of a run's block,
 * stored in `veil`, or NULL if no layer hides the sky. */
const float *sky_veil(paint_scratch *s, const tile_run *run, tile_colours *veil);

/* Writes the sky's planes at a group of nodes from its linear light. */
typedef void sky_kernel(const shade_row *row, const shade_group *group, const float *air,
                        const shade_light *light, int has_veil, float *planes);
extern sky_kernel *const sky_kernels[CPU_KERNELS];

/* ---- kernels of stars and disc (lights_kernel.c) ---------------------------------- */

/* The inner loops of disc and stars work on the columns of one block, in whole groups of
 * SHADE_GROUP: samples outside the range are read and written back unchanged. */

/* Encoded samples of a block. */
typedef struct sky_pixels {
    float *r, *g, *b;
    const float *veil; /* share of the sky that clouds hide, 0..1, or NULL */
} sky_pixels;

/* A star's light in one row. */
typedef struct sky_star {
    int from, to; /* columns of the block: from .. to - 1 */
    float x;      /* its middle, in columns of the block */
    float dy_dy;  /* (distance of the row from the star's middle)^2, pixels^2 */
    float peak;   /* light at its middle */
    float fall;   /* light falls as 2^(fall * distance^2) */
    linear_rgb tint;
} sky_star;

/* The moon's noise: shores of seas, then uplands, four octaves of either. */
#define SKY_MOON_OCTAVES 8

/* Radii from the moon's middle up to which tables of noise reach: beyond 1, as the rim is soft. */
#define SKY_GROUND_REACH 1.25f

typedef struct sky_moon {
    /* Directions of gradients, 0..15, at rows and columns 0 .. side - 1 of each
     * octave's lattice; 0,0 is the moon's middle at (half, half). */
    const uint8_t *direction[SKY_MOON_OCTAVES];
    int half[SKY_MOON_OCTAVES], side[SKY_MOON_OCTAVES];
    float scale[SKY_MOON_OCTAVES]; /* cells per radius */
    float lit;                     /* the lit side: 1 = right, -1 = left */
    float cosine;                  /* half axis of the terminator's ellipse, radii */
    float soft;                    /* half the width of the terminator's soft edge, radii */
} sky_moon;

/* The disc in one row. */
typedef struct sky_disc {
    float x, y; /* middle of column 0, pixels from the disc's middle, y downward */
    float radius;
    float reach; /* rows above and below that the row stands for, too: see tile_run */
    float whole; /* share of the row that gaps leave, 0..1 */
    int is_hard;
    linear_rgb light;
    shade_colour encoded; /* `light`, encoded */
    const sky_moon *moon; /* NULL = a sun */
} sky_disc;

/* Rays of the corona of an eclipse: broad streamers and thin plumes. */
#define SKY_STREAMERS 7
#define SKY_PLUMES 22

/* The corona of an eclipse in one row, and its diamond: the light of the sun's edge that the moon
 * leaves free.  Lengths are radii of the sun, places are from its middle. */
typedef struct sky_corona {
    float x, y;   /* middle of column 0, y downward */
    float per_px; /* size of a pixel */
    float amount; /* strength of the corona, 0..1 */
    linear_rgb light;
    struct sky_ray {
        float x, y;                    /* direction, a unit vector */
        float strength;                /* 0..1 */
    } ray[SKY_STREAMERS + SKY_PLUMES]; /* streamers first */
    float diamond_x, diamond_y;        /* its place */
    float diamond;                     /* its strength, 0..1; 0 = none */
} sky_corona;

/* Distance to which a corona reaches, radii of the sun. */
#define SKY_CORONA_REACH 3.6

typedef struct lights_kernels {
    void (*star)(const sky_star *star, const sky_pixels *pixels);
    /* Lays the disc over columns from .. to - 1 and writes the coverage of each to `covered`. */
    void (*disc)(const sky_disc *disc, int from, int to, const sky_pixels *pixels, float *covered);
    /* Lays the corona, and with `is_diamond` the diamond instead, over columns from .. to - 1. */
    void (*corona)(const sky_corona *corona, int is_diamond, int from, int to,
                   const sky_pixels *pixels);
} lights_kernels;

extern const lights_kernels *const lights_kernels_of[CPU_KERNELS];

/* disc_stripes returns the share (0..1) of a line of the disc that its gaps take: the line
 * reaches from `top` to `bottom`, in radii below the disc's middle. */
double disc_stripes(double amount, double top, double bottom);

/* ---- stars (stars.c) ---------------------------------------------------------------- */

typedef struct star {
    double x, y;  /* U from the picture's middle, and above the horizon */
    double light; /* light at its middle, without twinkling and clouds */
    double turn;  /* phase of its twinkling at the start of a cycle, 0..1 */
    int times;    /* flickers per cycle */
    int tint;     /* 0 amber, 1 white, 2 blue */
} star;

/* The lattice of the sky: at most one star for each cell (U). */
#define STARS_CELL 0.028

/* stars_at sets `s` to the star of a cell and returns 1, or returns 0 if the cell is empty. */
int stars_at(const rl_frame *frame, int64_t column, int64_t row, star *s);

/* The stars that a frame may show, by cell.  Places are pixels of the whole picture, far above
 * it where a cell is empty; their light is as it would be without twinkling. */
typedef struct stars {
    star *star;                   /* [rows * columns]; row 0 is above the horizon */
    int lattice;                  /* 0 = single stars, 1 = those of the Milky Way */
    int64_t first;                /* number of the cell in column 0 */
    int rows, columns;            /* 0 = none are shown */
    double per_width, per_height; /* cells per pixel */
    double spread, reach;         /* width and radius of a star's image, pixels */
    double gain;
    linear_rgb light;
} stars;

#endif
