/* svg_fit.h - gradients that come nearest to painted pixels. */
#ifndef RL_CLI_LAYERS_SVG_FIT_H
#define RL_CLI_LAYERS_SVG_FIT_H

#include <stdint.h>

#define SVG_ROWS 32  /* stops of a gradient from the top down */
#define SVG_RINGS 24 /* stops of a glow from its middle out */

/* A covered pixel: its row of the gradient, its ring of the glow (SVG_RINGS = beyond). */
typedef struct svg_sample {
    int row, ring;
    uint8_t rgb[3];
} svg_sample;

/* base shows through where alpha, the share of the glow, lets it. */
typedef struct svg_fit {
    double base[SVG_ROWS][3];
    double glow[3];
    double alpha[SVG_RINGS + 1]; /* the last is 0 */
} svg_fit;

/* svg_fit_make finds gradient and glow of `count` samples, at least one. */
void svg_fit_make(svg_fit *fit, const svg_sample *sample, int count);

#endif
