/* separation.h - keeps every crest off what is behind it.
 *
 * Where the lightness of land equals that of the sky or the land behind it, a mountain loses its
 * skyline.  There the land is made darker or lighter at its crest; the correction fades down the
 * face.
 */
#ifndef RL_LAYERS_SEPARATION_H
#define RL_LAYERS_SEPARATION_H

#include "layers/land/ridge.h"

/* separation_make sets ridge_layer.apart of all ridges of a frame whose layers are finished.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status separation_make(preparation *work, rl_error *error);

#endif
