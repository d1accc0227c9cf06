/* lights.h - what the inner loops of disc and stars are given: see lights_kernel.c.
 *
 * They work on the columns of one block, in whole groups of eight: samples of columns
 * beside those outside the range are read and written back unchanged.
 */
#ifndef RL_LAYERS_LIGHTS_H
#define RL_LAYERS_LIGHTS_H

#include <stdint.h>

#include "base/cpu.h"

#define SKY_GROUP 8

/* Encoded samples of a block. */
typedef struct sky_pixels {
    float *r, *g, *b;
    const float *veil; /* how much of the sky clouds hide, or NULL */
} sky_pixels;

typedef struct sky_rgb { /* linear light */
    float r, g, b;
} sky_rgb;

/* A star's light in one row. */
typedef struct sky_star {
    int from, to; /* columns of the block: from .. to - 1 */
    float x;      /* its middle, in columns of the block */
    float dy_dy;  /* pixels^2 */
    float peak;   /* light at its middle */
    float fall;   /* light falls as 2^(fall * distance^2) */
    sky_rgb tint;
} sky_star;

/* The moon's noise: shores of seas, then uplands, four octaves of either. */
#define SKY_MOON_OCTAVES 8

/* Ground is known so many radii from the moon's middle: its rim is half a pixel wide. */
#define SKY_GROUND_REACH 1.25f

typedef struct sky_moon {
    /* Directions of gradients, 0..15, at rows and columns 0 .. side - 1 of each
     * octave's lattice; 0,0 is the moon's middle at (half, half). */
    const uint8_t *direction[SKY_MOON_OCTAVES];
    int half[SKY_MOON_OCTAVES], side[SKY_MOON_OCTAVES];
    float scale[SKY_MOON_OCTAVES]; /* cells in a radius */
    float lit;                     /* the lit side: 1 = right, -1 = left */
    float cosine;                  /* half axis of the terminator */
    float soft;                    /* half the width of its edge */
} sky_moon;

/* The disc in one row. */
typedef struct sky_disc {
    float x, y; /* pixels from its middle to that of column 0, y downward */
    float radius;
    float whole; /* how much gaps leave of it */
    int is_hard;
    sky_rgb light, encoded; /* linear, and in sRGB */
    const sky_moon *moon;   /* NULL = a sun */
} sky_disc;

typedef struct lights_kernels {
    void (*star)(const sky_star *star, const sky_pixels *pixels);
    /* Lays the disc over columns from .. to - 1 and tells how much of each it covers. */
    void (*disc)(const sky_disc *disc, int from, int to, const sky_pixels *pixels, float *covered);
} lights_kernels;

/* disc_stripes returns the share (0..1) of a line of the disc that its gaps take: the line
 * reaches from `top` to `bottom`, in radii below the disc's middle. */
double disc_stripes(double amount, double top, double bottom);

extern const lights_kernels lights_plain, lights_vector, lights_avx2;

/* lights_kernels_of returns a frame's choice. */
static inline const lights_kernels *lights_kernels_of(cpu_kernels kernels)
{
    return kernels == CPU_AVX2     ? &lights_avx2
           : kernels == CPU_VECTOR ? &lights_vector
                                   : &lights_plain;
}

#endif
