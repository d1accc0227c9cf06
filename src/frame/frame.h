/* frame.h - a scene at a size, ready to be painted.
 *
 * In: a scene and a view.  Out: one immutable object with everything that
 * painting looks up: the ridges as edges in pixels, where the sun stands, how
 * high the mist lies, the colours of each layer, the tables.  What it holds
 * grows with the width of the part and the number of ridges, never with the
 * height.
 *
 * Rows count from the top of the whole picture, columns of edges from the left
 * of the part.
 */
#ifndef RL_FRAME_FRAME_H
#define RL_FRAME_FRAME_H

#include "base/colour.h"
#include "base/tone.h"
#include "ridgeline.h"

/* The edge is a polyline with this many pieces in each pixel column. */
#define FRAME_PIECES 4

/* Heights of edges are held in 1/256 pixel: exact, also a million pixels up. */
#define FRAME_HEIGHT_ONE 256

/* A layer of land. */
typedef struct frame_ridge {
    int32_t *edge;       /* [columns * FRAME_PIECES + 1]: height above the bottom */
    int32_t *top;        /* [columns]: first row that it touches */
    int32_t *full;       /* [columns]: first row that it covers wholly */
    int32_t *block_top;  /* [blocks]: least `top` of the block */
    int32_t *block_full; /* [blocks]: greatest `full` */
    int is_flat;         /* one colour everywhere: own_light */
    double depth;        /* 0 far .. 1 near */
    double haze;         /* share of air in its colour */
    double land_glow;    /* share of sun light in the haze before it */
    oklab own;           /* its colour without air */
    linear_rgb own_light;
    oklab farther;       /* the ridge whose colour its mist takes */
    double farther_haze;
    double mist;         /* density far below mist_level */
    double mist_level;   /* fraction of H */
    double mist_scale;   /* fraction of H over which it thins to 1/e */
    double mist_air;     /* share of air in the mist's colour */
} frame_ridge;

/* The sky's gradient: a monotone cubic through the stops, in OKLab. */
typedef struct frame_gradient {
    int count;
    double t[RL_MAX_SKY + 1]; /* rising: 0 at the horizon, 1 at the zenith */
    oklab colour[RL_MAX_SKY + 1];
    oklab slope[RL_MAX_SKY + 1];
} frame_gradient;

struct rl_frame {
    rl_scene scene; /* resolved; with size and region: the recipe */
    rl_allocator own_allocator;
    const rl_allocator *allocator; /* NULL or &own_allocator */

    int width, height;      /* of the whole picture, pixels */
    int x, y, columns, rows; /* the part */
    double unit;            /* pixels of one U */
    double unit_share;      /* U / H */

    int step;        /* pixels between the nodes of the colour grid, a power of two */
    int block;       /* columns of a block, a multiple of step */
    int first_block; /* blocks and nodes count from the picture's left edge */
    int blocks;

    double sun_x, sun_y; /* pixels from the left and the top */
    double sun_radius;   /* pixels, 0 = no disc */
    double sun_seen;     /* share of the disc above the land */
    linear_rgb sun_light, sun_low, glow;
    int has_glow, has_bloom;

    frame_gradient sky;
    oklab sky_foot; /* the air below the horizon */
    oklab mist_colour;
    int sky_is_flat;
    uint64_t mist_key; /* of its noise */

    int ridge_count;
    frame_ridge ridge[RL_MAX_RIDGES];
    tone_tables tone;
};

/* frame_land samples the ridges and makes their edges.  Errors: RL_NO_MEMORY. */
rl_status frame_land(rl_frame *frame, rl_error *error);

/* frame_skyline writes the heights (fraction of H) of ridge `index` on the
 * world lattice: FRAME_LATTICE samples, FRAME_LATTICE_STEP U apart, the middle
 * one at the middle of the picture.  No size or window has a part in it. */
#define FRAME_LATTICE 401
#define FRAME_LATTICE_STEP 0.006
rl_status frame_skyline(const rl_frame *frame, int index, double heights[FRAME_LATTICE],
                        rl_error *error);

/* frame_light places the sun and makes the colours of sky, mist and layers. */
rl_status frame_light(rl_frame *frame, rl_error *error);

#endif
