/* paint.h - all that this room offers: a frame's rows as samples.
 *
 * In: an immutable frame and scratch memory of one thread.  Out: packed RGB
 * rows, or rows of indices.  Painting a row allocates nothing and depends on no other row.
 */
#ifndef RL_PAINT_PAINT_H
#define RL_PAINT_PAINT_H

#include "frame/frame.h"

typedef struct rl_painter paint_scratch; /* rl_painter paints single layers with it */

/* paint_scratch_new makes the work memory that one thread needs for a frame;
 * NULL when there is none. */
paint_scratch *paint_scratch_new(const rl_frame *frame);
/* paint_scratch_keep does so for a frame that is being made: layers keep what they measure of the
 * runs that are painted with it, for frames of the same land, in the frame's arena, as long as
 * `bytes`, which they lower, allow it. */
paint_scratch *paint_scratch_keep(rl_frame *frame, size_t *bytes);

void paint_scratch_free(paint_scratch *scratch);

/* paint_rows paints rows y .. y+count-1 of the part into `pixels`: RGB, 8 or 16
 * bit samples as the scene says, rows `stride_bytes` apart; where the frame has a
 * palette (frame->colours), one index of 8 bits for each pixel. */
void paint_rows(paint_scratch *scratch, int y, int count, void *pixels, size_t stride_bytes);

/* paint_layer_row paints `count` pixels of one layer (see rl_frame_layers) in row y of the part
 * into `rgba`: sRGB of 8 bits and straight alpha.  `x` is a column of the part, in a loop
 * one of the loop, which goes on behind its end. */
void paint_layer_row(paint_scratch *scratch, int layer, int x, int count, int y, uint8_t *rgba);

#endif
