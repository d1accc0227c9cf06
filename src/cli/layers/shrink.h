/* shrink.h - smaller copies of pictures with alpha. */
#ifndef RL_CLI_LAYERS_SHRINK_H
#define RL_CLI_LAYERS_SHRINK_H

#include <stdint.h>

/* shrink_fit makes *width x *height the largest size of the same shape within `most_x` x
 * `most_y`; never larger than it is, never below 1x1. */
void shrink_fit(int *width, int *height, int most_x, int most_y);

/* shrink_rgba makes each pixel of `to` the mean of those it covers, weighted by alpha;
 * where there is none, the plain mean, so that no fringe arises.  Rows lie close
 * together; `to` must not be larger than `from` in any direction. */
void shrink_rgba(uint8_t *to, int to_width, int to_height, const uint8_t *from, int width,
                 int height);

#endif
