/* grid.h - samples of a frame's picture, and what each of them shows.
 *
 * The part is sampled at up to GRID_ROWS x GRID_COLUMNS pixels.  The edges of the land
 * tell which layer shows there, painted rows its colour.
 */
#ifndef RL_API_FACTS_GRID_H
#define RL_API_FACTS_GRID_H

#include "base/colour.h"
#include "frame/frame.h"
#include "paint/paint.h"

#define GRID_COLUMNS 96
#define GRID_ROWS 64
#define GRID_RUN 5 /* a sample is the mean of so many pixels of its row: less dither */

/* What a sample shows, where it is no surface. */
#define GRID_SKY (-1)
#define GRID_WATER (-2)

/* Distances in OKLab: those of an edge that stands out, and of a clear change.  Beside
 * each other .02 is just seen. */
#define GRID_EDGE_SEEN 0.028
#define GRID_CHANGE_SEEN 0.05

/* A painted row of the part, and the memory of who paints it. */
typedef struct brush {
    const rl_frame *frame;
    paint_scratch *scratch;
    void *row;
    int y;             /* the row it holds, -1 = none */
    double light[256]; /* linear light of an encoded byte */
} brush;

typedef struct grid {
    const rl_frame *frame;
    int columns, rows;
    int x[GRID_COLUMNS], y[GRID_ROWS]; /* of the part */
    float *crest; /* [surfaces * GRID_COLUMNS]: row of its edge in the whole picture */
    float *tips;  /* the same with trees */
    int shows[GRID_ROWS][GRID_COLUMNS]; /* a surface, GRID_SKY or GRID_WATER */
    oklab colour[GRID_ROWS][GRID_COLUMNS];
    float skyline[GRID_COLUMNS]; /* the highest land or water of a column */
    brush brush;
} grid;

/* grid_new samples a frame.  Errors: RL_NO_MEMORY. */
rl_status grid_new(grid **out, const rl_frame *frame, rl_error *error);
void grid_free(grid *g);

/* brush_new makes what paints rows of the part; brush_row paints one, brush_colour is the
 * mean of `run` pixels of it round column x.  Errors: RL_NO_MEMORY. */
rl_status brush_new(brush *b, const rl_frame *frame, rl_error *error);
void brush_free(brush *b);
void brush_row(brush *b, int y);
oklab brush_colour(const brush *b, int x, int run);

/* grid_distance is how far apart two colours look. */
double grid_distance(oklab a, oklab b);

/* grid_skyline is the row of the highest land or water at a column of the part, without
 * trees. */
double grid_skyline(const rl_frame *frame, int x);

/* What each file tells of. */
void facts_land(const grid *g, rl_facts *facts);
rl_status facts_sky(grid *g, rl_facts *facts, rl_error *error);
rl_status facts_without(const grid *g, rl_facts *facts, rl_error *error);

#endif
