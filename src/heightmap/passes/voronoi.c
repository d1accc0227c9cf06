/* voronoi.c - heights from the distances to the nearest feature points.
 *
 * h = c1 d1 + c2 d2 + ... of the n nearest points (S. Worley, "A cellular texture basis function",
 * 1996).  A point is a function of (seed, pass, its number) alone.  The map is made in tiles, and
 * for each tile the points that can be among the n nearest of any of its samples are found once.
 * Each point has a least and a largest distance to the tile; let M be the n-th least of the largest
 * distances.  Then n points are within M of every sample, and a point whose least distance exceeds
 * M is not among the n nearest of any.  The other points are tried at each sample.  This holds for
 * rounded numbers, too, since + - * and sqrt are rounded monotonically.
 *
 * If there are fewer than n points, the distance to the farthest one is used for the missing ones.
 */
#include "heightmap/passes/voronoi.h"

#include <float.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "heightmap/pass.h"

#define STREAM UINT64_C(0x766f726f6e6f6900) /* random stream of pass 0: "voronoi" in ASCII */

#define MOST_POINTS 100000000 /* largest number of points from the seed: 2.8 GB of memory */
#define MOST_GIVEN 1000000    /* largest number of points that are read */
#define POINTS_A_BUCKET 2.0   /* mean number of points per bucket */
#define MOST_BUCKETS 4096     /* largest number of buckets along a side */

double voronoi_side(const heightmap *map)
{
    int side = (map->width > map->height ? map->width : map->height) - !map->wrap;
    return side > 1 ? (double)side : 1.0;
}

/* ---- places ------------------------------------------------------------------ */

/* Returns the number of points from the seed; 0 for more than MOST_POINTS. */
static int count_points(const voronoi_settings *settings)
{
    int64_t regions = settings->regions > 0 ? settings->regions : 1, squares = regions * regions;
    return settings->points <= MOST_POINTS / squares ? (int)(squares * settings->points) : 0;
}

/* Returns point `i`: the peak that the rules of the map set, or a point from the seed.  Of these
 * settings->points are uniformly distributed in each of regions * regions squares (J. Olsen 2004),
 * or, without regions, on the whole map. */
static rl_peak point_at(const voronoi_settings *settings, const rl_map_rules *rules, uint64_t key,
                        int i)
{
    if (rules != NULL && i < rules->peak_count && rules->peak[i].weight != RL_AUTO)
        return rules->peak[i];
    int regions = settings->regions > 0 ? settings->regions : 1, region = i / settings->points;
    uint64_t bits = hash_at(key, 0, i);
    double u = (double)(bits >> 32) * 0x1p-32;
    double v = (double)(bits & 0xffffffff) * 0x1p-32;
    return (rl_peak){((double)(region % regions) + u) / (double)regions,
                     ((double)(region / regions) + v) / (double)regions, 1.0};
}

static rl_status check_given(const rl_map_points *given, int index, rl_error *error)
{
    if (given == NULL || given->count < 1 || given->count > MOST_GIVEN)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "pass.%d.places = file: needs 1 to %d points that were read: ridgeline "
                           "map --pass voronoi:file=FILE",
                           index + 1, MOST_GIVEN);
    for (int i = 0; i < given->count; i++) {
        double w = given->weight != NULL ? given->weight[i] : 1.0;
        int is_on_map =
            given->x[i] >= 0.0 && given->x[i] <= 1.0 && given->y[i] >= 0.0 && given->y[i] <= 1.0;
        if (!is_on_map || !(w >= 0.0 && w <= 1000.0))
            return status_fail(error, RL_BAD_ARGUMENT,
                               "pass.%d: point %d: x and y must be 0..1, weight 0..1000", index + 1,
                               i + 1);
    }
    return RL_OK;
}

rl_status voronoi_scatter(voronoi_points *self, const heightmap *map,
                          const voronoi_settings *settings, int index, const heightmap_work *work,
                          rl_error *error)
{
    const rl_map_points *given =
        settings->given && work->points != NULL ? &work->points[index] : NULL;
    if (settings->given)
        TRY(check_given(given, index, error));
    uint64_t key = hash_key(work->seed, STREAM + (uint64_t)index);
    int count = given != NULL ? given->count : count_points(settings);
    double *x = count > 0 ? memory_array(work->allocator, (size_t)count, 2 * sizeof *x) : NULL;
    TRY(status_memory(x != NULL, "voronoi", error));
    double *y = x + count;
    double side = voronoi_side(map);
    for (int i = 0; i < count; i++) {
        rl_peak point = given != NULL ? (rl_peak){given->x[i], given->y[i], 1.0}
                                      : point_at(settings, work->rules, key, i);
        x[i] = point.x * ((double)(map->width - !map->wrap) / side);
        y[i] = point.y * ((double)(map->height - !map->wrap) / side);
    }
    rl_status status = voronoi_sort(self, map, x, y, count, work, error);
    self->key = key;
    self->weight = given != NULL ? given->weight : NULL;
    int has_peaks = given == NULL && work->rules != NULL && work->rules->peak_count > 0;
    self->rules = has_peaks ? work->rules : NULL;
    self->peak = settings->peak - 1;
    self->peak_weight = settings->peak_weight;
    memory_free(work->allocator, x);
    return status;
}

double voronoi_peak(const voronoi_points *self, int number, double weight)
{
    double own = self->weight != NULL ? self->weight[number] : 1.0;
    if (self->rules != NULL && number < self->rules->peak_count &&
        self->rules->peak[number].weight != RL_AUTO)
        own = self->rules->peak[number].weight;
    if (number == self->peak)
        own *= self->peak_weight;
    return own * (1.0 - weight * hash_unit(hash_at(self->key, 1, number)));
}

/* ---- buckets ----------------------------------------------------------------- */

/* Returns the number of buckets along a side of a length, of a map that is `across` long in the
 * other direction, so that buckets are about square. */
static int buckets_along(double length, double across, int count)
{
    double area = length * across;
    double bucket = exact_sqrt(area * POINTS_A_BUCKET / (double)count);
    double most = exact_min(MOST_BUCKETS, (double)count);
    return bucket > 0.0 ? (int)exact_clamp(length / bucket, 1.0, most) : 1;
}

static int bucket_at(double place, double length, int buckets)
{
    int i = length > 0.0 ? (int)(place / length * (double)buckets) : 0;
    return i < buckets ? i : buckets - 1;
}

static int bucket_of(const voronoi_points *self, double x, double y)
{
    return bucket_at(y, self->height, self->rows) * self->columns +
           bucket_at(x, self->width, self->columns);
}

rl_status voronoi_sort(voronoi_points *self, const heightmap *map, const double *x, const double *y,
                       int count, const heightmap_work *work, rl_error *error)
{
    double side = voronoi_side(map);
    voronoi_points p = {.wrap = map->wrap, .count = count};
    p.width = (double)(map->width - !map->wrap) / side;
    p.height = (double)(map->height - !map->wrap) / side;
    p.columns = buckets_along(p.width, p.height, count);
    p.rows = buckets_along(p.height, p.width, count);
    size_t buckets = (size_t)p.columns * (size_t)p.rows;
    p.memory.allocator = work->allocator;
    p.start = arena_zeroed(&p.memory, buckets + 1, sizeof *p.start);
    p.x = arena_array(&p.memory, (size_t)count, sizeof *p.x);
    p.y = arena_array(&p.memory, (size_t)count, sizeof *p.y);
    p.number = arena_array(&p.memory, (size_t)count, sizeof *p.number);
    *self = p;
    if (p.start == NULL || p.x == NULL || p.y == NULL || p.number == NULL) {
        arena_free(&self->memory);
        return status_no_memory("voronoi", error);
    }
    /* Counting sort: start[b] is lowered from the end of bucket b to its beginning. */
    for (int i = 0; i < count; i++)
        self->start[bucket_of(self, x[i], y[i])]++;
    for (size_t b = 0; b < buckets; b++)
        self->start[b + 1] += self->start[b];
    for (int i = count - 1; i >= 0; i--) {
        int32_t place = --self->start[bucket_of(self, x[i], y[i])];
        self->x[place] = x[i];
        self->y[place] = y[i];
        self->number[place] = i;
    }
    return RL_OK;
}

/* ---- a point and the cells of a tile --------------------------------------------- */

#define WIDE VORONOI_WIDE
#define HIGH VORONOI_HIGH
#define CELLS VORONOI_CELLS

/* Number of points whose squared distances a tile can hold. */
#define MOST_NEAR 24

/* A tile of samples (here cells); cells beyond the map repeat the last column and row. */
typedef struct voronoi_tile {
    int x, y, columns, rows;
    double place_x[WIDE], place_y[HIGH];
    voronoi_squares
        near[MOST_NEAR + 1]; /* squared distances of the points to try; the last entry is scratch */
    int near_count;
    int gathers;                      /* 1: points are collected in `near`, which has room so far */
    double best[VORONOI_MOST][CELLS]; /* if not: the least squared distances so far, ascending */
    double number[CELLS];             /* number of the nearest point */
} voronoi_tile;

typedef struct voronoi_filling {
    const voronoi_points *points;
    const voronoi_kernels *kernels;
    const heightmap *map;
    float *heights;
    int32_t *nearest;
    voronoi_sums sums; /* fields that all tiles share */
    int count;         /* number of nearest points that are needed and exist */
    int numbered;      /* 1: the nearest point's number is needed */
    double weight;
    voronoi_tile *tiles; /* one for each thread: too large for its stack */
} voronoi_filling;

/* Returns the shorter of both ways around a torus. */
static inline double fold(double distance, double period)
{
    double other = period - distance;
    return other < distance ? other : distance;
}

static void squares_along(double *squares, const double *places, int count, double place,
                          double period)
{
    for (int i = 0; i < count; i++) {
        double d = exact_abs(place - places[i]);
        d = period > 0.0 ? fold(d, period) : d;
        squares[i] = d * d;
    }
}

static void best_clear(const voronoi_filling *self, voronoi_tile *t)
{
    for (int k = 0; k < self->count; k++)
        for (int i = 0; i < CELLS; i++)
            t->best[k][i] = DBL_MAX;
}

/* Adds a point to the collected ones of a tile, or inserts its distances into `best`. */
static void tile_try(const voronoi_filling *self, voronoi_tile *t, int32_t point)
{
    const voronoi_points *p = self->points;
    voronoi_squares *squares = &t->near[t->near_count];
    squares->rows = t->rows;
    squares_along(squares->across, t->place_x, WIDE, p->x[point], p->wrap ? p->width : 0.0);
    squares_along(squares->down, t->place_y, t->rows, p->y[point], p->wrap ? p->height : 0.0);
    if (t->gathers && t->near_count < MOST_NEAR) {
        t->near_count++;
        return;
    }
    if (t->gathers) { /* `near` is full: from now on points are inserted at once */
        best_clear(self, t);
        for (int i = 0; i < t->near_count; i++)
            self->kernels->insert(t->best, self->count, &t->near[i]);
        t->gathers = 0;
    }
    if (self->numbered)
        self->kernels->number(t->number, t->best[0], squares, (double)p->number[point]);
    self->kernels->insert(t->best, self->count, squares);
}

/* ---- the points to try ------------------------------------------------------------ */

/* Allowance for the rounding of a bucket's edges: far larger than that, far less than a bucket. */
#define SLACK 1e-9

/* One axis of a tile and of the buckets of the map. */
typedef struct tile_axis {
    double from, to, period; /* ends of the tile; period of the torus, 0 = no torus */
    double bucket;           /* length of a bucket */
    int middle, count;       /* bucket of the tile's middle; number of buckets */
    int low, high;           /* offsets from `middle` of the first and last bucket on the map */
} tile_axis;

static tile_axis axis_of(double from, double to, double length, int count, int wrap)
{
    int middle = bucket_at((from + to) * 0.5, length, count);
    tile_axis axis = {from,  to,      wrap ? length : 0.0, length / (double)count, middle,
                      count, -middle, count - 1 - middle};
    if (wrap) { /* each bucket of the map once, half of them to either side of `middle` */
        axis.low = -((count - 1) / 2);
        axis.high = count / 2;
    }
    return axis;
}

typedef struct reach {
    double least, most;
} reach;

/* Returns the least and the largest distance of a point from the tile along an axis. */
static inline reach axis_reach(const tile_axis *axis, double place)
{
    double before = axis->from - place, after = place - axis->to;
    reach r = {exact_max(exact_max(before, after), 0.0), exact_max(-before, -after)};
    if (axis->period > 0.0) {
        double half = axis->period * 0.5;
        double near = fold(r.least, axis->period), far = fold(r.most, axis->period);
        int passes_half = r.least <= half && half <= r.most;
        r.least = exact_min(near, far);
        r.most = passes_half ? half : exact_max(near, far);
    }
    return r;
}

/* Returns a lower bound of the distance along an axis from the tile to points in buckets beyond the
 * rings 0..ring: these are at least `ring` buckets from the tile's middle, which is in ring 0. */
static double axis_beyond(const tile_axis *axis, int ring)
{
    int has_more = ring < -axis->low || ring < axis->high;
    return has_more ? (double)ring * axis->bucket - (axis->to - axis->from) * 0.5 : DBL_MAX;
}

/* Visits the points in the buckets whose larger offset from the middle is `ring`.  If `is_trial`,
 * it tries those that are near enough; else it keeps the n least of their largest squared distances
 * to the tile in `bounds`. */
static void visit_ring(const voronoi_filling *self, voronoi_tile *t, const tile_axis axis[2],
                       int ring, int is_trial, double *bounds)
{
    const voronoi_points *p = self->points;
    for (int y = -ring; y <= ring; y++) {
        int step = y == -ring || y == ring ? 1 : 2 * ring;
        for (int x = -ring; x <= ring; x += step) {
            if (x < axis[0].low || x > axis[0].high || y < axis[1].low || y > axis[1].high)
                continue;
            int column = (axis[0].middle + x + axis[0].count) % axis[0].count;
            int row = (axis[1].middle + y + axis[1].count) % axis[1].count;
            const int32_t *start = p->start + row * axis[0].count + column;
            for (int32_t i = start[0]; i < start[1]; i++) {
                reach a = axis_reach(&axis[0], p->x[i]), b = axis_reach(&axis[1], p->y[i]);
                double d = a.most * a.most + b.most * b.most;
                if (is_trial && a.least * a.least + b.least * b.least <= bounds[self->count - 1])
                    tile_try(self, t, i);
                for (int k = 0; k < self->count && !is_trial; k++) {
                    double later = exact_max(d, bounds[k]);
                    bounds[k] = exact_min(d, bounds[k]);
                    d = later;
                }
            }
        }
    }
}

/* Finds M (see above) and tries all points that may be among the nearest. */
static void tile_search(const voronoi_filling *self, voronoi_tile *t)
{
    const voronoi_points *p = self->points;
    const tile_axis axis[2] = {
        axis_of(t->place_x[0], t->place_x[WIDE - 1], p->width, p->columns, p->wrap),
        axis_of(t->place_y[0], t->place_y[HIGH - 1], p->height, p->rows, p->wrap)};
    double bounds[VORONOI_MOST], *bound = &bounds[self->count - 1];
    for (int k = 0; k < VORONOI_MOST; k++)
        bounds[k] = DBL_MAX;
    int rings = 0;
    for (int is_enough = 0; !is_enough; rings++) {
        visit_ring(self, t, axis, rings, 0, bounds);
        double beyond = exact_min(axis_beyond(&axis[0], rings), axis_beyond(&axis[1], rings));
        beyond = exact_max(beyond - SLACK, 0.0);
        is_enough = beyond > 1e100 || (*bound < DBL_MAX && beyond * beyond > *bound);
    }
    for (int ring = 0; ring < rings; ring++)
        visit_ring(self, t, axis, ring, 1, bounds);
}

/* ---- tiles --------------------------------------------------------------------- */

static void tile_begin(const voronoi_filling *self, voronoi_tile *t, int x, int y)
{
    const heightmap *map = self->map;
    double side = voronoi_side(map);
    t->x = x;
    t->y = y;
    t->columns = map->width - x < WIDE ? map->width - x : WIDE;
    t->rows = map->height - y < HIGH ? map->height - y : HIGH;
    for (int i = 0; i < WIDE; i++)
        t->place_x[i] = (double)(x + (i < t->columns ? i : t->columns - 1)) / side;
    for (int i = 0; i < HIGH; i++)
        t->place_y[i] = (double)(y + (i < t->rows ? i : t->rows - 1)) / side;
    t->near_count = 0;
    t->gathers = self->count == 2 && !self->numbered; /* the common case has a fast kernel */
    if (!t->gathers)
        best_clear(self, t);
    for (int i = 0; i < CELLS && self->numbered; i++)
        t->number[i] = 0.0;
}

static void tile_write(const voronoi_filling *self, voronoi_tile *t)
{
    size_t width = (size_t)self->map->width, at = (size_t)t->y * width + (size_t)t->x;
    if (self->nearest != NULL) {
        for (int y = 0; y < t->rows; y++)
            for (int x = 0; x < t->columns; x++)
                self->nearest[at + (size_t)y * width + (size_t)x] =
                    (int32_t)t->number[y * WIDE + x];
        return;
    }
    voronoi_sums sums = self->sums;
    sums.columns = t->columns;
    sums.rows = t->rows;
    if (self->numbered) {
        for (int i = 0; i < CELLS; i++) /* the numbers are replaced by factors */
            t->number[i] = voronoi_peak(self->points, (int)t->number[i], self->weight);
        sums.peaks = t->number;
    }
    if (t->gathers)
        self->kernels->write_two(t->near, t->near_count, &sums, self->heights + at, width);
    else
        self->kernels->write(t->best, &sums, self->heights + at, width);
}

static void tile_rows(void *user, int first, int end, int worker)
{
    const voronoi_filling *self = user;
    const heightmap *map = self->map;
    voronoi_tile *t = &self->tiles[worker];
    for (int top = first * HIGH; top < end * HIGH; top += HIGH)
        for (int x = 0; x < map->width; x += WIDE) {
            tile_begin(self, t, x, top);
            /* A tile's rows are far apart in memory: the CPU would not predict these writes. */
            for (int y = top; y < top + t->rows && self->heights != NULL; y++)
                for (int i = 0; i < t->columns; i += 16)
                    __builtin_prefetch(
                        self->heights + (size_t)y * (size_t)map->width + (size_t)(x + i), 1);
            tile_search(self, t);
            tile_write(self, t);
        }
}

rl_status voronoi_fill(const voronoi_points *self, const heightmap *map,
                       const voronoi_settings *settings, float *heights, int32_t *nearest,
                       const heightmap_work *work, rl_error *error)
{
    int n = nearest != NULL ? 1 : VORONOI_MOST; /* number of terms up to the last that is not 0 */
    while (n > 1 && settings->c[n - 1] == 0.0)
        n--;
    voronoi_filling f = {.points = self,
                         .kernels = voronoi_kernels_of[cpu_choose(work->kernels)],
                         .map = map,
                         .heights = heights,
                         .nearest = nearest,
                         .sums = {.c = settings->c, .terms = n, .is_squared = settings->squared},
                         .count = n < self->count ? n : self->count,
                         .numbered = nearest != NULL || settings->weight > 0.0 ||
                                     self->weight != NULL || self->rules != NULL ||
                                     settings->peak > 0,
                         .weight = settings->weight};
    f.sums.last = f.count - 1;
    int rows = (map->height - 1) / HIGH + 1;
    f.tiles = memory_array(work->allocator, (size_t)heightmap_workers(work, rows), sizeof *f.tiles);
    TRY(status_memory(f.tiles != NULL, "voronoi", error));
    rl_status status = heightmap_strips(work, "voronoi", rows, 1, tile_rows, &f, error);
    memory_free(work->allocator, f.tiles);
    return status;
}

/* ---- the pass -------------------------------------------------------------------- */

static const char *const metrics[] = {"euclidean", "squared", NULL};
static const char *const places[] = {"seed", "file", NULL};

enum { POINTS, REGIONS }; /* indices in `keys` */
#define AT(field) offsetof(voronoi_settings, field)
static const scene_key keys[] = {
    INTEGER_KEY("pass.N.points", AT(points), 1, 1000000, 1,
                "feature points per region; without regions: in all"),
    INTEGER_KEY("pass.N.regions", AT(regions), 0, 1000, 4,
                "regions along a side; 0, or only points set: none"),
    NAME_KEY("pass.N.places", AT(given), places, 0,
             "source of points; file: --pass voronoi:file=FILE"),
    NAME_KEY("pass.N.metric", AT(squared), metrics, 1, "how distance is measured"),
    REAL_KEY("pass.N.c1", AT(c[0]), -100, 100, -1, "weight of the distance to the nearest point"),
    REAL_KEY("pass.N.c2", AT(c[1]), -100, 100, 1, "weight of the distance to the second nearest"),
    REAL_KEY("pass.N.c3", AT(c[2]), -100, 100, 0, "weight of the distance to the third"),
    REAL_KEY("pass.N.c4", AT(c[3]), -100, 100, 0, "weight of the distance to the fourth"),
    REAL_KEY("pass.N.c5", AT(c[4]), -100, 100, 0, "weight of the distance to the fifth"),
    REAL_KEY("pass.N.c6", AT(c[5]), -100, 100, 0, "weight of the distance to the sixth"),
    REAL_KEY("pass.N.c7", AT(c[6]), -100, 100, 0, "weight of the distance to the seventh"),
    REAL_KEY("pass.N.c8", AT(c[7]), -100, 100, 0, "weight of the distance to the eighth"),
    REAL_KEY("pass.N.weight", AT(weight), 0, 1, 0, "inequality of the peaks; 0 = all equal"),
    INTEGER_KEY("pass.N.peak", AT(peak), 0, 1000000, 0,
                "number of the point that peak_weight is for; 0 = none"),
    REAL_KEY("pass.N.peak_weight", AT(peak_weight), 0, 1000, 1,
             "factor of the heights in the cell of that point"),
    NAME_KEY("pass.N.op", AT(op), heightmap_ops, HEIGHTMAP_MIX, "how the two maps are combined"),
    REAL_KEY("pass.N.mix", AT(mix), 0, 1, 0.666666667, "share of the map before the pass"),
};

/* Defaults that depend on other values: if only `points` is set, there are no regions; if regions
 * are turned off, there are 20 points. */
static double voronoi_otherwise(const rl_pass *pass, const scene_key *key)
{
    if (key == &keys[REGIONS] && !pass_is_unset(pass, &keys[POINTS]))
        return 0;
    if (key == &keys[POINTS] && !pass_is_unset(pass, &keys[REGIONS]) &&
        pass_value(pass, &keys[REGIONS])->integer < 1)
        return 20;
    return key->otherwise;
}

static int voronoi_reads_input(const void *settings)
{
    return ((const voronoi_settings *)settings)->given;
}

static int64_t voronoi_steps(const void *settings, int64_t samples)
{
    const voronoi_settings *s = settings;
    int64_t regions = s->regions > 0 ? (int64_t)s->regions * s->regions : 1;
    int64_t points = s->given ? MOST_GIVEN : pass_product(regions, s->points);
    return pass_product(samples, 8) + pass_product(points, 20);
}

static rl_status scatter_and_fill(const heightmap *map, const voronoi_settings *settings, int index,
                                  float *heights, int32_t *nearest, const heightmap_work *work,
                                  rl_error *error)
{
    voronoi_points points;
    TRY(voronoi_scatter(&points, map, settings, index, work, error));
    rl_status status = voronoi_fill(&points, map, settings, heights, nearest, work, error);
    arena_free(&points.memory);
    return status;
}

static rl_status voronoi_run(heightmap *map, const void *settings, int index,
                             const heightmap_work *work, rl_error *error)
{
    const voronoi_settings *s = settings;
    heightmap cells = *map;
    cells.h =
        memory_array(work->allocator, (size_t)map->width * (size_t)map->height, sizeof *cells.h);
    TRY(status_memory(cells.h != NULL, "voronoi", error));
    rl_status status = scatter_and_fill(map, s, index, cells.h, NULL, work, error);
    if (status == RL_OK)
        status = heightmap_normalise(&cells, 0.0, 1.0, work, error);
    if (status == RL_OK)
        status = heightmap_combine(map, cells.h, s->op, s->mix, work, error);
    memory_free(work->allocator, cells.h);
    return status;
}

static rl_status voronoi_cells(const heightmap *map, const void *settings, int index, int32_t *cell,
                               const heightmap_work *work, rl_error *error)
{
    return scatter_and_fill(map, settings, index, NULL, cell, work, error);
}

static int voronoi_points_of(const void *settings, int index, const heightmap_work *work,
                             rl_peak *points, int most)
{
    const voronoi_settings *s = settings;
    int count = s->given ? 0 : count_points(s);
    uint64_t key = hash_key(work->seed, STREAM + (uint64_t)index);
    for (int i = 0; i < count && i < most; i++)
        points[i] = point_at(s, work->rules, key, i);
    return count;
}

const heightmap_pass voronoi_pass = {"voronoi",
                                     PASS_KEYS(keys),
                                     .random = STREAM,
                                     .steps = voronoi_steps,
                                     .run = voronoi_run,
                                     .cells = voronoi_cells,
                                     .points = voronoi_points_of,
                                     .otherwise = voronoi_otherwise,
                                     .reads_input = voronoi_reads_input};
