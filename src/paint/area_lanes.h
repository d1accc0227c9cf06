/* area_lanes.h - coverage of pixels below a polyline, and blending of colours by such coverage.
 *
 * For kernels, which are compiled for each vector width: see base/lanes.h.
 */
#include "base/colour_lanes.h"
#include "base/lanes.h"
#include "frame/frame.h"
#include "paint/area.h"

/* The coverage of a pixel below a polyline is the mean of those of its FRAME_PIECES segments.  It
 * is exact except for rounding: the mean over a segment is computed from an integral, not by
 * counting samples. */

/* Number of neighbouring columns whose segments fill a vector. */
#define COLUMNS_AT_ONCE (LANES > FRAME_PIECES ? LANES / FRAME_PIECES : 1)

/* Returns the integral of min(max(t, 0), 1) from 0 to t. */
LANES_INLINE lanes_f clamped_integral(lanes_f t)
{
    lanes_f up = lanes_max(t, lanes_of(0.0f));
    lanes_f curve = lanes_of(0.5f) * up * up;
    return lanes_choose(lanes_less(up, lanes_of(1.0f)), curve, up - lanes_of(0.5f));
}

/* Returns the mean of min(max(h, 0), 1) for h from a to b along a straight line. */
LANES_INLINE lanes_f mean_clamped(lanes_f a, lanes_f b)
{
    lanes_f rise = b - a;
    lanes_i is_level = lanes_less(lanes_abs(rise), lanes_of(1e-3f)); /* avoids 0 / 0 */
    lanes_f level = lanes_clamp(lanes_of(0.5f) * (a + b), 0.0f, 1.0f);
    rise = lanes_choose(is_level, lanes_of(1.0f), rise);
    return lanes_choose(is_level, level, (clamped_integral(b) - clamped_integral(a)) / rise);
}

/* Returns the heights of points of a polyline above the lower edge of a row, pixels. */
LANES_INLINE lanes_f heights_above(const int32_t *edge, int32_t foot)
{
    return lanes_to_f(lanes_load_i(edge) - lanes_of_i(foot)) * lanes_of(1.0f / FRAME_HEIGHT_ONE);
}

/* Measures COLUMNS_AT_ONCE neighbouring pixels. */
LANES_INLINE void measure_columns(const int32_t *edge, int32_t foot, float *covered)
{
    float mean[COLUMNS_AT_ONCE * FRAME_PIECES];
    for (int i = 0; i < COLUMNS_AT_ONCE * FRAME_PIECES; i += LANES)
        lanes_store(mean + i,
                    mean_clamped(heights_above(edge + i, foot), heights_above(edge + i + 1, foot)));
    for (int c = 0; c < COLUMNS_AT_ONCE; c++) {
        const float *piece = mean + (ptrdiff_t)c * FRAME_PIECES;
        covered[c] = (piece[0] + piece[1] + piece[2] + piece[3]) * (1.0f / FRAME_PIECES);
    }
}

/* The same for the last `columns` of the part, whose polyline ends there. */
static void measure_last(const int32_t *edge, int32_t foot, int columns, float *covered)
{
    int32_t copy[COLUMNS_AT_ONCE * FRAME_PIECES + 1] = {0};
    memcpy(copy, edge, ((size_t)columns * FRAME_PIECES + 1) * sizeof *copy);
    measure_columns(copy, foot, covered);
}

/* cover_columns writes the coverage of the columns of a run that are set in `between`.  The
 * polyline begins at the first column of the run; a few further columns may be written, too. */
static void cover_columns(const rl_frame *frame, const int32_t *polyline, const tile_run *run,
                          uint64_t between, float *covered)
{
    int32_t foot = (frame->height - 1 - run->row) * FRAME_HEIGHT_ONE;
    uint64_t measured = (UINT64_C(1) << COLUMNS_AT_ONCE) - 1;
    while (between != 0) {
        int i = __builtin_ctzll(between);
        int columns = frame->columns - (run->column + i);
        const int32_t *edge = polyline + (ptrdiff_t)i * FRAME_PIECES;
        if (columns < COLUMNS_AT_ONCE)
            measure_last(edge, foot, columns, covered + i);
        else
            measure_columns(edge, foot, covered + i);
        between &= ~(measured << i);
    }
}

/* ---- blending colours over the pixels of a block in linear light --------------------
 *
 * Wholly covered pixels are copied; the few partly covered ones are gathered into vectors.
 */

/* Planes of the samples of a block, which are one array: red, green, blue. */
#define PLANES 3

LANES_INLINE const float *samples_of(const tile_colours *colours)
{
    return (const float *)colours;
}

/* For the three samples of each partly covered pixel: their indices in the block, and the index of
 * their coverage in pixel_area.covered.  The last entry is repeated to fill a vector. */
typedef struct part_list {
    int count;
    int32_t sample[PLANES * TILES_BLOCK + 8], column[PLANES * TILES_BLOCK + 8];
} part_list;

LANES_INLINE void list_parts(uint64_t part, int left, part_list *list)
{
    int n = 0;
    for (; part != 0; part &= part - 1, n += PLANES) {
        int column = __builtin_ctzll(part);
        for (int p = 0; p < PLANES; p++) {
            list->column[n + p] = column;
            list->sample[n + p] = left + column + p * TILES_BLOCK;
        }
    }
    lanes_store_i(list->column + n, lanes_of_i(list->column[n - 1]));
    lanes_store_i(list->sample + n, lanes_of_i(list->sample[n - 1]));
    list->count = n;
}

/* Returns table[place] for each lane.  It loads the indices one by one: they have just been stored
 * one by one, and a vector load would have to wait for these stores. */
LANES_INLINE lanes_f get_lanes(const float *table, const int32_t *place)
{
#if LANES == 1
    return table[*place];
#else
    lanes_f v;
    LANES_UNROLLED
    for (int i = 0; i < LANES; i++)
        v[i] = table[place[i]];
    return v;
#endif
}

/* Stores v to sample[place] for each lane. */
LANES_INLINE void put_lanes(float *sample, const int32_t *place, lanes_f v)
{
    LANES_SCRATCH float number[LANES];
    lanes_store(number, v);
#pragma GCC unroll 8
    for (int i = 0; i < LANES; i++)
        sample[place[i]] = number[i];
}

static void blend_parts(const pixel_area *inside, uint64_t part, int left, tile_colours *pixels,
                        const tile_colours *over)
{
    LANES_SCRATCH part_list list;
    list_parts(part, left, &list);
    float *sample = (float *)pixels;
    for (int i = 0; i < list.count; i += LANES) {
        const int32_t *at = list.sample + i;
        lanes_f a = lanes_tone_decode(get_lanes(sample, at));
        lanes_f b = lanes_tone_decode(get_lanes(samples_of(over), at));
        lanes_f amount = get_lanes(inside->covered, list.column + i);
        put_lanes(sample, at, lanes_tone_encode(lanes_mix(a, b, amount)));
    }
}

/* Copies the columns that are set in `whole`, which counts from the block's left and is not 0. */
LANES_INLINE void copy_whole(uint64_t whole, tile_colours *pixels, const tile_colours *over)
{
    lanes_i bit = lanes_of_i(1) << lanes_count();
    int last = 63 - __builtin_clzll(whole);
    for (int i = __builtin_ctzll(whole) & -LANES; i <= last; i += LANES) {
        int32_t bits = (int32_t)(whole >> i & ((1U << LANES) - 1));
        lanes_i is_whole = lanes_less_i(lanes_of_i(0), lanes_of_i(bits) & bit);
        lanes_copy_where(is_whole, over->r + i, pixels->r + i);
        lanes_copy_where(is_whole, over->g + i, pixels->g + i);
        lanes_copy_where(is_whole, over->b + i, pixels->b + i);
    }
}

/* Blends `over` over pixels by an area.  Partly covered pixels are last, since their samples are
 * stored one by one, and vector loads of them would have to wait. */
static void blend_block(const pixel_area *inside, int left, tile_colours *pixels,
                        const tile_colours *over)
{
    if (inside->whole != 0)
        copy_whole(inside->whole << left, pixels, over);
    if (inside->part != 0)
        blend_parts(inside, inside->part, left, pixels, over);
}
