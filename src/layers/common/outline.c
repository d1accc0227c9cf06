/* outline.c - measures the edges of slopes and shores, and keeps the blocks of them that are
 * needed.
 */
#include "layers/land/ridge.h"

#include <string.h>

#include "base/status.h"

rl_status outline_new(const rl_frame *frame, int is_whole, ridge_outline *out, rl_error *error)
{
    size_t blocks = (size_t)frame->blocks, groups = blocks * OUTLINE_GROUPS;
    size_t edges = is_whole ? (size_t)frame->columns * FRAME_PIECES + 1 : 0;
    int32_t *memory = arena_array(frame->arena, edges + 2 * groups + 3 * blocks, sizeof *memory);
    TRY(status_memory(memory != NULL, "ridges", error));
    out->edge = memory;
    out->group_top = memory + edges;
    out->group_full = out->group_top + groups;
    out->block_top = out->group_full + groups;
    out->block_full = out->block_top + blocks;
    out->start = out->block_full + blocks;
    memset(out->start, 0, blocks * sizeof *out->start);
    return RL_OK;
}

/* Returns the first rows that a column's points touch and cover wholly; without soft edges, the
 * first row whose middle is below the height at the column's middle. */
static outline_rows rows_of(const rl_frame *frame, const int32_t *edge)
{
    int32_t whole = frame->height * FRAME_HEIGHT_ONE;
    if (frame->is_hard) {
        int32_t above = whole - edge[FRAME_PIECES / 2] + FRAME_HEIGHT_ONE / 2;
        int32_t first = above >= 0 ? above / FRAME_HEIGHT_ONE : 0;
        return (outline_rows){first, first};
    }
    int32_t least = edge[0];
    int32_t greatest = edge[0];
    for (int i = 1; i <= FRAME_PIECES; i++) {
        least = edge[i] < least ? edge[i] : least;
        greatest = edge[i] > greatest ? edge[i] : greatest;
    }
    least = least < whole ? least : whole;
    greatest = greatest < whole ? greatest : whole;
    return (outline_rows){
        (int32_t)((uint32_t)(whole - greatest) / FRAME_HEIGHT_ONE),
        (int32_t)((uint32_t)(whole - least + FRAME_HEIGHT_ONE - 1) / FRAME_HEIGHT_ONE)};
}

const int32_t *outline_column(const rl_frame *frame, const ridge_outline *outline, int column)
{
    int64_t left = frame->first_block * frame->block - frame->x; /* first block's column, <= 0 */
    return outline_edge(outline, (int)((column - left) / frame->block), column);
}

outline_rows outline_rows_of(const rl_frame *frame, const ridge_outline *outline, int column)
{
    return rows_of(frame, outline_column(frame, outline, column));
}

/* Points first .. end of a block, counted from the part's first point. */
typedef struct block_points {
    size_t first, end;
} block_points;

static block_points points_in(const rl_frame *frame, int block)
{
    int left = (int)((frame->first_block + block) * frame->block - frame->x);
    int right = left + frame->block < frame->columns ? left + frame->block : frame->columns;
    return (block_points){(size_t)(left > 0 ? left : 0) * FRAME_PIECES,
                          (size_t)right * FRAME_PIECES};
}

/* Finds the rows of a block and of its groups.  `edge` begins with the block's first column in the
 * part; columns outside of the part count as empty. */
static void measure_block(const rl_frame *frame, int block, const int32_t *edge,
                          ridge_outline *outline)
{
    int left = (int)((frame->first_block + block) * frame->block - frame->x);
    int first = left > 0 ? left : 0;
    outline_rows whole = {INT32_MAX, 0};
    for (int g = block * OUTLINE_GROUPS; g < (block + 1) * OUTLINE_GROUPS; g++) {
        int right = left + OUTLINE_GROUP < frame->columns ? left + OUTLINE_GROUP : frame->columns;
        outline_rows all = {INT32_MAX, 0};
        for (int c = left > first ? left : first; c < right; c++) {
            outline_rows one = rows_of(frame, edge + (size_t)(c - first) * FRAME_PIECES);
            all.top = one.top < all.top ? one.top : all.top;
            all.full = one.full > all.full ? one.full : all.full;
        }
        outline->group_top[g] = all.top;
        outline->group_full[g] = all.full;
        whole.top = all.top < whole.top ? all.top : whole.top;
        whole.full = all.full > whole.full ? all.full : whole.full;
        left += OUTLINE_GROUP;
    }
    outline->block_top[block] = whole.top;
    outline->block_full[block] = whole.full;
}

void outline_measure(const rl_frame *frame, const int32_t *edge, ridge_outline *outline)
{
    for (int b = 0; b < frame->blocks; b++)
        measure_block(frame, b, edge + points_in(frame, b).first, outline);
}

/* Two level lines as long as a block, which stand for blocks that are not kept: at the bottom of
 * the picture, and at row `highest`.  They come before the points that are kept. */
#define LEVEL_POINTS (TILES_BLOCK * FRAME_PIECES + 1)
enum { LEVEL_BELOW, LEVEL_ABOVE, LEVELS };

/* Copies the kept blocks behind the level lines; neighbouring blocks share the point between them.
 * Returns the number of all points. */
static size_t lay_blocks(const rl_frame *frame, const int32_t *edge, const outline_rest *rest,
                         ridge_outline *outline)
{
    size_t count = LEVELS * LEVEL_POINTS;
    int is_open = 0; /* whether the block before is kept */
    for (int b = 0; b < frame->blocks; b++) {
        block_points points = points_in(frame, b);
        int is_below = rest->top[b] >= rest->lowest[b];
        int is_kept = !is_below && outline->block_full[b] > rest->highest;
        size_t level = is_below ? LEVEL_BELOW : LEVEL_ABOVE;
        size_t at = is_kept && is_open ? count - 1 : is_kept ? count : level * LEVEL_POINTS;
        outline->start[b] = (int32_t)((int64_t)at - (int64_t)points.first);
        if (is_kept)
            count = at + points.end - points.first + 1;
        if (is_kept && outline->edge != NULL)
            memcpy(outline->edge + at, edge + points.first,
                   (points.end - points.first + 1) * sizeof *edge);
        is_open = is_kept;
    }
    return count;
}

rl_status outline_keep(const rl_frame *frame, const int32_t *edge, const outline_rest *rest,
                       ridge_outline *outline, rl_error *error)
{
    outline->edge = NULL;
    size_t count = lay_blocks(frame, edge, rest, outline);
    int32_t *memory = arena_zeroed(frame->arena, count + OUTLINE_SPARE, sizeof *memory);
    TRY(status_memory(memory != NULL, "ridges", error));
    outline->edge = memory;
    for (size_t i = 0; i < LEVEL_POINTS; i++)
        memory[LEVEL_ABOVE * LEVEL_POINTS + i] = (frame->height - rest->highest) * FRAME_HEIGHT_ONE;
    lay_blocks(frame, edge, rest, outline);
    for (int b = 0; b < frame->blocks; b++) {
        size_t at = (size_t)(outline->start[b] + (int64_t)points_in(frame, b).first);
        if (at < LEVELS * LEVEL_POINTS)
            measure_block(frame, b, memory + at, outline);
    }
    return RL_OK;
}
