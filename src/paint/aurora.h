/* aurora.h - curtains of northern light. */
#ifndef RL_PAINT_AURORA_H
#define RL_PAINT_AURORA_H

#include "frame/frame.h"

/* aurora_light adds the aurora at pixel coordinates of the whole picture to the
 * sky's light.  x_px must be a node of the colour grid. */
linear_rgb aurora_light(const rl_frame *frame, linear_rgb sky, double x_px, double y_px);

#endif
