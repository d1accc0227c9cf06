/* meadow_kernel.c - near ground at pixels: light on the crest of a slope that dies off downward,
 * and pale patches.
 *
 * The strength of both is computed at nodes (relief_nodes_kernel.c).  Compiled for each width of
 * lanes.h.
 */
#include "layers/land/relief_lanes.h"

LANES_INLINE void meadow_row(const tile_nodes *nodes, const relief_pixels *row, face_row *face,
                             int is_wide)
{
    LANES_SCRATCH node_row plane[RELIEF_PLANES];
    (void)row;
    mix_planes(nodes, RELIEF_DEPTH, 3, plane);
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        between b = between_at(nodes, i, is_wide);
        lanes_f depth = lanes_max(line_at(&plane[RELIEF_DEPTH], &b, is_wide), lanes_of(0.0f));
        lanes_f light = lanes_of(MEADOW_EDGE) * lanes_exp(depth * lanes_of(-1.0f / MEADOW_EDGE_FADE)) +
                        lanes_of(MEADOW_SLOPE) * lanes_exp(depth * lanes_of(-1.0f / MEADOW_SLOPE_FADE));
        lanes_store(face->shade + i, light * line_at(&plane[RELIEF_AMOUNT], &b, is_wide) +
                                         line_at(&plane[MEADOW_PATCH], &b, is_wide));
    }
}

relief_pixels_kernel KERNEL(meadow_pixels);

void KERNEL(meadow_pixels)(const tile_nodes *nodes, const relief_pixels *row, face_row *face)
{
    BY_WIDTH(meadow_row, nodes, row, face);
}

KERNEL_TABLE_WIDE(relief_pixels_kernel, meadow_pixels, meadow_pixels);
