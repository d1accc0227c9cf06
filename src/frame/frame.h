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

#include "base/arena.h"
#include "base/colour.h"
#include "base/cpu.h"
#include "base/exact.h"
#include "base/tone.h"
#include "ridgeline.h"

/* The edge is a polyline with this many pieces in each pixel column. */
#define FRAME_PIECES 4

/* Heights of edges are held in 1/256 pixel: exact, also a million pixels up. */
#define FRAME_HEIGHT_ONE 256
#define FRAME_TREE_ONE 256

/* Depths at which relief is known, and steps of the tables that shape a tree. */
#define FRAME_RELIEF_LEVELS 44
#define FRAME_TREE_STEPS 128

/* Beds of rock: so many thin ones, so many to a U, from the picture's foot up. */
#define FRAME_BEDS 2048
#define FRAME_BEDS_PER_U 1024

/* A conifer.  Lengths are in 1/256 pixel: sums of them are exact, so that a tree
 * covers the same pixels whatever part of the picture is painted. */
typedef struct frame_tree {
    int32_t x;         /* of its stem, from the left of the part */
    int32_t top;       /* of its tip, from the top of the whole picture */
    int32_t height;    /* down to the ground */
    int32_t width;     /* greatest half width of its branches */
    float tiers;       /* whorls of branches */
    float left, right; /* phases of the whorls on either side, 0..1 */
} frame_tree;

/* Shading inside a ridge, by column and depth below the edge: see relief.c. */
typedef struct frame_relief {
    float *shade;         /* [columns * levels]: < 0 shadow, > 0 lit; NULL = none */
    float *snow;          /* [columns * levels]: 0..1; NULL = none */
    int64_t first_column; /* column 0 lies at pixel first_column * step */
    int step;             /* pixels between columns, a power of two */
    int columns;
    float *bed;      /* [FRAME_BEDS]: shade of rock by height; NULL = no strata */
    float *bed_lift; /* [columns]: how much higher beds lie there, in beds */
    float bed_scale; /* beds in a pixel */
    float bed_amount[FRAME_RELIEF_LEVELS]; /* share of it that shows at a depth */
} frame_relief;

/* One edge and what lies under it: a ridge, or one row of its slope. */
typedef struct frame_surface {
    int ridge;           /* index in the scene */
    int32_t *edge;       /* [columns * FRAME_PIECES + 1]: height above the bottom */
    int32_t *top;        /* [columns]: first row that it touches */
    int32_t *full;       /* [columns]: first row that it covers wholly */
    int32_t *block_top;  /* [blocks]: least `top` of the block, trees included */
    int32_t *block_full; /* [blocks]: greatest `full` */
    int32_t *ground;     /* [nodes]: height of the ground without trees */
    frame_tree *tree;    /* from left to right; NULL = none */
    int tree_count;
    int32_t tree_reach;  /* 1/256 pixel: no branch reaches farther from its stem */
    int32_t *block_tree; /* [blocks + 1]: first tree whose branches reach the block */
    frame_relief relief;

    int is_flat;      /* one colour everywhere: own_light */
    double depth;     /* 0 far .. 1 near */
    double haze;      /* share of air in its colour */
    double land_glow; /* share of sun light in the haze before it */
    oklab own;        /* its colour without air */
    int is_sunlit;    /* lit faces take the colour `lit`, not that of the air */
    oklab lit;
    linear_rgb own_light;
    oklab farther; /* the ridge whose colour its mist takes */
    double farther_haze;
    oklab behind; /* the ridge toward which a row fades below its edge */
    double behind_haze;
    double rear;       /* share of it everywhere: hind rows are paler */
    double fade;       /* share of it below the edge, 0 = the only row */
    double mist;       /* density far below mist_level */
    double mist_level; /* fraction of H */
    double mist_scale; /* fraction of H over which it thins to 1/e */
    double mist_air;   /* share of air in the mist's colour */
    double fog;        /* density of the banks before it */
} frame_surface;

/* The sky's gradient: a monotone cubic through the stops, in OKLab. */
typedef struct frame_gradient {
    int count;
    double t[RL_MAX_SKY + 1]; /* rising: 0 at the horizon, 1 at the zenith */
    oklab colour[RL_MAX_SKY + 1];
    oklab slope[RL_MAX_SKY + 1];
} frame_gradient;

/* The few colours of pixel art, dark to light: see paint/pixelart.c. */
typedef struct frame_art {
    int count; /* 0 = true colour */
    uint8_t rgb[3 * 256];
    float l[256], a[256], b[256]; /* OKLab, stretched for distances */
    double light[256];            /* linear light of an sRGB byte */
} frame_art;

/* A curtain of the aurora: what it is at each column of the colour grid. */
#define FRAME_CURTAINS 2
#define FRAME_CURTAIN_BELOW 0.16 /* U from its base, beyond which it is dark */
#define FRAME_CURTAIN_ABOVE 0.75

typedef struct frame_curtain_column {
    float foot, height; /* U above the horizon, U */
    float light;
} frame_curtain_column;

typedef struct frame_curtain {
    double base;   /* U above the horizon */
    double slant;  /* U sideways for each U upward */
    int64_t first; /* column 0 is this node of the picture */
    frame_curtain_column *column;
} frame_curtain;

#define FRAME_BIRDS 7

typedef struct frame_bird {
    double x, y;              /* pixels of the whole picture */
    double span;              /* pixels from the body to a wing's tip */
    double lift, droop, tilt; /* shape of the wings, in spans */
} frame_bird;

typedef struct ridge_profile ridge_profile;

struct rl_frame {
    rl_scene scene;         /* resolved; with size and region: the recipe */
    const rl_frame *shared; /* whose tables these are; NULL = its own */
    rl_allocator own_allocator;
    const rl_allocator *allocator; /* NULL or &own_allocator */
    cpu_kernels kernels;           /* which variant of each kernel to call */
    arena *arena;                  /* of all that is prepared; its owner's own_arena */
    arena own_arena;

    int width, height; /* of the whole picture, pixels */
    int64_t x;         /* the part's left column, from that of the world's middle picture */
    int y, columns, rows;
    double unit;       /* pixels of one U */
    double unit_share; /* U / H */

    /* A loop is prepared whole, from column 0 on, and painted turned: see paint.c. */
    int turn;       /* column of it that a picture of the view begins with */
    int shown;      /* columns of that picture: those of the part where nothing loops */
    double loop_px; /* columns after which all repeats, 0 = never; and in U */
    double loop;
    int is_layered; /* alpha has 255 steps, and layers make the picture */
    int is_level;   /* sky and water have no vanishing point */

    int step;            /* pixels between the nodes of the colour grid, a power of two */
    int block;           /* columns of a block, a multiple of step */
    int64_t first_block; /* blocks and nodes count from column 0 */
    int blocks;

    double sun_x, sun_y; /* pixels from the left and the top */
    double sun_radius;   /* pixels, 0 = no disc */
    double sun_seen;     /* share of the disc above the land */
    linear_rgb sun_light, sun_low, glow;
    oklab glow_lab, snow;
    int has_glow, has_bloom;
    double glow_strength; /* 0..1: how much the light's glow colours lit faces */

    frame_gradient sky;
    oklab sky_foot; /* the air below the horizon */
    oklab mist_colour;
    int sky_is_flat;
    uint64_t mist_key; /* of its noise */

    int lake;                /* surfaces behind the lake, 0 = no lake */
    int32_t lake_height;     /* 1/256 pixel above the bottom: its far shore */
    int lake_top, lake_full; /* first rows that it touches and covers wholly */
    uint64_t lake_key;       /* of its ripples */
    linear_rgb water;

    uint64_t cloud_key, cloud_warp_key, star_key, fog_key;
    oklab cloud, sun_lab; /* the shaded side of clouds, the sun's own colour */
    double skyline_top;   /* fraction of H; known where there are clouds or birds */
    linear_rgb star_light;
    double moon_cosine; /* cos(2 pi phase): half axis of the terminator */
    frame_curtain curtain[FRAME_CURTAINS];
    oklab aurora_colour[3]; /* from the foot up */
    int bird_count;
    frame_bird bird[FRAME_BIRDS];
    float bird_colour[3]; /* encoded sRGB */

    ridge_profile *profile; /* samples the ridges */
    int surface_count;
    frame_surface *surface;           /* far to near */
    int ridge_surface[RL_MAX_RIDGES]; /* the first surface of each ridge */

    /* Depths below an edge at which relief is known, in pixels, and for each
     * whole pixel of depth the last of them that is not deeper. */
    float relief_depth[FRAME_RELIEF_LEVELS];
    uint8_t *relief_level;
    int relief_pixels; /* how many entries relief_level has */

    float tier[FRAME_TREE_STEPS + 1];   /* t^0.85: branches crowd toward the tip */
    float spread[FRAME_TREE_STEPS + 1]; /* t^0.9: the tree's outline */
    tone_tables tone;
    frame_art art;
};

/* frame_around returns which of a thing's copies, one in each loop, stands nearest to
 * `near`; pixels. */
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
    way -= frame->loop * exact_round(way / frame->loop);
    double share = 2.0 * way / frame->loop;
    return way * (1.0 - share * share / 3.0);
}

static inline double frame_lean(const rl_frame *frame, double way)
{
    if (frame->loop <= 0.0)
        return way;
    way -= frame->loop * exact_round(way / frame->loop);
    double share = 2.0 * way / frame->loop;
    return way * (1.0 - share * share);
}

/* frame_drift returns how far (U) something has moved that goes `drift` loops, or U, in a
 * cycle. */
static inline double frame_drift(const rl_frame *frame, double drift)
{
    double way = drift * frame->scene.phase;
    return frame->loop > 0.0 ? way * frame->loop : way;
}

/* frame_new does what rl_frame_new says, but for the colours of pixel art. */
rl_status frame_new(rl_frame **out, const rl_scene *scene, const rl_view *view, rl_error *error);

/* frame_new_from prepares a loop from column `start` on, a multiple of RL_LOOP_STEP: it is
 * the same loop but for rounding.  So tests see whether all of it repeats. */
rl_status frame_new_from(rl_frame **out, const rl_scene *scene, const rl_view *view, int64_t start,
                         rl_error *error);

/* frame_land makes the surfaces and their edges.  Errors: RL_NO_MEMORY. */
struct preparation;
rl_status frame_land(struct preparation *work, rl_error *error);

/* A slope is one row or more, 0 = the hindmost, each on ground that lies
 * frame_row_drop lower at x (U) than the ridge; about frame_row_lower in the mean.
 * Both are fractions of H. */
int frame_is_wooded(const rl_frame *frame, int ridge);
int frame_rows(const rl_frame *frame, int ridge);
double frame_row_lower(const rl_frame *frame, int ridge, int row);
double frame_row_drop(const rl_frame *frame, int ridge, int row, double x);
/* frame_row_lay does so with the ridge's heights at rising x; `work` holds 3 * count. */
void frame_row_lay(const rl_frame *frame, int ridge, int row, const double *x, size_t count,
                   double *work, double *heights);
uint64_t frame_row_key(const rl_frame *frame, int ridge, int row);

/* frame_forest_edge raises the heights (fractions of H) at rising x (U) by a row's
 * trees that are too small for branches, and by undergrowth. */
void frame_forest_edge(const rl_frame *frame, int ridge, int row, const double *x, size_t count,
                       double *heights);

/* frame_forest_list lists the trees that are large enough to show branches, on
 * the ground that the surface's edge has become.  Errors: RL_NO_MEMORY. */
rl_status frame_forest_list(rl_frame *frame, frame_surface *surface, int row, rl_error *error);

/* frame_reliefs makes the tables of the ridges, when all edges and the lake are known.
 * A table holds what can be seen in the part; the rest of it is 0.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status frame_reliefs(struct preparation *work, rl_error *error);

/* frame_lake places the lake between the surfaces. */
void frame_lake(rl_frame *frame);

/* frame_light places the sun and makes the colours of sky, mist and layers. */
void frame_light(rl_frame *frame);

/* frame_sky makes what clouds, stars, moon, aurora, birds and fog look up.
 * Errors: RL_NO_MEMORY. */
rl_status frame_sky(rl_frame *frame, rl_error *error);

#endif
