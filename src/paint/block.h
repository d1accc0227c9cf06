/* block.h - the work memory of a painting thread, and how it paints one block of a row.
 *
 * In: a frame, a run of columns within a block.  Out: its colours.  A block is painted from back to
 * front: first the nearest layer that covers it wholly (the sky always does), then the layers
 * before it that touch it; layers behind are never painted.  The coverage of ridges is measured
 * before that, from front to back, so that hidden columns are not painted.
 */
#ifndef RL_PAINT_BLOCK_H
#define RL_PAINT_BLOCK_H

#include "paint/blend.h"
#include "paint/dither.h"
#include "paint/pixelart.h"
#include "paint/pixels.h"
#include "paint/print.h"
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
    float (*threshold)[DITHER_PERIOD]; /* [DITHER_PERIOD]: thresholds of a row, for 8-bit samples */
    uint8_t *plain; /* [TILES_BLOCK]: 1 = pixel of the disc, not dithered; NULL = true colour */
    pixelart_pair *pairs; /* [PIXELART_MEMORY]; NULL = true colour */
    /* State of the current block; colours are encoded sRGB. */
    tile_colours colours;       /* pixels so far */
    tile_colours over;          /* colours of a layer that is blended over `colours` */
    tile_colours sum;           /* all layers so far, if their alpha has 8 bits */
    tile_colours layer;         /* one layer alone */
    tile_colours base, bare;    /* see print_block */
    print_block print;          /* `layer` for its print */
    float covered[TILES_BLOCK]; /* coverage of `layer`, 0..1 */
    uint8_t alpha[TILES_BLOCK]; /* `covered` in 1/255 */
    struct shown_group *shown;  /* [layers]: see block_layers */
    int *first;                 /* [groups + 1]: first layer of each group */
    struct print_kept *kept;    /* [groups][blocks]: see print_block.kept; NULL = unused */
    block_list *list;           /* [blocks] + 1: the latest list of each block; one for a group */
    uint8_t bytes[PIXELS_BYTES + PIXELS_SPARE]; /* bytes of a block that do not fit into the row */
    uint8_t flat[PIXELS_BYTES + PIXELS_SPARE];  /* bytes of a block that shows flat_tile */
    int flat_row, flat_tile;                    /* tile and row of `flat`; row -1 = none */
    size_t *keep_bytes; /* bytes that layers may still take from the frame's arena to keep visible
                           land for other frames: see paint_scratch_keep; else NULL */
    int in_waves;       /* 1: paints a reflection whose waves break up small bright things */
};

/* The functions that paint a kind of layer; `layer` is an index in frame->layer.  A run is in one
 * block; colours of the whole block may be written.  A simple kind has only `cover`. */
typedef struct layer_paint {
    /* Makes s->memory[layer] and opens the layer's tiles; returns 0 if there is no memory. */
    int (*begin)(paint_scratch *s, int layer);
    /* Returns 1 if the layer touches a run; for layers without block_top. */
    int (*touches)(paint_scratch *s, int layer, const tile_run *run);
    /* Writes the layer's colours and its coverage (0..1) of each pixel.  It may paint layers behind
     * the layer, which overwrites s->over and s->layer, but must keep s->colours. */
    void (*cover)(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                  float covered[TILES_BLOCK]);
    /* Writes the coverage that `cover` writes, without colours.  NULL = `cover` is used. */
    void (*shape)(paint_scratch *s, int layer, const tile_run *run, float covered[TILES_BLOCK]);
    /* Writes the coverage of the layer's ground alone, without what grows on it, averaged over the
     * rows that the run stands for: for lines along crests and shores.  NULL = it has no ground. */
    void (*ground)(paint_scratch *s, int layer, const tile_run *run, float covered[TILES_BLOCK]);
    /* Measures the layer's coverage of a run, except in columns (bits from the run's first) that
     * nearer layers hide, and keeps it for `over`.  Returns the columns that are hidden by nearer
     * layers or by this one. */
    uint64_t (*hide)(paint_scratch *s, int layer, const tile_run *run, uint64_t hidden);
    /* fill writes s->colours if the layer covers the run wholly; over blends the layer over
     * s->colours.  NULL: `cover` is used. */
    void (*fill)(paint_scratch *s, int layer, const tile_run *run);
    void (*over)(paint_scratch *s, int layer, const tile_run *run);
    /* Returns the tile whose interpolation alone gives a run that the layer covers, or -1. */
    int (*tile)(paint_scratch *s, int layer, const tile_run *run);
    /* Changes the linear light of the sky at a group of nodes; for parts of the sky, as clouds. */
    void (*light)(paint_scratch *s, int layer, const shade_row *row, const shade_group *group,
                  shade_light *light);
    int has_veil; /* 1: `light` hides some of the sky */
} layer_paint;

/* paint_memory returns s->memory of an earlier layer of the same kind, which a layer may share, or
 * NULL. */
void *paint_memory(const paint_scratch *s, int layer);

/* block_fill writes one colour to all pixels of a block. */
void block_fill(shade_colour colour, tile_colours *out);

/* block_fetch writes the plain colours (SHADE_PLAIN) of a tile in columns first..end-1 of the block
 * of a run. */
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

/* block_lay blends a layer over the pixels of a run by the coverage that its `cover` writes. */
void block_lay(paint_scratch *s, int layer, const tile_run *run);

/* block_list_find lists those of the layers first .. count-1 that a run may show.  block_list_at
 * returns the list of all layers, for a run whose `reach` is 0; it is kept for further rows. */
void block_list_find(const rl_frame *frame, const tile_run *run, int first, int count,
                     block_list *list);
const block_list *block_list_at(paint_scratch *s, const tile_run *run);

/* Blends colours with the coverage `covered` over columns first .. end-1 of a block. */
typedef void block_blend(const tone_tables *tone, const tile_colours *over, const float *covered,
                         int first, int end, tile_colours *pixels);
extern block_blend *const block_blend_of[CPU_KERNELS];

/* Narrows columns *first .. *end - 1 of a block to those that may be seen: that are covered, and
 * whose bit in `hidden` is 0. */
typedef void block_narrow(const float covered[TILES_BLOCK], uint64_t hidden, int *first, int *end);
extern block_narrow *const block_narrow_of[CPU_KERNELS];

/* Rounds the coverage (0..1) of the pixels of a block to steps of 1/255. */
typedef void block_steps(float covered[TILES_BLOCK]);
extern block_steps *const block_steps_of[CPU_KERNELS];

/* block_paint paints the layers of a list. */
void block_paint(paint_scratch *s, const tile_run *run, const block_list *list);

/* block_tile returns the tile whose interpolation alone gives a run with that list, or -1. */
int block_tile(paint_scratch *s, const tile_run *run, const block_list *list);

/* ---- layers with 8-bit alpha ----------------------------------------------------- */

/* Files of single layers hold alpha in 8 bits.  If the scene has such layers, their coverage is
 * rounded to 1/255 before they are blended, so that blending the files gives the picture's pixels.
 *
 * block_layer paints one of rl_frame_layers to s->layer and s->alpha.
 * block_layers blends all of them to s->colours. */
void block_layer(paint_scratch *s, int group, const tile_run *run);
void block_layers(paint_scratch *s, const tile_run *run);

/* block_group returns the index in frame->layer of the first layer of group `group`, a layer of
 * rl_frame_layers; frame->layers past the last. */
int block_group(const rl_frame *frame, int group);

#endif
