/* pixels_kernel.c - kernels that interpolate the pixels of a block and pack them to bytes.
 *
 * Compiled for each vector width: see base/lanes.h.
 */
#include "paint/pixels.h"
#include "paint/pixels_lanes.h"

LANES_INLINE void lay_plane(const tile_nodes *nodes, int plane, tile_colours *out, int is_wide)
{
    LANES_SCRATCH node_row row[3];
    mix_nodes(nodes, 3 * plane, 3, row);
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        between b = between_at(nodes, i, is_wide);
        lanes_store(out->r + i, line_at(&row[0], &b, is_wide));
        lanes_store(out->g + i, line_at(&row[1], &b, is_wide));
        lanes_store(out->b + i, line_at(&row[2], &b, is_wide));
    }
}

static void plane(const tile_nodes *nodes, int plane, tile_colours *out)
{
    BY_WIDTH(lay_plane, nodes, plane, out);
}

/* ---- bytes ----------------------------------------------------------------------- */

/* Returns samples of one channel, 0..255: colours are within 0..1, and thresholds are above 0 and
 * below 1. */
LANES_INLINE lanes_i sample(lanes_f colour, lanes_f threshold)
{
    return lanes_to_i(colour * lanes_of(255.0f) + threshold);
}

static void pack(const tile_colours *colours, const float *threshold, uint8_t *bytes)
{
    for (int i = 0; i < TILES_BLOCK; i += LANES) {
        lanes_f t = lanes_load(threshold + i);
        lanes_i r = sample(lanes_load(colours->r + i), t);
        lanes_i g = sample(lanes_load(colours->g + i), t);
        lanes_i b = sample(lanes_load(colours->b + i), t);
        lanes_store_rgb(bytes + 3 * (size_t)i, r | g << 8 | b << 16);
    }
}

LANES_INLINE void fill_lines(const tile_nodes *nodes, const float *threshold, uint8_t *bytes,
                             int is_wide)
{
    LANES_SCRATCH node_row row[3];
    mix_nodes(nodes, 3 * SHADE_PLAIN, 3, row);
    for (int i = 0; i < TILES_BLOCK; i += LANES) {
        between at = between_at(nodes, i, is_wide);
        lanes_f t = lanes_load(threshold + i);
        lanes_i r = sample(line_at(&row[0], &at, is_wide), t);
        lanes_i g = sample(line_at(&row[1], &at, is_wide), t);
        lanes_i b = sample(line_at(&row[2], &at, is_wide), t);
        lanes_store_rgb(bytes + 3 * (size_t)i, r | g << 8 | b << 16);
    }
}

static void fill(const tile_nodes *nodes, const float *threshold, uint8_t *bytes)
{
    BY_WIDTH(fill_lines, nodes, threshold, bytes);
}

extern const pixels_kernels KERNEL(pixels);
const pixels_kernels KERNEL(pixels) = {plane, pack, fill};

KERNEL_TABLE(const pixels_kernels, pixels_kernels_of, pixels);
