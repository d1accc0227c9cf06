/* boulders.h - blocks of rock on the rubble below cliffs, in two ranges of size.
 *
 * Each range has a lattice of square cells, with a block in some of them: in many below the
 * foot of a cliff, in fewer farther down or aside, and in groups.  Whether a cell has one depends
 * on the cell alone, so no region cuts a block.
 */
#ifndef RL_LAYERS_BOULDERS_H
#define RL_LAYERS_BOULDERS_H

#include "layers/ridge.h"

enum { BOULDER_SIZES = 2 };

#define BOULDER_GROUP 4 /* cells of a group, both ways */

/* The lattice of a size along a ridge. */
typedef struct boulders {
    double rate;    /* cells in a U, both ways */
    int32_t period; /* of a loop, 0 = endless */
    uint64_t key;
    double fall;   /* U down the slope over which they become fewer by e */
    float most;    /* share of cells with a block, at most */
    float shown;   /* 1, less where they are small, 0 = too small to be seen */
    float pixels;  /* of a cell */
    int64_t first; /* cell of the tables' first column */
    int32_t columns;
    const float *chance; /* [columns]: share of cells with a block at the ridge's base, */
    const float *foot;   /* and the height (U) above which there is no rubble */
} boulders;

/* A row of pixels in a lattice, in a block. */
typedef struct boulder_row {
    uint64_t group_key;
    uint32_t key;
    float thick;  /* share of cells with a block over that at the ridge's base; 0 = none */
    float height; /* of the blocks' tops, U */
    float up;     /* way into the cells, 0..1 */
    double shift; /* of the row along the slope, cells */
    float rate;   /* cells in a column */

    int32_t cell, column; /* of the block's first pixel: its number, its place in the tables */
    float part;           /* and the way into it */
} boulder_row;

/* The rubble's upper edge and the cliff above it, from one end of the part to the other and
 * BOULDER_ROLLED beyond. */
typedef struct boulder_ground {
    int64_t first; /* sample, counted from the middle of the world, */
    double step;   /* and U from one to the next */
    int64_t count;
    const double *foot, *cliff; /* [count]: heights, U */
} boulder_ground;

#define BOULDER_ROLLED 0.20 /* U: how far aside of a cliff its blocks lie */

/* boulders_make fills the lattices of a ridge's rubble.  Errors: RL_NO_MEMORY. */
rl_status boulders_make(const rl_frame *frame, int ridge, const relief *faces,
                        const boulder_ground *ground, boulders lattice[BOULDER_SIZES],
                        rl_error *error);

/* boulders_row_at begins a row of pixels at a height (U); boulders_block_at a block of it
 * whose first pixel is at x (U). */
void boulders_row_at(const rl_frame *frame, const boulders *lattice, double base, double height,
                     boulder_row *row);
void boulders_block_at(const boulders *lattice, double x, boulder_row *row);

#endif
