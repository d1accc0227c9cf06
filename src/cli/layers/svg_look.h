/* svg_look.h - what an SVG picture has to know of painted layers. */
#ifndef RL_CLI_LAYERS_SVG_LOOK_H
#define RL_CLI_LAYERS_SVG_LOOK_H

#include "cli/layers/svg_fit.h"
#include "ridgeline.h"

#define SVG_DISC_STOPS 24

typedef struct svg_look {
    rl_frame *frame; /* the scene without relief and trees */
    rl_painter *painter;
    uint8_t *pixels; /* RGBA of a row or a column */
    int width, height;
    double sun_x, sun_y;             /* pixels from the left and the top: the middle of the disc */
    double sun_radius;               /* pixels; 0 = no disc is seen */
    double reach;                    /* pixels: the radius of a glow */
    uint8_t disc[SVG_DISC_STOPS][3]; /* from the top of the disc down */
} svg_look;

typedef struct svg_layer {
    rl_layer is;
    svg_fit body; /* what covers wholly, from row body_top down */
    int has_body;
    double body_top;
    double glow_y;           /* the middle of its glow; across it is sun_x */
    double air[SVG_ROWS][4]; /* colour, and share 0..255, of what drifts before it */
    int has_air;
} svg_layer;

/* svg_look_new prepares the scene of a layered picture for looking.
 * Errors: those of rl_frame_new and rl_painter_new. */
rl_status svg_look_new(svg_look *look, const rl_scene *scene, int width, int height, int threads,
                       rl_error *error);
void svg_look_free(svg_look *look);

/* svg_look_layer looks at layer `index`. */
rl_status svg_look_layer(svg_look *look, int index, svg_layer *layer, rl_error *error);

#endif
