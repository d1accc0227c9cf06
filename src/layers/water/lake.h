/* lake.h - the interfaces between the files that paint water: kernels, shores, ripples, and the
 * mirror. */
#ifndef RL_LAYERS_LAKE_H
#define RL_LAYERS_LAKE_H

#include <stddef.h>
#include <stdint.h>

#include "base/exact.h"
#include "layers/common/plane.h"
#include "paint/tiles.h"
#include "ridge/ridge.h"

#define LAKE_STREAM 6100                /* random stream: waves, ripples, haze */
#define FACETS_STREAM (LAKE_STREAM + 1) /* random stream: waves near the viewer */

/* A value without wind and one in full wind: see lake.wind. */
typedef struct by_wind {
    double still, windy;
} by_wind;

static inline double at_wind(by_wind value, double wind)
{
    return exact_mix(value.still, value.windy, wind);
}

/* ---- light (lake.c) ------------------------------------------------------------ */

/* lake_light returns linear light as the files of water mix it: as the square of the sRGB sample,
 * which takes one root to encode and differs little from linear light. */
linear_rgb lake_light(linear_rgb light);

/* ---- kernels (lake_kernel.c) -------------------------------------------------- */

/* Nodes are the columns of the fine grid in one row, counted from a multiple of SHADE_GROUP in the
 * whole picture, so that every part works on the same groups. */

/* One octave of the gradient noise of ripples or waves in one row: near a column of its lattice it
 * is the line lift + tilt * distance. */
typedef struct lake_octave {
    const float *tilt, *lift; /* lines of the columns of the lattice, from `first` on */
    int64_t first;            /* column of the lattice */
    double step, origin;      /* node n is at n * step + origin, in cells */
    float weight;             /* amplitude */
} lake_octave;

/* The octaves of the waves of open water in one row. */
typedef struct lake_waves_row {
    int octaves;
    float whole; /* see plane_row */
    lake_octave octave[PLANE_OCTAVES];
    float t[PLANE_OCTAVES]; /* see plane_octave */
} lake_waves_row;

/* The strips that the nodes of a row may show. */
typedef struct mirror_span {
    const float *height, *climb; /* arrays of the mirror: see struct mirror */
    int low, high;               /* first and last strip that a node may show */
    float least, most;           /* range of places among the strips: see mirror_place */
} mirror_span;

/* Constants of the nodes of one row. */
typedef struct lake_row {
    int64_t node;   /* number of node 0 in the whole picture */
    float distance; /* pixels above the shore that level water mirrors */
    float swing;    /* pixels by which ripples of height 1 move the mirrored row */
    mirror_span span;
    double step;               /* pixels between nodes */
    double sun_x;              /* column of the disc, pixels */
    double sun_y;              /* pixels from the shore down to the disc's mirror */
    double loop;               /* pixels after which the sun repeats in a loop, 0 = no loop */
    float dazzle_scale;        /* 1 / radius of the dazzle of the disc's mirror, pixels */
    float shine_scale;         /* 1 / half width of the sun's path, pixels */
    float glitter;             /* strength of the sun's path in its middle */
    int has_dazzle, has_shine; /* whether a node may show either */
    int is_open;               /* waves of open water, LAKE_WAVE, replace the ripples */
} lake_row;

/* Weights of broad and fine ripples: in the row that a node mirrors, and in its glint.  Fine
 * ripples that move the mirrored row by more than their own height cut its edges into a comb. */
#define LAKE_BEND_BROAD 0.65f
#define LAKE_BEND_FINE 0.08f
#define LAKE_GLINT_BROAD 0.5f
#define LAKE_GLINT_FINE 0.8f

#define LAKE_MELT_END 2.0f /* where the mirrored disc may melt, radii of the dazzle */

/* Values of each node. */
typedef enum lake_plane {
    LAKE_PLACE,       /* input: height of broad ripples; output: place among the strips */
    LAKE_GLINT,       /* input: height of fine ripples; output: tilt toward the sun, -1..1 */
    LAKE_SHINE,       /* strength of the sun's path */
    LAKE_DAZZLE,      /* closeness to the middle of the mirrored disc, below 0 .. 1 */
    LAKE_SHORE_R,     /* linear light of the mist over the far shore: red */
    LAKE_SHORE_G,     /* linear light of the mist over the far shore: green */
    LAKE_SHORE_B,     /* linear light of the mist over the far shore: blue */
    LAKE_SHORE_SHARE, /* factor of the mist over the far shore, 0..1 */
    LAKE_SHEEN,       /* open water: light that the sun spreads beside its path, 0..1 */
    LAKE_WAVE,        /* open water: tilt of all waves, -1..1 */
    LAKE_BEND,        /* open water: tilt of broad waves, which move the mirrored row, -1..1 */
    LAKE_PLANES
} lake_plane;

#define LAKE_STEPS 32760 /* value of lake_light 1 in a strip */

/* The strips of a mirror that a block's columns in one row may see, and where nodes are. */
typedef struct lake_strips {
    const int16_t *const *strip; /* strips from `first` - 1 on */
    ptrdiff_t left;              /* index of the block's first column in a strip */
    ptrdiff_t plane;             /* distance between the planes of a strip: red, green, blue */
    int first;                   /* number of strip[1] */
    int shift;                   /* log2 of the columns from node to node */
    const float *along;          /* [columns of a block]: position between two nodes, 0..1 */
} lake_strips;

/* A block's columns in one row. */
typedef struct lake_run {
    const float *node[LAKE_PLANES]; /* nodes of the block */
    lake_strips strips;
    int has_dazzle, has_shine; /* whether the row has either */
    float dazzle_from;         /* green light from which the disc's mirror dazzles */
    linear_rgb beside;         /* light of the sky beside the disc */
    float per_dazzle;          /* 1 / range of green light up to the full dazzle, 0 = no dazzle */
    float melt_from, per_melt; /* green light that melts into the sky, 1 / its range */
    float clear;               /* share of the mirror, the rest is `own`, 0..1 */
    float haze;                /* opacity of the mist over the far shore, 0..1 */
    float blurred;             /* share of the fine ripples below the size of pixels, 0..1 */
    linear_rgb own;            /* colour of water that mirrors nothing */
    linear_rgb sparkle;        /* light of the sun's path */
    /* Open water: the flatter the line of sight, the clearer the mirror; the path of the sun has a
     * sheen beside its sparkle. */
    int is_open;
    float tilt;      /* change of `clear` by a wave of tilt 1 */
    float relief;    /* change of all light by a wave of tilt 1, relative */
    float spark;     /* light of the sun's path on level water */
    float from;      /* tilt at which waves begin to sparkle */
    float per_spark; /* 1 / range of tilt from the beginning of sparkle to its full strength */
    float sheen;     /* strength of the sheen */
    linear_rgb glow; /* light of the sheen */
} lake_run;

/* ---- mirrors of ridges that rise from water (reflection.c) --------------------- */

/* Fourth plane of its strips, after red, green and blue: coverage. */
#define REFLECTION_THERE 3

/* Values of each node. */
typedef enum reflection_plane {
    REFLECTION_BELOW,    /* pixels below the shore */
    REFLECTION_PLACE,    /* place among the strips: see mirror_place */
    REFLECTION_STRENGTH, /* share of the mirror, 0..1 */
    REFLECTION_HAZE,     /* opacity of thin haze over the shore, 0..1 */
    REFLECTION_SURF,     /* opacity of surf, 0..1 */
    REFLECTION_PLANES
} reflection_plane;

typedef struct reflection_row {
    float *node[REFLECTION_PLANES];
    const float *wave;       /* [nodes]: tilt of broad waves, -1..1 */
    const float *shore;      /* [nodes]: pixels of the shore below the mirror's zero */
    const float *surf_scale; /* [nodes]: 1 / height of surf in pixels, 0 = no surf */
    const float *surf;       /* [nodes]: opacity of surf, 0..1 */
    const float *land;       /* [nodes]: 0 where no land meets the water, else up to 1 */
    float y;                 /* pixels of the row below the mirror's zero: reflection.zero */
    mirror_span span;
    float swing;      /* share of the depth by which waves of tilt 1 move the mirrored row */
    float rise;       /* pixels added to the mirrored height, past the soft edge of the strips */
    float strength;   /* share of the mirror at the shore */
    float length;     /* 1 / pixels over which `strength` falls to 1/e */
    float haze;       /* opacity of haze at the shore */
    float haze_scale; /* 1 / pixels over which `haze` falls to 1/e */
    int has_edges;    /* whether there may be haze or surf */
} reflection_row;

typedef struct reflection_run {
    const float *node[REFLECTION_PLANES]; /* nodes of the block */
    lake_strips strips;
    uint64_t hidden;    /* columns of the block that nearer layers hide, a bit each */
    linear_rgb deep;    /* colour of the water, which darkens the mirror */
    linear_rgb white;   /* light of surf */
    linear_rgb mist;    /* light of haze */
    linear_rgb wet;     /* light of wet rocks */
    const float *rock;  /* nodes of the block: height of wet rocks at the shore, pixels */
    int has_edges;      /* whether surf or haze may be there */
    float bare[3];      /* light of the water without mirrors at the left edge of the block */
    float bare_step[3]; /* change of that light from column to column */
    float least, most;  /* range of light behind the mirror of land, relative to that light */
} reflection_run;

/* ---- waves near the viewer (facets.c) ------------------------------------------ */

#define FACETS_SETS 2  /* sets of waves: large and small ones */
#define FACETS_LINES 6 /* lines of waves that a row may show */

/* The lines of waves that a row of the picture may show. */
typedef struct facets_row {
    float place;                  /* place of the row among the lines, from the first one on */
    float edge;                   /* pixels between two lines */
    float bend, bend_fine;        /* lines by which broad and fine waves of height 1 bend a line */
    float weight;                 /* height of the facets, 0..1 */
    float keep;                   /* share of other waves that is left */
    double rate[FACETS_LINES];    /* cells per U */
    int32_t period[FACETS_LINES]; /* cells in a loop, INT32_MAX = endless */
    int32_t hash[FACETS_LINES];
} facets_row;

/* Equally spaced columns of a row, in cells of each line. */
typedef struct facets_span {
    int32_t cell[FACETS_LINES];
    float part[FACETS_LINES], step[FACETS_LINES];
} facets_span;

/* facets_row_at finds the lines of a set in a row `depth` U below the far shore; it returns 0 where
 * there are none.  facets_span_at places columns x, x + step ... (U). */
int facets_row_at(facets_row *row, const rl_frame *frame, int set, double depth);
void facets_span_at(facets_span *span, const facets_row *row, double x, double step);

typedef struct lake_kernels {
    /* Writes lines of noise near `count` columns of a lattice.  Gradients are x and y of the row
     * of the lattice above, then x and y of the row below. */
    void (*lines)(const float *const gradient[4], float fy, float share, float *tilt, float *lift,
                  int count);
    /* Adds an octave to the heights of nodes from .. to - 1, which are whole groups. */
    void (*raise)(const lake_octave *octave, int64_t node, int from, int to, float *height);
    /* Writes the lines of noise near `count` columns of an octave of waves, from `first` on. */
    void (*wave_lines)(const plane_octave *octave, int32_t first, float *tilt, float *lift,
                       int count);
    /* Writes the waves of open water at nodes, and the broad ones alone; `node` is the number of
     * the first in the whole picture. */
    void (*wave)(const lake_waves_row *row, int64_t node, int nodes, float *height, float *broad);
    /* Adds the facets of waves near the viewer to fine waves at SHADE_GROUP nodes, and calms broad
     * ones.  Facets do not move the mirrored row: their sharp edges would be steps in it. */
    void (*facet)(const facets_row *row, const facets_span *span, float *broad, float *fine);
    /* Writes LAKE_PLACE, LAKE_GLINT and, if the row has them, LAKE_DAZZLE and LAKE_SHINE. */
    void (*look)(const lake_row *row, int from, int to, float *const node[LAKE_PLANES]);
    /* Writes the planes of the mirror of a ridge that rises from the water. */
    void (*meet)(const reflection_row *row, int from, int to);
} lake_kernels;

/* Kernels of pixels (mirror_kernel.c): columns from .. to - 1 of a block are whole groups.  Others
 * of the block may be written, too, and nodes up to MIRROR_SPARE beyond the last are read. */
#define MIRROR_SPARE 16
typedef struct mirror_kernels {
    /* Writes encoded colours of the lake. */
    void (*fetch)(const lake_run *run, int from, int to, tile_colours *colours);
    /* Stores the light of samples in a strip. */
    void (*keep)(const float *samples, int16_t *to, int count);
    /* Stores `count` columns of one layer, from column `left` of a block: premultiplied light
     * in three planes of a strip, coverage in the fourth. */
    void (*keep_layer)(const tile_colours *colours, const float *covered, int left, int count,
                       int16_t *to, size_t plane);
    /* Writes encoded colours and coverage of the mirror of a ridge. */
    void (*reflect)(const reflection_run *run, int from, int to, tile_colours *colours,
                    float *covered);
    /* Blends that mirror over the colours of the block. */
    void (*lay_reflected)(const reflection_run *run, int from, int to, tile_colours *colours);
} mirror_kernels;

extern const struct layer_kind kind_lake;

/* lake_coverage returns the share (0..1) of a row of pixels that is below a far shore at `height`,
 * 1/FRAME_HEIGHT_ONE pixel above the bottom. */
float lake_coverage(const rl_frame *frame, int32_t height, int row);

extern const lake_kernels *const lake_kernels_of[CPU_KERNELS];
extern const mirror_kernels *const mirror_kernels_of[CPU_KERNELS];

/* lake_depth returns the depth (0 far .. 1 near) of the layer of the lake: the scene must have
 * one. */
double lake_depth(const rl_scene *scene);

/* ---- shores of ridges in open water (shore.c) ------------------------------------------ */

/* lake_holds returns whether a ridge rises from water.  For such a ridge lake_waterline returns the
 * height (fraction of H) about which it is mirrored, and lake_shore writes the heights (fractions
 * of H) of its shore at `count` places of a grid.  Errors: RL_NO_MEMORY. */
int lake_holds(const rl_scene *scene, int ridge);
double lake_waterline(const rl_scene *scene, int ridge);
#define LAKE_SHORE_MOST 0.020 /* U: no shore is farther below its waterline */
rl_status lake_shore(const rl_frame *frame, int ridge, const ridge_grid *grid, size_t count,
                     double *heights, rl_error *error);

/* lake_mirrors returns whether water mirrors a ridge: then a part of the picture may show land that
 * is above the part. */
int lake_mirrors(const rl_scene *scene, int ridge);

/* lake_waves returns the tilts (-1..1) of broad waves at the nodes of a row, from the group of
 * nodes on in which the part's first block begins. */
const float *lake_waves(paint_scratch *s, int row);

/* lake_breaks returns whether waves of open water are too rough to mirror the disc and heaped
 * clouds. */
int lake_breaks(const rl_scene *scene);

/* A row of open water that mirrors the sky alone, without disc, clouds and land. */
typedef struct lake_bare {
    int height;  /* number of the height of the sky from which it is interpolated */
    float share; /* share of the next height, 0..1 */
    float clear; /* share of the mirror, 0..1 */
} lake_bare;

/* lake_bare_row finds the values of a row; `layer` is the number of the layer of the lake.
 * lake_bare_light writes its light at the left edge of block `block` and the change of that light
 * to the next edge. */
lake_bare lake_bare_row(const rl_frame *frame, int layer, int row);
void lake_bare_light(const rl_frame *frame, int layer, const lake_bare *row, int block,
                     float light[3], float change[3]);

/* ---- ripples (ripples.c) -------------------------------------------------------- */

/* Kinds of ripples, broad and fine, and most octaves of a kind.  Each row shows only a few octaves:
 * toward the far shore they become ever broader. */
#define RIPPLES_KINDS 2
#define RIPPLES_OCTAVES 10

/* Gradients of the two rows of an octave's lattice around a row of the picture: one has an even
 * number, one an odd number. */
typedef struct ripples_lattice {
    float *gradient[2][2]; /* [parity][x or y], [columns] */
    int64_t row[2];        /* numbers of the rows that are held */
    int64_t first;         /* number of the first column of both */
    int64_t period;        /* columns after which gradients repeat, 0 = never */
    int count;             /* columns that are held, 0 = none */
} ripples_lattice;

typedef struct ripples {
    const rl_frame *frame;
    uint64_t key;
    double drift;                  /* distance that ripples have moved, U */
    int64_t node;                  /* number of node 0 in the whole picture */
    int nodes;                     /* count of nodes, whole groups */
    double rate[RIPPLES_KINDS];    /* cells of the first octave per U */
    int64_t period[RIPPLES_KINDS]; /* cells of the first octave in a loop, 0 = no loop */
    int octaves[RIPPLES_KINDS];
    ripples_lattice lattice[RIPPLES_KINDS][RIPPLES_OCTAVES];
    float *tilt, *lift;
    uint8_t *directions;
} ripples;

/* ripples_new allocates what a thread needs for `nodes` nodes of the fine grid from `node` on, both
 * multiples of SHADE_GROUP; it returns 0 if there is no memory. */
int ripples_new(ripples *ripples, const rl_frame *frame, arena *memory, int64_t node, int nodes);

/* ripples_perspective returns the scale of ripples at `depth` U below the far shore. */
double ripples_perspective(double depth);

/* ripples_blurred returns the share (0..1) of the fine ripples that are below the size of pixels at
 * a scale. */
double ripples_blurred(const rl_frame *frame, double perspective);

/* ripples_raise writes the heights of both kinds of ripples at nodes from .. to - 1
 * (whole groups) of a row `depth` U below the far shore. */
void ripples_raise(ripples *ripples, double depth, int from, int to,
                   float *const height[RIPPLES_KINDS]);

/* ---- the mirror (mirror.c) ------------------------------------------------------ */

/* The mirror is an image of the land above a lake, only as detailed as ripples can show it.
 *
 * Its rows ("strips") grow with their distance from the far shore; a strip is one painted row of
 * the land, which stands for the rows around it.  A thread holds only the strips that its current
 * row shows.
 */
#define MIRROR_STRIPS 512 /* most strips of a mirror */
#define MIRROR_HELD 64    /* most strips that a thread holds */

/* Rows of the land that become one strip: the middle one is painted in place of all. */
typedef struct mirror_strip {
    int foot;  /* lowest row of the strip */
    int reach; /* rows at either side of the middle */
} mirror_strip;

typedef struct mirror {
    const rl_frame *frame;
    int each;       /* nodes in a block */
    int lead;       /* nodes before the first block, for whole groups */
    int nodes;      /* nodes of all blocks, whole groups */
    int64_t node;   /* number of node 0 in the whole picture */
    int layer;      /* the only layer that it shows, -1 = all behind the lake */
    double shore;   /* the far shore, pixels from the top */
    int rows;       /* strips that are held */
    int planes;     /* 3: red, green, blue; 4 for one layer: coverage, too */
    int16_t *light; /* [rows][planes][plane]: light of water, LAKE_STEPS is 1 */
    size_t plane;   /* columns of a plane: those of the blocks that it may show */
    int *place;     /* [blocks]: index of a block in a plane */
    int *held;      /* [rows][blocks]: number of the strip that is held, -1 = none */
    mirror_strip strip[MIRROR_STRIPS];
    float height[MIRROR_STRIPS]; /* pixels from the far shore up to the middle of a strip */
    float climb[MIRROR_STRIPS];  /* 1 / pixels from there to the middle of the next strip */
    int strips;
    int row;                              /* the row that is painted, -1 = none */
    int first, last;                      /* strips that it shows */
    int from, to;                         /* blocks in which it is seen */
    uint16_t *list;                       /* [layers]: room for block_list_find */
    uint8_t *shows;                       /* [blocks]: whether the lake is seen there */
    uint8_t *showed;                      /* [blocks]: `shows` of the row that was filled last */
    int filled_first, filled_last;        /* strips of the row that was filled last */
    const int16_t *open[MIRROR_HELD + 2]; /* pixels of strips from first - 1 on */
} mirror;

/* Parameters of a mirror. */
typedef struct mirror_plan {
    double shore;        /* the far shore, pixels from the top */
    double highest;      /* greatest mirrored height, pixels above the shore */
    int top;             /* first row of the shore */
    int layer;           /* the only layer that it shows, -1 = all behind the lake */
    int strips;          /* strips that are held, the most that a row shows: up to MIRROR_HELD */
    double share;        /* height of a strip of land, relative to its height above the shore */
    double sky_share;    /* share of a strip of sky: its gradients need fewer strips */
    double land;         /* height of the land, pixels above the shore */
    const int32_t *rows; /* [blocks]: INT32_MAX = it shows nothing there; NULL = all blocks */
} mirror_plan;

/* Factor of a shore's depth below the mirror's zero in the height that is mirrored.  At 1 land
 * would be mirrored exactly about its shore; the excess is tuned by eye. */
#define MIRROR_SHORE_FACTOR 1.08f

/* mirror_nodes counts the nodes of the frame's blocks; mirror_planes allocates `planes` values of
 * each, or returns 0.  mirror_lay places the strips; then mirror_new allocates what a thread needs
 * and returns 0 if there is no memory. */
void mirror_nodes(mirror *mirror, const rl_frame *frame);
int mirror_planes(const mirror *mirror, arena *memory, int planes, float **node);
void mirror_lay(mirror *mirror, const rl_frame *frame, const mirror_plan *plan);
int mirror_new(mirror *mirror, const rl_frame *frame, arena *memory, const mirror_plan *plan);

/* mirror_place returns the place of a height (pixels above the far shore) among the strips: the
 * number of a strip at its middle, fractions between two middles.  The search begins at strip
 * `near`. */
float mirror_place(const mirror *mirror, int near, float height);

/* mirror_show sets the strips that a row may show, which mirrors heights `lowest` .. `highest`. */
mirror_span mirror_show(mirror *mirror, float lowest, float highest);

/* mirror_has returns whether the run's block of the row was found already.  mirror_find finds the
 * blocks of a row, from the run's on, in which layer number `layer` is seen, and its nodes from ..
 * to - 1, which are whole groups. */
int mirror_has(const mirror *mirror, const tile_run *run);
void mirror_find(mirror *mirror, int layer, const tile_run *run, int *from, int *to);

/* mirror_run returns the strips that a run may see, and its columns from .. to - 1, which are whole
 * groups. */
lake_strips mirror_run(const mirror *mirror, const paint_scratch *s, const tile_run *run, int *from,
                       int *to);

/* mirror_fill paints the strips and blocks that the row shows and that are not held, from the first
 * `behind` layers, and sets `open`.  It overwrites the colours of the scratch memory. */
void mirror_fill(mirror *mirror, paint_scratch *s, int behind);

#endif
