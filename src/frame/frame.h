/* frame.h - a scene prepared for a view: its light and its list of layers.
 *
 * A frame is immutable and shared by threads.  Only the functions of a layer's kind read its data.
 * Memory grows with the width of the part and the number of layers, and hardly with the height
 * (only the number of cells of stars grows with U).  Rows count from the top of the whole picture.
 */
#ifndef RL_FRAME_FRAME_H
#define RL_FRAME_FRAME_H

#include "base/arena.h"
#include "base/colour.h"
#include "base/cpu.h"
#include "base/exact.h"
#include "frame/light.h"

/* The outline of a layer is a polyline; its heights are fixed-point numbers, so that they are exact
 * up to the largest picture. */
#define FRAME_HEIGHT_ONE 256 /* the fixed-point value of a height of one pixel */
#define FRAME_PIECES 4       /* segments of an outline per column of pixels */

typedef struct ridge_profile ridge_profile;
typedef struct frame_inks frame_inks;
typedef struct frame_print frame_print;

/* A layer: one thing painted in order of distance. */
typedef struct frame_layer {
    const struct layer_kind *kind;
    const struct layer_paint *paint; /* the kind's functions for painting */
    void *data;                      /* data of the kind, immutable once prepared */
    int group;             /* number in rl_frame_layers; the things in the sky share one */
    int index;             /* number among the layers of its kind, from 0 */
    double depth;          /* 0 far .. 1 near */
    double place;          /* sort key, far to near: ridge i has i, the sky a value below 0 */
    int tiles, first_tile; /* number and first index of its tiles: see paint/tiles.h */
    int mirrors;           /* 1 = it reflects the layers behind it, also rows above the part */

    /* For each block of columns, [blocks]: rows of the picture. */
    const int32_t *block_top;  /* first row that it may touch; NULL = paint->touches decides */
    const int32_t *block_full; /* first row that it covers wholly; NULL = it covers none */
    const int32_t *block_cut;  /* first row below block_full that it does not cover; NULL = none */
    const int32_t *block_end;  /* first row below that it does not touch; NULL = none */
} frame_layer;

/* The colours of pixel art from dark to light (paint/pixelart.c), or the inks of a panel in its
 * order. */
typedef struct frame_art {
    uint8_t rgb[3 * 256];         /* sRGB values that are written to the picture */
    uint8_t seen[3 * 256];        /* sRGB values as they look: inks on a panel are duller */
    float l[256], a[256], b[256]; /* OKLab, scaled for distances between colours */
    double light[256];            /* linear light of each sRGB byte */
} frame_art;

/* Work memory that a call of rl_paint leaves for the next one, so that strips cost no more than a
 * whole picture.  The pointer is NULL while the memory is in use. */
typedef struct frame_spare {
    _Atomic(struct rl_painter *) painter;
    void (*free)(struct rl_painter *);
} frame_spare;

/* Pictures of plants from which sprites are made: see layers/plants/stand.c.  They are freed at the
 * end of the frame's preparation. */
typedef struct frame_pictures {
    arena memory;
    _Atomic(struct sort_pictures *) newest; /* head of the list of those that ridges share */
} frame_pictures;

struct rl_frame {
    rl_scene scene;         /* resolved; with size and region: the recipe */
    const rl_frame *shared; /* frame whose arena holds its data; NULL = own_arena does */
    const rl_frame
        *like; /* frame of the same land, with which it shares outlines and plants; or NULL */
    frame_spare *spare; /* work memory kept between calls of rl_paint; NULL = none is kept */
    rl_allocator own_allocator;
    const rl_allocator *allocator; /* NULL or &own_allocator */
    arena *arena;                  /* memory of all that is prepared */
    arena own_arena;
    frame_pictures *pictures; /* own_pictures, which layers fill through a const frame */
    frame_pictures own_pictures;
    cpu_kernels kernels; /* variant (vector width) of all kernels */
    int pixels;          /* rl_pixels */

    /* The view. */
    int width, height;   /* size of the whole picture, pixels */
    int64_t x;           /* left column of the part; 0 = left edge of the picture at offset 0 */
    int y;               /* top row of the part */
    int columns, rows;   /* size of what is prepared; a loop is prepared whole */
    double unit;         /* pixels of one U */
    double unit_share;   /* U / H */
    int turn;            /* column of the loop at which the part begins, 0..width - 1 */
    int shown;           /* columns of the part; equals `columns` if the world does not loop */
    double loop_px;      /* period of a loop, columns; 0 = none */
    double loop;         /* period of a loop, U; 0 = none */
    int is_layered;      /* 1 = each layer is quantised to 8-bit RGBA before it is composited */
    int is_level;        /* 1 = sky and water have no vanishing point, so that they can scroll */
    int step;            /* distance of nodes of the colour grid, pixels; a power of two */
    int fine_step;       /* distance of nodes of the grid of faces, pixels; at most `step` */
    int block;           /* columns of a block, a multiple of step */
    int64_t first_block; /* number of the first block; blocks and nodes count from column 0 */
    int blocks;

    /* Pixels. */
    double phase; /* phase of the cycle of motions, 0..1 */
    int is_hard;  /* 1 = no anti-aliasing: a pixel is covered wholly or not at all */
    int depth, dither, zoom;
    int colours; /* number of colours in `art`; 0 = true colour */
    const frame_art *art;
    const frame_inks *inks; /* mixtures of inks: see paint/inks.c; NULL = there are no inks */
    const tone_tables *tone;

    frame_light light;
    ridge_profile *profile; /* samples the ridges */
    int layers;
    frame_layer *layer; /* far to near; the first is the sky */
    int tiles;          /* tiles of all layers together */
    const frame_print *print; /* style of print: see paint/print.h; NULL = none */
};

/* layer_covers returns 1 if a layer covers all of a block in rows row - reach .. row + reach.
 * layer_reaches returns 1 if a layer that has block_top may touch the block in these rows. */
static inline int layer_covers(const frame_layer *layer, int block, int row, int reach)
{
    return layer->block_full != NULL && layer->block_full[block] <= row - reach &&
           (layer->block_cut == NULL || layer->block_cut[block] > row + reach);
}

static inline int layer_reaches(const frame_layer *layer, int block, int row, int reach)
{
    return layer->block_top[block] <= row + reach &&
           (layer->block_end == NULL || layer->block_end[block] > row - reach);
}

/* In a looping world a thing recurs in each period.  frame_around returns the x of the copy that is
 * nearest to x = `near`; pixels. */
static inline double frame_around(const rl_frame *frame, double thing, double near)
{
    if (frame->loop_px <= 0.0)
        return thing;
    return thing + frame->loop_px * exact_round((near - thing) / frame->loop_px);
}

/* frame_way and frame_lean return a signed distance along x, in U, made smooth for a looping world:
 * the shorter way round the loop changes its sign half a loop away, which would show as a corner.
 * There frame_way has the slope 0, and frame_lean crosses 0.  Without a loop both return `way`. */
static inline double frame_way(const rl_frame *frame, double way)
{
    if (frame->loop <= 0.0)
        return way;
    way = exact_way(way, frame->loop);
    double share = 2.0 * way / frame->loop;
    return way * (1.0 - share * share / 3.0);
}

static inline double frame_lean(const rl_frame *frame, double way)
{
    if (frame->loop <= 0.0)
        return way;
    way = exact_way(way, frame->loop);
    double share = 2.0 * way / frame->loop;
    return way * (1.0 - share * share);
}

/* frame_drift returns how far a thing has moved at the frame's phase, in U, if it moves `drift`
 * loops in a cycle, or `drift` U in a world without a loop. */
static inline double frame_drift(const rl_frame *frame, double drift)
{
    double way = drift * frame->phase;
    return frame->loop > 0.0 ? way * frame->loop : way;
}

/* frame_new makes a frame without its `art` and `inks`; `layers` is called to prepare its list of
 * layers; `like` may be NULL.  A loop is prepared from column `start` on: 0, or another column in
 * tests that compare loops.  Errors: as rl_frame_new. */
struct preparation;
typedef rl_status frame_layers_prepare(struct preparation *work, rl_error *error);
rl_status frame_new(rl_frame **out, const rl_scene *scene, const rl_view *view,
                    const rl_frame *like, int64_t start, frame_layers_prepare *layers,
                    rl_error *error);

/* frame_has_land_of returns 1 if two frames show the same columns and rows of scenes that differ at
 * most in their light. */
int frame_has_land_of(const rl_frame *frame, const rl_frame *other);

/* frame_points writes the vertices of a segment as ridge_points does, x in pixels from the left
 * edge of the part, y in pixels above the lower edge of the whole picture. */
rl_status frame_points(const rl_frame *frame, int ridge, double *xy, size_t most, size_t *count,
                       rl_error *error);

#endif
