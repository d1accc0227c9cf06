/* coverage.h - which part of a pixel lies under a ridge's edge. */
#ifndef RL_PAINT_COVERAGE_H
#define RL_PAINT_COVERAGE_H

#include "frame/frame.h"

/* coverage_of returns the exact area (0..1) of the pixel in column `column` of
 * the part and row `row` of the whole picture that lies below the polyline. */
float coverage_of(const rl_frame *frame, const frame_surface *surface, int column, int row);

/* coverage_disc returns how much of a pixel whose middle is `distance` pixels
 * from the middle of a disc is covered: its rim is one pixel soft. */
float coverage_disc(double radius, double distance);

#endif
