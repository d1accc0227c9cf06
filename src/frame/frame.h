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
#include "base/cpu.h"
#include "base/exact.h"
#include "base/tone.h"
#include "ridgeline.h"
#include "ridge/ridge.h"

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

/* The lifts of a ridge's slope limit along the part: see limit.c. */
typedef struct frame_limit {
    int64_t first; /* node 0 is this one of the world lattice */
    size_t count;
    double *lift; /* [count]; NULL = none is held */
} frame_limit;

/* What the composition gives to all ridges at the samples of a grid: see compose.c. */
typedef struct frame_shape {
    ridge_grid grid;
    size_t count;
    double *x; /* [count]; NULL = none is held */
    double *dip, *rise;
} frame_shape;

struct rl_frame {
    rl_scene scene;         /* resolved; with size and region: the recipe */
    const rl_frame *shared; /* whose tables these are; NULL = its own */
    rl_allocator own_allocator;
    const rl_allocator *allocator; /* NULL or &own_allocator */
    cpu_kernels kernels;           /* which variant of each kernel to call */
    int threads;                   /* that may prepare it */
    struct thread_pool *pool;      /* them, while it is prepared */

    /* Only while the frame is prepared. */
    int (*progress)(void *user, int rows_done, int rows_total);
    void *user;

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

    ridge_row slice[RL_MAX_RIDGES];     /* of ridges that follow a map: see slices.c */
    float *slice_heights;               /* NULL = none is one */
    double summit_scale[RL_MAX_RIDGES]; /* 1, less where a summit would be too high */
    frame_limit limit[RL_MAX_RIDGES];
    double *profile;     /* [ridges * FRAME_LATTICE]: of the world lattice, U; see skyline.c */
    int profile_take;    /* the take whose profiles they are */
    frame_shape lattice; /* of the world lattice */
    frame_shape shape;   /* only while the frame is prepared */
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
rl_status frame_land(rl_frame *frame, rl_error *error);
void frame_land_free(rl_frame *frame);

/* frame_each_ridge does something for each ridge of the scene, on several threads. */
typedef rl_status frame_ridge_maker(rl_frame *frame, int index, rl_error *error);
rl_status frame_each_ridge(rl_frame *frame, frame_ridge_maker *make, rl_error *error);

/* frame_check_stop asks the view's progress.  Errors: RL_CANCELLED. */
rl_status frame_check_stop(const rl_frame *frame, rl_error *error);

/* Pixels of one U below which slopes need no limit. */
#define FRAME_LIMIT_UNIT 8.0

/* frame_limit_make holds the lifts of ridge `index` of a land's seed, if it has a
 * limit, along the world lattice and, where the part lies near it, along the part.
 * frame_limit_follow holds those along the part if they are not there; frame_limit_drop
 * gives them back where they are too many to be kept.
 * frame_limit_covers tells whether all samples of a grid lie among the lifts.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status frame_limit_make(rl_frame *frame, int index, uint64_t seed, rl_error *error);
rl_status frame_limit_follow(rl_frame *frame, int index, uint64_t seed, rl_error *error);
void frame_limit_drop(rl_frame *frame, int index);
void frame_limit_free(rl_frame *frame);
int frame_limit_covers(const rl_frame *frame, int index, const ridge_grid *grid, size_t count);

/* frame_edge_grid returns the pieces of all columns as a grid of the world. */
ridge_grid frame_edge_grid(const rl_frame *frame);

/* frame_quantile sorts the values and returns the one that `share` of them do
 * not exceed. */
double frame_quantile(double *values, int count, double share);

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
rl_status frame_reliefs(rl_frame *frame, rl_error *error);

/* frame_skyline writes the heights (fraction of H) of ridge `index` on the
 * world lattice: FRAME_LATTICE samples, FRAME_LATTICE_STEP U apart, the middle
 * one at the middle of the picture.  No size or window has a part in it.
 * frame_profiles makes what it reads: once for each take of the land.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
#define FRAME_LATTICE 401
#define FRAME_LATTICE_STEP 0.006
rl_status frame_profiles(rl_frame *frame, rl_error *error);
void frame_skyline(const rl_frame *frame, int index, double heights[FRAME_LATTICE]);

/* frame_shape_make keeps what all ridges share on a grid, if its samples are few.
 * Errors: RL_NO_MEMORY. */
rl_status frame_shape_make(rl_frame *frame, const ridge_grid *grid, size_t count, rl_error *error);
void frame_shape_free(rl_frame *frame);

/* frame_land_seed: another take of the same composition has other ridges.
 * frame_profile samples a ridge before the composition bends it, in U;
 * frame_compose_on bends `count` such heights in place, which lie at sample `from` of a
 * shape and behind it: fractions of H.  frame_shape_fill makes that shape from its grid
 * and count; its x has room for three times as many. */
uint64_t frame_land_seed(const rl_scene *scene);
rl_status frame_profile(const rl_frame *frame, int index, const ridge_grid *grid, size_t count,
                        double *heights, rl_error *error);
void frame_shape_fill(const rl_frame *frame, frame_shape *shape);
void frame_compose_on(const rl_frame *frame, int index, const frame_shape *shape, size_t from,
                      size_t count, double *heights);

/* frame_slices makes the map and cuts the ridges out of it that are slices.
 * Errors: RL_NO_MEMORY, RL_CANCELLED, RL_BAD_ARGUMENT. */
rl_status frame_slices(rl_frame *frame, rl_error *error);

/* frame_take settles which ridges a bare seed gets: see take.c. */
rl_status frame_take(rl_frame *frame, rl_error *error);

/* frame_limit_summit scales ridge `index` down where its summit would come too
 * near the upper edge.  It is measured on the world lattice as if U were H, so
 * that the land is the same in every frame. */
void frame_limit_summit(rl_frame *frame, int index);

/* frame_heights samples the ground of ridge `index` (fractions of H) on any grid
 * of the world. */
rl_status frame_heights(const rl_frame *frame, int index, const ridge_grid *grid, size_t count,
                        double *heights, rl_error *error);

/* frame_lake places the lake between the surfaces. */
void frame_lake(rl_frame *frame);

/* frame_light places the sun and makes the colours of sky, mist and layers. */
void frame_light(rl_frame *frame);

/* frame_sky makes what clouds, stars, moon, aurora, birds and fog look up.
 * Errors: RL_NO_MEMORY. */
rl_status frame_sky(rl_frame *frame, rl_error *error);
void frame_sky_free(rl_frame *frame);

#endif
