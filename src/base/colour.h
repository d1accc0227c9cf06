/* colour.h - sRGB, linear light and OKLab.
 *
 * Light is mixed in linear sRGB (glow, bloom, coverage); palette colours and
 * haze are mixed in OKLab (B. Ottosson 2020), where a mix of warm and cool
 * stays coloured.  The transfer curve is that of IEC 61966-2-1.
 */
#ifndef RL_BASE_COLOUR_H
#define RL_BASE_COLOUR_H

#include "ridgeline.h"

/* Linear light, 0..1 (more is brighter than white). */
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

/* The distance from the grey axis. */
double colour_chroma(oklab lab);

#endif
