/* block.h - what a thread needs to paint, and how it paints one block of a row.
 *
 * In: a frame, a run of columns within a block.  Out: its colours.  A block is painted from
 * back to front: first the front-most layer that covers it wholly (the sky covers all), then
 * those before it that touch it; layers behind are never painted.  What ridges cover is measured
 * before that, from front to back, so that columns that are hidden are not painted.
 */
#ifndef RL_PAINT_BLOCK_H
#define RL_PAINT_BLOCK_H

#include "paint/blend.h"
#include "paint/dither.h"
#include "paint/pixelart.h"
#include "paint/pixels.h"
#include "paint/tiles.h"

/* The layers that a run may show, near to far; the last one hides all behind it. */
typedef struct block_list {
    uint16_t *layer; /* [frame->layers] */
    int count;
    int from, until; /* rows from .. until - 1 of the block have this list */
} block_list;

struct rl_painter {
    const rl_frame *frame;
    arena arena;   /* memory of the thread */
    void **memory; /* [layers]: memory of each layer; layers of a kind may share it */
    const pixels_kernels *pixels;
    tiles tiles;
    float (*threshold)[DITHER_PERIOD]; /* [DITHER_PERIOD]: thresholds of rows of 8 bits */
    uint8_t *plain; /* [TILES_BLOCK]: 1 = pixel of the disc, not dithered; NULL = true colour */
    pixelart_pair *pairs;
    /* State of the current block; colours are encoded sRGB. */
    tile_colours colours;       /* pixels so far */
    tile_colours over;          /* a layer that is blended over them */
    tile_colours sum;           /* layers with steps of alpha so far */
    tile_colours layer;         /* one layer by itself */
    float covered[TILES_BLOCK]; /* coverage of that layer, 0..1 */
    uint8_t alpha[TILES_BLOCK]; /* coverage in steps of 1/255 */
    struct shown_group *shown;  /* [layers]: see block_layers */
    block_list *list;           /* [blocks] of the rows painted last; then one of a group */
    uint8_t bytes[PIXELS_BYTES + PIXELS_SPARE];
    uint8_t flat[PIXELS_BYTES + PIXELS_SPARE]; /* bytes of a flat layer in one row */
    int flat_row, flat_tile;
    size_t *keep_bytes; /* bytes of the arena that layers may still use, while a frame is made that
                           keeps visible land for other frames; else NULL */
    int in_waves;       /* 1: waves of a mirror break up small bright things */
};

/* How a kind of layer is painted; `layer` is an index in frame->layer.  A run is in one
 * block; hooks may write colours of the whole block.  `cover` is enough for a simple kind. */
typedef struct layer_paint {
    /* Makes s->memory[layer] and its nodes in s->arena; 0 = out of memory. */
    int (*begin)(paint_scratch *s, int layer);
    /* Returns 1 if it touches a run, for layers without block_top. */
    int (*touches)(paint_scratch *s, int layer, const tile_run *run);
    /* Writes its colours and its coverage (0..1) of each pixel.  It may paint layers behind it,
     * which overwrites s->over and s->layer but must keep s->colours. */
    void (*cover)(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                  float covered[TILES_BLOCK]);
    /* Measures its coverage of a run, except in columns (bits from the run's first) that nearer
     * layers hide.  Returns these and the columns that it hides itself.  `over` then uses the
     * measured coverage. */
    uint64_t (*hide)(paint_scratch *s, int layer, const tile_run *run, uint64_t hidden);
    /* fill writes s->colours where the layer covers the block wholly; over blends the layer over
     * s->colours.  NULL: `cover` is used. */
    void (*fill)(paint_scratch *s, int layer, const tile_run *run);
    void (*over)(paint_scratch *s, int layer, const tile_run *run);
    /* Returns the tile from which alone a run that it covers can be interpolated, or -1. */
    int (*tile)(paint_scratch *s, int layer, const tile_run *run);
    /* Changes the linear light of the sky at a group of nodes; for parts of the sky. */
    void (*light)(paint_scratch *s, int layer, const shade_row *row, const shade_group *group,
                  const float *air, shade_light *light);
    int has_veil; /* 1: `light` hides some of the sky */
} layer_paint;

/* paint_memory returns what an earlier layer of the same kind has in s->memory, or NULL. */
void *paint_memory(const paint_scratch *s, int layer);

/* block_fill writes one colour. */
void block_fill(shade_colour colour, tile_colours *out);

/* block_fetch writes the colours of a tile in columns first..end-1 of the block of a run. */
void block_fetch(paint_scratch *s, int tile, const tile_run *run, int first, int end,
                 tile_colours *out);

/* block_pixels returns the pixels of a run among those of its block. */
run_pixels block_pixels(paint_scratch *s, const tile_run *run);

/* block_touches returns 1 if a layer may touch a run. */
static inline int block_touches(paint_scratch *s, int layer, const tile_run *run)
{
    const frame_layer *one = &s->frame->layer[layer];
    if (one->block_top != NULL)
        return layer_reaches(one, run->block, run->row, run->reach);
    if (one->paint->touches != NULL)
        return one->paint->touches(s, layer, run);
    return one->paint->cover != NULL; /* else it is only light of the sky */
}

/* block_lay lays what `cover` of a layer writes over the pixels of a run. */
void block_lay(paint_scratch *s, int layer, const tile_run *run);

/* block_list_find lists the layers from first .. count-1 that a run may show; block_list_at returns
 * the list of all layers for a run whose `reach` is 0. */
void block_list_find(const rl_frame *frame, const tile_run *run, int first, int count,
                     block_list *list);
const block_list *block_list_at(paint_scratch *s, const tile_run *run);

/* Blends colours with the coverage `covered` over columns first .. end-1 of a block. */
typedef void block_blend(const tone_tables *tone, const tile_colours *over, const float *covered,
                         int first, int end, tile_colours *pixels);
extern block_blend *const block_blend_of[CPU_KERNELS];

/* Rounds the coverage (0..1) of the pixels of a block to steps of 1/255. */
typedef void block_steps(float covered[TILES_BLOCK]);
extern block_steps *const block_steps_of[CPU_KERNELS];

/* block_paint paints the layers of a list. */
void block_paint(paint_scratch *s, const tile_run *run, const block_list *list);

/* block_tile returns the tile from which alone a run of a list can be interpolated, or -1. */
int block_tile(paint_scratch *s, const tile_run *run, const block_list *list);

/* ---- layers with steps of alpha ------------------------------------------------- */

/* Files hold alpha in 8 bits.  Layers of such files have 255 steps of alpha, so that blending the
 * files gives the same pixels as the picture.
 *
 * block_layer paints one of rl_frame_layers to s->layer and s->alpha.
 * block_layers blends all of them to s->colours. */
void block_layer(paint_scratch *s, int group, const tile_run *run);
void block_layers(paint_scratch *s, const tile_run *run);

/* block_group returns the first of the layers that make layer `group` of rl_frame_layers, or
 * frame->layers past the last. */
int block_group(const rl_frame *frame, int group);

#endif
