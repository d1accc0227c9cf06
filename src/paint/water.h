/* water.h - the lake: a rippled mirror of what stands behind it.
 *
 *     water_look(water, run);
 *     while (water_wants(water, run, &part))
 *         ... paint the land of `part`, hand it to mirror_keep ...
 *     water_fetch(water, run, &colours);
 */
#ifndef RL_PAINT_WATER_H
#define RL_PAINT_WATER_H

#include "frame/frame.h"
#include "paint/mirror.h"
#include "paint/tiles.h"

/* What a row of the lake has in common. */
typedef struct water_line {
    int row;   /* of the whole picture, -1 = none yet */
    int strip; /* the last one whose middle is not above the unrippled mirror */
    double perspective;
    float distance; /* pixels below the far shore */
    float swing;    /* pixels by which ripples of height 1 move the mirrored row */
    float clear;    /* share of the mirror */
    float haze;     /* share of the mist over the water at the shore */
    float glitter;  /* share of sun light, under the sun */
    float blurred;  /* share of the ripples that are too fine to be seen */
    double spread;  /* U to either side in which it glitters */
} water_line;

typedef struct water {
    const rl_frame *frame;
    int nodes;         /* in a row of one block, as in tiles */
    linear_rgb *shore; /* [blocks * nodes]: mist over the far shore */
    mirror mirror;
    float sun; /* how much of the sun the water sees, 0..1 */
    linear_rgb sparkle;
    water_line line;
    int first, last;           /* strips that the run looks at */
    float place[TILES_NODES];  /* where each node looks, in strips */
    float glint[TILES_NODES];  /* ripples that turn toward the sun */
    float shine[TILES_NODES];  /* how much sun they would show */
    float dazzle[TILES_NODES]; /* how close to the mirrored disc each looks, 0..1 */
} water;

/* water_new makes the memory of a thread; 0 when there is none. */
int water_new(water *water, const rl_frame *frame);
void water_free(water *water);

/* water_look finds what a run of the lake mirrors. */
void water_look(water *water, const tile_run *run);

/* water_wants names a part of a strip that the run needs and that is not held; 0 =
 * none is missing. */
int water_wants(water *water, const tile_run *run, tile_run *part);

/* water_fetch writes the lake's colours (encoded sRGB) in the run looked at. */
void water_fetch(water *water, const tile_run *run, tile_colours *colours);

/* water_coverage returns which part of a row lies below the far shore. */
float water_coverage(const rl_frame *frame, int row);

#endif
