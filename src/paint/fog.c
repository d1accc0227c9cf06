/* fog.c - fog banks: low, long, soft above, thicker here and thinner there.
 *
 * In: a place of the picture and the surface seen there.  Out: how much fog lies
 * before it.  Smooth enough for the colour grid.
 */
#include "paint/fog.h"

#include "base/exact.h"
#include "terrain/noise.h"

/* Heights in U: where the banks' tops lie above the mist's level, how far they
 * wander, over what height they are soft. */
#define TOP 0.040
#define WANDER 0.052
#define SOFT 0.062

/* Lengths of banks and of the swells of their tops (U). */
#define BANK_CELL 0.80
#define SWELL_CELL 0.34
#define DENSEST 0.75

double fog_at(const rl_frame *frame, const frame_surface *surface, double x_px, double y_px)
{
    double height = (1.0 - y_px / frame->height - surface->mist_level) / frame->unit_share;
    if (surface->fog == 0.0 || height > TOP + 1.4 * WANDER)
        return 0.0;
    double x = (x_px - 0.5 * frame->width) / frame->unit;
    double row = 0.5 + surface->ridge; /* each ridge has its own bank */
    double swell = noise_gradient(frame->fog_key, 1, x / SWELL_CELL, row) +
                   0.4 * noise_gradient(frame->fog_key, 2, 2.3 * x / SWELL_CELL, row);
    double dense = noise_gradient(frame->fog_key, 0, x / BANK_CELL, row);
    double inside = (TOP + WANDER * swell - height) / SOFT;
    return surface->fog * DENSEST * exact_smoothstep(0.0, 1.0, inside) *
           exact_smoothstep(0.0, 1.0, 0.75 + 0.9 * dense);
}
