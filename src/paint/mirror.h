/* mirror.h - the land above a lake as an image, only as fine as ripples let through.
 *
 * Its rows ("strips") grow with their distance from the far shore.  A thread keeps
 * the few that the rows it paints look at.  The painter makes them, by the code
 * that paints the land itself: whole rows of land become parts of a strip.
 */
#ifndef RL_PAINT_MIRROR_H
#define RL_PAINT_MIRROR_H

#include "frame/frame.h"
#include "paint/tiles.h"

/* Strips of the whole mirror, and how many of them a thread holds. */
#define MIRROR_STRIPS 320
#define MIRROR_HELD 16

/* Rows of the land that become one row of the mirror.  It is painted in parts,
 * each of which stands for `reach` rows on either side. */
typedef struct mirror_strip {
    int foot; /* its lowest row */
    int parts, reach;
    float height; /* pixels of its middle above the far shore */
} mirror_strip;

typedef struct mirror {
    const rl_frame *frame;
    float *light; /* [MIRROR_HELD][3][columns], linear */
    int *held;    /* [MIRROR_HELD][blocks]: number of the strip, -1 = none */
    mirror_strip strip[MIRROR_STRIPS];
    int strips;
    int wanted, part; /* what was asked for last; wanted -1 = nothing */
} mirror;

/* Linear light. */
typedef struct mirror_light {
    float r, g, b;
} mirror_light;

/* Where the strips of a run lie: [k - first] is strip k - 1, [.. + 1] strip k. */
typedef struct mirror_run {
    const float *strip[MIRROR_HELD + 2];
    int first;
    size_t columns;
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

/* mirror_wants names a part of a strip among first..last that the run does not hold;
 * 0 = none is missing. */
int mirror_wants(mirror *mirror, const tile_run *run, int first, int last, tile_run *part);

/* mirror_keep takes the colours (encoded sRGB) of the part asked for last. */
void mirror_keep(mirror *mirror, const tile_run *part, const float *r, const float *g,
                 const float *b);

/* mirror_open finds the strips first..last of a run. */
void mirror_open(const mirror *mirror, const tile_run *run, int first, int last, mirror_run *open);

/* mirror_at returns the light of column i of an open run: a smooth curve (quadratic
 * B-spline) through three strips. */
static inline mirror_light mirror_at(const mirror_run *open, float place, int i)
{
    int k = (int)(place + 0.5f);
    float f = place - (float)k;
    float before = 0.5f * (0.5f - f) * (0.5f - f);
    float after = 0.5f * (0.5f + f) * (0.5f + f);
    float middle = 1.0f - before - after;
    const float *const *at = open->strip + (k - open->first);
    const float *a = at[0] + i;
    const float *b = at[1] + i;
    const float *c = at[2] + i;
    size_t plane = open->columns;
    mirror_light mean = {
        before * a[0] + middle * b[0] + after * c[0],
        before * a[plane] + middle * b[plane] + after * c[plane],
        before * a[2 * plane] + middle * b[2 * plane] + after * c[2 * plane],
    };
    return mean;
}

#endif
