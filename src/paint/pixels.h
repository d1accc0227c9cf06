/* pixels.h - kernels for the pixels of a block: interpolation between nodes, packing to bytes.
 *
 * A kernel works on all 64 columns of a block, also if the part ends within it.
 */
#ifndef RL_PAINT_PIXELS_H
#define RL_PAINT_PIXELS_H

#include "base/cpu.h"
#include "paint/tiles.h"

/* Bytes of a block of 8-bit RGB pixels; number of bytes behind it that a kernel may write. */
#define PIXELS_BYTES (3 * TILES_BLOCK)
#define PIXELS_SPARE 32

typedef struct pixels_kernels {
    /* Interpolates the colours of the three planes of a shade_plane of a tile. */
    void (*plane)(const tile_nodes *nodes, int plane, tile_colours *colours);
    /* Rounds colours to 8 bits by the thresholds of a row (dither.h) and packs them as RGB. */
    void (*pack)(const tile_colours *colours, const float *threshold, uint8_t *bytes);
    /* Does `plane` of SHADE_PLAIN and `pack` in one step. */
    void (*fill)(const tile_nodes *nodes, const float *threshold, uint8_t *bytes);
} pixels_kernels;

extern const pixels_kernels *const pixels_kernels_of[CPU_KERNELS];

#endif
