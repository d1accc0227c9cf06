/* engraving.h - lines and inks of an engraving, prepared for a frame. */
#ifndef RL_LAYERS_ENGRAVING_H
#define RL_LAYERS_ENGRAVING_H

#include "layers/print/print.h"
#include "layers/print/seal.h"

#define GRAVER_DARK 0.03f /* light of ink, relative to that of paper */

/* The lines of a layer. */
typedef struct graver_lines {
    const float
        *bend; /* [frame_print.columns]: U by which lines are raised; NULL = they are level */
    float along, down; /* lines per U to the right and downward */
    float dark;        /* factor of the tone */
    float rim;         /* tone that its crest has more; less than 0 = it is lighter */
    float middle;      /* mean lightness of land without its detail, OKLab L */
    float sway;        /* wandering of the lines, distances of lines */
    float outlined_to; /* y down to which the layer has an outline, U downward */
    print_sheet noise; /* stands for the sheet in its noise: level layers share theirs */
} graver_lines;

typedef struct engraving {
    const graver_lines *lines; /* [groups] */
    float curve[3][4];         /* encoded red, green and blue: polynomials of the root of the share of
                                  paper, of which ink has GRAVER_DARK */
    float light;               /* lightness of blank paper, OKLab L */
    float per_tone;            /* tone per OKLab L below it */
    float contrast, detail;
    double sun_x, sun_y; /* U from the middle of the picture */
    float sun_radius;    /* U, 0 = no disc */
    int has_face;        /* 1: the disc is a moon, or hidden by one, and shows its tones */
    float margin, half_width, half_height; /* U */
    print_seal seal;
} engraving;

#endif
