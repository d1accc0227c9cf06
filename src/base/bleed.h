/* bleed.h - colours for the pixels of a layer that it does not cover. */
#ifndef RL_BASE_BLEED_H
#define RL_BASE_BLEED_H

#include <stddef.h>
#include <stdint.h>

/* bleed_colours gives pixels of alpha 0 the colour of the nearest one of their column that is
 * covered, so that filters and scaling find no other colour beside an edge.  Columns that are bare
 * from top to bottom take those of one beside them. */
void bleed_colours(uint8_t *rgba, size_t stride, int width, int height);

#endif
