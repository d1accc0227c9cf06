/* pixelart.h - pictures of a few colours: their palette, and pixels as indices.
 *
 * In: a frame whose scene has a number of colours, and rows of colours between 0 and 1.
 * Out: the frame's palette, and rows of one byte a pixel.  The palette belongs to
 * the scene: neither the picture's size nor the part that is painted has a share
 * in it.
 */
#ifndef RL_PAINT_PIXELART_H
#define RL_PAINT_PIXELART_H

#include "frame/frame.h"

/* The small picture of a scene from which its palette is taken: pixelart_study makes its
 * scene of a frame's (hard edges, no dither: only colours that the scene itself has). */
#define PIXELART_STUDY_WIDTH 160
#define PIXELART_STUDY_HEIGHT 90
void pixelart_study(const rl_scene *scene, rl_scene *study);

/* pixelart_prepare makes the palette of a new frame from the pixels of its study.
 * Errors: RL_NO_MEMORY. */
rl_status pixelart_prepare(rl_frame *frame, const uint8_t *rgb, rl_error *error);

/* The two palette colours between which a colour is dithered. */
typedef struct pixelart_pair {
    uint32_t key;   /* the colour as 0xRRGGBB, PIXELART_NONE = free */
    uint8_t lo, hi; /* indices, lo the darker or the same */
    uint16_t share; /* share of hi, 1/65536 */
} pixelart_pair;

/* Number of pairs that a thread remembers, by the hash of the colour. */
#define PIXELART_MEMORY 8192
#define PIXELART_NONE UINT32_MAX

/* One row: `plain` marks pixels that are not dithered. */
typedef struct pixelart_run {
    int x, y, count; /* x: from the left of its block */
    const float *r, *g, *b;
    const uint8_t *plain;
} pixelart_run;

void pixelart_row(const rl_frame *frame, pixelart_pair memory[PIXELART_MEMORY],
                  const pixelart_run *run, uint8_t *indices);

/* pixelart_expand turns a row of indices into packed RGB in place; `palette` is a frame's art->rgb
 * or art->seen. */
void pixelart_expand(const uint8_t *palette, uint8_t *row, int count);

/* ---- the few colours of a picture (quantise.c) ----------------------------------- */

/* The few colours that serve for all colours of a picture.
 *
 * In: a picture's RGB bytes.  Out: a short list of colours from dark to light.
 * The same bytes give the same list on every machine: no chance, a fixed number
 * of rounds, exact maths.
 */
#define QUANTISE_MOST 256

/* Differences of hue count for more than those of lightness: a and b of OKLab
 * are stretched by this before distances are taken. */
#define QUANTISE_HUE 1.6

typedef struct quantise_list {
    int count;
    rl_colour colour[QUANTISE_MOST];
} quantise_list;

/* quantise_add appends a colour that is not in the list yet. */
void quantise_add(quantise_list *list, rl_colour colour);

/* quantise_sort orders the list by OKLab lightness, darkest first. */
void quantise_sort(quantise_list *list);

/* quantise_find extends `list`, whose colours stay as they are, to at most
 * `most` colours that fit the picture best.  Errors: RL_NO_MEMORY. */
rl_status quantise_find(quantise_list *list, int most, const uint8_t *rgb, int pixels,
                        const rl_allocator *allocator, rl_error *error);

/* quantise_keep drops those colours that the picture needs least until `most`
 * are left; the first `fixed` ones always stay.  Errors: RL_NO_MEMORY. */
rl_status quantise_keep(quantise_list *list, int fixed, int most, const uint8_t *rgb, int pixels,
                        const rl_allocator *allocator, rl_error *error);

#endif
