/* disc.h - the sun or the moon. */
#ifndef RL_LAYERS_DISC_H
#define RL_LAYERS_DISC_H

#include "frame/frame.h"
#include "layers/sky_kernels.h"
#include "paint/tiles.h"

/* What a thread holds of it. */
typedef struct disc {
    const rl_frame *frame;
    const sky_kernels *kernels;
    uint8_t *directions; /* of the moon's noise; NULL = a sun */
    int has_directions;
    sky_moon moon;
} disc;

/* disc_new makes the memory of a thread; 0 when there is none. */
int disc_new(disc *disc, const rl_frame *frame);
void disc_free(disc *disc);

/* disc_is_at tells whether a run comes near the disc. */
int disc_is_at(const rl_frame *frame, const tile_run *run);

/* disc_paint lays the disc over a run of sky, and sets `plain` (of the run; NULL = not
 * asked for) to 1 where it is seen, 0 where only a little of it is. */
void disc_paint(disc *disc, const tile_run *run, const sky_pixels *pixels, uint8_t *plain);

/* disc_stripes returns the share (0..1) of a line of the disc that its gaps take:
 * the line reaches from `top` to `bottom`, in radii below the disc's middle. */
double disc_stripes(double amount, double top, double bottom);

#endif
