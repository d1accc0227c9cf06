/* colour.h - sRGB, linear light and OKLab.
 *
 * Light is mixed in linear sRGB (glow, bloom, coverage); palette colours and
 * haze are mixed in OKLab (B. Ottosson 2020), where a mix of warm and cool
 * stays coloured.  The transfer curve is that of IEC 61966-2-1.
 */
#ifndef RL_BASE_COLOUR_H
#define RL_BASE_COLOUR_H

#include <string.h>

#include "base/colour_spaces.h"
#include "ridgeline.h"

/* Linear light with the primaries of sRGB: 0 = black, 1 = white; above 1 = brighter than white. */
typedef struct linear_rgb {
    double r, g, b;
} linear_rgb;

typedef struct oklab {
    double l, a, b; /* lightness 0..1, green-red, blue-yellow */
} oklab;

double colour_decode(double encoded); /* sRGB 0..1 -> linear light 0..1 */
double colour_encode(double linear);  /* linear light 0..1 -> sRGB 0..1 */

linear_rgb colour_to_linear(rl_colour colour);
rl_colour colour_from_linear(linear_rgb light); /* clamped, rounded to 8 bits */

oklab colour_linear_to_oklab(linear_rgb light);
linear_rgb colour_oklab_to_linear(oklab lab);
oklab colour_to_oklab(rl_colour colour);
rl_colour colour_from_oklab(oklab lab);

oklab colour_mix_oklab(oklab a, oklab b, double t); /* a at t = 0 */
linear_rgb colour_mix_linear(linear_rgb a, linear_rgb b, double t);

/* colour_chroma returns the distance of a colour from grey, sqrt(a^2 + b^2). */
double colour_chroma(oklab lab);

/* colour_tint returns a colour of OKLab lightness l and chroma c with the hue of `like`.  Chroma is
 * reduced where sRGB cannot show the colour. */
rl_colour colour_tint(rl_colour like, double l, double c);

/* ---- the transfer curve as tables, for work on every pixel -----------------------
 *
 * Floats within 2e-6 of colour_encode and colour_decode.  A frame makes the tables once;
 * all threads read them. */

/* The table of encoding has TONE_PIECES linear segments in each octave of light from 2^-12 to 1, so
 * that dark tones are relatively as exact as light ones; that of decoding has TONE_DECODE_PIECES
 * equal segments of 0..1. */
#define TONE_OCTAVES 12
#define TONE_PIECES 128
#define TONE_LOWEST_BITS ((127U - TONE_OCTAVES) << 23) /* 2^-12 as float bits */
#define TONE_DECODE_PIECES 1024

typedef struct tone_tables {
    float encode[TONE_OCTAVES * TONE_PIECES + 1];
    float decode[TONE_DECODE_PIECES + 1];
} tone_tables;

/* tone_init fills the tables. */
void tone_init(tone_tables *tables);

/* tone_encode returns linear light as sRGB, clamped to 0..1. */
static inline float tone_encode(const tone_tables *tables, float linear)
{
    uint32_t bits;
    memcpy(&bits, &linear, sizeof bits);
    if (!(linear > 0.0f))
        return 0.0f;
    if (bits < TONE_LOWEST_BITS)
        return linear * (float)SRGB_SLOPE;
    if (linear >= 1.0f)
        return 1.0f;
    uint32_t place = bits - TONE_LOWEST_BITS;
    float part = (float)(int32_t)(place & 0xffff) * 0x1p-16f;
    const float *entry = tables->encode + (place >> 16);
    return entry[0] + (entry[1] - entry[0]) * part;
}

/* tone_decode returns sRGB as linear light; below 0 it is a line, above 1 it is 1. */
static inline float tone_decode(const tone_tables *tables, float encoded)
{
    float place = encoded * (float)TONE_DECODE_PIECES;
    if (place >= (float)TONE_DECODE_PIECES)
        return 1.0f;
    int32_t index = place > 0.0f ? (int32_t)place : 0;
    const float *entry = tables->decode + index;
    return entry[0] + (entry[1] - entry[0]) * (place - (float)index);
}

#endif
