/* heath.h - open ground in patches of heather, bracken and grass, as noise on a plane (plane.h). */
#ifndef RL_LAYERS_HEATH_H
#define RL_LAYERS_HEATH_H

#include "frame/frame.h"
#include "layers/common/plane.h"

#define HEATH_PATCHES 2 /* noises that choose between three plants */

typedef struct heath {
    plane_law patch[HEATH_PATCHES]; /* noises of patches */
    plane_law tufts;                /* noise of tufts */
    double distance;                /* distance of its foot, eye heights */
    double base;                    /* height of its foot, U */
} heath;

/* heath_make makes the ground of a ridge whose foot is at the height `base` (U); `depth` is that of
 * the ridge, 0 = far .. 1 = near. */
void heath_make(const rl_frame *frame, uint64_t key, double base, double depth, heath *out);

/* heath_row writes the octaves of a noise at a height (U) for rows that are `apart` U apart. */
void heath_row(const heath *of, const plane_law *law, double height, double apart, plane_row *out);

#endif
