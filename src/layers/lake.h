/* lake.h - what the files of the lake share: kernels, ripples, and the mirror. */
#ifndef RL_LAYERS_LAKE_H
#define RL_LAYERS_LAKE_H

#include <stddef.h>
#include <stdint.h>

#include "layers/plane.h"
#include "paint/tiles.h"
#include "ridge/ridge.h"

/* ---- kernels (lake_kernel.c) -------------------------------------------------- */

/* Nodes are those of the fine grid in one row, counted from a multiple of SHADE_GROUP in the
 * whole picture, so that every part works on the same groups. */

/* One octave of the ripples' noise in one row.  Near a column of its lattice it is a
 * straight line: lift + tilt * distance. */
typedef struct lake_octave {
    const float *tilt, *lift; /* [0] = lattice column `first` */
    int64_t first;
    double step, origin; /* node n is at n * step + origin, in cells */
    float weight;
} lake_octave;

/* What the nodes of one row have in common. */
typedef struct lake_row {
    int64_t node; /* number of node 0 in the whole picture */
    float distance, swing;
    const float *height, *climb; /* of the strips: see mirror_strip */
    int low, high;               /* strips between which all nodes look */
    float least, most;           /* the same as places */
    double step, sun_x, sun_y;   /* pixels; the disc's mirror below the shore */
    double loop;                 /* pixels after which the sun comes again, 0 = never */
    float dazzle_scale, shine_scale, glitter;
    int has_dazzle, has_shine;
    int is_open; /* its ripples are those of LAKE_WAVE */
} lake_row;

/* Shares of broad and fine ripples in moving the mirrored row and in glittering. */
#define LAKE_BEND_BROAD 0.65f
#define LAKE_BEND_FINE 0.50f
#define LAKE_GLINT_BROAD 0.5f
#define LAKE_GLINT_FINE 0.8f

/* What is known at each node. */
typedef enum lake_plane {
    LAKE_PLACE,   /* where it looks, in strips; broad ripples at first */
    LAKE_GLINT,   /* ripples that turn toward the sun; fine ripples at first */
    LAKE_SHINE,   /* how much sun they would show */
    LAKE_DAZZLE,  /* how close to the mirrored disc it looks, 0..1 */
    LAKE_SHORE_R, /* linear light of the mist over the far shore */
    LAKE_SHORE_G,
    LAKE_SHORE_B,
    LAKE_SHORE_SHARE, /* and how much of it is there, 0..1 */
    LAKE_SHEEN,       /* of open water: light that a far sun spreads beside its path, 0..1 */
    LAKE_WAVE,        /* and -1..1, how its waves tilt; */
    LAKE_BEND,        /* the broad ones, which move what is mirrored: fine ones only blur it */
    LAKE_PLANES
} lake_plane;

/* Strips hold linear light in so many steps, of which each of up to 10 parts has a whole
 * share. */
#define LAKE_STEPS 32760

/* The strips of a mirror that a block's columns in one row may see. */
typedef struct lake_strips {
    const int16_t *const *strip; /* [k - first] = strip k - 1 */
    ptrdiff_t left;              /* where the block is in a strip */
    ptrdiff_t plane;             /* from red to green to blue */
    int first;
} lake_strips;

/* A block's columns in one row. */
typedef struct lake_run {
    const float *node[LAKE_PLANES]; /* of the block */
    lake_strips strips;
    int shift;          /* a node every 1 << shift columns */
    const float *along; /* [columns of a block]: from the node before to the next, 0..1 */
    int has_dazzle, has_shine;
    float clear, haze, blurred;
    linear_rgb own, sparkle;
    /* Of open water: the mirror is the clearer the flatter it is seen, and the path of the sun
     * has a sheen beside its sparkle. */
    int is_open;
    float tilt;                   /* how much a wave of 1 clears the mirror */
    float spark, from, per_spark; /* light of level water; waves that begin to sparkle; 1 / range */
    float sheen;
    linear_rgb glow;
} lake_run;

/* ---- the mirror of one ridge that rises from the water ---- */

/* The plane of its strips behind red, green and blue: how much of it is there. */
#define REFLECTION_THERE 3

/* What is known at each node. */
typedef enum reflection_plane {
    REFLECTION_BELOW,    /* pixels below the shore */
    REFLECTION_PLACE,    /* where it looks, in strips */
    REFLECTION_STRENGTH, /* share of the mirror */
    REFLECTION_HAZE,     /* of thin haze over the shore */
    REFLECTION_SURF,
    REFLECTION_PLANES
} reflection_plane;

typedef struct reflection_row {
    float *node[REFLECTION_PLANES];
    const float *wave;           /* [nodes]: -1..1 */
    const float *shore;          /* [nodes]: pixels below the mirror's own zero */
    const float *surf_scale;     /* [nodes]: 1 / the height of surf, 0 = none */
    const float *surf;           /* [nodes]: how white it is */
    const float *land;           /* [nodes]: 0 where no land meets the water */
    float y;                     /* of the row, pixels below the mirror's own zero */
    const float *height, *climb; /* of the strips: see mirror_strip */
    int low, high;
    float least, most;
    float swing;            /* share of the depth by which waves move what is seen */
    float rise;             /* pixels by which it looks higher: over the soft edge of the strips */
    float strength, length; /* at the shore; 1 / pixels over which it falls to 1/e */
    float haze, haze_scale; /* the same of haze */
    int has_edges;          /* whether there may be haze or surf */
} reflection_row;

typedef struct reflection_run {
    const float *node[REFLECTION_PLANES]; /* of the block */
    lake_strips strips;
    uint64_t hidden; /* bits of the block's columns */
    int shift;
    const float *along;
    linear_rgb deep, white, mist; /* what darkens the mirror, surf, haze */
    int has_edges;                /* whether surf or haze may be there */
    /* Land hides the mirror of the disc: this share of what is brighter than that. */
    float hides;
    linear_rgb brightest;
} reflection_run;

typedef struct lake_kernels {
    /* Lines of noise near `count` lattice columns, from gradients: x and y of those of
     * the lattice's row above, x and y of those below. */
    void (*lines)(const float *const gradient[4], float fy, float share, float *tilt, float *lift,
                  int count);
    /* Adds an octave to the heights of nodes from .. to - 1: whole groups. */
    void (*raise)(const lake_octave *octave, int64_t node, int from, int to, float *height);
    /* Heights of waves of open water at SHADE_GROUP nodes, and of the broad ones alone. */
    void (*wave)(const plane_row *row, const plane_span *span, float *height, float *broad);
    /* What nodes see. */
    void (*look)(const lake_row *row, int from, int to, float *const node[LAKE_PLANES]);
    /* What nodes see of what rises from water. */
    void (*meet)(const reflection_row *row, int from, int to);
} lake_kernels;

/* Of pixels (mirror_kernel.c): columns from .. to - 1 of a block are whole groups.  Others of the
 * block may be written, too, and nodes up to MIRROR_SPARE beyond the last are read. */
#define MIRROR_SPARE 16
typedef struct mirror_kernels {
    /* Encoded colours of the lake. */
    void (*fetch)(const lake_run *run, int from, int to, tile_colours *colours);
    /* Keeps a share of the light of samples; the first part, 0, is written, others are added. */
    void (*keep)(const float *samples, float share, int part, int16_t *to, int count);
    /* The same of `count` columns of one layer, from column `left` of a block: light times how
     * much of it is there, and that, in four planes of strips. */
    void (*keep_layer)(const tile_colours *colours, const float *covered, int left, int count,
                       float share, int part, int16_t *to, size_t plane);
    /* Colours of what rises from water, with how much they cover. */
    void (*reflect)(const reflection_run *run, int from, int to, tile_colours *colours,
                    float *covered);
    /* The same, laid over the colours of the block. */
    void (*lay_reflected)(const reflection_run *run, int from, int to, tile_colours *colours);
} mirror_kernels;

extern const struct layer_kind kind_lake;

/* lake_coverage returns which part of a row is below a far shore at `height` (1/256 pixel
 * above the bottom). */
float lake_coverage(const rl_frame *frame, int32_t height, int row);

extern const lake_kernels *const lake_kernels_of[CPU_KERNELS];
extern const mirror_kernels *const mirror_kernels_of[CPU_KERNELS];

/* lake_depth returns the depth (0 far .. 1 near) of the layer of a lake that there is. */
double lake_depth(const rl_scene *scene);

/* ---- what rises from open water (shore.c) ------------------------------------------- */

/* lake_holds returns whether a ridge rises from water: then lake_waterline is the line (fraction
 * of H) about which its mirror turns, and lake_shore writes where land ends (fractions of H) at
 * `count` places of a grid.  Errors: RL_NO_MEMORY. */
int lake_holds(const rl_scene *scene, int ridge);
double lake_waterline(const rl_scene *scene, int ridge);
#define LAKE_SHORE_MOST 0.020 /* U: no shore is farther below its waterline */
rl_status lake_shore(const rl_frame *frame, int ridge, const ridge_grid *grid, size_t count,
                     double *heights, rl_error *error);

/* lake_mirrors returns whether water shows a ridge: then what is above a part is seen in it, too.
 */
int lake_mirrors(const rl_scene *scene, int ridge);

/* lake_waves returns the heights (-1..1) of broad waves at the nodes of a row; [0] = the first of
 * the group of nodes with which the part's first block begins. */
const float *lake_waves(paint_scratch *s, int row);

/* lake_breaks returns whether waves of open water break the mirrors of the disc and of heaped
 * clouds. */
int lake_breaks(const rl_scene *scene);

/* Open water beside the mirrored disc: the sky that it mirrors, and its own colour. */
typedef struct lake_beside {
    linear_rgb sky, own;
} lake_beside;

lake_beside lake_beside_sun(const rl_frame *frame);

/* lake_dazzles returns how much of the disc's mirror may be in a row of open water, 0..1, and
 * writes the light of the water beside it. */
float lake_dazzles(const rl_frame *frame, const lake_beside *beside, int row, linear_rgb *light);

/* ---- ripples (ripples.c) -------------------------------------------------------- */

/* Two kinds of ripples: broad and fine, octaves of either; a lake without a vanishing
 * point has more, of which each row shows a few. */
#define RIPPLES_KINDS 2
#define RIPPLES_OCTAVES 10

/* The gradients around one octave's row: rows of its lattice at even and odd places. */
typedef struct ripples_lattice {
    float *gradient[2][2]; /* [parity][x or y], [columns] */
    int64_t row[2];        /* which are held */
    int64_t first;         /* column 0 of both */
    int64_t period;        /* columns after which they repeat, 0 = never */
    int count;             /* columns that are held, 0 = none */
} ripples_lattice;

typedef struct ripples {
    const rl_frame *frame;
    uint64_t key;
    double drift;                  /* U */
    int64_t node;                  /* number of node 0 in the whole picture */
    int nodes;                     /* whole groups */
    double rate[RIPPLES_KINDS];    /* cells of the first octave in a U, without one */
    int64_t period[RIPPLES_KINDS]; /* in a loop, 0 = none */
    int octaves[RIPPLES_KINDS];
    ripples_lattice lattice[RIPPLES_KINDS][RIPPLES_OCTAVES];
    float *tilt, *lift;
    uint8_t *directions;
} ripples;

/* ripples_new makes the memory of a thread for `nodes` nodes of the fine grid from
 * `node` on, both multiples of SHADE_GROUP; 0 when there is none. */
int ripples_new(ripples *ripples, const rl_frame *frame, arena *memory, int64_t node, int nodes);

/* ripples_perspective returns the scale of ripples at `depth` U below the far shore. */
double ripples_perspective(double depth);

/* ripples_blurred returns the share (0..1) of the fine ripples that are too fine to be
 * seen at a scale. */
double ripples_blurred(const rl_frame *frame, double perspective);

/* ripples_raise writes the heights of both kinds of ripples at nodes from .. to - 1
 * (whole groups) of a row `depth` U below the far shore. */
void ripples_raise(ripples *ripples, double depth, int from, int to,
                   float *const height[RIPPLES_KINDS]);

/* ---- the mirror (mirror.c) ------------------------------------------------------ */

/* the land above a lake as an image, only as fine as ripples let through.
 *
 * Its rows ("strips") grow with their distance from the far shore.  A thread keeps
 * the few that the rows it paints show.  The lake paints them by the code that paints
 * the land itself: whole rows of land become parts of a strip.
 */
/* Strips of the whole mirror, and how many of them a thread holds. */
#define MIRROR_STRIPS 320
#define MIRROR_HELD 16

/* Rows of the land that become one row of the mirror.  It is painted in parts,
 * each of which stands for `reach` rows on either side. */
typedef struct mirror_strip {
    int foot; /* its lowest row */
    int parts, reach;
} mirror_strip;

typedef struct mirror {
    const rl_frame *frame;
    int layer;      /* the only one it shows, -1 = all behind the lake */
    double shore;   /* the far one's place in pixels from the top */
    int rows;       /* strips that are held */
    int planes;     /* red, green, blue and, of one layer, how much of it is there */
    int16_t *light; /* [rows][planes][plane], linear: LAKE_STEPS is 1 */
    size_t plane;   /* columns of the blocks that it may show: */
    int *place;     /* [blocks]: which of these each is */
    int *held;      /* [rows][blocks]: number of the strip, -1 = none */
    mirror_strip strip[MIRROR_STRIPS];
    float height[MIRROR_STRIPS]; /* pixels of its middle above the far shore */
    float climb[MIRROR_STRIPS];  /* 1 / the way from there to the next */
    int strips;
    /* What the row that is painted shows. */
    int first, last;                      /* strips */
    int from, to;                         /* blocks */
    uint16_t *list;                       /* [layers]: for block_list_find, of all behind it */
    uint8_t *shows;                       /* [blocks]: whether the lake is seen there */
    uint8_t *showed;                      /* [blocks]: the same of blocks in which strips */
    int filled_first, filled_last;        /* first .. last are held */
    const int16_t *open[MIRROR_HELD + 2]; /* where strips begin: [k - first] is strip k - 1 */
} mirror;

/* What a mirror is to show. */
typedef struct mirror_plan {
    double shore, highest; /* pixels from the top; and above it, up to where it is looked at */
    int top;               /* first row of the shore */
    int layer;             /* the only one that it shows, -1 = all behind the lake */
    int strips;            /* that are held, at most MIRROR_HELD: the most that a row shows */
    double share;          /* of its height above the shore that a strip is high */
    double apart;          /* of one layer: rows of it that one that is painted stands for */
    const int32_t *rows;   /* [blocks]: INT32_MAX = it shows nothing there; NULL = it may */
} mirror_plan;

#define MIRROR_SHARE 0.06 /* of a lake: see mirror.c */

/* mirror_lay lays the strips; mirror_new, then, makes the memory of a thread: 0 when there is
 * none. */
void mirror_lay(mirror *mirror, const rl_frame *frame, const mirror_plan *plan);
int mirror_new(mirror *mirror, const rl_frame *frame, arena *memory, const mirror_plan *plan);

/* mirror_place returns where a height above the far shore is among the middles of
 * the strips; `near` is a strip to begin the search with. */
float mirror_place(const mirror *mirror, int near, float height);

/* mirror_left returns where a block begins in a strip. */
static inline ptrdiff_t mirror_left(const mirror *m, int block)
{
    return (ptrdiff_t)m->place[block] * m->frame->block;
}

/* mirror_fill paints what is missing of the strips and blocks that the row shows, of the first
 * `behind` layers, and finds the strips.  It overwrites the colours of the scratch memory. */
void mirror_fill(mirror *mirror, paint_scratch *s, int behind);

#endif
