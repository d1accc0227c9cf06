/* pixelart.h - pictures of a few colours: their palette, and pixels as indices.
 *
 * In: a frame whose scene has a number of colours, and rows of colours between 0 and 1.
 * Out: the frame's palette, and rows of one byte per pixel.  The palette depends on the scene
 * alone, not on the picture's size or the part that is painted.
 */
#ifndef RL_PAINT_PIXELART_H
#define RL_PAINT_PIXELART_H

#include "frame/frame.h"

/* The study is a small picture of a scene, from which its palette is found.  pixelart_study makes
 * the scene of the study: with hard edges and no dither, so that it has no mixed colours. */
#define PIXELART_STUDY_WIDTH 160
#define PIXELART_STUDY_HEIGHT 90
void pixelart_study(const rl_scene *scene, rl_scene *study);

/* pixelart_prepare makes frame->art of a new frame from `rgb`, the pixels of its study.
 * Errors: RL_NO_MEMORY. */
rl_status pixelart_prepare(rl_frame *frame, const uint8_t *rgb, rl_error *error);

/* The two palette colours between which a colour is dithered. */
typedef struct pixelart_pair {
    uint32_t key;   /* the colour as 0xRRGGBB; PIXELART_NONE = free entry */
    uint8_t lo, hi; /* palette indices, lo <= hi: lo is the darker one, or the same */
    uint16_t share; /* share of hi, 1/65535 */
} pixelart_pair;

/* Number of pairs that a thread caches, at an index that is a hash of the colour. */
#define PIXELART_MEMORY 8192
#define PIXELART_NONE UINT32_MAX

/* The pixels of a run, encoded sRGB. */
typedef struct pixelart_run {
    int x, y, count; /* x: column from the left of the block; y: row of the picture */
    const float *r, *g, *b;
    const uint8_t *plain; /* 1: the pixel is not dithered */
} pixelart_run;

/* pixelart_row writes the palette index of each pixel of a run; `memory` is the thread's cache. */
void pixelart_row(const rl_frame *frame, pixelart_pair memory[PIXELART_MEMORY],
                  const pixelart_run *run, uint8_t *indices);

/* pixelart_expand turns a row of `count` indices into packed RGB in place; `palette` is art->rgb or
 * art->seen of a frame. */
void pixelart_expand(const uint8_t *palette, uint8_t *row, int count);

/* ---- colour quantisation (quantise.c) --------------------------------------------
 *
 * In: a picture's RGB bytes.  Out: a short list of colours that approximate all its colours.  The
 * same bytes give the same list on every machine: there are no random numbers, and the number of
 * rounds is fixed.
 */
#define QUANTISE_MOST 256

/* Factor of a and b of OKLab before distances are taken: differences of hue count for more than
 * those of lightness. */
#define QUANTISE_HUE 1.6

typedef struct quantise_list {
    int count;
    rl_colour colour[QUANTISE_MOST];
} quantise_list;

/* quantise_add appends a colour, unless it is in the list or the list is full. */
void quantise_add(quantise_list *list, rl_colour colour);

/* quantise_sort orders the list by OKLab lightness, darkest first. */
void quantise_sort(quantise_list *list);

/* quantise_find extends `list`, whose colours stay, by the colours that fit the picture best, to at
 * most `most` colours; `pixels` is the number of pixels in `rgb`.  Errors: RL_NO_MEMORY. */
rl_status quantise_find(quantise_list *list, int most, const uint8_t *rgb, int pixels,
                        const rl_allocator *allocator, rl_error *error);

/* quantise_keep removes the colours that are nearest to the fewest pixels until `most` are left;
 * the first `fixed` ones always stay.  Errors: RL_NO_MEMORY. */
rl_status quantise_keep(quantise_list *list, int fixed, int most, const uint8_t *rgb, int pixels,
                        const rl_allocator *allocator, rl_error *error);

#endif
