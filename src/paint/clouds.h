/* clouds.h - thin clouds on a plane above the land. */
#ifndef RL_PAINT_CLOUDS_H
#define RL_PAINT_CLOUDS_H

#include "frame/frame.h"
#include "paint/shade.h"

/* clouds_lay lays the clouds at pixel coordinates of the whole picture over the
 * sky's light, and returns how much of it they hide (0..1). */
double clouds_lay(const rl_frame *frame, const shade_air *air, double x_px, double y_px,
                  linear_rgb *sky);

#endif
