/* frame.h - a scene at a size, ready to be painted: a view, a light, a list of layers.
 *
 * One immutable object that threads share.  A layer's data belongs to its kind.  What a
 * frame holds grows with the width of the part and the number of layers; with the height only
 * as the sky's cells of stars do, by U.  Rows count from the top of the whole picture.
 */
#ifndef RL_FRAME_FRAME_H
#define RL_FRAME_FRAME_H

#include "base/arena.h"
#include "base/colour.h"
#include "base/cpu.h"
#include "base/exact.h"
#include "frame/light.h"

/* Heights of outlines are in 1/256 pixel: exact, also a million pixels up.  An outline is a
 * polyline with so many pieces in each pixel column. */
#define FRAME_HEIGHT_ONE 256
#define FRAME_PIECES 4

typedef struct ridge_profile ridge_profile;
typedef struct frame_inks frame_inks;

/* A layer: one thing painted in order of distance. */
typedef struct frame_layer {
    const struct layer_kind *kind;
    const struct layer_paint *paint; /* the kind's functions for painting */
    void *data;                      /* the kind's own, immutable once prepared */
    int group;                 /* its number in rl_frame_layers; parts share that of the sky */
    int index;                 /* of its kind in the scene, from 0 */
    double depth;              /* 0 far .. 1 near */
    double place;              /* in order of distance: ridge i at i, the sky below 0 */
    int tiles, first_tile;     /* its node colours: see paint/tiles.h */
    const int32_t *block_top;  /* [blocks]: first row that it may touch; NULL = ask it */
    int mirrors;               /* shows the layers behind it, also what is above the part */
    const int32_t *block_full; /* [blocks]: first row covered wholly; NULL = none is */
    const int32_t *block_cut;  /* [blocks]: first row below that is not any more, and */
    const int32_t *block_end;  /* from which on it is gone; NULL = it goes on to the foot */
} frame_layer;

/* The few colours of pixel art, dark to light: see paint/pixelart.c; or the inks of a panel, in
 * its order. */
typedef struct frame_art {
    uint8_t rgb[3 * 256];
    uint8_t seen[3 * 256];        /* the same, but inks as they look on the panel */
    float l[256], a[256], b[256]; /* OKLab, stretched for distances */
    double light[256];            /* linear light of an sRGB byte */
} frame_art;

/* Work memory that one call of rl_paint leaves for the next one, so that strips cost no more than
 * a whole picture; NULL while it is in use. */
typedef struct frame_spare {
    _Atomic(struct rl_painter *) painter;
    void (*free)(struct rl_painter *);
} frame_spare;

struct rl_frame {
    rl_scene scene;         /* resolved; with size and region: the recipe */
    const rl_frame *shared; /* whose arena this is; NULL = its own */
    const rl_frame *like;   /* one of the same land, whose outlines and plants it shares, or NULL */
    frame_spare *spare;     /* NULL: nothing is kept */
    rl_allocator own_allocator;
    const rl_allocator *allocator; /* NULL or &own_allocator */
    arena *arena;                  /* of all that is prepared */
    arena own_arena;
    cpu_kernels kernels; /* which variant of each kernel to call */
    int pixels;          /* rl_pixels */

    /* The view. */
    int width, height; /* of the whole picture, pixels */
    int64_t x;         /* the part's left column, from that of the world's middle picture */
    int y, columns, rows;
    double unit;       /* pixels of one U */
    double unit_share; /* U / H */
    int turn;          /* a loop is prepared whole: its column with which the part begins */
    int shown;         /* columns of the part: `columns` where nothing loops */
    double loop_px;    /* columns after which all repeats, 0 = never; and in U */
    double loop;
    int is_layered;      /* layers have 255 steps of alpha, and make the picture */
    int is_level;        /* sky and water have no vanishing point */
    int step;            /* pixels between the nodes of the colour grid, a power of two; */
    int fine_step;       /* and of the grid of faces, not above it */
    int block;           /* columns of a block, a multiple of step */
    int64_t first_block; /* blocks and nodes count from column 0 */
    int blocks;

    /* How pixels are made. */
    double phase; /* of a cycle, 0..1 */
    int is_hard;  /* pixels at edges are covered or not */
    int depth, dither, zoom;
    int colours; /* of pixel art, or inks; 0 = true colour */
    const frame_art *art;
    const frame_inks *inks; /* how they mix: see paint/inks.c; NULL = there are none */
    const tone_tables *tone;

    frame_light light;
    ridge_profile *profile; /* samples the ridges */
    int layers;
    frame_layer *layer; /* far to near; the first is the sky */
    int tiles;          /* of all layers */
};

/* layer_covers returns whether a layer covers all of a block in rows row - reach .. row + reach;
 * layer_reaches whether it may touch them, of one that has block_top. */
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

/* frame_around returns which of a thing's copies, one in each loop, is nearest to `near`;
 * pixels. */
static inline double frame_around(const rl_frame *frame, double thing, double near)
{
    if (frame->loop_px <= 0.0)
        return thing;
    return thing + frame->loop_px * exact_round((near - thing) / frame->loop_px);
}

/* Ways along a loop, in U: the shorter one, eased so that it has no corner half a loop
 * away.  frame_way is level there, frame_lean is 0 there and turns round.  Where nothing
 * loops both are the way itself. */
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

/* frame_drift returns how far (U) something has moved that goes `drift` loops, or U, in a
 * cycle. */
static inline double frame_drift(const rl_frame *frame, double drift)
{
    double way = drift * frame->phase;
    return frame->loop > 0.0 ? way * frame->loop : way;
}

/* frame_new makes all of a frame but the colours of pixel art; `layers` prepares its list of
 * layers; `like` may be NULL.  A loop is prepared from column `start` on: tests see that it is the
 * same loop but for rounding.  Errors: as rl_frame_new. */
struct preparation;
typedef rl_status frame_layers_prepare(struct preparation *work, rl_error *error);
rl_status frame_new(rl_frame **out, const rl_scene *scene, const rl_view *view,
                    const rl_frame *like, int64_t start, frame_layers_prepare *layers,
                    rl_error *error);

/* frame_has_land_of returns whether a frame shows the same columns and rows as another, of a scene
 * that is the same but for its light. */
int frame_has_land_of(const rl_frame *frame, const rl_frame *other);

#endif
