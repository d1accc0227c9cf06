/* seen.c - how deep below its edge a ridge can be seen.
 *
 * In: the edges of all surfaces.  Out: for each block of columns which levels of the
 * relief's table a painter can look up, in this part of the picture or mirrored in it.
 */
#include "frame/relief.h"

/* Painters may look so many rows past what is seen; a mirror blurs over more. */
#define MORE_ROWS 16

static int level_of(const rl_frame *frame, int depth)
{
    int last = frame->relief_pixels - 1;
    return frame->relief_level[depth < 0 ? 0 : depth > last ? last : depth];
}

/* The surfaces up to which one may be hidden.  Layers pass before each other: there only
 * the rows of its own slope hide it. */
static int hiders_end(const rl_frame *frame, int index, int is_mirrored)
{
    if (!frame->is_layered)
        return is_mirrored ? frame->lake : frame->surface_count;
    int end = index + 1;
    while (end < frame->surface_count && frame->surface[end].ridge == frame->surface[index].ridge)
        end++;
    return end;
}

/* Below the first row that a nearer surface covers in the whole block nothing is seen. */
static void see_surface(const rl_frame *frame, int index, int block, relief_levels *seen)
{
    const frame_surface *surface = &frame->surface[index];
    int is_mirrored = index < frame->lake && frame->y + frame->rows > frame->lake_top;
    int end = hiders_end(frame, index, is_mirrored);
    int top = is_mirrored ? 0 : frame->y;
    int bottom = is_mirrored ? frame->height : frame->y + frame->rows;
    for (int i = index + 1; i < end; i++)
        if (frame->surface[i].block_full[block] < bottom)
            bottom = frame->surface[i].block_full[block];
    int more = MORE_ROWS + (is_mirrored ? frame->height / 64 : 0);
    int deepest = bottom + more - surface->block_top[block];
    if (deepest < 0 || bottom + more < top)
        return;
    int first = level_of(frame, top - more - surface->block_full[block]);
    int last = level_of(frame, deepest) + 2;
    last = last < FRAME_RELIEF_LEVELS ? last : FRAME_RELIEF_LEVELS - 1;
    seen->first = first < seen->first ? first : seen->first;
    seen->last = last > seen->last ? last : seen->last;
}

/* All rows of a slope share the table. */
relief_levels relief_see(const rl_frame *frame, int index, int block)
{
    relief_levels seen = {FRAME_RELIEF_LEVELS, -1};
    for (int row = 0; row < frame_rows(frame, index); row++)
        see_surface(frame, frame->ridge_surface[index] + row, block, &seen);
    return seen;
}
