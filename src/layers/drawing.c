/* drawing.c - filling shapes exactly: signed areas of edges in whole numbers.
 *
 * Places are rounded to 1/256 pixel; sums of areas are exact, so neither order nor the columns that
 * are left out change a pixel.
 */
#include "layers/drawing.h"

#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"

#define ONE 256    /* of a pixel */
#define POINTS 256 /* of a stroke's or an ellipse's polygon */

/* ---- making one ------------------------------------------------------------------ */

void drawing_begin(drawing *out, const rl_allocator *allocator)
{
    *out =
        (drawing){.allocator = allocator, .left = 1e9f, .right = -1e9f, .low = 1e9f, .high = -1e9f};
}

void *drawing_scratch(drawing *d, size_t bytes)
{
    int slot = d->scratch[0] != NULL;
    void *memory = d->scratch[slot] == NULL ? memory_zeroed(d->allocator, 1, bytes) : NULL;
    d->is_full |= memory == NULL;
    if (memory != NULL)
        d->scratch[slot] = memory;
    return memory;
}

static void free_scratch(drawing *d)
{
    for (int i = 0; i < 2; i++) {
        memory_free(d->allocator, d->scratch[i]);
        d->scratch[i] = NULL;
    }
}

void drawing_free(drawing *d)
{
    free_scratch(d);
    memory_free(d->allocator, d->fill);
    memory_free(d->allocator, d->edge);
    d->fill = NULL;
    d->edge = NULL;
}

/* Makes room for `more` items; returns the array, or NULL: the old one remains. */
static void *grow(drawing *d, void *old, int count, int more, int *room, size_t bytes)
{
    if (count + more <= *room)
        return old;
    int wanted = 2 * (count + more) + 16;
    void *larger = memory_array(d->allocator, (size_t)wanted, bytes);
    if (larger == NULL) {
        d->is_full = 1;
        return NULL;
    }
    if (count > 0)
        memcpy(larger, old, (size_t)count * bytes);
    memory_free(d->allocator, old);
    *room = wanted;
    return larger;
}

void drawing_fill_of(drawing *d, double tone, double own, double opacity)
{
    const drawing_fill *last = d->fills > 0 ? &d->fill[d->fills - 1] : NULL;
    if (d->is_full || (last != NULL && last->tone == (float)tone && last->own == (float)own &&
                       last->opacity == (float)opacity))
        return;
    void *fill = grow(d, d->fill, d->fills, 1, &d->fill_room, sizeof *d->fill);
    if (fill == NULL)
        return;
    d->fill = fill;
    d->has_own |= own > 0.0;
    d->fill[d->fills++] = (drawing_fill){.tone = (float)tone,
                                         .own = (float)own,
                                         .opacity = (float)opacity,
                                         .low = 1e9f,
                                         .high = -1e9f,
                                         .first = d->edges,
                                         .end = d->edges};
}

static void widen(float at, float *least, float *most)
{
    *least = at < *least ? at : *least;
    *most = at > *most ? at : *most;
}

static void add_contour(drawing *d, const drawing_point *point, int count, int32_t way)
{
    if (d->is_full || d->fills == 0 || count < 3)
        return;
    void *edges = grow(d, d->edge, d->edges, count, &d->edge_room, sizeof *d->edge);
    if (edges == NULL)
        return;
    d->edge = edges;
    drawing_fill *fill = &d->fill[d->fills - 1];
    for (int i = 0; i < count; i++) {
        drawing_point a = point[i], b = point[i + 1 < count ? i + 1 : 0];
        widen(a.x, &d->left, &d->right);
        widen(a.y, &d->low, &d->high);
        widen(a.y, &fill->low, &fill->high);
        if (a.y != b.y)
            d->edge[d->edges++] =
                way > 0 ? (drawing_edge){a.x, a.y, b.x, b.y} : (drawing_edge){b.x, b.y, a.x, a.y};
    }
    fill->end = d->edges;
}

static double doubled_area(const drawing_point *point, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        drawing_point a = point[i], b = point[i + 1 < count ? i + 1 : 0];
        sum += (double)a.x * (double)b.y - (double)b.x * (double)a.y;
    }
    return sum;
}

void drawing_path(drawing *d, const drawing_point *point, int count)
{
    add_contour(d, point, count, 1);
}

void drawing_shape(drawing *d, const drawing_point *point, int count)
{
    add_contour(d, point, count, doubled_area(point, count) < 0.0 ? -1 : 1);
}

void drawing_hole(drawing *d, const drawing_point *point, int count)
{
    add_contour(d, point, count, doubled_area(point, count) < 0.0 ? 1 : -1);
}

void drawing_ellipse(drawing *d, double x, double y, double wide, double high, int sides)
{
    drawing_point p[POINTS];
    int count = sides < 3 ? 3 : sides > POINTS ? POINTS : sides;
    for (int i = 0; i < count; i++)
        p[i] = (drawing_point){(float)(x + wide * exact_cos_turn((double)i / count)),
                               (float)(y + high * exact_cos_turn((double)i / count - 0.25))};
    drawing_shape(d, p, count);
}

void drawing_stroke(drawing *d, const drawing_point *point, int count, double from, double to)
{
    drawing_point p[POINTS];
    if (count < 2 || 2 * count > POINTS)
        return;
    for (int i = 0; i < count; i++) {
        drawing_point a = point[i > 0 ? i - 1 : 0], b = point[i + 1 < count ? i + 1 : i];
        double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
        double length = exact_sqrt(dx * dx + dy * dy);
        double half = exact_mix(from, to, (double)i / (count - 1)) / exact_max(length, 1e-9);
        p[i] = (drawing_point){(float)((double)point[i].x - half * dy),
                               (float)((double)point[i].y + half * dx)};
        p[2 * count - 1 - i] = (drawing_point){(float)((double)point[i].x + half * dy),
                                               (float)((double)point[i].y - half * dx)};
    }
    drawing_shape(d, p, 2 * count);
}

rl_status drawing_end(drawing *d, rl_error *error)
{
    free_scratch(d);
    return d->is_full ? status_fail(error, RL_NO_MEMORY, "drawing: out of memory") : RL_OK;
}

rl_status drawing_copy(const drawing *d, arena *owner, const drawing **out, rl_error *error)
{
    drawing *copy = arena_array(owner, 1, sizeof *copy);
    drawing_fill *fill = arena_array(owner, (size_t)d->fills + 1, sizeof *fill);
    drawing_edge *edge = arena_array(owner, (size_t)d->edges + 1, sizeof *edge);
    if (copy == NULL || fill == NULL || edge == NULL)
        return status_fail(error, RL_NO_MEMORY, "drawing: out of memory");
    if (d->fills > 0)
        memcpy(fill, d->fill, (size_t)d->fills * sizeof *fill);
    if (d->edges > 0)
        memcpy(edge, d->edge, (size_t)d->edges * sizeof *edge);
    *copy = *d;
    copy->fill = fill;
    copy->edge = edge;
    *out = copy;
    return RL_OK;
}

/* ---- painting rows ------------------------------------------------------------------ */

/* Areas of rows, in halves of 1/256 pixel by 1/256 pixel.  The sum of a row's areas up to a column
 * is what is covered there: an edge adds to the column in which it is what is to its right there,
 * and to the next one the rest. */
typedef struct row_areas {
    int32_t *area; /* [rows][count + 1] */
    int count, rows;
    int least[DRAWING_ROWS], most[DRAWING_ROWS]; /* columns of a row that are used */
    double foot_x, foot_y, along, up;            /* 1/256 pixel: the foot, of a height */
    int64_t left, top;                           /* 1/256 pixel: of the first pixel */
} row_areas;

/* The nearest whole number: as exact_floor(x + 0.5), without its branch; |x| < 2^30. */
static inline int64_t nearest(double x)
{
    const int64_t high = INT64_C(1) << 31;
    return (int64_t)(x + ((double)high + 0.5)) - high;
}

/* The column of a place: exact_down(x, ONE), |x| < 2^40. */
static inline int64_t column_of(int64_t x)
{
    const int64_t high = INT64_C(1) << 40;
    return (int64_t)((uint64_t)(x + high) / ONE) - high / ONE;
}

/* An edge's part in a column: `height` down; `left` is twice its mean way from the column's left.
 */
static inline void add_area(int32_t *area, int64_t column, int64_t height, int64_t left)
{
    area[column] += (int32_t)(height * (2 * ONE - left));
    area[column + 1] += (int32_t)(height * left);
}

/* An edge that goes down, in 1/256 pixel; `way` is -1 where it was drawn upward. */
typedef struct line {
    int64_t x0, y0, x1, y1, way;
} line;

/* The part of a line within a row: from (x, y) to (last_x, last_y). */
static inline void add_piece(row_areas *all, int row, const line *l, int64_t x, int64_t y,
                             int64_t last_x, int64_t last_y)
{
    int32_t *area = all->area + (ptrdiff_t)row * (all->count + 1);
    int64_t from = column_of(x), last = column_of(last_x);
    int least = (int)(from < last ? from : last), most = (int)(from < last ? last : from);
    least = least > 0 ? least : 0;
    all->least[row] = least < all->least[row] ? least : all->least[row];
    all->most[row] = most > all->most[row] ? most : all->most[row];
    double y_by_x = from != last ? (double)(l->y1 - l->y0) / (double)(l->x1 - l->x0) : 0.0;
    for (int64_t step = last > from ? 1 : -1;; from += step) {
        int64_t next_x = last_x, next_y = last_y;
        if (from != last) {
            next_x = (from + (step > 0)) * ONE;
            next_y = l->y0 + nearest(y_by_x * (double)(next_x - l->x0));
            next_y = next_y < y ? y : next_y < last_y ? next_y : last_y;
        }
        if (from < 0)
            add_area(area, 0, l->way * (next_y - y), 0);
        else if (from < all->count)
            add_area(area, from, l->way * (next_y - y), x + next_x - 2 * from * ONE);
        if (from == last)
            return;
        x = next_x;
        y = next_y;
    }
}

static void add_edge(row_areas *all, const drawing_edge *edge)
{
    line l = {.y0 = nearest(all->foot_y - (double)edge->y0 * all->up) - all->top,
              .y1 = nearest(all->foot_y - (double)edge->y1 * all->up) - all->top,
              .x0 = nearest(all->foot_x + (double)edge->x0 * all->along) - all->left,
              .x1 = nearest(all->foot_x + (double)edge->x1 * all->along) - all->left,
              .way = 1};
    if (l.y0 > l.y1)
        l = (line){l.x1, l.y1, l.x0, l.y0, -1};
    int64_t end = (int64_t)all->rows * ONE, x = l.x0, y = l.y0;
    end = l.y1 < end ? l.y1 : end;
    if (y >= end || end <= 0)
        return;
    double x_by_y = (double)(l.x1 - l.x0) / (double)(l.y1 - l.y0);
    if (y < 0) {
        x += nearest(x_by_y * (double)-y);
        y = 0;
    }
    for (int64_t row = y / ONE; y < end; row++) {
        int64_t next_y = (row + 1) * ONE < end ? (row + 1) * ONE : end;
        int64_t next_x = next_y == l.y1 ? l.x1 : l.x0 + nearest(x_by_y * (double)(next_y - l.y0));
        add_piece(all, (int)row, &l, x, y, next_x, next_y);
        x = next_x;
        y = next_y;
    }
}

/* Lays what the areas of a row cover over the pixels, and clears them. */
static void lay_row(const drawing_fill *fill, row_areas *all, int row, const drawing_pixels *out)
{
    int first = all->least[row], most = all->most[row], i = first;
    ptrdiff_t start = (ptrdiff_t)row * all->count;
    int32_t *area = all->area + start + row, sum = 0;
    for (; i < all->count && (i <= most + 1 || sum != 0); i++)
        area[i] = sum += area[i];
    start += first;
    drawing_kernels_of[out->kernels]->lay(area + first, i - first, fill, out->covered + start,
                                          out->tone + start,
                                          out->own != NULL ? out->own + start : NULL);
    memset(area + first, 0, (size_t)(i + 1 - first) * sizeof *area);
}

void drawing_rows(const drawing *d, const drawing_place *place, int row, int rows,
                  const drawing_pixels *out)
{
    double up = place->size * ONE;
    row_areas all = {.area = out->area,
                     .count = out->count,
                     .rows = rows,
                     .foot_x = place->x * ONE,
                     .foot_y = place->y * ONE,
                     .along = place->is_mirrored ? -up : up,
                     .up = up,
                     .left = (int64_t)out->first * ONE,
                     .top = (int64_t)row * ONE};
    float spare = (float)(1.0 / (ONE * place->size)); /* for what is rounded */
    float upper = (float)((place->y - row) / place->size) + spare;
    float lower = (float)((place->y - row - rows) / place->size) - spare;
    for (int f = 0; f < d->fills; f++) {
        const drawing_fill *fill = &d->fill[f];
        if (fill->low > upper || fill->high < lower)
            continue;
        for (int r = 0; r < rows; r++) {
            all.least[r] = out->count;
            all.most[r] = -1;
        }
        for (const drawing_edge *e = d->edge + fill->first; e < d->edge + fill->end; e++)
            if ((e->y0 > lower || e->y1 > lower) && (e->y0 < upper || e->y1 < upper))
                add_edge(&all, e);
        for (int r = 0; r < rows; r++)
            if (all.least[r] < out->count)
                lay_row(fill, &all, r, out);
    }
}
