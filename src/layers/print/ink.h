/* ink.h - what the kernel of ink washes needs of a frame. */
#ifndef RL_LAYERS_INK_H
#define RL_LAYERS_INK_H

#include "layers/print/print.h"

/* Density of ink is 0 for bare paper .. 1 for black ink. */

/* Lightness of an encoded colour: a cubic polynomial of the weighted mean of its channels, which is
 * within 0.02 of the L of OKLab for greys from 0.02 on. */
typedef struct ink_weights {
    float red, green, blue;
    float least, slope, square, cube;
} ink_weights;

static const ink_weights ink_light = {.red = 0.30f,
                                      .green = 0.59f,
                                      .blue = 0.11f,
                                      .least = 0.070f,
                                      .slope = 1.37f,
                                      .square = -0.80f,
                                      .cube = 0.36f};

/* Figures of a layer. */
typedef struct ink_sheet {
    float light;      /* its lightness without detail, as ink_lightness measures it */
    float gain;       /* factor of its detail, so that dark layers have as much as light ones */
    float full;       /* density at the crest */
    float plant;      /* density of plants */
    float foot;       /* 1 / height over which the foot dissolves, 1 / U */
    float dissolve;   /* share of its density that the foot loses, 0..1 */
    float stroke;     /* density of a stroke in the shade */
    float stroke_gap; /* share of a stroke that the foot loses, 0..1 */
    float bare;       /* share of its density that a light loses, 0..1 */
    float tone;       /* density per detail, of fields, or per lightness, of water */
    float crop;       /* mean detail of crops */
    float dry;        /* strength of the dry brush, 0..1: sand has smooth edges */
} ink_sheet;

/* The sun, which is printed in red, or the moon.  Places are U from the middle of the picture. */
typedef struct ink_disc {
    double x, y;
    float radius; /* U, 0 = none */
    int is_moon;  /* 1 = it is no red sun; an eclipsed sun is none either */
    float face;   /* density per lightness below that of paper, in a moon */
    float most;   /* greatest density in it, beyond that of the wash */
} ink_disc;

enum { INK_SEAL_COLUMNS = 5, INK_SEAL_ROWS = 7 };

/* The seal; places are U from the middle of the picture. */
typedef struct ink_seal {
    double left, top;
    double cell;                /* size of a cell, U; 0 = there is no seal */
    uint8_t row[INK_SEAL_ROWS]; /* cells that are cut out, as bits */
} ink_seal;

/* A tile of fibres and grains, -INK_PAPER_ONE..INK_PAPER_ONE, that recurs over the picture. */
#define INK_PAPER_ONE 32767.0f

typedef struct ink_paper {
    const int16_t *at; /* [side][stride]; columns from `side` on repeat the first ones */
    int side, stride;  /* pixels; samples from row to row */
} ink_paper;

typedef struct ink_data {
    const ink_sheet *sheet; /* [number of rl_frame_layers] */
    float tone[3][4];       /* encoded colour of a density: coefficients of a cubic polynomial */
    float red[3];           /* encoded colour of the red ink */
    float contrast, grain;  /* factors of density and of the paper's fibres */
    float horizon;          /* lightness of the sky at the horizon */
    float low;              /* share of the sky's density that is left at the horizon, 0..1 */
    float margin;           /* width of the empty margin, U */
    ink_paper paper;
    ink_disc disc;
    ink_seal seal;
} ink_data;

#endif
