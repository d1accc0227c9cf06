/* sky.h - the sky with all that stands in it. */
#ifndef RL_LAYERS_SKY_H
#define RL_LAYERS_SKY_H

#include "paint/blend.h"
#include "layers/disc.h"
#include "layers/stars.h"
#include "paint/tiles.h"

/* What a thread holds of it. */
typedef struct sky {
    const rl_frame *frame;
    stars stars;
    disc disc;
} sky;

/* sky_new makes the memory of a thread; 0 when there is none. */
int sky_new(sky *sky, const rl_frame *frame);
void sky_free(sky *sky);

/* sky_has tells whether anything may stand in a run of sky. */
int sky_has(sky *sky, const tile_run *run);

/* sky_lay lays stars, disc and birds over the pixels of a run of sky.  They must be
 * those of a whole block, of which the run is a part: see tiles_left. */
void sky_lay(sky *sky, tiles *t, const tile_run *run, const run_pixels *pixels);

#endif
