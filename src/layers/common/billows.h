/* billows.h - what clouds and smoke share: heaps of noise, and the light on them. */
#ifndef RL_LAYERS_BILLOWS_H
#define RL_LAYERS_BILLOWS_H

#include "base/arena.h"
#include "paint/tiles.h"

#define BILLOWS_OCTAVES 6

/* Cells of the noise, which repeats after so many. */
#define BILLOWS_SIDE 128

/* billows_cells makes [SIDE * SIDE] directions (0..7) of the gradients at the corners of cells,
 * three bits each: upper left, upper right, lower left, lower right; NULL = out of memory. */
int32_t *billows_cells(arena *memory, uint64_t key);

/* billows_fade writes the shares of octaves whose first has cells of so many pixels, each the next
 * by `gain`, 0 where they are finer than pixels; it returns how many of 1 << n pixels nodes may be
 * apart. */
int billows_fade(double cell_px, double gain, float weight[BILLOWS_OCTAVES]);

/* billows_shift returns where in the table octave `k` begins: (shift % SIDE, shift / SIDE). */
int32_t billows_shift(uint64_t key, int part, int64_t index);

/* Colours of what is heaped, in the light of a frame. */
typedef struct billows_light {
    shade_colour shade, lit, sun; /* shaded sides, of which the sky is a part; lit ones, far from
                                     the sun and near it */
    float sky;                    /* share of the sky in shaded sides */
    float light;                  /* how much of lit colours they take */
} billows_light;

billows_light billows_light_of(const rl_frame *frame);

#endif
