/* ridge.h - a ridge as a layer: a slope of one row or more, each with its outline.
 *
 * A slope under one edge is a large flat shape.  Rows, each on lower ground than the one
 * behind it, fill it: forest behind forest, or bare swells of the ground.  All rows have the
 * faces of the ridge (relief.h).
 */
#ifndef RL_LAYERS_RIDGE_H
#define RL_LAYERS_RIDGE_H

#include "frame/prepare.h"
#include "layers/common/mist.h"
#include "layers/core/facts.h"
#include "paint/area.h"
#include "paint/block.h"

/* Columns of a group.  A row above or below the whole group is not compared with each column. */
#define OUTLINE_GROUP 8
#define OUTLINE_GROUPS (TILES_BLOCK / OUTLINE_GROUP)

/* An outline: a polyline, and the plants on it. */
typedef struct ridge_outline {
    int32_t *edge;  /* heights above the picture's bottom, FRAME_PIECES points per column */
    int32_t *start; /* [blocks]: index of the point at the part's first column, as if all points of
                       the block were kept: see outline_edge */
    int32_t *block_top;  /* [blocks]: first touched row */
    int32_t *block_full; /* [blocks]: first wholly covered row */
    int32_t *group_top;  /* [blocks * OUTLINE_GROUPS]: first touched row */
    int32_t *group_full; /* [blocks * OUTLINE_GROUPS]: first wholly covered row */
    struct stand *stand; /* plants on the outline; NULL = none */
} ridge_outline;

/* outline_edge returns the points of a block from one of its columns on.  outline_column returns
 * those of a column of the part: points at the picture's bottom if the block is not kept. */
static inline const int32_t *outline_edge(const ridge_outline *outline, int block, int column)
{
    return outline->edge + (outline->start[block] + (ptrdiff_t)column * FRAME_PIECES);
}

const int32_t *outline_column(const rl_frame *frame, const ridge_outline *outline, int column);

/* outline_rows_of returns the first rows that an outline touches and covers wholly in a column. */
typedef struct outline_rows {
    int32_t top, full;
} outline_rows;
outline_rows outline_rows_of(const rl_frame *frame, const ridge_outline *outline, int column);

/* Which blocks of an edge are not kept: those whose row `top` is not above row `lowest`, and those
 * that the edge covers wholly from row `highest` on. */
typedef struct outline_rest {
    const int32_t *top, *lowest; /* [blocks] */
    int32_t highest;             /* -1 = no such limit */
} outline_rest;

/* outline_new makes the arrays of an outline, with room for a whole edge or none; outline_measure
 * finds the rows of an edge, [columns * FRAME_PIECES + 1]; outline_keep keeps the blocks of it that
 * are needed.  Errors: RL_NO_MEMORY. */
rl_status outline_new(const rl_frame *frame, int is_whole, ridge_outline *out, rl_error *error);
void outline_measure(const rl_frame *frame, const int32_t *edge, ridge_outline *outline);
rl_status outline_keep(const rl_frame *frame, const int32_t *edge, const outline_rest *rest,
                       ridge_outline *outline, rl_error *error);

#define OUTLINE_SPARE 16 /* points behind the last that kernels may read */

typedef struct relief relief; /* faces: see relief.h */

extern const struct layer_kind kind_ridge;

/* One row of a slope. */
typedef struct ridge_row_layer {
    ridge_outline outline;
    int32_t *ground;    /* [nodes of the fine grid]: height of the ground without trees */
    double rear;        /* share of the colour `behind` in the row, 0..1; hind rows are paler */
    double mist_share;  /* share of the ridge's mist in front of the row, 0..1 */
    double mist_higher; /* height added to that mist, fraction of H */
    oklab stand_own;    /* the stand's own colour */
} ridge_row_layer;

typedef struct ridge_layer {
    int ridge; /* number of the ridge in the scene */
    int rows;
    ridge_row_layer *row;       /* [rows], the hindmost first */
    const relief *faces;        /* NULL = none */
    const ridge_outline *shore; /* upper edge of the water in front; NULL = no water */
    double waterline;           /* row of the mirror's axis, pixels from the top */
    int has_snow, has_beds, has_cover;
    oklab stand_far;               /* colour of farther land, toward which light tints a stand */
    double stand_far_haze;         /* haze of that land, 0..1 */
    oklab stand_step;              /* a stand's base colour minus the land's colour in the air */
    double stand_shade, stand_lit; /* lightness from a stand's base to tone 0, and what is added
                                      to tone 3 */
    int is_stand_dark;             /* whether a stand is not made lighter where the crest is */
    double stand_near;             /* nearness of the stand, 0..1, by which mist hides less of it */
    double stand_lean;             /* lean of shaded plants toward the second hue, 0..1 */
    double stand_chroma;           /* share of the chroma of a stand's tints, 0..1 */
    int has_stand;                 /* whether a row has a stand */
    int has_tint;                  /* whether a stand has tints */
    int32_t *block_top, *block_full; /* [blocks]: first touched and wholly covered rows */

    oklab own;        /* colour of the land without air */
    oklab cover[3];   /* colours of plants by day, from SHADE_STRAW on */
    double haze;      /* share of air in the land's colour, 0..1 */
    double land_glow; /* share of sun light in the haze in front, 0..1 */
    int is_sunlit;    /* whether lit faces take the colour `lit` instead of the air's */
    int is_far_lit;   /* whether lit faces take the colour `behind` */
    int is_flat;      /* whether the ridge has one colour everywhere */
    oklab lit, snow;
    oklab behind;       /* colour of the ridge behind, toward which rows fade below their edge */
    double behind_haze; /* haze of that ridge, 0..1 */
    double fade;        /* share of `behind` below the edge of a row; 0 = the only row */
    mist_bank mist;
    const float *apart; /* [nodes of the colour grid]: OKLab lightness added at the crest; NULL =
                           none */
    double apart_fade;  /* depth below the crest over which `apart` fades, U */
    struct seen_store *seen; /* cached visibility; NULL = none */
} ridge_layer;

/* ---- rows of a slope and their trees (wood.c) ---------------------------------- */

/* wood_is_wooded returns whether trees cover a ridge, wood_rows the number of rows of its
 * slope.  Row 0 is the hindmost; the ground of a row is lower than the ridge by wood_row_lower
 * (fraction of H) in the mean. */
int wood_is_wooded(const rl_scene *scene, int ridge);
int wood_rows(const rl_scene *scene, int ridge);
double wood_row_lower(const rl_frame *frame, int ridge, int row);

/* wood_row_share returns the height of a row of a slope that rises from water, as a share of the
 * ridge's height above the waterline; 1 = the row is lower by wood_row_lower instead. */
double wood_row_share(const rl_scene *scene, int ridge, int row);

/* wood_tallest returns the height (U) of the tallest trees of a row: small far away. */
double wood_tallest(const rl_frame *frame, int ridge, int row);

/* wood_row_lay lowers `count` heights (fractions of H) of the ridge at rising x (U) to those of a
 * row; `work` has room for 3 * count. */
void wood_row_lay(const rl_frame *frame, int ridge, int row, const double *x, size_t count,
                  double *work, double *heights);

/* wood_has_trees returns whether the trees of a wooded ridge are a stand (woods.h); if not,
 * wood_edge raises heights (fractions of H) of the ridge at rising x (U) by its trees. */
int wood_has_trees(const rl_scene *scene, int ridge);
void wood_edge(const rl_frame *frame, int ridge, int row, const double *x, size_t count,
               double *heights);

/* ---- kernels that lay outlines (ground_kernel.c): each variant gives, bit for bit, what the
 * plain one gives -- */

/* A tree of an edge, in U (wood.c). */
typedef struct wood_spike {
    double x, height, half_width;
} wood_spike;

/* Streams of the hashes of a tree's cell. */
enum tree_part { PART_HEIGHT, PART_PLACE, PART_THERE, PART_WIDTH };

/* A row of a ridge's forest. */
typedef struct wood_cells {
    uint64_t key;
    double tall;    /* height of the tallest tree, U */
    double spacing; /* width of a cell, in heights of the tallest tree */
    double there;   /* share of the cells that hold a tree, 0..1 */
    int64_t period; /* cells after which the forest repeats, 0 = never */
} wood_cells;

/* Coefficients of ground_kernels.lower, fractions of H (wood.c). */
typedef struct ground_row {
    double lower, wander, lift, fine_share;
} ground_row;

typedef struct ground_kernels {
    /* Writes the trees of cells first .. first+count-1. */
    void (*trees)(const wood_cells *wood, int64_t first, int count, wood_spike *spike);
    /* Writes x / cell.  `lower` lowers heights by lower * (1 + wander * n) + lift * n, where
     * n = broad + fine_share * fine. */
    void (*cells)(const double *x, size_t count, double cell, double *out);
    void (*lower)(const ground_row *row, const double *broad, const double *fine, size_t count,
                  double *heights);
    /* Raises heights by the highest of three trees. */
    void (*spikes)(const wood_spike spike[3], const double *x, size_t count, double unit_share,
                   double *heights);
    /* Writes heights (fractions of H) as points in 1/FRAME_HEIGHT_ONE pixels, clamped to `beyond`
     * pixels outside of the picture. */
    void (*edge)(const double *heights, size_t count, double picture, double beyond, int32_t *edge);
} ground_kernels;

extern const ground_kernels *const ground_kernels_of[CPU_KERNELS];

/* ---- painting (ridge_paint.c) ------------------------------------------------- */

/* ridge_planes returns how many planes of colours a row has without those of its stand. */
int ridge_planes(const ridge_layer *ridge);

/* ridge_colours_at writes the planes of a row of a slope, `below` pixels below its ground, without
 * the noise of mist and fog, at pixel coordinates of the whole picture: nodes 0 and 1 of a group,
 * the nearest to the left and right, with SHADE_GROUP floats from plane to plane; the planes of a
 * stand (stand.h) follow ridge_planes. */
#define RIDGE_COLOURS_ROOM ((3 * SHADE_FIELDS_END + 15) * SHADE_GROUP) /* with a stand's planes */
void ridge_colours_at(const rl_frame *frame, const ridge_layer *ridge, int row, double below,
                      double x_px, double y_px, float planes[RIDGE_COLOURS_ROOM]);

int ridge_begin(paint_scratch *s, int layer);
void ridge_cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                 float covered[TILES_BLOCK]);
void ridge_shape(paint_scratch *s, int layer, const tile_run *run, float covered[TILES_BLOCK]);
void ridge_ground_cover(paint_scratch *s, int layer, const tile_run *run,
                        float covered[TILES_BLOCK]);
uint64_t ridge_hide(paint_scratch *s, int layer, const tile_run *run, uint64_t hidden);
void ridge_over(paint_scratch *s, int layer, const tile_run *run);
int ridge_tile(paint_scratch *s, int layer, const tile_run *run);

/* Inputs of the planes of a row. */
typedef struct ridge_nodes {
    const ridge_layer *ridge;
    const ridge_row_layer *row;
    mist_bank bank;  /* mist in front of the row */
    int stand_first; /* first plane of its stand (stand.h); 0 = no stand */
    mist_nodes mist;
    float below[SHADE_GROUP]; /* pixels below the row's ground */
    float apart[SHADE_GROUP]; /* added OKLab lightness */
} ridge_nodes;

/* ridge_nodes_of fills the inputs of a row, except for the noises of mist and fog. */
ridge_nodes ridge_nodes_of(const ridge_layer *ridge, int row);

/* Writes the planes of a row at a group of nodes. */
typedef void ridge_kernel(const shade_row *row, const shade_group *group, const float *air,
                          const ridge_nodes *nodes, float *planes);
extern ridge_kernel *const ridge_kernels[CPU_KERNELS];

/* Computes the coverage of a run by an outline, as the mean over all rows that the run stands for;
 * columns in the bits of `hidden` get none. */
typedef void outline_kernel(const rl_frame *frame, const ridge_outline *outline,
                            const tile_run *run, uint64_t hidden, pixel_area *covered);
typedef struct outline_kernels {
    outline_kernel *cover;
    outline_kernel *window; /* as `cover`, faster and without regard to hard edges */
    /* Lays colours over the pixels of a block inside the area of a run that begins `left`
     * columns from the block's left, in linear light. */
    void (*blend)(const pixel_area *covered, int left, tile_colours *pixels,
                  const tile_colours *over);
    /* Copies colours of columns (bits of a block) that are covered wholly. */
    void (*copy)(uint64_t whole, const tile_colours *over, tile_colours *pixels, float *covered);
} outline_kernels;
extern const outline_kernels *const outline_kernels_of[CPU_KERNELS];

/* ---- facts (ridge_facts.c) ------------------------------------------------------ */

rl_status ridge_facts(facts_grid *grid, const frame_layer *layer, rl_facts *facts, rl_error *error);
void ridge_mention(const rl_scene *scene, rl_facts *facts);
extern const rl_sight_words ridge_mist, ridge_strata;

#endif
