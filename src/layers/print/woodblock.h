/* woodblock.h - data of a woodblock print that its kernel reads. */
#ifndef RL_LAYERS_WOODBLOCK_H
#define RL_LAYERS_WOODBLOCK_H

#include "layers/print/print.h"
#include "layers/print/seal.h"

/* Octaves of the plank's grain; columns from one knot of wide noises to the next. */
enum { WOODBLOCK_OCTAVES = 2, WOODBLOCK_KNOT = 16 };

/* One octave of value noise. */
typedef struct wood_noise {
    double rate, rate_y; /* cells per U across and down */
    int32_t period;      /* cells of a loop, 0 = endless */
    float strength;
} wood_noise;

typedef struct woodblock {
    float contrast, chroma, detail; /* factors; 1 = as painted */
    float lift;                     /* lightness that the whole print gains, 0..1 */
    float paper_colour[3], paper;   /* encoded sRGB of the paper; its lightness */
    float paper_hue[3];             /* paper_colour - paper */
    float half_width, half_height;  /* halves of the picture's sides, U */
    float margin;                   /* U */
    double sun_x, sun_y; /* middle of the disc, U from the middle of the picture, downward */
    float sun_radius;    /* U, 0 = the painted disc stays */
    int is_red;          /* 1 = the disc is vermilion, 0 = nearly white */
    float sky_end;       /* fraction of H from the top at which the darker band ends */
    print_seal seal;

    wood_noise broad;                    /* wandering of the steps of ink */
    wood_noise plank[WOODBLOCK_OCTAVES]; /* lightness of the plank's grain */
    const float *bend;                   /* U that the plank's grain is bent down, at every
                                            WOODBLOCK_KNOT-th column from the first block on */
    const int16_t *grains; /* [grain_side][grain_side + TILES_BLOCK]: a tile of mottle and paper */
    int grain_side;        /* pixels, a power of two */
    float grain_scale;     /* lightness per unit of `grains` */
} woodblock;

#endif
