/* heath.h - open ground in patches of heather, bracken and grass, by the law of planes. */
#ifndef RL_LAYERS_HEATH_H
#define RL_LAYERS_HEATH_H

#include "frame/frame.h"
#include "layers/plane.h"

#define HEATH_PATCHES 2 /* noises that choose between three plants */

typedef struct heath {
    plane_law patch[HEATH_PATCHES], tufts;
    double distance; /* of its foot, */
    double base;     /* which is at this height, U */
} heath;

/* heath_make makes the ground of a ridge at a depth. */
void heath_make(const rl_frame *frame, uint64_t key, double base, double depth, heath *out);

/* heath_row finds the octaves of a noise at a height (U), in rows `apart` U from each other. */
void heath_row(const heath *of, const plane_law *law, double height, double apart, plane_row *out);

#endif
