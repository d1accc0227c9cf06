/* grid.c - lays the samples over a part, and paints the rows they lie in. */
#include "api/facts_grid.h"

#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "paint/pixelart.h"

/* ---- pixels -- */

void brush_free(brush *b)
{
    if (b->scratch != NULL)
        paint_scratch_free(b->scratch, b->frame);
    memory_free(b->frame->allocator, b->row);
}

rl_status brush_new(brush *b, const rl_frame *frame, rl_error *error)
{
    *b = (brush){.frame = frame, .y = -1};
    for (int i = 0; i < 256; i++)
        b->light[i] = colour_decode(i / 255.0);
    b->scratch = paint_scratch_new(frame);
    b->row = memory_array(frame->allocator, (size_t)frame->shown + 1, 6);
    if (b->scratch != NULL && b->row != NULL)
        return RL_OK;
    brush_free(b);
    *b = (brush){.frame = frame};
    return status_fail(error, RL_NO_MEMORY, "facts: out of memory");
}

void brush_row(brush *b, int y)
{
    if (b->y == y)
        return;
    paint_rows(b->frame, b->scratch, y, 1, b->row, 0);
    if (b->frame->art.count > 0)
        pixelart_expand(b->frame, b->row, b->frame->shown);
    b->y = y;
}

/* Of 16 bits the upper 8 are enough to tell colours. */
static linear_rgb pixel_light(const brush *b, int x)
{
    const uint8_t *bytes = (const uint8_t *)b->row + 3 * (size_t)x;
    const uint16_t *words = (const uint16_t *)b->row + 3 * (size_t)x;
    int is_deep = b->frame->scene.depth == 16;
    double c[3];
    for (int i = 0; i < 3; i++)
        c[i] = b->light[is_deep ? words[i] >> 8 : bytes[i]];
    return (linear_rgb){c[0], c[1], c[2]};
}

/* The mean of a run of pixels round x. */
oklab brush_colour(const brush *b, int x, int run)
{
    linear_rgb sum = {0.0, 0.0, 0.0};
    int from = x - run / 2 > 0 ? x - run / 2 : 0;
    int end = from + run < b->frame->shown ? from + run : b->frame->shown;
    for (int i = from; i < end; i++) {
        linear_rgb light = pixel_light(b, i);
        sum.r += light.r;
        sum.g += light.g;
        sum.b += light.b;
    }
    double count = end - from;
    return colour_linear_to_oklab((linear_rgb){sum.r / count, sum.g / count, sum.b / count});
}

double grid_distance(oklab a, oklab b)
{
    double l = a.l - b.l, x = a.a - b.a, y = a.b - b.b;
    return exact_sqrt(l * l + x * x + y * y);
}

/* ---- which layer is where -- */

static int column_of(const rl_frame *frame, int x)
{
    return (int)exact_wrap((int64_t)frame->turn + x, frame->columns);
}

static float edge_at(const rl_frame *frame, int surface, int x)
{
    const int32_t *edge = frame->surface[surface].edge;
    int32_t height = edge[(size_t)column_of(frame, x) * FRAME_PIECES + FRAME_PIECES / 2];
    return (float)(frame->height - (double)height / FRAME_HEIGHT_ONE);
}

/* The columns of the grid that a tree covers rise to its outline. */
static void raise_tree(grid *g, float *tips, const frame_tree *tree)
{
    const rl_frame *frame = g->frame;
    double x = (double)tree->x / FRAME_TREE_ONE - frame->turn;
    if (frame->loop_px > 0.0)
        x -= (double)exact_floor(x / frame->columns) * frame->columns;
    double half = (double)tree->width / FRAME_TREE_ONE + 0.5;
    double pitch = (double)frame->shown / g->columns;
    int64_t first = exact_floor((x - half) / pitch);
    int64_t last = exact_floor((x + half) / pitch);
    for (int64_t c = first > 0 ? first : 0; c <= last && c < g->columns; c++) {
        double away = exact_abs(g->x[c] + 0.5 - x) / half;
        double y = (tree->top + away * tree->height) / (double)FRAME_TREE_ONE;
        if (away < 1.0 && y < (double)tips[c])
            tips[c] = (float)y;
    }
}

static void find_crests(grid *g)
{
    const rl_frame *frame = g->frame;
    for (int i = 0; i < frame->surface_count; i++) {
        float *crest = g->crest + (size_t)i * GRID_COLUMNS;
        float *tips = g->tips + (size_t)i * GRID_COLUMNS;
        for (int c = 0; c < g->columns; c++)
            crest[c] = tips[c] = edge_at(frame, i, g->x[c]);
        for (int t = 0; t < frame->surface[i].tree_count; t++)
            raise_tree(g, tips, &frame->surface[i].tree[t]);
    }
}

/* The nearest surface from `behind` on that covers row y of a column, or GRID_SKY. */
static int surface_at(const grid *g, int behind, int end, int c, double y)
{
    for (int i = end - 1; i >= behind; i--)
        if ((double)g->tips[(size_t)i * GRID_COLUMNS + (size_t)c] <= y)
            return i;
    return GRID_SKY;
}

static int layer_at(const grid *g, int c, double y)
{
    const rl_frame *frame = g->frame;
    int layer = surface_at(g, frame->lake, frame->surface_count, c, y);
    if (layer != GRID_SKY || frame->lake == 0)
        return layer;
    return y >= frame->lake_top ? GRID_WATER : surface_at(g, 0, frame->lake, c, y);
}

static void find_layers(grid *g)
{
    const rl_frame *frame = g->frame;
    for (int c = 0; c < g->columns; c++) {
        double most = frame->lake > 0 ? frame->lake_top : frame->height;
        for (int i = 0; i < frame->surface_count; i++)
            most = exact_min(most, (double)g->tips[(size_t)i * GRID_COLUMNS + (size_t)c]);
        g->skyline[c] = (float)most;
        for (int r = 0; r < g->rows; r++)
            g->shows[r][c] = layer_at(g, c, frame->y + g->y[r] + 0.5);
    }
}

static void lay_grid(grid *g)
{
    const rl_frame *frame = g->frame;
    g->columns = frame->shown < GRID_COLUMNS ? frame->shown : GRID_COLUMNS;
    g->rows = frame->rows < GRID_ROWS ? frame->rows : GRID_ROWS;
    for (int c = 0; c < g->columns; c++)
        g->x[c] = (int)(((int64_t)2 * c + 1) * frame->shown / (2 * g->columns));
    for (int r = 0; r < g->rows; r++)
        g->y[r] = (int)(((int64_t)2 * r + 1) * frame->rows / (2 * g->rows));
}

static void paint_grid(grid *g)
{
    for (int r = 0; r < g->rows; r++) {
        brush_row(&g->brush, g->y[r]);
        for (int c = 0; c < g->columns; c++)
            g->colour[r][c] = brush_colour(&g->brush, g->x[c], GRID_RUN);
    }
}

double grid_skyline(const rl_frame *frame, int x)
{
    double most = frame->lake > 0 ? frame->lake_top : frame->height;
    for (int i = 0; i < frame->surface_count; i++)
        most = exact_min(most, (double)edge_at(frame, i, x));
    return most;
}

/* ---- the grid -- */

rl_status grid_new(grid **out, const rl_frame *frame, rl_error *error)
{
    grid *g = memory_zeroed(frame->allocator, 1, sizeof *g);
    *out = g;
    if (g == NULL)
        return status_fail(error, RL_NO_MEMORY, "facts: out of memory");
    g->frame = g->brush.frame = frame;
    size_t surfaces = (size_t)frame->surface_count + 1;
    g->crest = memory_array(frame->allocator, surfaces, GRID_COLUMNS * sizeof *g->crest);
    g->tips = memory_array(frame->allocator, surfaces, GRID_COLUMNS * sizeof *g->tips);
    if (g->crest == NULL || g->tips == NULL)
        return status_fail(error, RL_NO_MEMORY, "facts: out of memory");
    rl_status status = brush_new(&g->brush, frame, error);
    if (status != RL_OK)
        return status;
    lay_grid(g);
    find_crests(g);
    find_layers(g);
    paint_grid(g);
    return RL_OK;
}

void grid_free(grid *g)
{
    if (g == NULL)
        return;
    const rl_allocator *allocator = g->frame->allocator;
    brush_free(&g->brush);
    memory_free(allocator, g->crest);
    memory_free(allocator, g->tips);
    memory_free(allocator, g);
}
