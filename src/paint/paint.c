/* paint.c - layers become rows, each pixel painted once where that is possible.
 *
 * A row is cut into blocks of columns.  In a block the front-most ridge that
 * covers it wholly (else the sky) is painted, then the edges of the ridges
 * before it are laid over it; what stands behind is never touched.
 */
#include "paint/paint.h"

#include "base/exact.h"
#include "base/memory.h"
#include "paint/coverage.h"
#include "paint/dither.h"
#include "paint/tiles.h"

#define BLOCK 64 /* columns, the widest that map_view makes */

struct paint_scratch {
    tiles tiles;
    float *r, *g, *b; /* one row of the part, encoded sRGB */
};

paint_scratch *paint_scratch_new(const rl_frame *frame)
{
    paint_scratch *scratch = memory_zeroed(frame->allocator, 1, sizeof *scratch);
    if (scratch == NULL)
        return NULL;
    size_t columns = (size_t)frame->columns;
    scratch->r = memory_array(frame->allocator, columns, 3 * sizeof(float));
    if (scratch->r == NULL || !tiles_new(&scratch->tiles, frame)) {
        paint_scratch_free(scratch, frame);
        return NULL;
    }
    scratch->g = scratch->r + columns;
    scratch->b = scratch->g + columns;
    return scratch;
}

void paint_scratch_free(paint_scratch *scratch, const rl_frame *frame)
{
    if (scratch == NULL)
        return;
    tiles_free(&scratch->tiles);
    memory_free(frame->allocator, scratch->r);
    memory_free(frame->allocator, scratch);
}

/* A run of columns of one block, in one row. */
typedef struct block_run {
    int block;  /* from the part's first */
    int column; /* first column, from the left of the part */
    int count;
    int row;    /* of the whole picture */
} block_run;

/* Lays `amount` of a colour over a pixel, in linear light. */
static float blend(const tone_tables *tone, float under, float over, float amount)
{
    float a = tone_decode(tone, under);
    float b = tone_decode(tone, over);
    return tone_encode(tone, a + (b - a) * amount);
}

static void paint_disc(const rl_frame *frame, paint_scratch *s, const block_run *run)
{
    double radius = frame->sun_radius;
    double dy = run->row + 0.5 - frame->sun_y;
    if (radius <= 0.0 || exact_abs(dy) > radius + 1.0)
        return;
    linear_rgb light = shade_disc(frame, exact_clamp(dy / radius, 0.0, 1.0));
    float r = tone_encode(&frame->tone, (float)light.r);
    float g = tone_encode(&frame->tone, (float)light.g);
    float b = tone_encode(&frame->tone, (float)light.b);
    for (int i = 0; i < run->count; i++) {
        int c = run->column + i;
        double dx = frame->x + c + 0.5 - frame->sun_x;
        float covered = coverage_disc(radius, exact_sqrt(dx * dx + dy * dy));
        if (frame->scene.edges == RL_EDGES_HARD)
            covered = covered >= 0.5f ? 1.0f : 0.0f;
        if (covered == 0.0f)
            continue;
        s->r[c] = covered == 1.0f ? r : blend(&frame->tone, s->r[c], r, covered);
        s->g[c] = covered == 1.0f ? g : blend(&frame->tone, s->g[c], g, covered);
        s->b[c] = covered == 1.0f ? b : blend(&frame->tone, s->b[c], b, covered);
    }
}

/* Lays a ridge whose edge runs through the block over what is there. */
static void paint_edge(const rl_frame *frame, paint_scratch *s, int index, const block_run *run)
{
    const frame_ridge *ridge = &frame->ridge[index];
    float r[BLOCK], g[BLOCK], b[BLOCK];
    tiles_row(&s->tiles, index + 1, run->block, frame->x + run->column, run->count, run->row, r, g,
              b);
    for (int i = 0; i < run->count; i++) {
        int c = run->column + i;
        if (run->row < ridge->top[c])
            continue;
        if (run->row >= ridge->full[c]) {
            s->r[c] = r[i];
            s->g[c] = g[i];
            s->b[c] = b[i];
            continue;
        }
        float covered = coverage_of(frame, ridge, c, run->row);
        s->r[c] = blend(&frame->tone, s->r[c], r[i], covered);
        s->g[c] = blend(&frame->tone, s->g[c], g[i], covered);
        s->b[c] = blend(&frame->tone, s->b[c], b[i], covered);
    }
}

static void paint_block(const rl_frame *frame, paint_scratch *s, const block_run *run)
{
    int behind = frame->ridge_count - 1; /* becomes the ridge that covers all, or -1 */
    while (behind >= 0 && frame->ridge[behind].block_full[run->block] > run->row)
        behind--;
    int c = run->column;
    tiles_row(&s->tiles, behind + 1, run->block, frame->x + c, run->count, run->row, s->r + c,
              s->g + c, s->b + c);
    if (behind < 0)
        paint_disc(frame, s, run);
    for (int i = behind + 1; i < frame->ridge_count; i++)
        if (frame->ridge[i].block_top[run->block] <= run->row)
            paint_edge(frame, s, i, run);
}

static void paint_row(const rl_frame *frame, paint_scratch *s, int row)
{
    for (int block = 0; block < frame->blocks; block++) {
        int left = (frame->first_block + block) * frame->block - frame->x;
        int right = left + frame->block;
        block_run run = {.block = block, .column = left > 0 ? left : 0, .row = row};
        run.count = (right < frame->columns ? right : frame->columns) - run.column;
        paint_block(frame, s, &run);
    }
}

void paint_rows(const rl_frame *frame, paint_scratch *scratch, int y, int count, void *pixels,
                size_t stride_bytes)
{
    for (int i = 0; i < count; i++) {
        int row = frame->y + y + i;
        void *out = (char *)pixels + (size_t)i * stride_bytes;
        paint_row(frame, scratch, row);
        if (frame->scene.depth == 16)
            dither_row_16(frame->columns, scratch->r, scratch->g, scratch->b, out);
        else
            dither_row_8(frame->scene.dither, frame->x, row, frame->columns, scratch->r,
                         scratch->g, scratch->b, out);
    }
}
