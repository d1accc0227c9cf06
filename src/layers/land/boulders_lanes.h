/* boulders_lanes.h - lays blocks of rock over a row of pixels of rubble: boxes whose four edges are
 * cut, each with a lit and a dark side, a pale top edge and a short shadow.
 *
 * Lengths are in cells; within a block, u and v are in its half width and its height.
 */
#ifndef RL_LAYERS_BOULDERS_LANES_H
#define RL_LAYERS_BOULDERS_LANES_H

#include "layers/land/relief_lanes.h"

typedef struct boulder {
    float x, y;        /* the middle of its foot */
    float half, high;  /* half its width, and its height */
    float left, right; /* leans of its sides inward, u by v */
    float top, foot;   /* slopes of its upper and lower edge, v by u */
    float cut;         /* u where its two sides meet */
} boulder;

/* Range of a uniform draw. */
typedef struct boulder_range {
    float low, range;
} boulder_range;

/* The shape of a block; `size` is its draw of 0..1, with few large ones. */
static const struct {
    float least, by_chance;   /* size: least + by_chance * draw^3 */
    boulder_range half, high; /* cells at size 1 */
    float room_aside; /* least distance of a block's middle from its cell's side, in half widths */
    float foot_least; /* least y, in heights of the block */
    float top_most;   /* highest top of a block, cells */
    float foot_room;  /* y has a range of top_most - foot_room * height of the block */
    boulder_range lean, upper, lower, cut; /* left and right, top, foot, cut of a block */
} boulder_shape = {
    .least = 0.28f,
    .by_chance = 0.72f,
    .half = {.low = 0.18f, .range = 0.06f},
    .high = {.low = 0.18f, .range = 0.18f},
    .room_aside = 1.75f,
    .foot_least = 0.5f,
    .top_most = 0.8f,
    .foot_room = 1.5f,
    .lean = {.low = 0.05f, .range = 0.65f},
    .upper = {.low = -0.40f, .range = 0.80f},
    .lower = {.low = -0.15f, .range = 0.3f},
    .cut = {.low = -0.4f, .range = 0.8f},
};

#define BOULDER_CROWD 3.0f /* makes the mean of the square of a uniform draw 1 */

/* Returns the chance of a block in the group of a cell, relative to the mean of all groups. */
LANES_INLINE float boulder_crowd(uint32_t cell, uint64_t key)
{
    float share = (float)hash_unit(hash_at(key, 0, cell / BOULDER_GROUP));
    return BOULDER_CROWD * share * share;
}

/* Values of 8 and of 16 bits of a hash. */
#define BOULDER_VALUES_8 256.0f
#define BOULDER_VALUES_16 65536.0f

/* Returns a uniform draw from eight bits of a hash. */
LANES_INLINE float boulder_draw(uint32_t hash, int shift, boulder_range values)
{
    return values.low +
           values.range * ((float)((hash >> shift) & 255u) * (1.0f / BOULDER_VALUES_8));
}

/* Sets `block` to that of the cell `ahead` cells after row->cell; returns 0 if there is none. */
LANES_INLINE int boulder_at(const boulders *lattice, const boulder_row *row, int32_t ahead,
                            boulder *block)
{
    int32_t column = row->column + ahead;
    column = column < 0 ? 0 : column < lattice->columns ? column : lattice->columns - 1;
    float chance = lattice->chance[column] * row->thick;
    chance = chance < lattice->most ? chance : lattice->most;
    uint32_t cell = (uint32_t)row->cell + (uint32_t)ahead;
    while (lattice->period > 0 && cell >= (uint32_t)lattice->period)
        cell -= (uint32_t)lattice->period;
    chance *= boulder_crowd(cell, row->group_key);
    /* Multipliers of xxHash (the first) and of the finalizer of MurmurHash3. */
    uint32_t hash = (cell * 0x9e3779b1u) ^ row->key;
    hash = (hash ^ (hash >> 15)) * 0x85ebca6bu;
    hash ^= hash >> 13;
    if ((float)(hash >> 16) * (1.0f / BOULDER_VALUES_16) >= chance)
        return 0;
    if (row->height >= lattice->foot[column])
        return 0;
    uint32_t more = (hash ^ row->key) * 0xc2b2ae35u;
    more ^= more >> 16;
    static const boulder_range unit = {.low = 0.0f, .range = 1.0f};
    float size = boulder_draw(hash, 0, unit);
    size = boulder_shape.least + boulder_shape.by_chance * size * size * size;
    block->half = boulder_draw(more, 12, boulder_shape.half) * size;
    block->high = boulder_draw(more, 0, boulder_shape.high) * size;
    /* A block lies anywhere in its cell where it fits with its shadow. */
    float beside = 0.5f - boulder_shape.room_aside * block->half;
    boulder_range x = {-beside, 2.0f * beside};
    boulder_range y = {boulder_shape.foot_least * block->high,
                       boulder_shape.top_most - boulder_shape.foot_room * block->high};
    block->x = 0.5f + boulder_draw(hash, 8, x);
    block->y = boulder_draw(more, 4, y);
    block->left = boulder_draw(more, 8, boulder_shape.lean);
    block->right = boulder_draw(more, 14, boulder_shape.lean);
    block->top = boulder_draw(more, 16, boulder_shape.upper);
    block->foot = boulder_draw(more, 20, boulder_shape.lower);
    block->cut = boulder_draw(more, 24, boulder_shape.cut);
    return 1;
}

/* Shade, -1 dark .. 1 light, and the shadow. */
static const struct {
    float lit;           /* shade of the side that is turned to the sun */
    float dark;          /* darkness of the side that is turned away */
    float front;         /* darkness of sides where the sun is in front */
    float sides;         /* darkness of all sides */
    float top;           /* shade of the edge of the top, which the sky lights */
    float top_edge;      /* width of that edge in v */
    float by_ground;     /* share of the ground's shade that is added */
    float bend, bend_at; /* the edge between the sides leans by bend * (v - bend_at), in u */
    float shadow;        /* shade that the shadow subtracts from the ground's */
    float shadow_wide;   /* half the width of the shadow beside the block, in u */
    float shadow_high;   /* height of that shadow, in v */
    float below_wide;    /* half the width of the shadow below the block, in u */
    float below;         /* shift of that shadow down, in `shadow_high` */
    float soft;          /* slope of the edge of shadows */
} boulder_light = {
    .lit = 0.50f,
    .dark = 0.75f,
    .front = 0.3f,
    .sides = 0.1f,
    .top = 0.65f,
    .top_edge = 0.24f,
    .by_ground = 0.3f,
    .bend = 0.3f,
    .bend_at = 0.4f,
    .shadow = 0.45f,
    .shadow_wide = 0.75f,
    .shadow_high = 0.3f,
    .below_wide = 1.15f,
    .below = 0.1f,
    .soft = 1.6f,
};

/* Returns the coverage of a soft disc of radius 1 around (0, 0). */
LANES_INLINE lanes_f boulder_disc(lanes_f u, lanes_f v)
{
    return lanes_clamp(lanes_of(boulder_light.soft) * (lanes_of(1.0f) - u * u - v * v), 0.0f, 1.0f);
}

/* Returns the shade of pixels at (x, up) in cells: that of the block, by the share of rubble, over
 * that of the ground.  `side` is the direction of the sun, -1 left .. 1 right. */
LANES_INLINE lanes_f boulder_shade(const boulder *block, const boulders *lattice, lanes_f x,
                                   lanes_f up, lanes_f side, lanes_f ground, lanes_f share)
{
    lanes_f nought = lanes_of(0.0f), one = lanes_of(1.0f), half = lanes_of(0.5f);
    float wide = block->half * lattice->pixels, high = block->high * lattice->pixels;
    lanes_f u = (x - lanes_of(block->x)) * lanes_of(1.0f / block->half);
    lanes_f v = (up - lanes_of(block->y)) * lanes_of(1.0f / block->high);
    lanes_f beside =
        lanes_min(one + u - lanes_of(block->left) * v, one - u - lanes_of(block->right) * v);
    lanes_f below = one - v - lanes_of(block->top) * u;
    lanes_f above = v - lanes_of(block->foot) * u;
    lanes_f inside = lanes_min(beside * lanes_of(wide), lanes_min(below, above) * lanes_of(high));
    lanes_f covers = lanes_clamp(inside + half, 0.0f, 1.0f);
    /* 1 on the side to the right of the cut, 0 on the one to the left. */
    lanes_f meet = u - lanes_of(block->cut) +
                   lanes_of(boulder_light.bend) * (v - lanes_of(boulder_light.bend_at));
    lanes_f right = lanes_clamp(meet * lanes_of(wide) + half, 0.0f, 1.0f);
    lanes_f toward = side * (right + right - one);
    lanes_f shade = lanes_max(toward, nought) * lanes_of(boulder_light.lit) +
                    lanes_min(toward, nought) * lanes_of(boulder_light.dark) -
                    lanes_of(boulder_light.front) * (one - side * side) -
                    lanes_of(boulder_light.sides);
    lanes_f edge =
        lanes_clamp((lanes_of(boulder_light.top_edge) - below) * lanes_of(high) + half, 0.0f, 1.0f);
    shade = lanes_mix(shade, lanes_of(boulder_light.top), edge);
    shade += lanes_of(boulder_light.by_ground) * ground;
    /* The shadow is on the ground beside the block, away from the sun, and a little below it. */
    lanes_f low = v * lanes_of(1.0f / boulder_light.shadow_high);
    lanes_f per_wide = lanes_of(1.0f / boulder_light.shadow_wide);
    lanes_f shadow = boulder_disc((u - one) * per_wide, low) * lanes_max(nought - side, nought) +
                     boulder_disc((u + one) * per_wide, low) * lanes_max(side, nought);
    shadow = lanes_max(shadow, half * boulder_disc(u * lanes_of(1.0f / boulder_light.below_wide),
                                                   low + lanes_of(boulder_light.below)));
    return ground + share * (covers * (shade - ground) -
                             (one - covers) * shadow * lanes_of(boulder_light.shadow));
}

/* Lays blocks of a lattice over the shade of a row of rubble. */
LANES_INLINE void lay_boulders(const tile_nodes *nodes, const node_row *plane,
                               const boulders *lattice, const boulder_row *row, float *shade,
                               int is_wide)
{
    int first = first_of(nodes);
    int32_t last = (int32_t)(row->part + (float)(nodes->to - 1) * row->rate);
    for (int32_t ahead = (int32_t)(row->part + (float)first * row->rate); ahead <= last; ahead++) {
        boulder block;
        if (!boulder_at(lattice, row, ahead, &block))
            continue;
        /* One pixel more than the cell has at each end, masked below. */
        int from = (int)(((float)ahead - row->part) / row->rate) - 1;
        int to = (int)(((float)(ahead + 1) - row->part) / row->rate) + 2;
        from = from > first ? from & ~(LANES - 1) : first;
        to = to < nodes->to ? to : nodes->to;
        for (int i = from; i < to; i += LANES) {
            between b = between_at(nodes, i, is_wide);
            lanes_f x = lanes_of(row->part) +
                        lanes_to_f(lanes_count() + lanes_of_i(i)) * lanes_of(row->rate) -
                        lanes_of((float)ahead);
            lanes_i is_in = ~lanes_less(x, lanes_of(0.0f)) & lanes_less(x, lanes_of(1.0f));
            lanes_f share = line_at(&plane[RELIEF_AMOUNT], &b, is_wide) * lanes_of(lattice->shown);
            lanes_f ground = lanes_load(shade + i);
            lanes_f laid = boulder_shade(&block, lattice, x, lanes_of(row->up),
                                         line_at(&plane[RELIEF_SIDE], &b, is_wide), ground, share);
            lanes_store(shade + i, lanes_choose(is_in, laid, ground));
        }
    }
}

#endif
