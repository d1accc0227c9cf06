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

LANES_INLINE float covered_of(const pixel_area *inside, int i)
{
    return (inside->whole >> i & 1) != 0  ? 1.0f
           : (inside->part >> i & 1) != 0 ? inside->covered[i]
                                          : 0.0f;
}

/* Replaces the middle row's area by the mean over all rows of a run. */
static void cover_reach(const rl_frame *frame, const ridge_outline *outline, const tile_run *run,
                        uint64_t hidden, pixel_area *inside)
{
    LANES_SCRATCH pixel_area above;
    LANES_SCRATCH pixel_area below;
    LANES_SCRATCH float sum[TILES_BLOCK];
    for (int c = 0; c < run->count; c++)
        sum[c] = covered_of(inside, c);
    for (int i = 1; i <= run->reach; i++) {
        tile_run row = *run;
        row.row = run->row - i;
        cover_row(frame, outline, &row, hidden, &above);
        row.row = run->row + i;
        cover_row(frame, outline, &row, hidden, &below);
        for (int c = 0; c < run->count; c++)
            sum[c] += covered_of(&above, c) + covered_of(&below, c);
    }
    inside->whole = inside->part = 0;
    for (int c = 0; c < run->count; c++) {
        inside->covered[c] = sum[c] * (1.0f / (float)(2 * run->reach + 1));
        inside->whole |= (uint64_t)(inside->covered[c] >= 1.0f) << c;
        inside->part |= (uint64_t)(inside->covered[c] > 0.0f && inside->covered[c] < 1.0f) << c;
    }
}

static void cover_run(const rl_frame *frame, const ridge_outline *outline, const tile_run *run,
                      uint64_t hidden, pixel_area *inside)
{
    cover_row(frame, outline, run, hidden, inside);
    if (run->reach > 0)
        cover_reach(frame, outline, run, hidden, inside);
}

static void copy_block(uint64_t whole, const tile_colours *over, tile_colours *pixels,
                       float *covered)
{
    copy_whole(whole, pixels, over);
    for (; whole != 0; whole &= whole - 1)
        covered[__builtin_ctzll(whole)] = 1.0f;
}

extern const outline_kernels KERNEL(outline);
const outline_kernels KERNEL(outline) = {cover_run, blend_block, copy_block};
KERNEL_TABLE(const outline_kernels, outline_kernels_of, outline);
