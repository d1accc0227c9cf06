/* coverage_kernel.h - the part of a pixel below a polyline, piece by piece of it.
 *
 * For kernels alone.  Exact but for rounding: the mean over a piece is the
 * difference of an integral, not a count of samples.
 */
#include "base/lanes.h"
#include "frame/frame.h"
#include "paint/area.h"

/* Neighbouring columns whose pieces are measured at once. */
#define COLUMNS_AT_ONCE (LANES > FRAME_PIECES ? LANES / FRAME_PIECES : 1)

/* The integral of min(max(t, 0), 1) from 0 to t. */
LANES_INLINE lanes_f clamped_integral(lanes_f t)
{
    lanes_f up = lanes_max(t, lanes_of(0.0f));
    lanes_f curve = lanes_of(0.5f) * up * up;
    return lanes_choose(lanes_less(up, lanes_of(1.0f)), curve, up - lanes_of(0.5f));
}

/* The means of min(max(h, 0), 1) along straight lines from a to b. */
LANES_INLINE lanes_f mean_clamped(lanes_f a, lanes_f b)
{
    lanes_f rise = b - a;
    lanes_i is_level = lanes_less(lanes_abs(rise), lanes_of(1e-3f)); /* or it would be 0 / 0 */
    lanes_f level = lanes_clamp(lanes_of(0.5f) * (a + b), 0.0f, 1.0f);
    rise = lanes_choose(is_level, lanes_of(1.0f), rise);
    return lanes_choose(is_level, level, (clamped_integral(b) - clamped_integral(a)) / rise);
}

/* Heights of an edge above the foot of a row, in pixels. */
LANES_INLINE lanes_f heights_above(const int32_t *edge, int32_t foot)
{
    return lanes_to_f(lanes_load_i(edge) - lanes_of_i(foot)) * lanes_of(1.0f / FRAME_HEIGHT_ONE);
}

/* The areas of COLUMNS_AT_ONCE pixels: their pieces side by side. */
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

/* The same where the part ends: nothing lies beyond. */
static void measure_last(const int32_t *edge, int32_t foot, int columns, float *covered)
{
    int32_t copy[COLUMNS_AT_ONCE * FRAME_PIECES + 1] = {0};
    memcpy(copy, edge, ((size_t)columns * FRAME_PIECES + 1) * sizeof *copy);
    measure_columns(copy, foot, covered);
}

/* cover_columns measures the pixels of a run that `between` names, by the edge alone. */
static void cover_columns(const rl_frame *frame, const int32_t *polyline, const tile_run *run,
                          uint64_t between, float *covered)
{
    int32_t foot = (frame->height - 1 - run->row) * FRAME_HEIGHT_ONE;
    uint64_t measured = (UINT64_C(1) << COLUMNS_AT_ONCE) - 1;
    while (between != 0) {
        int i = __builtin_ctzll(between);
        int columns = frame->columns - (run->column + i);
        const int32_t *edge = polyline + (size_t)(run->column + i) * FRAME_PIECES;
        if (columns < COLUMNS_AT_ONCE)
            measure_last(edge, foot, columns, covered + i);
        else
            measure_columns(edge, foot, covered + i);
        between &= ~(measured << i);
    }
}
