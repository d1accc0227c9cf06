/* paint.h - the interface of this room: rows of a frame as samples.
 *
 * In: an immutable frame and the work memory of one thread.  Out: packed RGB rows, or rows of
 * indices.  Painting a row allocates nothing and depends on no other row.
 */
#ifndef RL_PAINT_PAINT_H
#define RL_PAINT_PAINT_H

#include "frame/frame.h"

typedef struct rl_painter paint_scratch; /* rl_painter paints single layers with it */

/* paint_scratch_new returns the work memory of a thread for a frame; NULL = out of memory. */
paint_scratch *paint_scratch_new(const rl_frame *frame);
/* paint_scratch_keep does the same for a frame that is being made.  Layers keep in the frame's
 * arena the coverage that they measure while rows are painted with this work memory, so that frames
 * of the same land need not measure it again.  *bytes is the room for it, which they lower. */
paint_scratch *paint_scratch_keep(rl_frame *frame, size_t *bytes);

void paint_scratch_free(paint_scratch *scratch);

/* paint_rows paints rows y .. y+count-1 of the part into `pixels`, rows `stride_bytes` apart: RGB
 * of 8 or 16 bits per sample (frame->depth), or, if frame->colours is above 0, one index of 8 bits
 * per pixel. */
void paint_rows(paint_scratch *scratch, int y, int count, void *pixels, size_t stride_bytes);

/* paint_layer_row paints `count` pixels of one layer (see rl_frame_layers) in row y of the part,
 * from column x on, into `rgba`: 8-bit sRGB and straight alpha.  x counts from the first column of
 * the part or, in a loop, of the loop, whose first column follows its last. */
void paint_layer_row(paint_scratch *scratch, int layer, int x, int count, int y, uint8_t *rgba);

#endif
