/* mirror.h - the land above a lake as an image, only as fine as ripples let through.
 *
 * Its rows ("strips") grow with their distance from the far shore.  A thread keeps
 * the few that the rows it paints show.  The lake paints them by the code that paints
 * the land itself: whole rows of land become parts of a strip.
 */
#ifndef RL_LAYERS_MIRROR_H
#define RL_LAYERS_MIRROR_H

#include "layers/lake_kernels.h"
#include "paint/tiles.h"

/* Strips of the whole mirror, and how many of them a thread holds. */
#define MIRROR_STRIPS 320
#define MIRROR_HELD 16

/* Rows of the land that become one row of the mirror.  It is painted in parts,
 * each of which stands for `reach` rows on either side. */
typedef struct mirror_strip {
    int foot; /* its lowest row */
    int parts, reach;
} mirror_strip;

/* What a row of the lake shows: strips and blocks. */
typedef struct mirror_range {
    int first, last;
    int from, to;
    const uint8_t *shows; /* [blocks]: whether the lake is seen there */
} mirror_range;

typedef struct mirror {
    const rl_frame *frame;
    double shore; /* the far one's place in pixels from the top */
    const lake_kernels *kernels;
    float *light; /* [MIRROR_HELD][3][plane], linear */
    size_t plane; /* columns of whole blocks */
    int *held;    /* [MIRROR_HELD][blocks]: number of the strip, -1 = none */
    mirror_strip strip[MIRROR_STRIPS];
    float height[MIRROR_STRIPS]; /* pixels of its middle above the far shore */
    float climb[MIRROR_STRIPS];  /* 1 / the way from there to the next */
    int strips;
    mirror_range range;
    int current, part, block; /* strip, part and block that were returned last */
    int is_missing;           /* whether any block of that strip was missing */
} mirror;

/* Where strips begin: [k - first] is strip k - 1, [.. + 1] strip k. */
typedef struct mirror_run {
    const float *strip[MIRROR_HELD + 2];
} mirror_run;

/* mirror_new makes the memory of a thread, for a shore whose first row is `top` and heights
 * of up to `highest` pixels above it; 0 when there is none. */
int mirror_new(mirror *mirror, const rl_frame *frame, arena *memory, double shore, int top,
               double highest);

/* mirror_place returns where a height above the far shore lies among the middles of
 * the strips; `near` is a strip to begin the search with. */
float mirror_place(const mirror *mirror, int near, float height);

/* mirror_begin sets the strips and blocks that are needed.  mirror_next returns a part of one
 * of them in one block that is not held; 0 = none is missing.  All blocks come before the
 * next part: neighbours share nodes of colours. */
void mirror_begin(mirror *mirror, const mirror_range *range);
int mirror_next(mirror *mirror, tile_run *part);

/* mirror_keep takes the colours (encoded sRGB) of the part that was returned last. */
void mirror_keep(mirror *mirror, const tile_run *part, const float *r, const float *g,
                 const float *b);

/* mirror_open finds the strips of the range. */
void mirror_open(const mirror *mirror, mirror_run *open);

#endif
