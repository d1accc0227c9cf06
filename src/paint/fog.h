/* fog.h - banks that lie before a ridge. */
#ifndef RL_PAINT_FOG_H
#define RL_PAINT_FOG_H

#include "frame/frame.h"

/* fog_at returns how much of a surface a bank hides (0..1) at pixel coordinates
 * of the whole picture. */
double fog_at(const rl_frame *frame, const frame_surface *surface, double x_px, double y_px);

#endif
