/* stand_paint.c - paints the plants and stones on a row of a slope, front to back. */
#define LANES 1 /* for LANES_SCRATCH: rows are written before they are read */
#include "base/lanes.h"

#include "layers/plants/stand.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"

/* Rows of a large thing that are kept, row .. row + stand_memory.rows - 1 of the picture. */
typedef struct large_rows {
    int large, row;  /* stand_look.large, -1 = no rows; first row */
    uint8_t *pixels; /* [rows][3][columns], then at least STAND_SPARE bytes */
} large_rows;

/* Bits of rows. */
typedef struct row_bits {
    unsigned there;     /* something is in the row; if not, its pixels are undefined */
    unsigned own, tint; /* stand_pixels.has_own; has_tint */
} row_bits;

/* A patch is PATCH_ROWS rows of a block, from a multiple of PATCH_ROWS on.  They are painted
 * together, since finding a thing and what its rows share takes as long as painting a row. */
#define PATCH_ROWS 4

/* The patch of a block that was painted last. */
typedef struct stand_patch {
    int16_t *kept;   /* [PATCH_ROWS][row_values] its rows, or NULL: rows are painted singly */
    int number;      /* row of the picture / PATCH_ROWS; -1 = none was painted */
    uint64_t hidden; /* bits of columns that were hidden when it was painted */
    row_bits has;
} stand_patch;

struct stand_memory {
    const stand *stand;
    stand_box *box;        /* [larges] box of each large thing, cut to the part's columns */
    int rows, kept;        /* number of rows drawn at a time; number of entries of rows_kept */
    large_rows *rows_kept; /* [kept] large thing n is in entry n modulo kept */
    drawing_room room;
    int32_t *found;
    stand_patch *patch; /* [blocks], or NULL: all rows are painted singly */
    size_t row_values;
};

#define LARGE_BYTES (1 << 19) /* memory of a thread for kept rows; one row may be larger */
#define PATCH_BYTES (1 << 20) /* most memory of a thread for the patches of a stand */

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

/* Planes of a kept row, each of TILES_BLOCK values.  A row has those up to the last one that a look
 * of the stand has. */
enum { KEPT_COVERED, KEPT_TONE, KEPT_OWN, KEPT_TINTS, KEPT_ALL = KEPT_TINTS + 2 };

/* Allocates patches for the blocks that no large thing touches, as its hidden rows would be drawn,
 * too; for none if PATCH_BYTES do not suffice.  Returns 0 if memory is short. */
static int begin_patches(paint_scratch *s, stand_memory *memory)
{
    const stand *of = memory->stand;
    int blocks = s->frame->blocks, block = s->frame->block;
    int left = (int)(s->frame->x - s->frame->first_block * block);
    size_t planes = of->has_tint ? KEPT_ALL : of->has_own ? KEPT_TINTS : KEPT_OWN, count = 0;
    uint8_t *is_single = arena_zeroed(&s->arena, (size_t)blocks, 1);
    if (is_single == NULL)
        return 0;
    for (int i = 0; i < of->larges; i++) {
        int last = (memory->box[i].right + left) / block;
        for (int b = (memory->box[i].left + left) / block; b <= last && b < blocks; b++)
            is_single[b] = 1;
    }
    for (int b = 0; b < blocks; b++) {
        is_single[b] |= of->block[b + 1] == of->block[b];
        count += !is_single[b];
    }
    memory->row_values = planes * TILES_BLOCK;
    size_t values = PATCH_ROWS * memory->row_values;
    if (count == 0 || count * values * sizeof(int16_t) > PATCH_BYTES)
        return 1;
    int16_t *kept = arena_array(&s->arena, count * values, sizeof *kept);
    memory->patch = arena_zeroed(&s->arena, (size_t)blocks, sizeof *memory->patch);
    if (kept == NULL || memory->patch == NULL)
        return 0;
    for (int b = 0; b < blocks; b++)
        if (!is_single[b]) {
            memory->patch[b] = (stand_patch){.kept = kept, .number = -1};
            kept += values;
        }
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
    if (of->larges > 0 && !begin_large(s, memory, of->larges, widest))
        return NULL;
    return begin_patches(s, memory) ? memory : NULL;
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

/* Rows of a block that are painted together. */
typedef struct stand_rows {
    int first, end;    /* rows of the picture first .. end - 1 */
    int left;          /* the block's first column in the part */
    uint64_t hidden;   /* bits of columns that are not painted, but covered */
    stand_pixels *out; /* its first element is row `row` of the picture */
    int row;
    row_bits has; /* bit 0 is row `row` */
} stand_rows;

/* Clears those of the rows `bits` that nothing is in, and planes that none of their things had. */
static void open_rows(const stand_kernels *kernels, stand_rows *rows, unsigned bits, int has_own,
                      int has_tint)
{
    for (unsigned left = bits; left != 0; left &= left - 1) {
        int row = __builtin_ctz(left);
        stand_pixels *out = &rows->out[row];
        if (!(rows->has.there >> row & 1))
            kernels->clear(rows->hidden, out);
        if (has_own && !out->has_own)
            memset(out->own, 0, sizeof out->own);
        if (has_tint && !out->has_tint)
            memset(out->tint, 0, sizeof out->tint);
        out->has_own |= has_own;
        out->has_tint |= has_tint;
    }
    rows->has.there |= bits;
    rows->has.own |= has_own ? bits : 0;
    rows->has.tint |= has_tint ? bits : 0;
}

/* Composites a thing under the rows. */
static void lay_thing(const rl_frame *frame, stand_memory *memory, const stand_thing *thing,
                      stand_rows *rows)
{
    const stand_look *look = &memory->stand->look[thing->look];
    const stand_kernels *kernels = stand_kernels_of[frame->kernels];
    stand_box box =
        look->shape == NULL ? stand_box_of(memory->stand, thing) : memory->box[look->large];
    int row = box.top > rows->first ? box.top : rows->first;
    int last = (box.end < rows->end ? box.end : rows->end) - 1;
    int first = box.left - rows->left, end = box.right - rows->left;
    int skip = first < 0 ? -first : 0;
    end = end < TILES_BLOCK ? end : TILES_BLOCK;
    first += skip;
    if (row > last || first >= end ||
        (tiles_shift(UINT64_MAX >> (TILES_BLOCK - (end - first)), first) & ~rows->hidden) == 0)
        return;
    int has_own = look->planes > 2, has_tint = look->tint[0] != 0 || look->tint[1] != 0;
    unsigned bits = (2U << (last - rows->row)) - (1U << (row - rows->row));
    unsigned open =
        rows->has.there & (has_own ? rows->has.own : ~0U) & (has_tint ? rows->has.tint : ~0U);
    if ((bits & ~open) != 0)
        open_rows(kernels, rows, bits & ~open, has_own, has_tint);
    stand_taps taps = {.here = 256, .has_own = has_own, .tint = {look->tint[0], look->tint[1]}};
    stand_pixels *out = &rows->out[row - rows->row];
    if (look->shape != NULL) {
        taps.stride = box.right - box.left;
        for (; row <= last; row++, out++) {
            taps.row = taps.before = large_pixels(memory, thing, row) + skip;
            kernels->lay(&taps, end - first, STAND_ROOM + first, 1, out);
        }
        return;
    }
    int right = thing->x - stand_pixel_of(thing->x) * STAND_ONE;
    int down = thing->y - stand_pixel_of(thing->y) * STAND_ONE;
    taps.stride = look->stride;
    taps.next = look->planes * look->stride;
    taps.before = look->pixels + (ptrdiff_t)(row - box.top) * taps.next + 1 + skip;
    taps.row = taps.before + taps.next;
    taps.here = (STAND_ONE - right) * (STAND_ONE - down);
    taps.left = right * (STAND_ONE - down);
    taps.above = (STAND_ONE - right) * down;
    taps.corner = right * down;
    kernels->lay(&taps, end - first, STAND_ROOM + first, last - row + 1, out);
}

#define SOON 2 /* number of things ahead whose looks are prefetched */

/* Paints the rows of a run's block, the nearest things first. */
static void paint_things(paint_scratch *s, stand_memory *memory, const tile_run *run,
                         stand_rows *rows)
{
    const stand *all = memory->stand;
    const stand_kernels *kernels = stand_kernels_of[s->frame->kernels];
    int from = all->block[run->block], most = all->block[run->block + 1] - from;
    int count = kernels->find(all, from, most, rows->first, rows->end, memory->found);
    rows->left = run->column - tiles_left(s->frame, run);
    for (int i = 0; i < count; i++) {
        if (i + SOON < count)
            __builtin_prefetch(&all->look[all->thing[memory->found[i + SOON]].look]);
        lay_thing(s->frame, memory, &all->thing[memory->found[i]], rows);
    }
}

/* Paints a row of a block, except columns whose bits are set in `hidden`; returns 0 if nothing is
 * in the row. */
static int paint_row(paint_scratch *s, stand_memory *memory, const tile_run *run, int row,
                     uint64_t hidden, stand_pixels *out)
{
    stand_rows rows = {.first = row, .end = row + 1, .hidden = hidden, .out = out, .row = row};
    paint_things(s, memory, run, &rows);
    return rows.has.there != 0;
}

/* ---- patches ------------------------------------------------------------------------ */

#define PLANE_BYTES (TILES_BLOCK * sizeof(int16_t))

/* Paints the patch of the run's row, and keeps it. */
static void paint_patch(paint_scratch *s, stand_memory *memory, const tile_run *run,
                        uint64_t hidden)
{
    stand_patch *patch = &memory->patch[run->block];
    int16_t *kept = patch->kept;
    int number = run->row / PATCH_ROWS, row = number * PATCH_ROWS;
    LANES_SCRATCH stand_pixels painted[PATCH_ROWS];
    stand_rows rows = {
        .first = row, .end = row + PATCH_ROWS, .hidden = hidden, .out = painted, .row = row};
    paint_things(s, memory, run, &rows);
    *patch = (stand_patch){.kept = kept, .number = number, .hidden = hidden, .has = rows.has};
    for (int i = 0; i < PATCH_ROWS; i++, kept += memory->row_values) {
        const stand_pixels *out = &painted[i];
        if (!(rows.has.there >> i & 1))
            continue;
        memcpy(kept, out->covered + STAND_ROOM, PLANE_BYTES);
        memcpy(kept + KEPT_TONE * TILES_BLOCK, out->tone + STAND_ROOM, PLANE_BYTES);
        if (out->has_own)
            memcpy(kept + KEPT_OWN * TILES_BLOCK, out->own + STAND_ROOM, PLANE_BYTES);
        for (int t = 0; t < 2 && out->has_tint; t++)
            memcpy(kept + (KEPT_TINTS + t) * TILES_BLOCK, out->tint[t] + STAND_ROOM, PLANE_BYTES);
    }
}

/* Paints the run's row, or takes it from its patch; returns 0 if nothing is in the row. */
static int find_row(paint_scratch *s, stand_memory *memory, const tile_run *run, uint64_t hidden,
                    stand_pixels *out)
{
    stand_patch *patch = memory->patch != NULL ? &memory->patch[run->block] : NULL;
    int number = run->row / PATCH_ROWS;
    unsigned i = (unsigned)(run->row % PATCH_ROWS);
    if (patch == NULL || patch->kept == NULL || run->is_mirrored ||
        (patch->number == number && (patch->hidden & ~hidden) != 0))
        return paint_row(s, memory, run, run->row, hidden, out);
    if (patch->number != number)
        paint_patch(s, memory, run, hidden);
    if (!(patch->has.there >> i & 1))
        return 0;
    const int16_t *kept = patch->kept + i * memory->row_values;
    out->has_own = (int)(patch->has.own >> i & 1);
    out->has_tint = (int)(patch->has.tint >> i & 1);
    memcpy(out->covered + STAND_ROOM, kept, PLANE_BYTES);
    memcpy(out->tone + STAND_ROOM, kept + KEPT_TONE * TILES_BLOCK, PLANE_BYTES);
    if (out->has_own)
        memcpy(out->own + STAND_ROOM, kept + KEPT_OWN * TILES_BLOCK, PLANE_BYTES);
    for (int t = 0; t < 2 && out->has_tint; t++)
        memcpy(out->tint[t] + STAND_ROOM, kept + (KEPT_TINTS + t) * TILES_BLOCK, PLANE_BYTES);
    return 1;
}

/* ---- runs ------------------------------------------------------------------------------- */

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
        !(run->reach == 0 ? find_row(s, memory, run, closed, out)
                          : paint_reach(s, memory, run, closed, out)))
        return 0;
    if (s->frame->is_hard)
        round_pixels(out);
    stand_kernels_of[s->frame->kernels]->measure(out, whole, part);
    *whole = (*whole & ~closed) >> left;
    *part = (*part & ~closed) >> left;
    return *part != 0;
}
