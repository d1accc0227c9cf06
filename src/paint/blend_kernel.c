/* blend_kernel.c - kernels that blend a layer over the pixels of a block, and round its coverage.
 *
 * Results equal those of blend_over bit for bit.  It is compiled for each vector width.
 */
#include "base/lanes.h"
#include "paint/block.h"

LANES_INLINE lanes_f decode(const tone_tables *tone, lanes_f encoded)
{
    lanes_f most = lanes_of((float)TONE_DECODE_PIECES), place = encoded * most;
    lanes_i piece = lanes_to_i(lanes_clamp(place, 0.0f, (float)(TONE_DECODE_PIECES - 1)));
    lanes_f from = lanes_look_up(tone->decode, piece);
    lanes_f rise = lanes_look_up(tone->decode + 1, piece) - from;
    return lanes_choose(lanes_less(place, most), from + rise * (place - lanes_to_f(piece)),
                        lanes_of(1.0f));
}

LANES_INLINE lanes_f encode(const tone_tables *tone, lanes_f linear)
{
    lanes_i bits = lanes_bits(linear), lowest = lanes_of_i((int32_t)TONE_LOWEST_BITS);
    lanes_i is_dark = lanes_less_i(bits, lowest); /* includes negative light */
    lanes_i is_light = ~lanes_less(linear, lanes_of(1.0f));
    lanes_i place = lanes_choose_i(is_dark | is_light, lowest, bits) - lowest;
    lanes_f part = lanes_to_f(place & lanes_of_i(0xffff)) * lanes_of(0x1p-16f);
    lanes_f from = lanes_look_up(tone->encode, place >> 16);
    lanes_f rise = lanes_look_up(tone->encode + 1, place >> 16) - from;
    lanes_f dark = lanes_max(linear * lanes_of((float)SRGB_SLOPE), lanes_of(0.0f));
    lanes_f ends = lanes_choose(is_dark, dark, lanes_of(1.0f));
    return lanes_choose(is_dark | is_light, ends, from + rise * part);
}

/* Blends where `amount` is within 0 .. 1. */
LANES_INLINE void mix_channel(const tone_tables *tone, const float *over, lanes_f amount,
                              lanes_i is_part, float *pixels)
{
    lanes_f under = lanes_load(pixels), light = decode(tone, under);
    lanes_f mixed = encode(tone, light + (decode(tone, lanes_load(over)) - light) * amount);
    lanes_store(pixels, lanes_choose(is_part, mixed, under));
}

LANES_INLINE void mix_group(const tone_tables *tone, const tile_colours *over, int at,
                            lanes_f amount, lanes_i is_part, tile_colours *pixels)
{
    mix_channel(tone, over->r + at, amount, is_part, pixels->r + at);
    mix_channel(tone, over->g + at, amount, is_part, pixels->g + at);
    mix_channel(tone, over->b + at, amount, is_part, pixels->b + at);
}

/* Look-ups of lanes take longer than those of up to so many single pixels. */
enum { FEW = LANES / 4 };

block_blend KERNEL(blend);

void KERNEL(blend)(const tone_tables *tone, const tile_colours *over, const float *covered,
                   int first, int end, tile_colours *pixels)
{
    run_pixels singly = {pixels->r, pixels->g, pixels->b, NULL};
    for (int i = first & ~(LANES - 1); i < end; i += LANES) {
        lanes_i column = lanes_count() + lanes_of_i(i);
        lanes_i is_here =
            ~lanes_less_i(column, lanes_of_i(first)) & lanes_less_i(column, lanes_of_i(end));
        lanes_f amount = lanes_choose(is_here, lanes_load(covered + i), lanes_of(0.0f));
        lanes_i is_shown = lanes_less(lanes_of(0.0f), amount);
        if (!lanes_any(is_shown))
            continue;
        lanes_i is_whole = ~lanes_less(amount, lanes_of(1.0f));
        lanes_copy_where(is_whole, over->r + i, pixels->r + i);
        lanes_copy_where(is_whole, over->g + i, pixels->g + i);
        lanes_copy_where(is_whole, over->b + i, pixels->b + i);
        lanes_i is_part = is_shown & ~is_whole;
        unsigned parts = lanes_signs(is_part), rest = parts;
        for (int k = 0; k < FEW; k++)
            rest &= rest - (rest != 0); /* without its lowest bit */
        if (rest != 0) {
            mix_group(tone, over, i, amount, is_part, pixels);
            continue;
        }
        for (; parts != 0; parts &= parts - 1) {
            int k = i + __builtin_ctz(parts);
            blend_over(tone, &singly, k, over->r[k], over->g[k], over->b[k], covered[k]);
        }
    }
}

block_steps KERNEL(steps);

void KERNEL(steps)(float covered[TILES_BLOCK])
{
    lanes_f one = lanes_of(1.0f), most = lanes_of(255.0f);
    for (int i = 0; i < TILES_BLOCK; i += LANES) {
        lanes_f step = lanes_to_f(lanes_to_i(lanes_load(covered + i) * most + lanes_of(0.5f)));
        lanes_store(covered + i,
                    lanes_choose(lanes_less(step, most), step * lanes_of(1.0f / 255.0f), one));
    }
}

block_narrow KERNEL(narrow);

/* Returns whether nothing is seen of the LANES columns from `at` on. */
LANES_INLINE int is_unseen(const float *covered, uint64_t hidden, int at)
{
    const uint64_t group = (UINT64_C(1) << LANES) - 1;
    return (~(hidden >> at) & group) == 0 ||
           !lanes_any(lanes_less(lanes_of(0.0f), lanes_load(covered + at)));
}

void KERNEL(narrow)(const float covered[TILES_BLOCK], uint64_t hidden, int *first, int *end)
{
    while (*first < *end && is_unseen(covered, hidden, *first & ~(LANES - 1)))
        *first = (*first & ~(LANES - 1)) + LANES;
    while (*first < *end && is_unseen(covered, hidden, (*end - 1) & ~(LANES - 1)))
        *end = (*end - 1) & ~(LANES - 1);
}

KERNEL_TABLE_WIDE(block_narrow, block_narrow_of, narrow);
KERNEL_TABLE_WIDE(block_steps, block_steps_of, steps);
KERNEL_TABLE_WIDE(block_blend, block_blend_of, blend);
