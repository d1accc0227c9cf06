/* quantise.h - the few colours that stand for all colours of a picture.
 *
 * In: a picture's RGB bytes.  Out: a short list of colours from dark to light.
 * The same bytes give the same list on every machine: no chance, a fixed number
 * of rounds, exact maths.
 */
#ifndef RL_PAINT_QUANTISE_H
#define RL_PAINT_QUANTISE_H

#include "base/colour.h"

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
