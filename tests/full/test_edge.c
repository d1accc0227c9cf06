/* test_edge.c - outlines of ridges, and blending inside them.
 *
 * Every width of the kernels must say what a few plain lines say, bit for bit.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/colour.h"
#include "frame/frame.h"
#include "support/slopes.h"
#include "support/support.h"

#define kernels outline_kernels_of

/* Those that this CPU can run. */
/* ---- reference: ridges ------------------------------------------------------ */

static float integral(float t)
{
    return t <= 0.0f ? 0.0f : t < 1.0f ? 0.5f * t * t : t - 0.5f;
}

static float mean_of_piece(float a, float b)
{
    if (b - a > -1e-3f && b - a < 1e-3f) {
        float middle = 0.5f * (a + b);
        return middle <= 0.0f ? 0.0f : middle >= 1.0f ? 1.0f : middle;
    }
    return (integral(b) - integral(a)) / (b - a);
}

static float ridge_covers(const rl_frame *frame, const ridge_outline *surface, int column, int row)
{
    outline_rows rows = outline_rows_of(frame, surface, column);
    if (row < rows.top)
        return 0.0f;
    if (row >= rows.full)
        return 1.0f;
    const int32_t *edge = outline_column(frame, surface, column);
    float sum = 0.0f;
    for (int i = 0; i < FRAME_PIECES; i++) {
        int32_t foot = (frame->height - 1 - row) * FRAME_HEIGHT_ONE;
        sum += mean_of_piece((float)(edge[i] - foot) / FRAME_HEIGHT_ONE,
                             (float)(edge[i + 1] - foot) / FRAME_HEIGHT_ONE);
    }
    return sum / FRAME_PIECES;
}

static float covers(const rl_frame *frame, const slope *s, int column, int row)
{
    float covered = ridge_covers(frame, s->outline, column, row);
    if (frame->is_hard)
        return covered >= 0.5f ? 1.0f : 0.0f;
    return covered;
}

static float reference(const rl_frame *frame, int index, int column, int row, int reach)
{
    const slope s = slope_at(frame, index);
    if (reach == 0)
        return covers(frame, &s, column, row);
    float sum = 0.0f; /* from above; below a row that is covered wholly all are */
    for (int y = row - reach, last = row + reach; y <= last; y++) {
        float covered = covers(frame, &s, column, y);
        sum += covered >= 1.0f ? (float)(last + 1 - y) : covered;
        y = covered >= 1.0f ? last : y;
    }
    return sum * (1.0f / (float)(2 * reach + 1));
}

/* ---- areas -------------------------------------------------------------------- */

static float covered_at(const pixel_area *area, int i)
{
    int is_whole = (int)(area->whole >> i & 1);
    int is_part = (int)(area->part >> i & 1);
    EXPECT(!(is_whole && is_part));
    return is_whole ? 1.0f : is_part ? area->covered[i] : 0.0f;
}

/* A run of a block, or a part of it. */
static tile_run run_of(chance *c, const rl_frame *frame, int block)
{
    int left = (int)((frame->first_block + block) * frame->block - frame->x);
    int right = left + frame->block < frame->columns ? left + frame->block : frame->columns;
    left = left > 0 ? left : 0;
    tile_run run = {.block = block, .column = left, .count = right - left};
    if (chance_integer(c, 0, 2) == 0) {
        run.column = (int)chance_integer(c, left, right - 1);
        run.count = (int)chance_integer(c, 1, right - run.column);
    }
    return run;
}

static void check_run(const rl_frame *frame, int index, const tile_run *run, uint64_t hidden)
{
    static pixel_area covered; /* its spare numbers may be anything */
    float wanted[TILES_BLOCK];
    const slope s = slope_at(frame, index);
    for (int i = 0; i < run->count; i++)
        wanted[i] =
            hidden >> i & 1 ? 0.0f : reference(frame, index, run->column + i, run->row, run->reach);
    for (int k = 0; k < kernels_count(); k++) {
        memset(&covered, 0x7f, sizeof covered);
        kernels[k]->cover(frame, s.outline, run, hidden, &covered);
        for (int i = 0; i < TILES_BLOCK; i++) {
            float got = covered_at(&covered, i);
            float want = i < run->count ? wanted[i] : 0.0f;
            EXPECT_MSG(got == want,
                       "kernels %d, surface %d, row %d, reach %d, %d+%d: %.9g, not %.9g", k, index,
                       run->row, run->reach, run->column, i, (double)got, (double)want);
        }
    }
}

/* Rows where something of the block's outline lies, and some beside them. */
static int row_of(chance *c, const ridge_outline *surface, int block)
{
    int top = surface->block_top[block];
    int full = surface->block_full[block];
    return (int)chance_integer(c, top - 2, full > top ? full + 2 : top + 2);
}

static void check_frame(chance *c, const rl_frame *frame, int runs)
{
    for (int i = 0; i < runs; i++) {
        int index = (int)chance_integer(c, 0, slope_count(frame) - 1);
        int block = (int)chance_integer(c, 0, frame->blocks - 1);
        tile_run run = run_of(c, frame, block);
        run.row = row_of(c, slope_at(frame, index).outline, block);
        run.reach = chance_integer(c, 0, 9) == 0 ? (int)chance_integer(c, 1, 4) : 0;
        check_run(frame, index, &run, i % 2 == 0 ? 0 : chance_bits(c) | chance_bits(c));
    }
}

TEST(edge_coverage_equals_the_reference)
{
    chance c = chance_from(51);
    for (int i = 0; i < SUPPORT_PART(40); i++) {
        rl_scene scene;
        scene_init(&scene);
        scene.seed = chance_bits(&c);
        if (i % 4 == 0)
            OK(rl_scene_set(&scene, "output.edges", "hard", &error));
        int width = (int)chance_integer(&c, 1, 900);
        int height = (int)chance_integer(&c, 1, i % 3 == 0 ? 3000 : 600);
        int x = (int)chance_integer(&c, 0, width - 1);
        int is_part = i % 2;
        rl_frame *frame = new_part(&scene, width, height, is_part ? x : 0, 0,
                                   is_part ? (int)chance_integer(&c, 1, width - x) : width, height);
        check_frame(&c, frame, SUPPORT_PART(400));
        rl_frame_free(frame);
    }
}

/* The picture has a million rows, so heights are far beyond what a float holds exactly. */
TEST(edge_coverage_of_a_huge_picture_equals_the_reference)
{
    chance c = chance_from(52);
    rl_scene scene;
    scene_init(&scene);
    for (scene.seed = 1; scene.seed <= 4; scene.seed++) {
        rl_frame *frame = new_part(&scene, 1000000, 1000000, 999800, 0, 200, 1);
        check_frame(&c, frame, 60);
        rl_frame_free(frame);
    }
}

TEST(edge_coverage_is_null_above_and_whole_below)
{
    rl_scene scene;
    scene_init(&scene);
    scene.seed = 3;
    rl_frame *frame = new_frame(&scene, 320, 180);
    const slope one = slope_at(frame, 0);
    pixel_area covered;
    tile_run run = {.block = 1, .column = 64, .count = 64, .row = 0};
    kernels[0]->cover(frame, one.outline, &run, 0, &covered);
    ck_assert(covered.whole == 0 && covered.part == 0);
    run.row = one.outline->block_full[1];
    kernels[0]->cover(frame, one.outline, &run, 0, &covered);
    ck_assert(covered.whole == UINT64_MAX && covered.part == 0);
    rl_frame_free(frame);
}

/* ---- exact areas -------------------------------------------------------------- */

/* The mean of min(max(h, 0), 1) from a to b, times width: as straight pieces between the
 * places where h passes 0 and 1. */
static double clipped_area(double a, double b, double width)
{
    double cuts[4] = {0.0, 1.0, 1.0, 1.0};
    int count = 1;
    for (int level = 0; level <= 1; level++) {
        double at = a != b ? (level - a) / (b - a) : -1.0;
        if (at > 0.0 && at < 1.0)
            cuts[count++] = at;
    }
    if (count == 3 && cuts[1] > cuts[2]) {
        double t = cuts[1];
        cuts[1] = cuts[2];
        cuts[2] = t;
    }
    cuts[count] = 1.0;
    double area = 0.0;
    for (int i = 0; i < count; i++) {
        double low = fmin(fmax(a + (b - a) * cuts[i], 0.0), 1.0);
        double high = fmin(fmax(a + (b - a) * cuts[i + 1], 0.0), 1.0);
        area += 0.5 * (low + high) * (cuts[i + 1] - cuts[i]);
    }
    return area * width;
}

/* A picture one pixel wide, whose only ridge lies in memory of just that size. */
static float lone_pixel(const outline_kernels *kernel, const int32_t heights[FRAME_PIECES + 1],
                        int height, int row)
{
    static rl_frame frame;
    static pixel_area covered;
    int32_t *edge = malloc((FRAME_PIECES + 1) * sizeof *edge);
    ck_assert_ptr_nonnull(edge);
    memcpy(edge, heights, (FRAME_PIECES + 1) * sizeof *edge);
    int32_t start = 0;
    ridge_outline outline = {.edge = edge, .start = &start};
    tile_run run = {.count = 1, .row = row};
    frame.columns = frame.blocks = 1;
    frame.height = height;
    kernel->cover(&frame, &outline, &run, 0, &covered);
    free(edge);
    return covered_at(&covered, 0);
}

static void check_lone(const int32_t heights[FRAME_PIECES + 1], int height, int row,
                       double tolerance)
{
    double wanted = 0.0;
    for (int i = 0; i < FRAME_PIECES; i++)
        wanted += clipped_area(heights[i] / 256.0 - (height - 1 - row),
                               heights[i + 1] / 256.0 - (height - 1 - row), 1.0 / FRAME_PIECES);
    for (int k = 0; k < kernels_count(); k++) {
        double got = (double)lone_pixel(kernels[k], heights, height, row);
        EXPECT_MSG(fabs(got - wanted) <= tolerance, "row %d of %d: %g, not %g", row, height, got,
                   wanted);
    }
}

TEST(edge_coverage_is_exact)
{
    chance c = chance_from(5);
    for (int i = 0; i < SUPPORT_PART(40000); i++) {
        int height = (int)chance_integer(&c, 1, 4000);
        int row = (int)chance_integer(&c, 0, height - 1);
        int32_t middle = (height - 1 - row) * 256 + 128;
        /* From nearly level up to a cliff of the picture's height. */
        int64_t rise = INT64_C(1) << chance_integer(&c, 0, 19);
        int32_t heights[FRAME_PIECES + 1];
        for (int n = 0; n <= FRAME_PIECES; n++)
            heights[n] = middle + (int32_t)chance_integer(&c, -rise, rise);
        if (i % 5 == 0)
            heights[2] = heights[1] + (int32_t)chance_integer(&c, -1, 1);
        check_lone(heights, height, row, 1e-4);
    }
}

TEST(edge_coverage_of_level_and_diagonal_land_is_exact)
{
    int32_t heights[FRAME_PIECES + 1];
    for (int h = 0; h <= 2560; h += 16) { /* level land: its height is the area */
        for (int n = 0; n <= FRAME_PIECES; n++)
            heights[n] = h;
        for (int row = 0; row < 10; row++)
            check_lone(heights, 10, row, 0.0);
    }
    for (int n = 0; n <= FRAME_PIECES; n++) /* a diagonal through the pixel */
        heights[n] = 64 * n;
    check_lone(heights, 10, 9, 0.0);
    check_lone(heights, 10, 8, 0.0);
}

/* ---- blending ----------------------------------------------------------------- */

static float sample(chance *c)
{
    int64_t kind = chance_integer(c, 0, 9);
    return kind == 0 ? 0.0f : kind == 1 ? 1.0f : (float)chance_real(c, 0.0, kind < 4 ? 0.06 : 1.0);
}

static void random_colours(chance *c, tile_colours *colours)
{
    for (int i = 0; i < TILES_BLOCK; i++) {
        colours->r[i] = sample(c);
        colours->g[i] = sample(c);
        colours->b[i] = sample(c);
    }
}

/* Of a run of `count` pixels. */
static void random_area(chance *c, int count, pixel_area *area)
{
    uint64_t all = UINT64_MAX >> (TILES_BLOCK - count);
    uint64_t mask = chance_bits(c);
    area->part = chance_bits(c) & chance_bits(c) & all;
    area->whole = ~area->part & mask & all;
    if (chance_integer(c, 0, 3) == 0)
        area->part = 0;
    for (int i = 0; i < TILES_BLOCK; i++)
        area->covered[i] = (float)chance_real(c, 0.0, 1.0);
}

static void check_sample(float under, float over, float amount, float got)
{
    if (amount <= 0.0f || amount >= 1.0f) {
        EXPECT(got == (amount <= 0.0f ? under : over));
        return;
    }
    double light = colour_decode((double)under) +
                   (colour_decode((double)over) - colour_decode((double)under)) * (double)amount;
    double wanted = colour_encode(light);
    EXPECT_MSG(fabs((double)got - wanted) < 4e-6, "%g over %g by %g: %g, not %g", (double)over,
               (double)under, (double)amount, (double)got, wanted);
}

TEST(edge_blend_kernels_equal_the_definition)
{
    chance c = chance_from(53);
    static pixel_area area;
    static tile_colours under, over, mixed[CPU_KERNELS];
    for (int n = 0; n < SUPPORT_PART(4000); n++) {
        int left = n % 2 == 0 ? 0 : (int)chance_integer(&c, 0, TILES_BLOCK - 1);
        int count =
            n % 3 == 0 ? TILES_BLOCK - left : (int)chance_integer(&c, 1, TILES_BLOCK - left);
        random_colours(&c, &under);
        random_colours(&c, &over);
        random_area(&c, count, &area);
        for (int k = 0; k < kernels_count(); k++) {
            mixed[k] = under;
            kernels[k]->blend(&area, left, &mixed[k], &over);
            EXPECT_KERNEL(mixed, k);
        }
        for (int i = 0; i < TILES_BLOCK; i++) {
            float amount = i < left ? 0.0f : covered_at(&area, i - left);
            check_sample(under.r[i], over.r[i], amount, mixed[0].r[i]);
            check_sample(under.g[i], over.g[i], amount, mixed[0].g[i]);
            check_sample(under.b[i], over.b[i], amount, mixed[0].b[i]);
        }
    }
}

TEST(edge_blend_of_equal_colours_keeps_them)
{
    static pixel_area area;
    static tile_colours under, over;
    area.part = UINT64_MAX;
    for (int i = 0; i < TILES_BLOCK; i++) {
        area.covered[i] = (float)i / TILES_BLOCK;
        under.r[i] = over.r[i] = 1.0f;
    }
    for (int k = 0; k < kernels_count(); k++) {
        tile_colours mixed = under;
        kernels[k]->blend(&area, 0, &mixed, &over);
        EXPECT(memcmp(&mixed, &under, sizeof mixed) == 0);
    }
}
