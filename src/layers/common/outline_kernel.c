/* outline_kernel.c - computes the coverage of a run by an outline.  Compiled once for each width.
 *
 * An outline cuts few pixels of a run.  Bit masks mark them; the others are neither measured nor
 * blended.
 */
#include "base/lanes.h"
#include "layers/land/ridge.h"
#include "paint/area_lanes.h"

/* Bit masks of the columns of a run: `above` = the row is above the outline, `open` = the outline
 * does not cover the row wholly.  Columns that are open but not above have to be measured. */
typedef struct columns {
    uint64_t above, open;
} columns;

/* Sorts LANES groups of a block from `g` on, a bit for each group. */
LANES_INLINE void sort_lanes(const ridge_outline *outline, int row, ptrdiff_t first, int g,
                             columns *sorted)
{
    lanes_i y = lanes_of_i(row), top = lanes_load_i(outline->group_top + first + g);
    lanes_i full = lanes_load_i(outline->group_full + first + g);
    sorted->above |= (uint64_t)lanes_signs(lanes_less_i(y, top)) << g;
    sorted->open |= (uint64_t)lanes_signs(lanes_less_i(y, full)) << g;
}

/* Returns a bit for each column of a group that has a point whose bit is set.  A column has the
 * points at its sides and between; without soft edges only the one in its middle. */
LANES_INLINE uint64_t columns_with(uint64_t points, int is_hard)
{
    uint64_t any = points | points >> 1 | points >> 2 | points >> 3 | points >> 4;
    any = (is_hard ? points >> FRAME_PIECES / 2 : any) & 0x11111111;
    any = (any | any >> 3) & 0x03030303;
    any = (any | any >> 6) & 0x000f000f;
    return (any | any >> 12) & 0xff;
}

#define GROUP_POINTS (OUTLINE_GROUP * FRAME_PIECES)

/* Sorts the columns of a group, whose points are edge[0] .. edge[GROUP_POINTS], for a row of the
 * picture, in agreement with outline_rows_of. */
LANES_INLINE columns sort_group(const rl_frame *frame, const int32_t *edge, int row)
{
    int32_t foot = (frame->height - 1 - row) * FRAME_HEIGHT_ONE, head = foot + FRAME_HEIGHT_ONE;
    if (frame->is_hard) {
        foot += FRAME_HEIGHT_ONE / 2;
        head = foot + 1;
    }
    uint64_t touching = (uint64_t)(edge[GROUP_POINTS] > foot) << GROUP_POINTS;
    uint64_t open = (uint64_t)(edge[GROUP_POINTS] < head) << GROUP_POINTS;
    for (int i = 0; i < GROUP_POINTS; i += LANES) {
        lanes_i height = lanes_load_i(edge + i);
        touching |= (uint64_t)lanes_signs(lanes_less_i(lanes_of_i(foot), height)) << i;
        open |= (uint64_t)lanes_signs(lanes_less_i(height, lanes_of_i(head))) << i;
    }
    return (columns){~columns_with(touching, frame->is_hard) & 0xff,
                     columns_with(open, frame->is_hard)};
}

/* Sorts the columns of a run that is shorter than a block. */
static columns sort_columns(const rl_frame *frame, const ridge_outline *outline,
                            const tile_run *run)
{
    columns sorted = {0, 0};
    if (run->row < 0)
        return (columns){UINT64_MAX, 0}; /* land does not reach above the picture */
    for (int i = 0; i < run->count; i += OUTLINE_GROUP) {
        int32_t copy[GROUP_POINTS + 1] = {0};
        int rest = run->count - i < OUTLINE_GROUP ? run->count - i : OUTLINE_GROUP;
        memcpy(copy, outline_edge(outline, run->block, run->column + i),
               ((size_t)rest * FRAME_PIECES + 1) * sizeof *copy);
        columns group = sort_group(frame, copy, run->row);
        sorted.above |= group.above << i;
        sorted.open |= group.open << i;
    }
    return sorted;
}

/* Returns a bit for each column of a block from a bit for each group. */
LANES_INLINE uint64_t spread_groups(uint64_t bits)
{
    uint64_t one = UINT64_C(0x0101010101010101);
    uint64_t in_place = bits * one & UINT64_C(0x8040201008040201);
    return ((in_place + 0x7f * one) >> 7 & one) * 0xff;
}

/* Sorts a whole block by groups: in most groups all columns are above or all are covered. */
LANES_INLINE columns sort_block(const rl_frame *frame, const ridge_outline *outline,
                                const tile_run *run)
{
    columns group = {0, 0};
    ptrdiff_t first = (ptrdiff_t)run->block * OUTLINE_GROUPS;
    for (int g = 0; g < OUTLINE_GROUPS; g += LANES)
        sort_lanes(outline, run->row, first, g, &group);
    columns sorted = {spread_groups(group.above), spread_groups(group.open)};
    uint64_t mixed = group.open & ~group.above;
    sorted.open &= ~spread_groups(mixed);
    for (; mixed != 0; mixed &= mixed - 1) {
        int i = __builtin_ctzll(mixed) * OUTLINE_GROUP;
        const int32_t *edge = outline_edge(outline, run->block, run->column + i);
        columns some = sort_group(frame, edge, run->row);
        sorted.above |= some.above << i;
        sorted.open |= some.open << i;
    }
    return sorted;
}

/* Computes the coverage of one row of a run by an outline. */
static void cover_row(const rl_frame *frame, const ridge_outline *outline, const tile_run *run,
                      uint64_t hidden, pixel_area *inside)
{
    uint64_t all = ~(hidden | tiles_outside(run));
    int is_block =
        run->count == TILES_BLOCK; /* A run of a whole block begins at its first column. */
    columns sorted = is_block ? sort_block(frame, outline, run) : sort_columns(frame, outline, run);
    for (int i = 0; i < TILES_BLOCK; i += 4 * LANES) /* gcc compiles memset to a slow loop. */
        for (int j = 0; j < 4; j++)
            lanes_store(inside->covered + i + j * LANES, lanes_of(0.0f));
    uint64_t open = (sorted.open | sorted.above) & all;
    uint64_t between = open & ~sorted.above;
    inside->part = between;
    cover_columns(frame, outline_edge(outline, run->block, run->column), run, between,
                  inside->covered);
    inside->part &= open;
    inside->whole = all & ~open;
    if (frame->is_hard) /* Coverage becomes 0 or 1. */
        for (; inside->part != 0; inside->part &= inside->part - 1) {
            int i = __builtin_ctzll(inside->part);
            inside->whole |= (uint64_t)(inside->covered[i] >= 0.5f) << i;
        }
}

/* Computes the mean coverage over all rows of a run.  Since there is land below land, a column that
 * a row covers wholly is covered in all rows below. */
static void cover_reach(const rl_frame *frame, const ridge_outline *outline, const tile_run *run,
                        uint64_t hidden, pixel_area *inside)
{
    LANES_SCRATCH pixel_area one;
    const int last = run->row + run->reach;
    const float share = 1.0f / (float)(2 * run->reach + 1);
    tile_run row = *run;
    row.row = last;
    cover_row(frame, outline, &row, hidden, inside);
    uint64_t touched = inside->whole | inside->part, rest = touched;
    for (uint64_t bits = touched; bits != 0; bits &= bits - 1)
        inside->covered[__builtin_ctzll(bits)] = 0.0f;
    inside->whole = inside->part = 0;
    for (row.row = run->row - run->reach; rest != 0 && row.row <= last; row.row++) {
        cover_row(frame, outline, &row, ~rest, &one);
        for (uint64_t bits = one.part; bits != 0; bits &= bits - 1)
            inside->covered[__builtin_ctzll(bits)] += one.covered[__builtin_ctzll(bits)];
        if (row.row == run->row - run->reach)
            inside->whole = one.whole;
        else
            for (uint64_t bits = one.whole; bits != 0; bits &= bits - 1)
                inside->covered[__builtin_ctzll(bits)] += (float)(last + 1 - row.row);
        rest &= ~one.whole;
    }
    for (uint64_t bits = touched; bits != 0; bits &= bits - 1)
        inside->covered[__builtin_ctzll(bits)] *= share;
    inside->part = touched & ~inside->whole;
}

static void cover_run(const rl_frame *frame, const ridge_outline *outline, const tile_run *run,
                      uint64_t hidden, pixel_area *inside)
{
    if (run->reach > 0)
        cover_reach(frame, outline, run, hidden, inside);
    else
        cover_row(frame, outline, run, hidden, inside);
}

#define WINDOW_POINTS ((TILES_BLOCK + 1) * FRAME_PIECES + LANES) /* with room behind the last */

/* Computes the mean coverage over all rows of a run from the heights of the columns' points, which
 * is faster than the sum over the rows where a run stands for many. */
static void cover_window(const rl_frame *frame, const ridge_outline *outline, const tile_run *run,
                         uint64_t hidden, pixel_area *inside)
{
    LANES_SCRATCH float at[WINDOW_POINTS], mean[WINDOW_POINTS];
    const int points = run->count * FRAME_PIECES;
    const int foot = (frame->height - 1 - run->row - run->reach) * FRAME_HEIGHT_ONE;
    const float share = 1.0f / (float)((2 * run->reach + 1) * FRAME_HEIGHT_ONE);
    const uint64_t all = ~(hidden | tiles_outside(run));
    inside->whole = outline->block_full[run->block] <= run->row - run->reach ? all : 0;
    inside->part = 0;
    if (inside->whole != 0 || outline->block_top[run->block] > run->row + run->reach)
        return;
    const int32_t *edge = outline_edge(outline, run->block, run->column);
    for (int i = 0; i < points; i += LANES) /* the point behind the last column is there, too */
        lanes_store(at + i, lanes_clamp(lanes_to_f(lanes_load_i(edge + i) - lanes_of_i(foot)) *
                                            lanes_of(share),
                                        0.0f, 1.0f));
    float last = (float)(edge[points] - foot) * share;
    at[points] = last < 0.0f ? 0.0f : last < 1.0f ? last : 1.0f;
    const lanes_f half = lanes_of(0.5f), quarter = lanes_of(1.0f / FRAME_PIECES);
    for (int i = 0; i < points; i += LANES)
        lanes_store(mean + i,
                    quarter *
                        (half * (lanes_load(at + i) + lanes_load(at + i + FRAME_PIECES)) +
                         lanes_load(at + i + 1) + lanes_load(at + i + 2) + lanes_load(at + i + 3)));
    for (int i = 0; i < run->count; i++) {
        float one = mean[i * FRAME_PIECES];
        inside->covered[i] = one;
        inside->whole |= (uint64_t)(one >= 1.0f) << i;
        inside->part |= (uint64_t)(one > 0.0f) << i;
    }
    inside->whole &= all;
    inside->part &= all & ~inside->whole;
}

static void copy_block(uint64_t whole, const tile_colours *over, tile_colours *pixels,
                       float *covered)
{
    copy_whole(whole, pixels, over);
    for (; whole != 0; whole &= whole - 1)
        covered[__builtin_ctzll(whole)] = 1.0f;
}

extern const outline_kernels KERNEL(outline);
const outline_kernels KERNEL(outline) = {cover_run, cover_window, blend_block, copy_block};
KERNEL_TABLE(const outline_kernels, outline_kernels_of, outline);
