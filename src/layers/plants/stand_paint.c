/* stand_paint.c - paints the plants and stones on a row of a slope, front to back. */
#include "layers/plants/stand.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"

/* Rows of a large thing that are kept, row .. row + stand_memory.rows - 1 of the picture. */
typedef struct large_rows {
    int large, row;  /* stand_look.large, -1 = no rows; first row */
    uint8_t *pixels; /* [rows][3][columns], then at least STAND_SPARE bytes */
} large_rows;

struct stand_memory {
    const stand *stand;
    stand_box *box;        /* [larges] box of each large thing, cut to the part's columns */
    int rows, kept;        /* number of rows drawn at a time; number of entries of rows_kept */
    large_rows *rows_kept; /* [kept] large thing n is in entry n modulo kept */
    drawing_room room;
    int32_t *found;
};

#define LARGE_BYTES (1 << 19) /* memory of a thread for kept rows; one row may be larger */

/* Allocates rows_kept.  If LARGE_BYTES have room for a row of every large thing, several rows are
 * drawn at a time.  Otherwise entries are overwritten before the next row, so rows are drawn
 * singly.  Returns 0 if memory is short. */
static int begin_large(paint_scratch *s, stand_memory *memory, int larges, int widest)
{
    size_t row = 3 * (size_t)widest, most = LARGE_BYTES / row / (size_t)larges;
    memory->rows = most < 1 ? 1 : most < DRAWING_ROWS ? (int)most : DRAWING_ROWS;
    size_t kept = LARGE_BYTES / row / (size_t)memory->rows;
    memory->kept = kept < 1 ? 1 : kept < (size_t)larges ? (int)kept : larges;
    size_t bytes = row * (size_t)memory->rows;
    size_t pixels = ((size_t)widest + 1) * (size_t)memory->rows + DRAWING_SPARE;
    uint8_t *all = arena_array(&s->arena, (size_t)memory->kept * bytes + STAND_SPARE, 1);
    memory->rows_kept = arena_array(&s->arena, (size_t)memory->kept, sizeof *memory->rows_kept);
    memory->room.line = arena_array(&s->arena, 3 * pixels, sizeof *memory->room.line);
    memory->room.area = arena_zeroed(&s->arena, pixels, sizeof *memory->room.area);
    memory->room.kernels = (int)s->frame->kernels;
    if (all == NULL || memory->rows_kept == NULL || memory->room.line == NULL ||
        memory->room.area == NULL)
        return 0;
    for (int i = 0; i < memory->kept; i++)
        memory->rows_kept[i] = (large_rows){-1, 0, all + (size_t)i * bytes};
    return 1;
}

stand_memory *stand_begin(paint_scratch *s, const stand *of)
{
    stand_memory *memory = arena_zeroed(&s->arena, 1, sizeof *memory);
    if (memory == NULL)
        return NULL;
    memory->stand = of;
    int most = 0, widest = 1;
    for (int b = 0; b < s->frame->blocks; b++)
        most = of->block[b + 1] - of->block[b] > most ? of->block[b + 1] - of->block[b] : most;
    memory->found = arena_array(&s->arena, (size_t)most + STAND_SPARE, sizeof *memory->found);
    memory->box = arena_array(&s->arena, (size_t)of->larges + 1, sizeof *memory->box);
    if (memory->found == NULL || memory->box == NULL)
        return NULL;
    for (int i = 0; i < of->things; i++) {
        const stand_thing *thing = &of->thing[i];
        const stand_look *look = &of->look[thing->look];
        if (look->shape == NULL)
            continue;
        stand_box box = stand_box_of(of, thing);
        box.left = box.left > 0 ? box.left : 0;
        box.right = box.right < s->frame->columns ? box.right : s->frame->columns;
        widest = box.right - box.left > widest ? box.right - box.left : widest;
        memory->box[look->large] = box;
    }
    return of->larges == 0 || begin_large(s, memory, of->larges, widest) ? memory : NULL;
}

/* Returns the pixels of a large thing in a row, drawing them if they are not kept. */
static const uint8_t *large_pixels(stand_memory *memory, const stand_thing *thing, int row)
{
    const stand_look *look = &memory->stand->look[thing->look];
    const stand_box *box = &memory->box[look->large];
    large_rows *one = &memory->rows_kept[look->large % memory->kept];
    size_t stride = (size_t)(box->right - box->left);
    if (one->large != look->large || row < one->row || row >= one->row + memory->rows) {
        int x = stand_pixel_of(thing->x), y = stand_pixel_of(thing->y);
        drawing_place place = {.size = look->size,
                               .x = (double)(thing->x - x * STAND_ONE) / STAND_ONE,
                               .y = (double)(thing->y - y * STAND_ONE) / STAND_ONE,
                               .is_mirrored = look->is_mirrored,
                               .stamps = look->stamps};
        memory->room.columns = box->right - box->left;
        one->large = look->large;
        one->row = row;
        drawing_bytes(&memory->room, look->shape, &place, row - y, memory->rows, box->left - x,
                      one->pixels, stride, 3 * stride);
    }
    return one->pixels + 3 * stride * (size_t)(row - one->row);
}

/* Composites a thing's row under `out`, which is cleared first unless *is_there, so that its
 * columns of the bits `hidden` are covered.  `left` is the block's first column in the part. */
static void lay_thing(const rl_frame *frame, stand_memory *memory, const stand_thing *thing,
                      int row, int left, uint64_t hidden, int *is_there, stand_pixels *out)
{
    const stand_look *look = &memory->stand->look[thing->look];
    const stand_kernels *kernels = stand_kernels_of[frame->kernels];
    int x = stand_pixel_of(thing->x), first = x + look->left - left,
        end = first + look->columns + 1;
    if (look->shape != NULL) {
        const stand_box *box = &memory->box[look->large];
        first = box->left - left;
        end = box->right - left;
    }
    int skip = first < 0 ? -first : 0;
    end = end < TILES_BLOCK ? end : TILES_BLOCK;
    first += skip;
    if (first >= end ||
        (tiles_shift(UINT64_MAX >> (TILES_BLOCK - (end - first)), first) & ~hidden) == 0)
        return;
    stand_taps taps = {
        .here = 256, .has_own = look->planes > 2, .tint = {look->tint[0], look->tint[1]}};
    if (look->shape == NULL) {
        int y = stand_pixel_of(thing->y);
        int right = thing->x - x * STAND_ONE, down = thing->y - y * STAND_ONE;
        ptrdiff_t bytes = (ptrdiff_t)look->planes * look->stride;
        taps.stride = look->stride;
        taps.before = look->pixels + (row - y - look->top) * bytes + 1 + skip;
        taps.row = taps.before + bytes;
        for (int p = 0; p < look->planes; p++) /* the row after this one is needed next */
            __builtin_prefetch(taps.row + bytes + (ptrdiff_t)p * look->stride);
        taps.here = (STAND_ONE - right) * (STAND_ONE - down);
        taps.left = right * (STAND_ONE - down);
        taps.above = (STAND_ONE - right) * down;
        taps.corner = right * down;
    } else {
        taps.row = taps.before = large_pixels(memory, thing, row) + skip;
        taps.stride = memory->box[look->large].right - memory->box[look->large].left;
    }
    if (!*is_there) {
        kernels->clear(hidden, out);
        *is_there = 1;
    }
    if (taps.has_own && !out->has_own) {
        memset(out->own, 0, sizeof out->own);
        out->has_own = 1;
    }
    if ((taps.tint[0] != 0 || taps.tint[1] != 0) && !out->has_tint) {
        memset(out->tint, 0, sizeof out->tint);
        out->has_tint = 1;
    }
    kernels->lay(&taps, end - first, STAND_ROOM + first, out);
}

#define SOON 2 /* number of things ahead whose looks are prefetched */

/* Paints a row of a block, except columns whose bits are set in `hidden`; returns 0 if nothing is
 * in the row. */
static int paint_row(paint_scratch *s, stand_memory *memory, const tile_run *run, int row,
                     uint64_t hidden, stand_pixels *out)
{
    const stand *all = memory->stand;
    const rl_frame *frame = s->frame;
    const stand_kernels *kernels = stand_kernels_of[frame->kernels];
    int from = all->block[run->block], left = run->column - tiles_left(frame, run);
    int count = kernels->find(all, from, all->block[run->block + 1] - from, row, memory->found);
    int is_there = 0;
    for (int i = 0; i < count; i++) {
        if (i + SOON < count)
            __builtin_prefetch(&all->look[all->thing[memory->found[i + SOON]].look]);
        lay_thing(frame, memory, &all->thing[memory->found[i]], row, left, hidden, &is_there, out);
    }
    return is_there;
}

/* Number of rows that are painted and averaged for a run that stands for more rows. */
#define REACH_ROWS 3

static void add_row(int16_t sum[STAND_COLUMNS], const int16_t one[STAND_COLUMNS])
{
    for (int i = 0; i < STAND_COLUMNS; i++)
        sum[i] = (int16_t)(sum[i] + one[i]);
}

static void divide_rows(int16_t sum[STAND_COLUMNS])
{
    for (int i = 0; i < STAND_COLUMNS; i++)
        sum[i] = (int16_t)(sum[i] / REACH_ROWS);
}

static int paint_reach(paint_scratch *s, stand_memory *memory, const tile_run *run, uint64_t hidden,
                       stand_pixels *out)
{
    stand_pixels row;
    int step = run->reach > 1 ? run->reach * 2 / REACH_ROWS : 1, is_there = 0;
    memset(out, 0, sizeof *out);
    for (int k = -1; k <= 1; k++) {
        if (!paint_row(s, memory, run, run->row + k * step, hidden, &row))
            continue;
        is_there = 1;
        add_row(out->covered, row.covered);
        add_row(out->tone, row.tone);
        if (row.has_own)
            add_row(out->own, row.own);
        for (int t = 0; t < 2 && row.has_tint; t++)
            add_row(out->tint[t], row.tint[t]);
        out->has_tint |= row.has_tint;
        out->has_own |= row.has_own;
    }
    if (!is_there)
        return 0;
    divide_rows(out->covered);
    divide_rows(out->tone);
    divide_rows(out->own);
    for (int t = 0; t < 2; t++)
        divide_rows(out->tint[t]);
    return 1;
}

/* Rounds coverage to 0 or 255, and scales tone and own colour with it: hard edges, as in pixel
 * art. */
static void round_pixels(stand_pixels *out)
{
    for (int i = STAND_ROOM; i < STAND_ROOM + TILES_BLOCK; i++) {
        int covered = out->covered[i];
        int scale = covered >= 128 ? 255 : 0;
        if (covered == 0 || covered == 255)
            continue;
        out->tone[i] = (int16_t)(out->tone[i] * scale / covered);
        if (out->has_own)
            out->own[i] = (int16_t)(out->own[i] * scale / covered);
        for (int t = 0; t < 2 && out->has_tint; t++)
            out->tint[t][i] = (int16_t)(out->tint[t][i] * scale / covered);
        out->covered[i] = (int16_t)scale;
    }
}

int stand_run(paint_scratch *s, stand_memory *memory, const tile_run *run, uint64_t hidden,
              stand_pixels *out, uint64_t *whole, uint64_t *part)
{
    int left = tiles_left(s->frame, run);
    uint64_t closed = tiles_shift(hidden, left) | ~tiles_shift(UINT64_MAX, left);
    if (memory->stand->block_top[run->block] > run->row + run->reach ||
        !(run->reach == 0 ? paint_row(s, memory, run, run->row, closed, out)
                          : paint_reach(s, memory, run, closed, out)))
        return 0;
    if (s->frame->is_hard)
        round_pixels(out);
    stand_kernels_of[s->frame->kernels]->measure(out, whole, part);
    *whole = (*whole & ~closed) >> left;
    *part = (*part & ~closed) >> left;
    return *part != 0;
}
