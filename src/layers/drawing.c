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

#define ONE 256                             /* of a pixel */
#define WHOLE_AREA ((int64_t)2 * ONE * ONE) /* of a pixel that is covered */
#define BUCKETS_IN_HEIGHT 128
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
    memory_free(d->allocator, d->bucket);
    memory_free(d->allocator, d->fill_edge);
    d->fill = NULL;
    d->edge = NULL;
    d->bucket = d->fill_edge = NULL;
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
    int room = d->fill_room;
    void *fill = grow(d, d->fill, d->fills, 1, &room, sizeof *d->fill);
    if (fill == NULL)
        return;
    d->fill = fill;
    void *first = grow(d, d->fill_edge, d->fills, 1, &d->fill_room, sizeof *d->fill_edge);
    if (first == NULL)
        return;
    d->fill_edge = first;
    d->fill_edge[d->fills] = d->edges;
    d->fill[d->fills++] = (drawing_fill){.tone = (float)tone,
                                         .own = (float)own,
                                         .opacity = (float)opacity,
                                         .left = 1e9f,
                                         .right = -1e9f,
                                         .low = 1e9f,
                                         .high = -1e9f};
}

static void widen(float x, float y, float *left, float *right, float *low, float *high)
{
    *left = x < *left ? x : *left;
    *right = x > *right ? x : *right;
    *low = y < *low ? y : *low;
    *high = y > *high ? y : *high;
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
        widen(a.x, a.y, &fill->left, &fill->right, &fill->low, &fill->high);
        widen(a.x, a.y, &d->left, &d->right, &d->low, &d->high);
        if (a.y > b.y)
            d->edge[d->edges++] = (drawing_edge){a.x, a.y, b.x, b.y, way};
        else if (a.y < b.y)
            d->edge[d->edges++] = (drawing_edge){b.x, b.y, a.x, a.y, -way};
    }
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

/* ---- buckets ------------------------------------------------------------------------ */

static int bucket_of(const drawing_fill *fill, float y)
{
    int b = (int)((fill->high - y) * (float)BUCKETS_IN_HEIGHT);
    return b < 0 ? 0 : b < fill->buckets ? b : fill->buckets - 1;
}

static int edges_end(const drawing *d, int fill)
{
    return fill + 1 < d->fills ? d->fill_edge[fill + 1] : d->edges;
}

/* Counts the edges of each bucket, or puts them where they belong. */
static int sort_edges(const drawing *d, const drawing_edge *from, int *at, drawing_edge *sorted)
{
    int count = 0;
    for (int f = 0; f < d->fills; f++)
        for (int e = d->fill_edge[f]; e < edges_end(d, f); e++) {
            int last = bucket_of(&d->fill[f], from[e].y1);
            for (int b = bucket_of(&d->fill[f], from[e].y0); b <= last; b++, count++) {
                int place = at[d->fill[f].first_bucket + b]++;
                if (sorted != NULL)
                    sorted[place] = from[e];
            }
        }
    return count;
}

rl_status drawing_end(drawing *d, rl_error *error)
{
    free_scratch(d);
    for (int f = 0; f < d->fills; f++) {
        drawing_fill *fill = &d->fill[f];
        float range = fill->high > fill->low ? fill->high - fill->low : 0.0f;
        fill->first_bucket = d->buckets;
        fill->buckets = 1 + (int)(range * (float)BUCKETS_IN_HEIGHT);
        d->buckets += fill->buckets;
    }
    drawing_edge *sorted = NULL;
    int *at = memory_zeroed(d->allocator, 2 * ((size_t)d->buckets + 1), sizeof *at);
    if (!d->is_full && at != NULL) {
        int count = sort_edges(d, d->edge, at + d->buckets + 1, NULL);
        for (int b = 0; b < d->buckets; b++)
            at[b + 1] = at[b] + at[d->buckets + 1 + b];
        memcpy(at + d->buckets + 1, at, (size_t)d->buckets * sizeof *at);
        sorted = memory_array(d->allocator, (size_t)count + 1, sizeof *sorted);
    }
    if (sorted == NULL) {
        memory_free(d->allocator, at);
        return status_fail(error, RL_NO_MEMORY, "drawing: out of memory");
    }
    sort_edges(d, d->edge, at + d->buckets + 1, sorted);
    memory_free(d->allocator, d->edge);
    memory_free(d->allocator, d->fill_edge);
    d->edge = sorted;
    d->fill_edge = NULL;
    d->bucket = at;
    return RL_OK;
}

rl_status drawing_keep(drawing *d, arena *owner, rl_error *error)
{
    int edges = d->bucket[d->buckets];
    drawing kept = *d;
    kept.fill = arena_array(owner, (size_t)d->fills + 1, sizeof *kept.fill);
    kept.edge = arena_array(owner, (size_t)edges + 1, sizeof *kept.edge);
    kept.bucket = arena_array(owner, (size_t)d->buckets + 1, sizeof *kept.bucket);
    if (kept.fill == NULL || kept.edge == NULL || kept.bucket == NULL)
        return status_fail(error, RL_NO_MEMORY, "drawing: out of memory");
    if (d->fills > 0)
        memcpy(kept.fill, d->fill, (size_t)d->fills * sizeof *kept.fill);
    memcpy(kept.edge, d->edge, (size_t)edges * sizeof *kept.edge);
    memcpy(kept.bucket, d->bucket, ((size_t)d->buckets + 1) * sizeof *kept.bucket);
    drawing_free(d);
    *d = kept;
    return RL_OK;
}

/* ---- painting a row ------------------------------------------------------------------ */

/* Areas of a row: for each column the sum of heights of edges in it, which covers all columns to
 * their right, and twice the area to the left of these edges within the column. */
typedef struct row_cells {
    int64_t *cell; /* [2 * (count + 2)]; the first is of what is left of the columns */
    int first, count;
    int least, most; /* cells that are used */
} row_cells;

static void add_cell(row_cells *cells, int64_t column, int64_t height, int64_t area)
{
    int64_t i = column - cells->first + 1;
    if (i > cells->count)
        return;
    if (i <= 0) {
        i = 0;
        area = 0;
    }
    cells->cell[2 * i] += height;
    cells->cell[2 * i + 1] += area;
    cells->least = (int)i < cells->least ? (int)i : cells->least;
    cells->most = (int)i > cells->most ? (int)i : cells->most;
}

/* The nearest whole number: as exact_floor(x + 0.5), without its branch; |x| < 2^30. */
static int64_t nearest(double x)
{
    const int64_t high = INT64_C(1) << 31;
    return (int64_t)(x + ((double)high + 0.5)) - high;
}

/* exact_down of numbers that most often have 32 bits, which divide in half the time. */
static int64_t divided(int64_t a, int64_t b)
{
    if (a < INT32_MIN + 1 || a > INT32_MAX || b > INT32_MAX)
        return exact_down(a, b);
    int32_t whole = (int32_t)a / (int32_t)b;
    return whole - ((int32_t)a % (int32_t)b < 0);
}

/* A piece of an edge within a row: from (x0, y0) down to (x1, y1), in 1/256 pixel. */
static void add_piece(row_cells *cells, int64_t x0, int64_t y0, int64_t x1, int64_t y1, int64_t way)
{
    int64_t from = exact_down(x0, ONE), to = exact_down(x1, ONE);
    int64_t rise = y1 - y0, run = x1 - x0, step = to > from ? 1 : -1;
    int64_t x = x0, y = y0;
    for (int64_t column = from; column != to; column += step) {
        int64_t border = (column + (step > 0)) * ONE;
        int64_t down = y0 + divided(rise * (border - x0) * step, run * step);
        add_cell(cells, column, way * (down - y),
                 way * (down - y) * (x + border - 2 * column * ONE));
        x = border;
        y = down;
    }
    add_cell(cells, to, way * (y1 - y), way * (y1 - y) * (x + x1 - 2 * to * ONE));
}

/* The edges of a row's part of a fill: `top` is how far the row's top is below the foot. */
static void add_edge(const drawing_edge *edge, const drawing_place *place, int64_t top,
                     row_cells *cells)
{
    double scale = place->size * ONE, along = place->is_mirrored ? -scale : scale;
    int64_t y0 = nearest(place->y * ONE - (double)edge->y0 * scale) - top;
    int64_t y1 = nearest(place->y * ONE - (double)edge->y1 * scale) - top;
    if (y0 >= ONE || y1 <= 0 || y0 == y1)
        return;
    int64_t x0 = nearest(place->x * ONE + (double)edge->x0 * along);
    int64_t x1 = nearest(place->x * ONE + (double)edge->x1 * along);
    int64_t from = y0, to = y1, left = x0, right = x1;
    if (y0 < 0) {
        from = 0;
        left = x0 + divided((x1 - x0) * -y0, y1 - y0);
    }
    if (y1 > ONE) {
        to = ONE;
        right = x0 + divided((x1 - x0) * (ONE - y0), y1 - y0);
    }
    add_piece(cells, left, from, right, to, place->is_mirrored ? -edge->way : edge->way);
}

/* Lays what the cells cover over the pixels, and clears them. */
static void lay_cells(const drawing_fill *fill, row_cells *cells, const drawing_pixels *out)
{
    int64_t sum = 0;
    for (int i = cells->least; i <= cells->most || (sum != 0 && i <= cells->count); i++) {
        sum += cells->cell[2 * i];
        int64_t area = 2 * ONE * sum - cells->cell[2 * i + 1];
        cells->cell[2 * i] = cells->cell[2 * i + 1] = 0;
        area = area < 0 ? -area : area;
        if (i == 0 || area == 0)
            continue;
        area = area < WHOLE_AREA ? area : WHOLE_AREA;
        float covered = (float)area * (fill->opacity / (float)WHOLE_AREA), rest = 1.0f - covered;
        out->covered[i - 1] = out->covered[i - 1] * rest + covered;
        out->tone[i - 1] = out->tone[i - 1] * rest + covered * fill->tone;
        out->own[i - 1] = out->own[i - 1] * rest + covered * fill->own;
    }
}

void drawing_row(const drawing *d, const drawing_place *place, int row, const drawing_pixels *out)
{
    float upper = (float)((place->y - row) / place->size);
    float lower = (float)((place->y - row - 1.0) / place->size);
    float spare = (float)(1.0 / (ONE * place->size)); /* for what is rounded */
    for (int f = 0; f < d->fills; f++) {
        const drawing_fill *fill = &d->fill[f];
        if (fill->low > upper + spare || fill->high < lower - spare)
            continue;
        row_cells cells = {out->area, out->first, out->count, INT32_MAX, -1};
        int last = bucket_of(fill, lower - spare);
        int begin = bucket_of(fill, upper + spare);
        for (int b = begin; b <= last; b++) {
            const int *at = d->bucket + fill->first_bucket + b;
            for (int e = at[0]; e < at[1]; e++)
                if (d->edge[e].y0 > lower - spare && d->edge[e].y1 < upper + spare &&
                    (b == begin || bucket_of(fill, d->edge[e].y0) == b)) /* not once more */
                    add_edge(&d->edge[e], place, (int64_t)row * ONE, &cells);
        }
        if (cells.most >= 0)
            lay_cells(fill, &cells, out);
    }
}
