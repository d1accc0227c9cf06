/* print_lanes.h - places, noise and colours of prints, for kernels.
 *
 * Included once for each width.
 */
#ifndef RL_LAYERS_PRINT_LANES_H
#define RL_LAYERS_PRINT_LANES_H

#include "base/colour_lanes.h"
#include "base/exact.h"
#include "base/lanes_math.h"
#include "layers/print/print.h"
#include "layers/print/seal.h"
#include "ridge/noise.h"

/* Cells or samples per column up to which LANES columns need at most LANES of them. */
#define PRINT_CLOSE 0.7f

/* ---- columns ---------------------------------------------------------------------------- */

/* Returns the colours of LANES columns from column `at` of a block on. */
LANES_INLINE lanes_lab print_lab(const tile_colours *colours, int at)
{
    lanes_rgb light = {lanes_tone_decode(lanes_load(colours->r + at)),
                       lanes_tone_decode(lanes_load(colours->g + at)),
                       lanes_tone_decode(lanes_load(colours->b + at))};
    return lanes_to_lab(light);
}

LANES_INLINE void print_put(tile_colours *colours, int at, lanes_lab colour)
{
    lanes_rgb light = lanes_to_rgb(colour);
    lanes_store(colours->r + at, lanes_tone_encode(light.r));
    lanes_store(colours->g + at, lanes_tone_encode(light.g));
    lanes_store(colours->b + at, lanes_tone_encode(light.b));
}

#define PRINT_GROUP ((UINT64_C(1) << LANES) - 1) /* bits of a group of columns */

/* Returns whether nothing is seen of a layer in the LANES columns from `at` on. */
LANES_INLINE int print_is_empty(const print_block *block, int at)
{
    if (at >= block->first && (~(block->hidden >> (at - block->first)) & PRINT_GROUP) == 0)
        return 1;
    return !lanes_any(lanes_less(lanes_of(0.0f), lanes_load(block->covered + at)));
}

/* Returns the first multiple of LANES at or before a block's first column. */
static inline int print_first(const print_block *block)
{
    return block->first & ~(LANES - 1);
}

/* Returns the coverage of pixels by an area whose edge is `inside` U away. */
LANES_INLINE lanes_f print_coverage(const print_block *block, lanes_f inside)
{
    return lanes_clamp(inside * lanes_of(1.0f / (float)block->px) + lanes_of(0.5f), 0.0f, 1.0f);
}

/* ---- seal -------------------------------------------------------------------------------- */

/* Returns 1 if a block may meet the seal, without the place of its columns. */
static inline int print_meets_seal(const print_block *block, const print_seal *seal)
{
    float down = (float)block->y - seal->y, high = seal->cell * (SEAL_ROWS + 2 * SEAL_BORDER);
    float half = seal->cell * (SEAL_HALF + SEAL_BORDER), left = (float)block->x - seal->x;
    return seal->cell > 0.0f && down > -(float)block->px && down < high + (float)block->px &&
           left < half && left + (float)(TILES_BLOCK * block->px) > -half;
}

/* Returns how far LANES columns are inside the seal, U, and sets `is_cut` where its sign is. */
LANES_INLINE lanes_f print_seal_at(const print_block *block, const print_seal *seal, int at,
                                   lanes_i *is_cut)
{
    float down = (float)block->y - seal->y, high = seal->cell * (SEAL_ROWS + 2 * SEAL_BORDER);
    float half = seal->cell * ((float)SEAL_HALF - 0.5f + (float)SEAL_BORDER);
    float rest = down < 0.5f * high ? down : high - down;
    lanes_f x = lanes_abs(lanes_of((float)block->x - seal->x) +
                          lanes_to_f(lanes_count() + lanes_of_i(at)) * lanes_of((float)block->px));
    int row = (int)(down / seal->cell) - SEAL_BORDER;
    unsigned sign = row >= 0 && row < SEAL_ROWS ? seal->sign[row] : 0u;
    lanes_i column = lanes_to_i(x * lanes_of(1.0f / seal->cell) + lanes_of(0.5f));
    *is_cut = lanes_of_i(0);
    for (int k = 0; k < SEAL_HALF; k++)
        if ((sign >> k & 1u) != 0)
            *is_cut |= lanes_equal_i(column, lanes_of_i(k));
    return lanes_min(lanes_of(half) - x, lanes_of(rest));
}

/* ---- ground ------------------------------------------------------------------------------ */

/* The ground of a layer in a row, between samples of its crest. */
typedef struct print_ground {
    const float *crest; /* crest from column 0 on, as in print_sheet */
    float part, rate;   /* fraction of column 0 between samples; samples per pixel */
    float y;            /* place of the row, U downward */
} print_ground;

/* The ground of a row; all columns of a layer without ground are 0 below it. */
static inline print_ground print_ground_of(const print_block *block)
{
    static const float level[PRINT_SPARE + 1];
    const frame_print *print = block->frame->print;
    double origin = block->x / print->step - (double)print->first;
    int64_t left = exact_floor(origin);
    if (block->sheet->crest == NULL)
        return (print_ground){.crest = level};
    return (print_ground){.crest = block->sheet->crest + left,
                          .part = (float)(origin - (double)left),
                          .rate = (float)(block->px / print->step),
                          .y = (float)block->y};
}

/* Returns how far LANES columns from column `at` on are below the ground, U. */
LANES_INLINE lanes_f print_below(const print_ground *ground, int at)
{
    lanes_f x = lanes_of(ground->part) +
                lanes_to_f(lanes_count() + lanes_of_i(at)) * lanes_of(ground->rate);
    lanes_i sample = lanes_to_i(x);
    lanes_f left, right;
    if (ground->rate < PRINT_CLOSE) { /* LANES columns lie between fewer than LANES samples */
        int first = lanes_first_i(sample);
        lanes_i away = sample - lanes_of_i(first);
        left = lanes_pick(lanes_load(ground->crest + first), away);
        right = lanes_pick(lanes_load(ground->crest + first + 1), away);
    } else {
        lanes_look_up_two(ground->crest, sample, &left, &right);
    }
    return lanes_of(ground->y) + lanes_mix(left, right, x - lanes_to_f(sample));
}

/* ---- noise ------------------------------------------------------------------------------- */

/* A row of a lattice of noise: cells `wide` by `high` U whose corners have random values. */
typedef struct print_noise {
    int32_t cell, period; /* cell of column 0; cells of a loop, 0 = none */
    float part, rate;     /* fraction of column 0 in its cell; cells per pixel */
    uint32_t row[2];      /* hashes of the rows above and below */
    float down;           /* smooth place between these, 0..1 */
} print_noise;

/* Returns the row of a lattice for the row of a block.  `which` tells noises of a layer apart. */
static inline print_noise print_noise_row(const print_block *block, uint32_t which, double wide,
                                          double high)
{
    double per_unit = 1.0 / wide;
    int64_t period = noise_fit_rate(block->frame->loop, &per_unit);
    double x = block->x * per_unit, y = block->y / high;
    int64_t cell = exact_floor(x), row = exact_floor(y);
    if (period > 0)
        cell = exact_wrap(cell, period);
    print_noise noise = {.cell = (int32_t)cell,
                         .period = (int32_t)period,
                         .part = (float)(x - (double)exact_floor(x)),
                         .rate = (float)(per_unit * block->px)};
    uint32_t seed = block->sheet->hash + which * 0x9e3779b1u;
    for (int i = 0; i < 2; i++)
        noise.row[i] = seed ^ (uint32_t)(row + i) * 0x85ebca6bu;
    float down = (float)(y - (double)row);
    noise.down = down * down * (3.0f - 2.0f * down);
    return noise;
}

/* Returns the random values of the corners `cell` in the rows `row`, -1..1. */
LANES_INLINE lanes_f print_corners(lanes_i cell, lanes_u row)
{
    lanes_u hash = (lanes_u)cell * (lanes_u)lanes_of_i((int32_t)0x9e3779b1u) + row;
    hash = (hash ^ hash >> 15) * (lanes_u)lanes_of_i((int32_t)0x85ebca6bu);
    hash = (hash ^ hash >> 13) * (lanes_u)lanes_of_i((int32_t)0xc2b2ae35u);
    hash ^= hash >> 16;
    return lanes_to_f((lanes_i)hash) * lanes_of(0x1p-31f);
}

LANES_INLINE lanes_f print_corner(lanes_i cell, uint32_t row)
{
    return print_corners(cell, (lanes_u)lanes_of_i((int32_t)row));
}

LANES_INLINE lanes_i print_wrapped(lanes_i cell, int32_t period)
{
    if (period <= 0)
        return cell;
    lanes_i most = lanes_of_i(period);
    cell -= most & ~lanes_less_i(cell, most);
    return cell;
}

/* Returns value noise, -1..1, at LANES columns from column `at` on. */
LANES_INLINE lanes_f print_noise_at(const print_noise *noise, int at)
{
    lanes_f x =
        lanes_of(noise->part) + lanes_to_f(lanes_count() + lanes_of_i(at)) * lanes_of(noise->rate);
    lanes_i way = lanes_floor(x);
    lanes_f u = lanes_smooth(x - lanes_to_f(way));
    lanes_i left = print_wrapped(way + lanes_of_i(noise->cell), noise->period);
    lanes_i right = print_wrapped(left + lanes_of_i(1), noise->period);
    lanes_f top =
        lanes_mix(print_corner(left, noise->row[0]), print_corner(right, noise->row[0]), u);
    lanes_f foot =
        lanes_mix(print_corner(left, noise->row[1]), print_corner(right, noise->row[1]), u);
    return lanes_mix(top, foot, lanes_of(noise->down));
}

#define PRINT_CELLS (TILES_BLOCK + 16) /* cells of a row, with room for LANES more */

/* Adds `weight` times a noise to the first `count` columns of a row.  Cells wider than a column are
 * computed once each. */
LANES_INLINE void print_add_noise(const print_noise *of, int count, float weight, float *row)
{
    print_noise noise = *of;
    float cells[PRINT_CELLS];
    int used = (int)(noise.part + noise.rate * (float)count) + 2;
    if (noise.rate > PRINT_CLOSE || used > TILES_BLOCK) {
        for (int at = 0; at < count; at += LANES)
            lanes_store(row + at,
                        lanes_load(row + at) + lanes_of(weight) * print_noise_at(&noise, at));
        return;
    }
    for (int k = 0; k < used; k += LANES) {
        lanes_i cell = print_wrapped(lanes_count() + lanes_of_i(noise.cell + k), noise.period);
        lanes_store(cells + k, lanes_mix(print_corner(cell, noise.row[0]),
                                         print_corner(cell, noise.row[1]), lanes_of(noise.down)));
    }
    for (int at = 0; at < count; at += LANES) {
        lanes_f x = lanes_of(noise.part) +
                    lanes_to_f(lanes_count() + lanes_of_i(at)) * lanes_of(noise.rate);
        lanes_i cell = lanes_floor(x);
        lanes_f u = lanes_smooth(x - lanes_to_f(cell));
        int first = lanes_first_i(cell); /* LANES columns lie in fewer than LANES cells */
        cell -= lanes_of_i(first);
        lanes_f value = lanes_mix(lanes_pick(lanes_load(cells + first), cell),
                                  lanes_pick(lanes_load(cells + first + 1), cell), u);
        lanes_store(row + at, lanes_load(row + at) + lanes_of(weight) * value);
    }
}

/* Returns the strength of a noise whose cells are `size` U: it fades where they are smaller than a
 * pixel, so that all sizes of a picture have the same mean. */
static inline float print_fine(const print_block *block, double size)
{
    return (float)exact_clamp(size / block->px, 0.0, 1.0);
}

#endif
