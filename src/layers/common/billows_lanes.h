/* billows_lanes.h - billowed noise and its colours, for kernels: see billows.h.
 *
 * Included once for each width: see base/lanes.h.
 */
#ifndef RL_LAYERS_BILLOWS_LANES_H
#define RL_LAYERS_BILLOWS_LANES_H

#include "base/colour_lanes.h"
#include "layers/common/billows.h"
#include "layers/common/noise_lanes.h"

#define BILLOW_MIDDLE 0.30f /* mean of |noise| */

/* Unit gradients in eight directions, odd sixteenths of a turn: x (cosines) and y (sines).  Each
 * table has them twice, to fill the widest vector. */
static const float billow_along[16] = {0.92387953f,  0.38268343f,  -0.38268343f, -0.92387953f,
                                       -0.92387953f, -0.38268343f, 0.38268343f,  0.92387953f,
                                       0.92387953f,  0.38268343f,  -0.38268343f, -0.92387953f,
                                       -0.92387953f, -0.38268343f, 0.38268343f,  0.92387953f};
static const float billow_upward[16] = {0.38268343f,  0.92387953f,  0.92387953f,  0.38268343f,
                                        -0.38268343f, -0.92387953f, -0.92387953f, -0.38268343f,
                                        0.38268343f,  0.92387953f,  0.92387953f,  0.38268343f,
                                        -0.38268343f, -0.92387953f, -0.92387953f, -0.38268343f};

LANES_INLINE lanes_f one_of_eight(const float *table, lanes_i index)
{
#if LANES >= 8
    return lanes_pick(lanes_load(table), index);
#else
    return lanes_look_up(table, index);
#endif
}

/* Returns the dot product of the gradient at corner `number` of cells and the vector (x, y) from
 * there. */
LANES_INLINE lanes_f billow_corner(lanes_i cell, int number, lanes_f x, lanes_f y)
{
    lanes_i direction = (cell >> (3 * number)) & lanes_of_i(7);
    return one_of_eight(billow_along, direction) * x + one_of_eight(billow_upward, direction) * y;
}

#define BILLOW_SCALE 1.41421356f /* sqrt(2): makes the range of the noise -1..1 */

LANES_INLINE lanes_f billow_octave(const int32_t *cells, int32_t shift, lanes_f x, lanes_f y)
{
    lanes_i i = lanes_floor(x);
    lanes_i j = lanes_floor(y);
    x = x - lanes_to_f(i);
    y = y - lanes_to_f(j);
    lanes_i last = lanes_of_i(BILLOWS_SIDE - 1);
    lanes_i column = (i + lanes_of_i(shift % BILLOWS_SIDE)) & last;
    lanes_i row = (j + lanes_of_i(shift / BILLOWS_SIDE)) & last;
    lanes_i cell = lanes_look_up_i(cells, row * lanes_of_i(BILLOWS_SIDE) + column);
    lanes_f one = lanes_of(1.0f), u = noise_fade(x);
    lanes_f top = lanes_mix(billow_corner(cell, 0, x, y), billow_corner(cell, 1, x - one, y), u);
    lanes_f bottom =
        lanes_mix(billow_corner(cell, 2, x, y - one), billow_corner(cell, 3, x - one, y - one), u);
    return lanes_mix(top, bottom, noise_fade(y)) * lanes_of(BILLOW_SCALE);
}

/* Returns the sum of octaves first .. end - 1 of |noise| less its mean, about -0.3..0.7; x and y
 * are in cells of octave 0. */
LANES_INLINE lanes_f billows_sum(const int32_t *cells, const float *weight, const int32_t *shift,
                                 int first, int end, lanes_f x, lanes_f y)
{
    lanes_f sum = lanes_of(0.0f);
    lanes_f scale = lanes_of((float)(1 << first));
    x = x * scale;
    y = y * scale;
    for (int k = first; k < end && weight[k] > 0.0f; k++) {
        lanes_f n = lanes_abs(billow_octave(cells, shift[k], x, y));
        sum = sum + lanes_of(weight[k]) * (n - lanes_of(BILLOW_MIDDLE));
        x = x + x;
        y = y + y;
    }
    return sum;
}

/* ---- between nodes -------------------------------------------------------------------- */

/* Positions of columns between nodes, of which LANES columns touch at most LANES + 1. */
typedef struct billow_weights {
    int first;    /* number of the node to the left of the first column */
    lanes_i node; /* number of the node to the left, counted from `first` */
    lanes_f part; /* position between that node and the next, 0..1 */
} billow_weights;

/* Returns the positions of LANES columns from `at` on; nodes are 1 << shift columns apart. */
LANES_INLINE billow_weights between_at(int at, int shift)
{
    lanes_i column = lanes_of_i(at) + lanes_count(), node = column >> shift;
    billow_weights b = {.first = at >> shift, .node = node - lanes_of_i(at >> shift)};
    b.part = lanes_to_f(column - (node << shift)) * lanes_of(1.0f / (float)(1 << shift));
    return b;
}

LANES_INLINE lanes_f between_nodes(const float *nodes, const billow_weights *b)
{
    lanes_f left = lanes_pick(lanes_load(nodes + b->first), b->node);
    lanes_f right = lanes_pick(lanes_load(nodes + b->first + 1), b->node);
    return left + (right - left) * b->part;
}

/* ---- colours --------------------------------------------------------------------------- */

/* A lanes_rgb of billows is encoded sRGB. */

LANES_INLINE lanes_rgb encoded_of(shade_colour c)
{
    lanes_rgb lanes = {lanes_of(c.r), lanes_of(c.g), lanes_of(c.b)};
    return lanes;
}

LANES_INLINE lanes_rgb encoded_load(const tile_colours *colours, int at)
{
    lanes_rgb lanes = {lanes_load(colours->r + at), lanes_load(colours->g + at),
                       lanes_load(colours->b + at)};
    return lanes;
}

/* Weights of a smoothstep and of a straight line in the curve from shade to light. */
#define BILLOW_SMOOTH 0.6f
#define BILLOW_LINEAR 0.4f

/* Returns the colour of billows before the sky, by their light (0..1) and by nearness to the sun
 * (0..1). */
LANES_INLINE lanes_rgb billows_colour(const billows_light *colours, lanes_rgb sky, lanes_f near_sun,
                                      lanes_f light)
{
    light = lanes_of(BILLOW_SMOOTH) * lanes_smooth(light) + lanes_of(BILLOW_LINEAR) * light;
    lanes_rgb shade = lanes_mix_rgb(encoded_of(colours->shade), sky, lanes_of(colours->sky));
    lanes_rgb lit = lanes_mix_rgb(encoded_of(colours->lit), encoded_of(colours->sun), near_sun);
    return lanes_mix_rgb(shade, lit, light * lanes_of(colours->light));
}

/* Nearness to the sun: FAR everywhere, plus NEAR at the sun, which falls to 1/e over FALL (U). */
#define BILLOW_SUN_FAR 0.10f
#define BILLOW_SUN_NEAR 0.95f
#define BILLOW_SUN_FALL 0.55f

/* Returns the nearness (0..1) to the sun at an offset of (x, y) U from the sun. */
LANES_INLINE lanes_f billows_near_sun(lanes_f x, lanes_f y)
{
    lanes_f r = lanes_sqrt(x * x + y * y);
    return lanes_min(lanes_of(BILLOW_SUN_FAR) +
                         lanes_of(BILLOW_SUN_NEAR) *
                             lanes_exp(r * lanes_of(-1.0f / BILLOW_SUN_FALL)),
                     lanes_of(1.0f));
}

#endif
