/* boulders.h - blocks of rock on the rubble below cliffs, in two ranges of size, for relief.
 *
 * Each range has a lattice of square cells, with a block in some of them: in many below the foot of
 * a cliff, in fewer farther down or aside, and in groups.  Whether a cell has a block depends on
 * the cell alone, so no region cuts a block.
 */
#ifndef RL_LAYERS_BOULDERS_H
#define RL_LAYERS_BOULDERS_H

#include "layers/land/ridge.h"

enum { BOULDER_SIZES = 2 };

#define BOULDER_GROUP 4 /* cells per side of a group, in which blocks are equally frequent */

/* The lattice of a size along a ridge. */
typedef struct boulders {
    double rate;    /* cells per U, across and up */
    int32_t period; /* cells of a loop, 0 = endless */
    uint64_t key;
    double fall;   /* U down the slope over which the chance of a block falls to 1/e */
    float most;    /* share of cells with a block, at most */
    float shown;   /* 1, less where cells are small, 0 = too small to be painted */
    float pixels;  /* pixels, side of a cell */
    int64_t first; /* cell of the first column of the tables */
    int32_t columns;
    const float *chance; /* [columns]: share of cells with a block at the ridge's base */
    const float *foot;   /* [columns]: height (U) of the rubble's upper edge */
} boulders;

/* A row of pixels in a lattice, in a block of pixels. */
typedef struct boulder_row {
    uint64_t group_key;
    uint32_t key;
    float thick;  /* factor of `chance` at the height of the row; 0 = no blocks */
    float height; /* height of the tops of the blocks, U */
    float up;     /* place of the row in its cells, 0 bottom .. 1 top */
    double shift; /* cells by which the row is moved along the slope */
    float rate;   /* cells per pixel */

    int32_t cell;   /* cell of the first pixel, in a loop within its period */
    int32_t column; /* column of the tables for that cell */
    float part;     /* place of the first pixel in its cell, 0..1 */
} boulder_row;

/* The ground from one end of the part to the other and BOULDER_ROLLED beyond. */
typedef struct boulder_ground {
    int64_t first; /* number of the first sample, counted from the middle of the world */
    double step;   /* U between samples */
    int64_t count;
    const double *foot;  /* [count]: height (U) of the rubble's upper edge */
    const double *cliff; /* [count]: height (U) of the cliff above that edge */
} boulder_ground;

#define BOULDER_ROLLED 0.20 /* U: largest distance of a block to the side of its cliff */

/* boulders_make fills the lattices of a ridge's rubble.  Errors: RL_NO_MEMORY. */
rl_status boulders_make(const rl_frame *frame, int ridge, const relief *faces,
                        const boulder_ground *ground, boulders lattice[BOULDER_SIZES],
                        rl_error *error);

/* boulders_row_at sets all of a row of pixels that depends on its height (U), for each size.
 * boulders_block_at sets what depends on x (U), that of the first pixel of a block of pixels. */
void boulders_row_at(const rl_frame *frame, const boulders *lattice, double base, double height,
                     boulder_row *row);
void boulders_block_at(const boulders *lattice, double x, boulder_row *row);

#endif
