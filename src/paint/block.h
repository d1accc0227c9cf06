/* block.h - what a thread holds, and how it paints one block of a row.
 *
 * In: a frame, a run of columns within a block.  Out: its colours, of a layer alone or of
 * all that is seen.  A block is painted from back to front: first the front-most surface
 * that covers it wholly (else the sky), then the edges of those before it; what stands
 * behind is never touched.
 */
#ifndef RL_PAINT_BLOCK_H
#define RL_PAINT_BLOCK_H

#include "paint/blend.h"
#include "paint/dither.h"
#include "paint/edge.h"
#include "paint/paint.h"
#include "paint/pixelart.h"
#include "paint/pixels.h"
#include "layers/relief.h"
#include "layers/sky.h"
#include "paint/tiles.h"
#include "layers/water.h"

struct paint_scratch {
    const pixels_kernels *pixels;
    tiles tiles;
    edge_scratch edges;
    water water;
    sky sky;
    relief_memory relief;
    float (*threshold)[DITHER_PERIOD]; /* [DITHER_PERIOD]: of 8-bit rows */
    uint8_t *plain; /* [TILES_BLOCK]: 1 = of the disc, not dithered; NULL = true colour */
    pixelart_pair *pairs;
    /* Of the block at hand. */
    tile_colours colours; /* what is painted, encoded sRGB */
    tile_colours over, lake;
    tile_colours layer; /* of one layer alone, and how much it covers: see layers.h */
    uint8_t alpha[TILES_BLOCK];
    uint8_t bytes[PIXELS_BYTES + PIXELS_SPARE];
    uint8_t flat[PIXELS_BYTES + PIXELS_SPARE]; /* of a flat layer in one row */
    int flat_row, flat_layer;
};

/* block_fetch writes the colours of a surface + 1, or of the sky (TILES_SKY), in columns
 * from..to-1 of the block of a run, with everything that lies on it. */
void block_fetch(paint_scratch *s, int layer, const tile_run *run, int from, int to,
                 tile_colours *out);

/* block_fill writes one colour. */
void block_fill(shade_colour colour, tile_colours *out);

/* block_pixels returns the pixels of a run among those of its block. */
run_pixels block_pixels(paint_scratch *s, const tile_run *run);

/* block_behind returns the front-most of the first `count` surfaces that covers all of a
 * run's block, or -1. */
int block_behind(const rl_frame *frame, const tile_run *run, int count);

/* block_sky paints the sky and all that stands in it. */
void block_sky(paint_scratch *s, const tile_run *run);

/* block_land paints the sky and the first `count` surfaces; `behind` is block_behind's. */
void block_land(const rl_frame *frame, paint_scratch *s, const tile_run *run, int count,
                int behind);

/* block_fetch_lake writes the colours of the lake; what was painted is lost. */
void block_fetch_lake(const rl_frame *frame, paint_scratch *s, const tile_run *run,
                      tile_colours *colours);

/* block_lake paints the lake and all that is seen behind and before it. */
void block_lake(const rl_frame *frame, paint_scratch *s, const tile_run *run);

#endif
