/* clearing.h - ground without plants: the path to a motif, and the clearing around the motif. */
#ifndef RL_LAYERS_CLEARING_H
#define RL_LAYERS_CLEARING_H

#include "frame/frame.h"

#define WAY_MARGIN 0.10 /* largest distance of a path from the line between its ends, U */

typedef struct way {
    double top, bottom; /* heights of its ends, U */
    double from, to;    /* horizontal positions of its ends, U from the middle */
    double aside;       /* width of its bends, U; the sign is the side */
    uint64_t key;       /* stream of the noise of its edges */
} way;

/* way_has returns whether a path leads to a scene's motif; way_of returns that path. */
int way_has(const rl_scene *scene);
way way_of(const rl_frame *frame);

/* way_at sets the middle and the half width (U) of a path at a height (U above the lower edge);
 * returns 0 if the path does not reach it. */
int way_at(const way *path, double y, double *middle, double *half);

/* way_covers returns whether a plant of a ridge would stand on the path or hide it.  Its foot is at
 * `x` from the picture's middle and `y` above its lower edge; both and `height` are in U. */
int way_covers(const rl_frame *frame, int ridge, double x, double y, double height);

/* motif_clearing returns the share (0..1) of the trees of a ridge at x (U) that make room for a
 * motif.  It may be called before any layer is prepared. */
double motif_clearing(const rl_frame *frame, int ridge, double x);

#endif
