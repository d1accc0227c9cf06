/* papercut.h - the sheets of a papercut, prepared for a frame. */
#ifndef RL_LAYERS_PAPERCUT_H
#define RL_LAYERS_PAPERCUT_H

#include "layers/print/print.h"
#include "layers/print/seal.h"

/* CUT_EDGES: outline and inner edges of a layer of land.  CUT_STRIPS: strips of water and rings of
 * the sky.  CUT_WAVES: harmonics of the outline of a ring.  CUT_GLINTS: strips of light on water. */
enum { CUT_EDGES = 4, CUT_STRIPS = 9, CUT_RINGS = 6, CUT_WAVES = 5, CUT_GLINTS = 3 };

/* CUT_CELL: samples of an edge that share one range of heights.  CUT_REACH: samples to each side
 * from which a shadow falls. */
enum { CUT_CELL = 8, CUT_REACH = 10 };

#define CUT_STEP 0.002 /* distance of samples of edges, U */

/* CUT_TILE: cells of the relief of paper, each way; a power of two.  CUT_TILE_STRIDE: cells of a
 * row with those that are repeated at its end. */
enum { CUT_TILE = 128, CUT_TILE_STRIDE = CUT_TILE + 16 };

/* Offset of the wide shadow of a sheet of lift 1, to the right and down, U. */
#define CUT_FAR_SIDE 0.0030f
#define CUT_FAR_DOWN 0.0040f

#define CUT_SHADE_REACH 0.017f /* U above an edge at which there is no shadow */
#define CUT_INNER_LIFT 0.75f /* lift of inner sheets, relative to that of their layer */

/* Contrast of lightness, the lightness that it leaves, and factor of chroma. */
#define CUT_CONTRAST 1.06f
#define CUT_MIDDLE 0.55f
#define CUT_CHROMA 1.06f

/* How a layer is cut. */
typedef enum cut_rule {
    CUT_PAINTED, /* keeps its colours */
    CUT_FLAT,    /* one sheet */
    CUT_LAND,    /* sheets along its crest */
    CUT_SHORE,   /* sheets along its shore */
    CUT_SKY,     /* rings or strips */
    CUT_LEVEL,   /* strips */
    CUT_STEPPED, /* its colours in few steps of lightness */
    CUT_CITY,    /* as CUT_STEPPED; lit windows are holes before glowing paper */
    CUT_NONE     /* is left out */
} cut_rule;

/* The colour of a sheet as it is printed: encoded sRGB, and its change per lightness (OKLab). */
typedef struct cut_colour {
    float tone[3], rise;
} cut_colour;

/* An edge of a sheet; y is U from the middle of the picture, downward. */
typedef struct cut_edge {
    const float *y;         /* [papercut.columns] */
    const float *shade;     /* [papercut.columns]: y of the middle of its wide shadow */
    const float *lean;      /* [papercut.columns]: cosine of the slope of both */
    const float *low, *top; /* [cells]: greatest and least y of CUT_CELL samples and CUT_REACH to
                               each side */
} cut_edge;

/* A level edge with waves. */
typedef struct cut_wave {
    float y;       /* U from the middle of the picture, downward */
    float high;    /* amplitude, U */
    double waves;  /* number of waves per U */
    double phase;  /* 0..1 */
    int is_puffed; /* 1: the waves are arcs, as of clouds */
} cut_wave;

/* A strip of light on water; places are U, x from the sun, y from the middle of the picture. */
typedef struct cut_glint {
    float x, y, wide, high; /* middle; half width and half height */
    cut_colour colour;
} cut_glint;

/* The sheets of a layer. */
typedef struct cut_layer {
    cut_rule rule;
    cut_edge edge[CUT_EDGES];      /* the outline, then inner edges downward */
    cut_colour colour[CUT_STRIPS]; /* colours of sheets, strips or rings */
    cut_colour plant;              /* colour of plants on the outline */
    int strips;                    /* number of level strips */
    cut_wave wave[CUT_STRIPS];     /* their upper edges */
    cut_glint glint[CUT_GLINTS];   /* half height 0 = there is none */
    float foot;                    /* y below which the layer is left out, U downward */
    float lift;                    /* height above the sheet behind, 1 = usual */
} cut_layer;

/* A ring round the sun. */
typedef struct cut_ring {
    float radius;                              /* U */
    float turn;                                /* greatest change of its outline's radius, U per
                                                  radian */
    float across[CUT_WAVES], along[CUT_WAVES]; /* amplitudes of cosines and sines, U */
} cut_ring;

typedef struct papercut {
    int64_t first;                   /* number of the first sample of edges; sample 0 is at x = 0 */
    double step;                     /* distance of samples, U */
    int columns;                     /* number of samples */
    const cut_layer *layer;          /* [groups] */
    float tile[CUT_TILE * CUT_TILE_STRIDE]; /* relief of paper, -1..1 */
    int rings;                       /* CUT_RINGS, or 0 = the sky has strips */
    int has_moon;                    /* 1: the disc keeps its face */
    cut_colour disc;                 /* colour of the sun */
    float lit;                       /* lightness from which a place of a city is a lit window */
    cut_ring ring[CUT_RINGS];        /* from the outermost to the innermost */
    float sun_x, sun_y, sun_radius;  /* U from the middle of the picture; 0 = no disc */
    float foot;                      /* lower edge of the picture, U downward */
    float contrast, chroma, grain, detail;
    cut_colour paper; /* colour of the margin */
    float margin;     /* width of the margin, U */
    float half_width; /* U */
    print_seal seal;
} papercut;

#endif
