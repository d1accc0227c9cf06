/* water.h - the lake: a rippled mirror of what stands behind it.
 *
 *     water_look(water, run);
 *     while (water_wants(water, &part))
 *         ... paint the land of `part`, hand it to mirror_keep ...
 *     water_fetch(water, run, &colours);
 *
 * Rows are painted from left to right: the first block of a row finds and asks for
 * what the others look at, too.
 */
#ifndef RL_LAYERS_WATER_H
#define RL_LAYERS_WATER_H

#include "frame/frame.h"
#include "layers/mirror.h"
#include "layers/ripples.h"
#include "paint/tiles.h"
#include "layers/water_kernels.h"

typedef struct water {
    const rl_frame *frame;
    int nodes; /* between two blocks */
    int lead;  /* nodes before the first block, for whole groups */
    float *memory;
    water_nodes node; /* of all blocks */
    mirror mirror;
    ripples ripples;
    float sun; /* how much of the sun the water sees, 0..1 */
    linear_rgb sparkle;
    int row;                  /* what was looked at last, -1 = none */
    mirror_view view;         /* its blocks and strips */
    uint8_t *shows;           /* [blocks]: where the lake is seen in the row */
    double shine_reach;       /* pixels to either side of the sun in which it glitters */
    float along[TILES_BLOCK]; /* where columns lie between two nodes */
    mirror_run open;          /* its strips */
    water_run run;            /* what its runs have in common */
} water;

/* water_new makes the memory of a thread; 0 when there is none. */
int water_new(water *water, const rl_frame *frame);
void water_free(water *water);

/* water_look finds what a run of the lake mirrors. */
void water_look(water *water, const tile_run *run);

/* water_wants names a part of a strip that the row needs and that is not held, in any
 * block of it; 0 = none is missing. */
int water_wants(water *water, tile_run *part);

/* water_fetch writes the lake's colours (encoded sRGB) in the run looked at, each at its
 * column's place in the block. */
void water_fetch(water *water, const tile_run *run, tile_colours *colours);

/* water_coverage returns which part of a row lies below the far shore. */
float water_coverage(const rl_frame *frame, int row);

#endif
