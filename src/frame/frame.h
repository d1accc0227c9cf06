/* frame.h - a scene prepared for a view: its light and its list of layers.
 *
 * A frame is immutable and shared by threads.  The data of a layer belong to its kind.  Memory
 * grows with the width of the part and the number of layers, and hardly with the height (cells of
 * stars grow with U).  Rows count from the top of the whole picture.
 */
#ifndef RL_FRAME_FRAME_H
#define RL_FRAME_FRAME_H

#include "base/arena.h"
#include "base/colour.h"
#include "base/cpu.h"
#include "base/exact.h"
#include "frame/light.h"

/* An outline is a polyline.  Its heights are fixed-point numbers, exact also a million pixels up.
 */
#define FRAME_HEIGHT_ONE 256 /* units of a height in a pixel */
#define FRAME_PIECES 4       /* pieces of an outline in a column of pixels */

typedef struct ridge_profile ridge_profile;
typedef struct frame_inks frame_inks;

/* A layer: one thing painted in order of distance. */
typedef struct frame_layer {
    const struct layer_kind *kind;
    const struct layer_paint *paint; /* the kind's functions for painting */
    void *data;                      /* data of the kind, immutable once prepared */
    int group;             /* number in rl_frame_layers; the things in the sky share one */
    int index;             /* number among the layers of its kind, from 0 */
    double depth;          /* 0 far .. 1 near */
    double place;          /* place in the order of distance: ridge i is at i, the sky below 0 */
    int tiles, first_tile; /* tiles of its node colours: see paint/tiles.h */
    int mirrors;           /* 1 = it shows the layers behind it, also those above the part */

    /* Rows of each block of columns, [blocks]. */
    const int32_t *block_top;  /* first row that it may touch; NULL = paint->touches decides */
    const int32_t *block_full; /* first row that it covers wholly; NULL = it covers none */
    const int32_t *block_cut;  /* first row below block_full that it does not cover; NULL = none */
    const int32_t *block_end;  /* first row below that it does not touch; NULL = none */
} frame_layer;

/* The colours of pixel art from dark to light (paint/pixelart.c), or the inks of a panel in its
 * order. */
typedef struct frame_art {
    uint8_t rgb[3 * 256];
    uint8_t seen[3 * 256];        /* colours as they look; inks of a panel are duller */
    float l[256], a[256], b[256]; /* OKLab, scaled for distances between colours */
    double light[256];            /* linear light of an sRGB byte */
} frame_art;

/* Work memory that a call of rl_paint leaves for the next one, so that strips cost no more than a
 * whole picture.  The pointer is NULL while the memory is in use. */
typedef struct frame_spare {
    _Atomic(struct rl_painter *) painter;
    void (*free)(struct rl_painter *);
} frame_spare;

struct rl_frame {
    rl_scene scene;         /* resolved; with size and region: the recipe */
    const rl_frame *shared; /* frame whose arena it uses; NULL = its own */
    const rl_frame
        *like; /* frame of the same land, with which it shares outlines and plants; or NULL */
    frame_spare *spare; /* NULL = work memory is not kept */
    rl_allocator own_allocator;
    const rl_allocator *allocator; /* NULL or &own_allocator */
    arena *arena;                  /* memory of all that is prepared */
    arena own_arena;
    cpu_kernels kernels; /* variant of each kernel */
    int pixels;          /* rl_pixels */

    /* The view. */
    int width, height;   /* size of the whole picture, pixels */
    int64_t x;           /* left column of the part; 0 is that of the world's middle picture */
    int y;               /* top row of the part */
    int columns, rows;   /* size of what is prepared; a loop is prepared whole */
    double unit;         /* pixels of one U */
    double unit_share;   /* U / H */
    int turn;            /* column of the loop at which the part begins */
    int shown;           /* columns of the part; `columns` if nothing loops */
    double loop_px;      /* period of a loop, columns; 0 = none */
    double loop;         /* period of a loop, U; 0 = none */
    int is_layered;      /* 1 = layers have 255 steps of alpha and are put together as they are */
    int is_level;        /* 1 = sky and water have no vanishing point */
    int step;            /* distance of nodes of the colour grid, pixels; a power of two */
    int fine_step;       /* distance of nodes of the grid of faces, pixels; at most `step` */
    int block;           /* columns of a block, a multiple of step */
    int64_t first_block; /* number of the first block; blocks and nodes count from column 0 */
    int blocks;

    /* Pixels. */
    double phase; /* phase of the cycle of motions, 0..1 */
    int is_hard;  /* 1 = pixels at edges are covered or not, without a share */
    int depth, dither, zoom;
    int colours; /* number of colours of pixel art, or of inks; 0 = true colour */
    const frame_art *art;
    const frame_inks *inks; /* mixtures of inks: see paint/inks.c; NULL = there are no inks */
    const tone_tables *tone;

    frame_light light;
    ridge_profile *profile; /* samples the ridges */
    int layers;
    frame_layer *layer; /* far to near; the first is the sky */
    int tiles;          /* tiles of all layers together */
};

/* layer_covers returns 1 if a layer covers all of a block in rows row - reach .. row + reach;
 * layer_reaches returns 1 if it may touch them; the layer must have block_top. */
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

/* frame_around returns the place of that copy of a thing, one in each loop, which is nearest to
 * `near`; pixels. */
static inline double frame_around(const rl_frame *frame, double thing, double near)
{
    if (frame->loop_px <= 0.0)
        return thing;
    return thing + frame->loop_px * exact_round((near - thing) / frame->loop_px);
}

/* frame_way and frame_lean ease a distance along a loop, in U, so that it has no corner half a loop
 * away, where the shorter way changes sides: there frame_way has the slope 0, and frame_lean is 0
 * and turns round.  Without a loop both return the distance. */
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

/* frame_drift returns how far a thing has moved, in U, if it moves `drift` loops in a cycle, or
 * `drift` U without a loop. */
static inline double frame_drift(const rl_frame *frame, double drift)
{
    double way = drift * frame->phase;
    return frame->loop > 0.0 ? way * frame->loop : way;
}

/* frame_new makes a frame without the colours of pixel art; `layers` prepares its list of layers;
 * `like` may be NULL.  A loop is prepared from column `start` on, for tests that compare loops.
 * Errors: as rl_frame_new. */
struct preparation;
typedef rl_status frame_layers_prepare(struct preparation *work, rl_error *error);
rl_status frame_new(rl_frame **out, const rl_scene *scene, const rl_view *view,
                    const rl_frame *like, int64_t start, frame_layers_prepare *layers,
                    rl_error *error);

/* frame_has_land_of returns 1 if two frames show the same columns and rows of scenes that differ at
 * most in their light. */
int frame_has_land_of(const rl_frame *frame, const rl_frame *other);

#endif
