/* facts.h - samples of a frame's picture, from which kinds measure what a person can see.
 *
 * The part is sampled at up to FACTS_ROWS x FACTS_COLUMNS pixels.  The layer of a sample is found
 * from outlines, its colour from painted rows.
 */
#ifndef RL_LAYERS_FACTS_H
#define RL_LAYERS_FACTS_H

#include <stddef.h>

#include "base/sight.h"
#include "paint/paint.h"

#define FACTS_COLUMNS 96
#define FACTS_ROWS 64

/* Values of facts_grid.shows that are not the number of an outline. */
#define FACTS_SKY (-1)
#define FACTS_WATER (-2)
#define FACTS_GROUND (-3) /* ground without an outline, before water */

/* A painted row of the part, and the memory to paint it. */
typedef struct facts_brush {
    const rl_frame *frame;
    paint_scratch *scratch;
    uint16_t *row;
    int y;             /* number of the row, -1 = none */
    double light[256]; /* linear light of encoded bytes */
} facts_brush;

typedef struct facts_grid {
    const rl_frame *frame;
    arena arena;
    int columns, rows;
    int x[FACTS_COLUMNS], y[FACTS_ROWS]; /* columns and rows of samples in the part */

    /* Outlines of rows of slopes, far to near: arrays of [outlines], rows of the whole picture. */
    int outlines;
    float (*crest)[FACTS_COLUMNS];  /* row of the edge */
    float (*tips)[FACTS_COLUMNS];   /* row of the edge with trees */
    uint8_t (*tree)[FACTS_COLUMNS]; /* stand_look.tree of the tree at the tip, 0 = none */
    float (*foot)[FACTS_COLUMNS];   /* row of the shore, or one far below the picture */
    int *ridge;                     /* ridge of the scene */
    int behind;                     /* count of outlines behind the water, 0 = no water */
    double water_y;                 /* first row of water */

    int shows[FACTS_ROWS][FACTS_COLUMNS];    /* number of an outline, or FACTS_SKY .. */
    oklab colour[FACTS_ROWS][FACTS_COLUMNS]; /* mean colour around the sample */
    float skyline[FACTS_COLUMNS];            /* row of the highest land or water of a column */
    facts_brush brush;
    uint16_t *row[2]; /* rows of `brush` and of facts_brush_without */
} facts_grid;

/* A fact that is measured by painting without a kind, or without a part of its data: the share of
 * the samples of an area that change.  Rows with water are left out. */
enum facts_area { FACTS_OF_LAND, FACTS_OF_SKY, FACTS_OF_ALL };
typedef struct facts_trait {
    const rl_sight_words *words; /* for facts_mention of the share; or NULL */
    const char *chosen_by;       /* key whose number is the index in an array of words; or NULL */
    const char *beside;          /* name of the thing without which it is not measured; or NULL */
    int area;                    /* facts_area */
    size_t part;   /* offset of the bytes of layer->data that are cleared: zeros if there is none */
    size_t bytes;  /* count of these bytes; 0 = the layers of the kind are left out */
    size_t share;  /* offset of the share in rl_facts; 0 = none */
    size_t middle; /* offset in rl_facts of the mean height of changed samples; 0 = none */
} facts_trait;
#define FACTS_PART(type, member)                                                                   \
    .part = offsetof(type, member), .bytes = sizeof(((type *)NULL)->member)

/* facts_measure writes the facts of a frame.  Errors: RL_NO_MEMORY. */
rl_status facts_measure(const rl_frame *frame, rl_facts *facts, rl_error *error);

/* These are steps of facts_measure: facts_grid_new samples the frame of a grid, facts_areas writes
 * the shares of the picture, facts_trait_measure paints the frame without one trait of a kind and
 * writes how much changes.  Errors: RL_NO_MEMORY. */
rl_status facts_grid_new(facts_grid *grid, rl_error *error);
void facts_areas(const facts_grid *grid, rl_facts *facts);
rl_status facts_trait_measure(facts_grid *grid, const struct layer_kind *kind,
                              const facts_trait *trait, rl_facts *facts, rl_error *error);

/* facts_mention adds a thing to the list of those that are mentioned, if `amount` is in the range
 * of its words.  Returns it, or NULL. */
rl_sight *facts_mention(rl_facts *facts, const rl_sight_words *words, double amount);

/* facts_brush_without makes a brush of the same frame without one trait of a kind; with `trait`
 * NULL without its layers.  The caller frees its scratch memory; there may be one such brush at a
 * time. facts_brush_row paints a row of the part, facts_brush_colour returns the mean of `run`
 * pixels of the row around column x.  Errors: RL_NO_MEMORY. */
rl_status facts_brush_without(facts_brush *brush, facts_grid *grid, const struct layer_kind *kind,
                              const facts_trait *trait, rl_error *error);
void facts_brush_row(facts_brush *brush, int y);
oklab facts_brush_colour(const facts_brush *brush, int x, int run);

/* facts_distance returns the distance of two colours in OKLab; .02 is just visible side by side. */
double facts_distance(oklab a, oklab b);

/* facts_skyline returns the row of the highest land or water at a column of the part, without
 * trees. */
double facts_skyline(const rl_frame *frame, int x);

/* facts_sky_near returns the colour of the sample nearest to a place of the part, or NULL if it is
 * not sky.  facts_sky_at takes pixels of the whole picture, in a loop those of the copy that is
 * shown. */
const oklab *facts_sky_near(const facts_grid *grid, double x, double y);
const oklab *facts_sky_at(const facts_grid *grid, double x_px, double y_px);

/* facts_is_small returns whether the part has too few rows to show thin or small things. */
#define FACTS_SMALL_ROWS 90
static inline int facts_is_small(const facts_grid *grid)
{
    return grid->frame->rows < FACTS_SMALL_ROWS;
}

/* Sums of colours, and their count. */
typedef struct facts_mean {
    double l, a, b;
    int count;
} facts_mean;
void facts_mean_add(facts_mean *mean, oklab colour);
rl_colour facts_mean_colour(const facts_mean *mean);

#endif
