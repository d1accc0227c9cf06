/* voronoi_tile.c - the points that matter to a tile, and its cells.
 *
 * h = c1 d1 + c2 d2 + ... of the n nearest points (S. Worley, "A cellular texture basis
 * function", 1996).  Tiles of cells ask for their points once.  Let M be the n-th least
 * of the points' largest distances to a tile: then n points are no farther than M from
 * any of its cells, and one whose least distance exceeds M is none of their n nearest.
 * The other points are tried at each cell.  All of it is + - * and sqrt, whose rounding
 * is monotone, so this holds for the rounded numbers too and nothing is ever missed.
 *
 * Where there are fewer than n points, those that lack are as far as the farthest one.
 */
#define LANES 1 /* for LANES_SCRATCH: a tile is written before it is read */
#include "base/lanes.h"

#include "heightmap/passes/voronoi_tile.h"

#include <float.h>

#include "base/exact.h"

#define WIDE VORONOI_WIDE
#define HIGH VORONOI_HIGH
#define CELLS VORONOI_CELLS
#define MOST_NEAREST VORONOI_MOST
#define MOST_NEAR VORONOI_NEAR

/* Far more than rounding can move a bucket's edge, far less than a bucket. */
#define SLACK 1e-9

/* ---- distances along one axis --------------------------------------------------- */

/* On a torus the way round may be shorter. */
static inline double fold(double distance, double period)
{
    double other = period - distance;
    return other < distance ? other : distance;
}

typedef struct reach {
    double least, most;
} reach;

/* How far a point is from what lies between two places; `period` 0 = no torus. */
static reach axis_reach(double place, double from, double to, double period)
{
    double a = exact_abs(place - from), b = exact_abs(place - to);
    reach r = {exact_min(a, b), exact_max(a, b)};
    if (place >= from && place <= to)
        r.least = 0.0;
    if (period > 0.0) {
        double half = period * 0.5, near = fold(r.least, period), far = fold(r.most, period);
        int passes_half = r.least <= half && half <= r.most;
        r.least = exact_min(near, far);
        r.most = passes_half ? half : exact_max(near, far);
    }
    return r;
}

static reach tile_reach(const voronoi_filling *self, const voronoi_tile *t, int32_t point)
{
    const voronoi_points *p = self->points;
    reach x =
        axis_reach(p->x[point], t->place_x[0], t->place_x[WIDE - 1], p->wrap ? p->width : 0.0);
    reach y =
        axis_reach(p->y[point], t->place_y[0], t->place_y[HIGH - 1], p->wrap ? p->height : 0.0);
    reach r = {x.least * x.least + y.least * y.least, x.most * x.most + y.most * y.most};
    return r;
}

/* ---- a point and the cells of a tile --------------------------------------------- */

static void squares_along(double *squares, const double *places, int count, double place,
                          double period)
{
    for (int i = 0; i < count; i++) {
        double d = exact_abs(place - places[i]);
        d = period > 0.0 ? fold(d, period) : d;
        squares[i] = d * d;
    }
}

static void squares_find(const voronoi_filling *self, const voronoi_tile *t, int32_t point,
                         voronoi_squares *squares)
{
    const voronoi_points *p = self->points;
    squares->rows = t->rows;
    squares_along(squares->across, t->place_x, WIDE, p->x[point], p->wrap ? p->width : 0.0);
    squares_along(squares->down, t->place_y, t->rows, p->y[point], p->wrap ? p->height : 0.0);
}

static void best_clear(const voronoi_filling *self, voronoi_tile *t)
{
    for (int k = 0; k < self->count; k++)
        for (int i = 0; i < CELLS; i++)
            t->best[k][i] = DBL_MAX;
}

/* More points than are gathered: from now on each is tried as it comes. */
static void gathering_ends(const voronoi_filling *self, voronoi_tile *t)
{
    best_clear(self, t);
    for (int i = 0; i < t->near_count; i++)
        self->kernels->insert(t->best, self->count, &t->near[i]);
    t->gathers = 0;
}

static void tile_try(const voronoi_filling *self, voronoi_tile *t, int32_t point)
{
    if (t->gathers && t->near_count == MOST_NEAR)
        gathering_ends(self, t);
    if (t->gathers) {
        squares_find(self, t, point, &t->near[t->near_count++]);
        return;
    }
    LANES_SCRATCH voronoi_squares squares;
    squares_find(self, t, point, &squares);
    if (self->numbered)
        self->kernels->number(t->number, t->best[0], &squares, (double)self->points->number[point]);
    self->kernels->insert(t->best, self->count, &squares);
}

/* ---- the points that may matter --------------------------------------------------- */

/* Buckets of one axis, counted from the tile's middle, that are on the map. */
typedef struct bucket_axis {
    int middle, count, wrap;
    int low, high; /* offsets */
} bucket_axis;

static bucket_axis axis_of(double middle, double length, int count, int wrap)
{
    int at = length > 0.0 ? (int)(middle / length * (double)count) : 0;
    at = at < count ? at : count - 1;
    bucket_axis axis = {at, count, wrap, -at, count - 1 - at};
    if (wrap) { /* each bucket once: half of them on either side */
        axis.low = -((count - 1) / 2);
        axis.high = count / 2;
    }
    return axis;
}

static int axis_bucket(const bucket_axis *axis, int offset)
{
    int i = axis->middle + offset;
    return i < 0 ? i + axis->count : i >= axis->count ? i - axis->count : i;
}

typedef void ring_visit(const voronoi_filling *self, voronoi_tile *t, int32_t point,
                        double *bounds);

static void visit_bucket(const voronoi_filling *self, voronoi_tile *t, int32_t bucket,
                         ring_visit *visit, double *bounds)
{
    const int32_t *start = self->points->start + bucket;
    for (int32_t i = start[0]; i < start[1]; i++)
        visit(self, t, i, bounds);
}

/* The buckets whose larger offset is `ring`. */
static void visit_ring(const voronoi_filling *self, voronoi_tile *t, const bucket_axis *across,
                       const bucket_axis *down, int ring, ring_visit *visit, double *bounds)
{
    int top = -ring > down->low ? -ring : down->low;
    int bottom = ring < down->high ? ring : down->high;
    for (int y = top; y <= bottom; y++) {
        int32_t row = (int32_t)axis_bucket(down, y) * across->count;
        int whole = y == -ring || y == ring;
        int step = whole || ring == 0 ? 1 : 2 * ring;
        for (int x = -ring; x <= ring; x += step)
            if (x >= across->low && x <= across->high)
                visit_bucket(self, t, row + axis_bucket(across, x), visit, bounds);
    }
}

/* Keeps the n least of the largest distances. */
static void visit_bound(const voronoi_filling *self, voronoi_tile *t, int32_t point, double *bounds)
{
    double d = tile_reach(self, t, point).most;
    for (int k = 0; k < self->count; k++) {
        double later = exact_max(d, bounds[k]);
        bounds[k] = exact_min(d, bounds[k]);
        d = later;
    }
}

/* tile_reach's least alone, the common case. */
static double tile_least(const voronoi_filling *self, const voronoi_tile *t, int32_t point)
{
    const voronoi_points *p = self->points;
    if (p->wrap)
        return tile_reach(self, t, point).least;
    double west = t->place_x[0] - p->x[point], east = p->x[point] - t->place_x[WIDE - 1];
    double north = t->place_y[0] - p->y[point], south = p->y[point] - t->place_y[HIGH - 1];
    double x = exact_max(exact_max(west, east), 0.0), y = exact_max(exact_max(north, south), 0.0);
    return x * x + y * y;
}

static void visit_near(const voronoi_filling *self, voronoi_tile *t, int32_t point, double *bounds)
{
    if (tile_least(self, t, point) <= bounds[self->count - 1])
        tile_try(self, t, point);
}

/* No point beyond the rings 0..ring is nearer to the tile than this: the tile's middle
 * lies in ring 0, so they are `ring` buckets away from it. */
static double beyond_rings(const voronoi_filling *self, const voronoi_tile *t,
                           const bucket_axis *across, const bucket_axis *down, int ring)
{
    const voronoi_points *p = self->points;
    double wide = t->place_x[WIDE - 1] - t->place_x[0], high = t->place_y[HIGH - 1] - t->place_y[0];
    int more_x = ring < -across->low || ring < across->high;
    int more_y = ring < -down->low || ring < down->high;
    double x = more_x ? (double)ring * p->width / (double)p->columns - wide * 0.5 : DBL_MAX;
    double y = more_y ? (double)ring * p->height / (double)p->rows - high * 0.5 : DBL_MAX;
    return exact_max(exact_min(x, y) - SLACK, 0.0);
}

/* Whether all that may matter lies in the rings 0..ring. */
static int rings_suffice(const voronoi_filling *self, const voronoi_tile *t,
                         const bucket_axis *across, const bucket_axis *down, int ring, double bound)
{
    double beyond = beyond_rings(self, t, across, down, ring);
    return beyond > 1e100 || (bound < DBL_MAX && beyond * beyond > bound);
}

static void tile_search(const voronoi_filling *self, voronoi_tile *t)
{
    const voronoi_points *p = self->points;
    bucket_axis across =
        axis_of((t->place_x[0] + t->place_x[WIDE - 1]) * 0.5, p->width, p->columns, p->wrap);
    bucket_axis down =
        axis_of((t->place_y[0] + t->place_y[HIGH - 1]) * 0.5, p->height, p->rows, p->wrap);
    double bounds[MOST_NEAREST];
    for (int k = 0; k < MOST_NEAREST; k++)
        bounds[k] = DBL_MAX;
    int rings = 0;
    for (;; rings++) {
        visit_ring(self, t, &across, &down, rings, visit_bound, bounds);
        if (rings_suffice(self, t, &across, &down, rings, bounds[self->count - 1]))
            break;
    }
    for (int ring = 0; ring <= rings; ring++)
        visit_ring(self, t, &across, &down, ring, visit_near, bounds);
}

/* ---- tiles --------------------------------------------------------------------- */

/* A tile's rows lie far apart: the CPU does not guess where it will write. */
static void heights_fetch(const voronoi_filling *self, const voronoi_tile *t)
{
    for (int y = 0; y < t->rows && self->heights != NULL; y++)
        for (int x = 0; x < t->columns; x += 16)
            __builtin_prefetch(self->heights + (size_t)(t->y + y) * (size_t)self->map->width +
                                   (size_t)(t->x + x),
                               1);
}

static void tile_begin(const voronoi_filling *self, voronoi_tile *t, int x, int y)
{
    const heightmap *map = self->map;
    t->x = x;
    t->y = y;
    t->columns = map->width - x < WIDE ? map->width - x : WIDE;
    t->rows = map->height - y < HIGH ? map->height - y : HIGH;
    for (int i = 0; i < WIDE; i++)
        t->place_x[i] = (double)(x + (i < t->columns ? i : t->columns - 1)) / self->side;
    for (int i = 0; i < HIGH; i++)
        t->place_y[i] = (double)(y + (i < t->rows ? i : t->rows - 1)) / self->side;
    t->near_count = 0;
    t->gathers = self->gathers;
    if (!t->gathers)
        best_clear(self, t);
    for (int i = 0; i < CELLS && self->numbered; i++)
        t->number[i] = 0.0;
}

/* The numbers of the nearest points become what their cells are multiplied by. */
static void take_peaks(const voronoi_filling *self, voronoi_tile *t)
{
    for (int i = 0; i < CELLS; i++)
        t->number[i] = voronoi_peak(self->points, (int)t->number[i], self->pass->weight);
}

static void tile_write(const voronoi_filling *self, voronoi_tile *t)
{
    size_t width = (size_t)self->map->width, at = (size_t)t->y * width + (size_t)t->x;
    for (int y = 0; y < t->rows && self->nearest != NULL; y++)
        for (int i = 0; i < t->columns; i++)
            self->nearest[at + (size_t)y * width + (size_t)i] = (int32_t)t->number[y * WIDE + i];
    if (self->nearest != NULL)
        return;
    voronoi_sums sums = {.c = self->pass->c,
                         .terms = self->terms,
                         .last = self->count - 1,
                         .is_squared = self->pass->metric == RL_METRIC_SQUARED,
                         .columns = t->columns,
                         .rows = t->rows};
    if (self->numbered) {
        take_peaks(self, t);
        sums.peaks = t->number;
    }
    if (t->gathers)
        self->kernels->write_two(t->near, t->near_count, &sums, self->heights + at, width);
    else
        self->kernels->write(t->best, &sums, self->heights + at, width);
}

void voronoi_tile_rows(void *user, int from, int to, int worker)
{
    const voronoi_filling *self = user;
    voronoi_tile *t = &self->tiles[worker];
    for (int row = self->first_row + from; row < self->first_row + to; row++)
        for (int x = 0; x < self->map->width; x += WIDE) {
            tile_begin(self, t, x, row * HIGH);
            heights_fetch(self, t);
            tile_search(self, t);
            tile_write(self, t);
        }
}
