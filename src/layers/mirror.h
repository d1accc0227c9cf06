/* mirror.h - the land above a lake as an image, only as fine as ripples let through.
 *
 * Its rows ("strips") grow with their distance from the far shore.  A thread keeps
 * the few that the rows it paints look at.  The painter makes them, by the code
 * that paints the land itself: whole rows of land become parts of a strip.
 */
#ifndef RL_LAYERS_MIRROR_H
#define RL_LAYERS_MIRROR_H

#include "frame/frame.h"
#include "paint/tiles.h"
#include "layers/water_kernels.h"

/* Strips of the whole mirror, and how many of them a thread holds. */
#define MIRROR_STRIPS 320
#define MIRROR_HELD 16

/* Rows of the land that become one row of the mirror.  It is painted in parts,
 * each of which stands for `reach` rows on either side. */
typedef struct mirror_strip {
    int foot; /* its lowest row */
    int parts, reach;
} mirror_strip;

/* What a row of the lake looks at: strips and blocks. */
typedef struct mirror_view {
    int first, last;
    int from, to;
    const uint8_t *shows; /* [blocks]: whether the lake is seen there */
} mirror_view;

typedef struct mirror {
    const rl_frame *frame;
    const water_kernels *kernels;
    float *light; /* [MIRROR_HELD][3][plane], linear */
    size_t plane; /* columns of whole blocks */
    int *held;    /* [MIRROR_HELD][blocks]: number of the strip, -1 = none */
    mirror_strip strip[MIRROR_STRIPS];
    float height[MIRROR_STRIPS]; /* pixels of its middle above the far shore */
    float climb[MIRROR_STRIPS];  /* 1 / the way from there to the next */
    int strips;
    mirror_view view;
    int wanted, part, block; /* what was asked for last */
    int is_asked;            /* whether any block was, of the strip wanted */
} mirror;

/* Where strips begin: [k - first] is strip k - 1, [.. + 1] strip k. */
typedef struct mirror_run {
    const float *strip[MIRROR_HELD + 2];
} mirror_run;

/* mirror_new makes the memory of a thread for heights of up to `highest` pixels
 * above the far shore; 0 when there is none. */
int mirror_new(mirror *mirror, const rl_frame *frame, double highest);
void mirror_free(mirror *mirror);

/* mirror_shore returns the far shore's place in pixels from the top. */
double mirror_shore(const rl_frame *frame);

/* mirror_place returns where a height above the far shore lies among the middles of
 * the strips; `near` is a strip to begin the search with. */
float mirror_place(const mirror *mirror, int near, float height);

/* mirror_look sets what mirror_wants asks for. */
void mirror_look(mirror *mirror, const mirror_view *view);

/* mirror_wants names a part of a strip in one block that is not held; 0 = none is
 * missing.  All blocks come before the next part: neighbours share nodes of colours. */
int mirror_wants(mirror *mirror, tile_run *part);

/* mirror_keep takes the colours (encoded sRGB) of the part asked for last. */
void mirror_keep(mirror *mirror, const tile_run *part, const float *r, const float *g,
                 const float *b);

/* mirror_open finds the strips that mirror_look was told of. */
void mirror_open(const mirror *mirror, mirror_run *open);

#endif
