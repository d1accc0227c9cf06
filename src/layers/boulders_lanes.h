/* boulders_lanes.h - blocks of rock on a row of pixels of rubble: boxes whose four edges are
 * cut, each with a lit and a dark side, a pale top edge and a short shadow.
 *
 * Lengths are in cells, those of a block in its own half width (u) and height (v).
 */
#ifndef RL_LAYERS_BOULDERS_LANES_H
#define RL_LAYERS_BOULDERS_LANES_H

#include "layers/relief_lanes.h"

typedef struct boulder {
    float x, y;        /* its foot */
    float half, high;  /* its size */
    float left, right; /* how far its sides lean inward */
    float top, foot;   /* slopes of its upper and lower edge */
    float cut;         /* where its two sides meet */
} boulder;

/* How many more there are in a group of cells than in the mean of all: blocks fall together. */
LANES_INLINE float boulder_crowd(uint32_t cell, uint64_t key)
{
    float share = (float)hash_unit(hash_at(key, 0, cell / BOULDER_GROUP));
    return 3.0f * share * share;
}

/* A hash's bits as a number from `low` to `low` + `range`. */
LANES_INLINE float boulder_part(uint32_t hash, int shift, float low, float range)
{
    return low + range * ((float)((hash >> shift) & 255u) * (1.0f / 256.0f));
}

/* Finds the block of a cell; returns whether there is one. */
LANES_INLINE int boulder_at(const boulders *lattice, const boulder_row *row, int32_t way,
                            boulder *block)
{
    int32_t column = row->column + way;
    column = column < 0 ? 0 : column < lattice->columns ? column : lattice->columns - 1;
    float chance = lattice->chance[column] * row->thick;
    chance = chance < lattice->most ? chance : lattice->most;
    uint32_t cell = (uint32_t)row->cell + (uint32_t)way;
    while (lattice->period > 0 && cell >= (uint32_t)lattice->period)
        cell -= (uint32_t)lattice->period;
    chance *= boulder_crowd(cell, row->group_key);
    uint32_t hash = (cell * 0x9e3779b1u) ^ row->key;
    hash = (hash ^ (hash >> 15)) * 0x85ebca6bu;
    hash ^= hash >> 13;
    if ((float)(hash >> 16) * (1.0f / 65536.0f) >= chance)
        return 0;
    if (row->height >= lattice->foot[column])
        return 0;
    uint32_t more = (hash ^ row->key) * 0xc2b2ae35u;
    more ^= more >> 16;
    /* Few are large.  Small ones lie anywhere in the cell, with their shadows. */
    float size = boulder_part(hash, 0, 0.0f, 1.0f);
    size = 0.28f + 0.72f * size * size * size;
    block->half = boulder_part(more, 12, 0.18f, 0.06f) * size;
    block->high = boulder_part(more, 0, 0.18f, 0.18f) * size;
    float beside = 0.5f - 1.75f * block->half;
    block->x = 0.5f + boulder_part(hash, 8, -beside, 2.0f * beside);
    block->y = boulder_part(more, 4, 0.5f * block->high, 0.8f - 1.5f * block->high);
    block->left = boulder_part(more, 8, 0.05f, 0.65f);
    block->right = boulder_part(more, 14, 0.05f, 0.65f);
    block->top = boulder_part(more, 16, -0.40f, 0.80f);
    block->foot = boulder_part(more, 20, -0.15f, 0.3f);
    block->cut = boulder_part(more, 24, -0.4f, 0.8f);
    return 1;
}

/* 0 outside of a patch around (0, 0), 1 within; sizes 1. */
LANES_INLINE lanes_f boulder_patch(lanes_f u, lanes_f v)
{
    return lanes_clamp(lanes_of(1.6f) * (lanes_of(1.0f) - u * u - v * v), 0.0f, 1.0f);
}

#define BOULDER_LIT 0.50f /* shade of the side that is turned to the sun, */
#define BOULDER_DARK 0.75f
#define BOULDER_FRONT 0.3f   /* what sides before the sun are darker, */
#define BOULDER_TOP 0.65f    /* of the top, which the sky lights, */
#define BOULDER_SHADOW 0.45f /* and what the shadow takes from the ground */

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
    /* The side to the right of the cut, and the one to the left. */
    lanes_f meet = u - lanes_of(block->cut) + lanes_of(0.3f) * (v - lanes_of(0.4f));
    lanes_f right = lanes_clamp(meet * lanes_of(wide) + half, 0.0f, 1.0f);
    lanes_f toward = side * (right + right - one);
    lanes_f shade = lanes_max(toward, nought) * lanes_of(BOULDER_LIT) +
                    lanes_min(toward, nought) * lanes_of(BOULDER_DARK) -
                    lanes_of(BOULDER_FRONT) * (one - side * side) - lanes_of(0.1f);
    lanes_f edge = lanes_clamp((lanes_of(0.24f) - below) * lanes_of(high) + half, 0.0f, 1.0f);
    shade = lanes_mix(shade, lanes_of(BOULDER_TOP), edge);
    shade += lanes_of(0.3f) * ground;
    /* Its shadow is on the ground beside it, away from the sun, and a little below it. */
    lanes_f low = v * lanes_of(1.0f / 0.3f);
    lanes_f shadow =
        boulder_patch((u - one) * lanes_of(1.0f / 0.75f), low) * lanes_max(nought - side, nought) +
        boulder_patch((u + one) * lanes_of(1.0f / 0.75f), low) * lanes_max(side, nought);
    shadow =
        lanes_max(shadow, half * boulder_patch(u * lanes_of(1.0f / 1.15f), low + lanes_of(0.1f)));
    return ground +
           share * (covers * (shade - ground) - (one - covers) * shadow * lanes_of(BOULDER_SHADOW));
}

/* Lays blocks of a lattice over the shade of a row of rubble. */
LANES_INLINE void lay_boulders(const tile_nodes *nodes, const node_row *plane,
                               const boulders *lattice, const boulder_row *row, float *shade,
                               int is_wide)
{
    int first = first_of(nodes);
    int32_t last = (int32_t)(row->part + (float)(nodes->to - 1) * row->rate);
    for (int32_t way = (int32_t)(row->part + (float)first * row->rate); way <= last; way++) {
        boulder block;
        if (!boulder_at(lattice, row, way, &block))
            continue;
        /* One pixel more than the cell has at each end: it is masked below. */
        int from = (int)(((float)way - row->part) / row->rate) - 1;
        int to = (int)(((float)(way + 1) - row->part) / row->rate) + 2;
        from = from > first ? from & ~(LANES - 1) : first;
        to = to < nodes->to ? to : nodes->to;
        for (int i = from; i < to; i += LANES) {
            between b = between_at(nodes, i, is_wide);
            lanes_f x = lanes_of(row->part) +
                        lanes_to_f(lanes_count() + lanes_of_i(i)) * lanes_of(row->rate) -
                        lanes_of((float)way);
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
