/* facts.h - samples of a frame's picture, and what each of them shows.
 *
 * The part is sampled at up to FACTS_ROWS x FACTS_COLUMNS pixels.  Outlines say which layer
 * shows there, painted rows its colour.  Kinds measure from them what a person can see.
 */
#ifndef RL_LAYERS_FACTS_H
#define RL_LAYERS_FACTS_H

#include <stddef.h>

#include "paint/paint.h"

#define FACTS_COLUMNS 96
#define FACTS_ROWS 64

/* What a sample shows, where it is no ridge. */
#define FACTS_SKY (-1)
#define FACTS_WATER (-2)
#define FACTS_GROUND (-3) /* that has no outline, before water */

/* A painted row of the part, and the memory of who paints it. */
typedef struct facts_brush {
    const rl_frame *frame;
    paint_scratch *scratch;
    uint16_t *row;
    int y;             /* the row it holds, -1 = none */
    double light[256]; /* linear light of an encoded byte */
} facts_brush;

typedef struct facts_grid {
    const rl_frame *frame;
    arena arena;
    int columns, rows;
    int x[FACTS_COLUMNS], y[FACTS_ROWS];  /* of the part */
    int outlines;                         /* rows of slopes, far to near */
    float (*crest)[FACTS_COLUMNS];        /* [outlines]: row of its edge in the whole picture */
    float (*tips)[FACTS_COLUMNS];         /* the same with trees */
    uint8_t (*tree)[FACTS_COLUMNS];       /* what has that tip: as in stand_look */
    float (*foot)[FACTS_COLUMNS];         /* where it ends: its shore, or far below the picture */
    int *ridge;                           /* [outlines]: of the scene */
    int behind;                           /* how many outlines are behind the water, 0 = no water */
    double water_y;                       /* first row of water */
    int shows[FACTS_ROWS][FACTS_COLUMNS]; /* an outline or one of these */
    oklab colour[FACTS_ROWS][FACTS_COLUMNS];
    float skyline[FACTS_COLUMNS]; /* the highest land or water of a column */
    facts_brush brush;
    uint16_t *row[2]; /* of `brush`, and of one without something */
} facts_grid;

/* What is measured by painting without it: a share of the samples of an area.  Rows with water are
 * left out. */
enum facts_area { FACTS_OF_LAND, FACTS_OF_SKY, FACTS_OF_ALL };
#define FACTS_SHARE(name) offsetof(rl_facts, name)
typedef struct facts_trait {
    size_t share;  /* the fact */
    size_t middle; /* the fact that is the mean height of what changes, 0 = none */
    int area;
    size_t part, bytes; /* of the layer's data: what is cleared, and is 0 where there is none of
                           it; 0 bytes = no layer at all */
} facts_trait;
#define FACTS_PART(type, member) offsetof(type, member), sizeof(((type *)NULL)->member)

/* facts_measure fills the facts of a frame.  Errors: RL_NO_MEMORY. */
rl_status facts_measure(const rl_frame *frame, rl_facts *facts, rl_error *error);

/* facts_brush_without makes a brush of the same frame without one trait of a kind, or without
 * its layers (NULL); its scratch memory is the caller's.  There is one of them at a time.
 * facts_brush_row paints a row of the part, facts_brush_colour is the mean of `run` pixels of
 * it round column x.  Errors: RL_NO_MEMORY. */
rl_status facts_brush_without(facts_brush *brush, facts_grid *grid, const struct layer_kind *kind,
                              const facts_trait *trait, rl_error *error);
void facts_brush_row(facts_brush *brush, int y);
oklab facts_brush_colour(const facts_brush *brush, int x, int run);

/* facts_distance is how far apart two colours are in OKLab: beside each other .02 is just
 * visible. */
double facts_distance(oklab a, oklab b);

/* facts_skyline is the row of the highest land or water at a column of the part, without
 * trees. */
double facts_skyline(const rl_frame *frame, int x);

/* facts_sky_near returns the sample nearest to a place of the part, or NULL where it is no
 * sky.  facts_sky_at takes pixels of the whole picture, and of a loop the copy that is shown. */
const oklab *facts_sky_near(const facts_grid *grid, double x, double y);
const oklab *facts_sky_at(const facts_grid *grid, double x_px, double y_px);

/* facts_is_small: the part has too few rows for a person to see what is thin or small. */
static inline int facts_is_small(const facts_grid *grid)
{
    return grid->frame->rows < 90;
}

/* Means of colours. */
typedef struct facts_mean {
    double l, a, b;
    int count;
} facts_mean;
void facts_mean_add(facts_mean *mean, oklab colour);
rl_colour facts_mean_colour(const facts_mean *mean);

#endif
