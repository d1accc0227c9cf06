/* city.h - a city on the far shore of a lake: rows of houses, one behind another, and a quay.
 *
 * A house is made of parts: upright figures with a top of two straight lines that meet at a
 * corner, where one face of the house ends and the next begins.  Windows are cells of a face.
 */
#ifndef RL_LAYERS_CITY_H
#define RL_LAYERS_CITY_H

#include "base/arena.h"
#include "frame/frame.h"
#include "paint/tiles.h"

/* Rows of houses from far to near, and the quay before them. */
#define CITY_HOUSES 5
enum { CITY_QUAY = CITY_HOUSES, CITY_ROWS };

/* Colours of a house at one height, in linear light: its walls as they are, what full light and
 * full shade change, windows without light, the air before lit ones, and how much of their light
 * comes through it. */
typedef struct city_tones {
    float wall[3], lit[3], dark[3], glass[3], air[3], clear;
} city_tones;

typedef struct city_house {
    uint64_t key;
    double x;           /* pixels of the whole picture */
    double storey, bay; /* pixels: height of a storey, width that a window has about */
    double wide, high;  /* share of its cell that a window is */
    double lit;         /* share of the windows that are lit */
    double top;         /* pixels above the water: no part is higher */
    float glass;        /* how much an unlit window differs from its wall */
    float tone, warm;   /* of its walls: lighter or darker, brick or stone */
    int crown;          /* storeys from here on are lit for show */
    city_tones *tones;  /* at the levels of city.c, up to one above its top: */
    int levels;         /* so many */
} city_house;

/* Lengths are in pixels: x of the whole picture, heights above the water. */
typedef struct city_part {
    double left, corner, right;
    double foot, top[3]; /* at left, corner, right */
    double high;         /* of its house: nothing of that is higher */
    float light[2];      /* of the faces to either side of the corner: -1 shade, 1 full light */
    int is_round;        /* the light goes smoothly from one to the other */
    int house, has_windows;
} city_part;

/* A lamp, or a light on a mast. */
typedef struct city_lamp {
    double x, y; /* pixels; y above the water */
    float radius, halo;
    float colour[3]; /* linear light */
} city_lamp;

/* Which things may be seen in each block: item[block[b]] .. item[block[b + 1] - 1]. */
typedef struct city_index {
    int *block, *item;
} city_index;

/* One row: what is later in a list hides what is earlier. */
typedef struct city_row {
    city_house *house;
    city_part *part;
    city_lamp *lamp;
    int houses, parts, lamps;
    city_index parts_in, lamps_in;
    double *block_high; /* [blocks]: pixels above the water, of parts and halos */
} city_row;

#define CITY_HALO 0.0028       /* U: a halo is a quarter as bright so far from its lamp */
#define CITY_HALO_REACH 0.0220 /* where it ends */

/* U: waves move no mirror of a house farther aside; and no house is wider. */
#define CITY_SWING 0.020
#define CITY_WIDEST(frame) (0.07 + 0.2 * (frame)->scene.city_height)

/* city_row_z returns the depth (0 far .. 1 near) of the colours of a row.
 * city_row_make makes row `row`: houses without tones; of the quay only lamps.  `lights` is the
 * share of windows that may be lit.  Errors: RL_NO_MEMORY. */
double city_row_z(int row);
rl_status city_row_make(const rl_frame *frame, int row, double lights, city_row *out,
                        rl_error *error);

/* ---- kernels (city_kernel.c) ------------------------------------------------------- */

/* What a block has so far: linear light times how much is covered, and that. */
typedef struct city_pixels {
    tile_colours sum;
    float covered[TILES_BLOCK];
} city_pixels;

/* Windows over the pixels of a part: how much of each is glass and lit ones, and their light. */
typedef struct city_windows {
    float glass[TILES_BLOCK], lit[TILES_BLOCK];
    tile_colours shine;
} city_windows;

/* A part in one row of pixels; x from the block's left edge. */
typedef struct city_strip {
    float left, corner, right;
    float per_soft;         /* 1 / the pixels over which its sides are soft */
    float top[2], steep[2]; /* of its top: at the corner, and per pixel to either side */
    float low, high, foot;  /* of the row, and how much of it is below the part */
    float face[2][3];       /* colours of its faces */
    float glass[3], air[3], clear;
    int is_round;
    const city_windows *windows; /* NULL = none in this row */
} city_strip;

/* Windows above each other in one bay of a face: what shares of the row they are. */
typedef struct city_bay {
    float left, right, per_soft; /* as of a strip */
    float glass, lit, shine[3];
} city_bay;

/* A lamp near a row; x and core in pixels from the block's left edge. */
typedef struct city_glow {
    float x, dy2;                /* dy2: square of how far the row is from it */
    float core;                  /* radius of the lamp itself, */
    float tall;                  /* and how much of the row that is, where rows are no pixels */
    int is_round;                /* else it is measured as a circle */
    float per_reach2, per_fall2; /* 1 / squares of where its halo ends, and a quarter is left */
    float halo, most;
    float colour[3];
} city_glow;

/* The streak that it makes on the water: 1 - t^2 across. */
typedef struct city_streak {
    float x, per_half; /* its middle; 1 / half of its width, pixels */
    float light;
    float colour[3];
} city_streak;

typedef struct city_kernels {
    /* Adds a bay to columns from .. to - 1; others, of which nothing will be seen, may change. */
    void (*glaze)(const city_bay *bay, int from, int to, city_windows *windows);
    /* Lays a part under what columns from .. to - 1 have, and returns bits of those that are
     * covered wholly then. */
    uint64_t (*lay)(const city_strip *strip, int from, int to, city_pixels *pixels);
    /* Lays light under what columns from .. to - 1 have. */
    void (*glow)(const city_glow *glow, int from, int to, city_pixels *pixels);
    void (*streak)(const city_streak *streak, int from, int to, city_pixels *pixels);
    /* Encoded colours of what is covered. */
    void (*encode)(const city_pixels *pixels, int from, int to, tile_colours *out);
    /* Lays it, times `share`, over encoded colours. */
    void (*blend)(const city_pixels *pixels, float share, int from, int to, tile_colours *under);
} city_kernels;

extern const city_kernels *const city_kernels_of[CPU_KERNELS];

#endif
