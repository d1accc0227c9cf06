/* animate_lanes.h - layers that pass at speeds of their own, laid over each other. */
#ifndef RL_CLI_ANIMATE_ANIMATE_LANES_H
#define RL_CLI_ANIMATE_ANIMATE_LANES_H

#include <stdint.h>

/* One layer as a frame sees it: two pictures side by side, each as large as the frame,
 * of which the frame shows the columns from `shift` (below its width) on. */
typedef struct lane {
    const uint8_t *left, *right; /* RGBA, straight alpha */
    int shift;
    int top; /* nothing above this row is covered */
} lane;

/* lanes_draw lays `count` lanes over each other, from the farthest on, which must cover
 * all.  `rgb` gets width x height pixels. */
void lanes_draw(const lane *lanes, int count, int width, int height, uint8_t *rgb);

#endif
