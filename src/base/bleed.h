/* bleed.h - colours for the transparent pixels of a layer. */
#ifndef RL_BASE_BLEED_H
#define RL_BASE_BLEED_H

#include <stddef.h>
#include <stdint.h>

/* bleed_colours gives each pixel of alpha 0 the colour of the nearest pixel in its column with a
 * larger alpha, so that filters and scaling mix no foreign colour into edges.  A column without
 * such a pixel gets the colours of the nearest one to the left that has any, or else to the right.
 * `stride` is in bytes. */
void bleed_colours(uint8_t *rgba, size_t stride, int width, int height);

#endif
