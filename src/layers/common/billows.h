/* billows.h - the noise of heaps (billows) that clouds and smoke share, and the light on them. */
#ifndef RL_LAYERS_BILLOWS_H
#define RL_LAYERS_BILLOWS_H

#include "base/arena.h"
#include "paint/tiles.h"

#define BILLOWS_OCTAVES 6

/* Period of the noise, cells. */
#define BILLOWS_SIDE 128

/* billows_cells makes [SIDE * SIDE] directions (0..7) of the gradients at the corners of cells,
 * three bits each: upper left, upper right, lower left, lower right; NULL = out of memory. */
int32_t *billows_cells(arena *memory, uint64_t key);

/* billows_fade writes the weights of octaves, the first of which has cells of `cell_px` pixels;
 * each weight is the one before times `gain`, and 0 where cells are finer than pixels.  It returns
 * n, where nodes may be 1 << n pixels apart. */
int billows_fade(double cell_px, double gain, float weight[BILLOWS_OCTAVES]);

/* billows_shift returns a random origin of an octave in the table of cells: column shift % SIDE,
 * row shift / SIDE. */
int32_t billows_shift(uint64_t key, int part, int64_t index);

/* Colours of clouds and smoke in the light of a frame. */
typedef struct billows_light {
    shade_colour shade, lit, sun; /* shaded sides without the sky in them; lit sides far from the
                                     sun and near the sun */
    float sky;                    /* share of the sky in shaded sides */
    float light;                  /* share of the lit colour in fully lit sides, 0..1 */
} billows_light;

billows_light billows_light_of(const rl_frame *frame);

#endif
