/* woods.h - placement of trees in patches on a slope, for ridge.c. */
#ifndef RL_LAYERS_WOODS_H
#define RL_LAYERS_WOODS_H

#include "layers/land/ridge.h"
#include "layers/plants/stand.h"

/* woods_make makes the stand of a row of trees on a wooded slope; *out stays NULL if it has no
 * trees.  `lower` is the height (U) of this row's ground above that of the next nearer row; 0 =
 * this row is the nearest.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status woods_make(const rl_frame *frame, int ridge, int row, double lower, stand_kit *kit,
                     stand **out, rl_error *error);

/* woods_tallest returns the height (U) of the tallest trees of the first rows of a ridge. */
double woods_tallest(const rl_scene *scene, int ridge, int rows);

#endif
