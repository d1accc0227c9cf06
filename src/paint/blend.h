/* blend.h - the pixels of a run, and blending of colours over them in linear light. */
#ifndef RL_PAINT_BLEND_H
#define RL_PAINT_BLEND_H

#include "base/colour.h"

/* The pixels of a run: encoded sRGB, planar. */
typedef struct run_pixels {
    float *r, *g, *b;
    uint8_t *plain; /* 1: a pixel of the sun's disc, which is not dithered; NULL = not needed */
} run_pixels;

/* blend_sample returns the sRGB sample `under` with `over` blended over it by `amount`, 0..1. */
static inline float blend_sample(const tone_tables *tone, float under, float over, float amount)
{
    float a = tone_decode(tone, under);
    float b = tone_decode(tone, over);
    return tone_encode(tone, a + (b - a) * amount);
}

/* blend_over blends a colour over pixel i of a run by `amount`, 0..1. */
static inline void blend_over(const tone_tables *tone, const run_pixels *pixels, int i, float r,
                              float g, float b, float amount)
{
    if (amount >= 1.0f) {
        pixels->r[i] = r;
        pixels->g[i] = g;
        pixels->b[i] = b;
    } else if (amount > 0.0f) {
        pixels->r[i] = blend_sample(tone, pixels->r[i], r, amount);
        pixels->g[i] = blend_sample(tone, pixels->g[i], g, amount);
        pixels->b[i] = blend_sample(tone, pixels->b[i], b, amount);
    }
}

#endif
