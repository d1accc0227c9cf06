/* plain_kernel.c - paints the pixels of a plain: light and dark patches, a river with its banks.
 *
 * Compiled for each width of lanes.h.
 */
#include "layers/common/plane_lanes.h"
#include "layers/land/plain.h"
#include "paint/pixels_lanes.h"

#define SHRUB_LEAST 0.36f /* noise of shrubs from which there are shrubs */
#define SHRUB_ROUGH 0.45f /* weight of the ground's noise in the noise of shrubs */
#define SHRUB_EDGE 6.0f   /* 1 / noise of shrubs over which they become dense */
#define GREEN 0.85f       /* green of banks beside the water */
#define GREEN_FINE 0.4f   /* weight of fine octaves in that green */
#define GREEN_EDGE 3.5f   /* 1 / green over which banks are covered */

/* Shares of light, shade, bank and water in LANES pixels. */
typedef struct plain_shares {
    lanes_f light, dark, bank, water, ripple;
} plain_shares;

LANES_INLINE plain_shares shares_at(const plain_row *row, int i)
{
    lanes_f column = lanes_to_f(lanes_count() + lanes_of_i(i));
    lanes_f nought = lanes_of(0.0f);
    lanes_f sum = nought, fine = nought;
    for (int k = 0; k < row->noise.octaves; k++) {
        const plane_octave *octave = &row->noise.octave[k];
        lanes_f noise = plane_noise(&row->noise, &row->span, k, column);
        sum = sum + lanes_of(octave->weight) * noise;
        if (row->shrub[k] > 0.0f)
            fine = fine + lanes_of(row->shrub[k]) * noise;
    }
    lanes_f rough = sum * lanes_of(row->noise.norm > 0.0f ? 1.0f / row->noise.norm : 0.0f);
    lanes_f grows = fine + lanes_of(SHRUB_ROUGH) * rough - lanes_of(SHRUB_LEAST);
    lanes_f shade = rough * lanes_of(row->contrast) -
                    lanes_clamp(grows * lanes_of(SHRUB_EDGE), 0.0f, 1.0f) * lanes_of(row->shrubs);
    plain_shares s = {.light = lanes_max(shade, nought), .dark = lanes_max(nought - shade, nought)};
    if (!row->has_river)
        return s;
    lanes_f beside = lanes_abs(column + lanes_of(row->way)) - lanes_of(row->half) +
                     rough * lanes_of(row->wander);
    s.ripple = lanes_of(1.0f) + lanes_of(row->ripple) * rough;
    s.water = lanes_clamp(lanes_of(0.5f) - beside * lanes_of(1.0f / row->soft), 0.0f, 1.0f);
    lanes_f away = lanes_clamp(beside * lanes_of(1.0f / row->bank), 0.0f, 1.0f);
    lanes_f green = lanes_of(GREEN) - away + lanes_of(0.5f) * rough + lanes_of(GREEN_FINE) * fine;
    s.bank = lanes_smooth(green * lanes_of(GREEN_EDGE));
    return s;
}

LANES_INLINE lanes_f channel_at(const node_row *plane, int channel, const between *b,
                                const plain_shares *s, const plain_row *row, int is_wide)
{
    lanes_f c = line_at(&plane[3 * PLAIN_GROUND + channel], b, is_wide);
    if (row->has_river)
        c = lanes_mix(c, line_at(&plane[3 * PLAIN_BANK + channel], b, is_wide), s->bank);
    c = c + line_at(&plane[3 * PLAIN_LIGHT + channel], b, is_wide) * s->light;
    c = c - line_at(&plane[3 * PLAIN_DARK + channel], b, is_wide) * s->dark;
    if (!row->has_river)
        return c;
    return lanes_mix(c, line_at(&plane[3 * PLAIN_WATER + channel], b, is_wide) * s->ripple,
                     s->water);
}

LANES_INLINE void pixels(const tile_nodes *nodes, const plain_row *row, tile_colours *out,
                         int is_wide)
{
    LANES_SCRATCH node_row plane[3 * PLAIN_PLANES];
    mix_nodes(nodes, 0, 3 * (row->has_river ? PLAIN_PLANES : PLAIN_WATER), plane);
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        between b = between_at(nodes, i, is_wide);
        plain_shares s = shares_at(row, i);
        lanes_store(out->r + i, channel_at(plane, 0, &b, &s, row, is_wide));
        lanes_store(out->g + i, channel_at(plane, 1, &b, &s, row, is_wide));
        lanes_store(out->b + i, channel_at(plane, 2, &b, &s, row, is_wide));
    }
}

plain_kernel KERNEL(plain_pixels);

void KERNEL(plain_pixels)(const tile_nodes *nodes, const plain_row *row, tile_colours *out)
{
    BY_WIDTH(pixels, nodes, row, out);
}

KERNEL_TABLE_WIDE(plain_kernel, plain_kernels, plain_pixels);
