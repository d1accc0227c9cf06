/* voronoi_points.c - where feature points lie, and the buckets that find them again.
 *
 * A point is a function of (seed, pass, its number) alone.  Places have 32 bits along
 * an axis, so that adding the number of a region and dividing never rounds a point
 * into the next region.
 */
#include "heightmap/passes/voronoi_points.h"

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"

#define MOST_POINTS 100000000
#define POINTS_A_BUCKET 2.0
#define MOST_BUCKETS 4096 /* along a side */

double voronoi_side(const heightmap *map)
{
    int side = (map->width > map->height ? map->width : map->height) - !map->wrap;
    return side > 1 ? (double)side : 1.0;
}

/* ---- places ------------------------------------------------------------------ */

/* What a region holds, and how many there are along a side. */
typedef struct scattering {
    uint64_t key;
    int regions, points;
} scattering;

static void scatter_one(const scattering *s, int number, double *x, double *y)
{
    int region = number / s->points;
    uint64_t bits = hash_at(s->key, 0, number);
    double u = (double)(bits >> 32) * (1.0 / 4294967296.0);
    double v = (double)(bits & 0xffffffff) * (1.0 / 4294967296.0);
    *x = ((double)(region % s->regions) + u) / (double)s->regions;
    *y = ((double)(region / s->regions) + v) / (double)s->regions;
}

rl_status voronoi_scatter(voronoi_points *self, const heightmap *map, const rl_pass *pass,
                          int index, const heightmap_work *work, rl_error *error)
{
    scattering s = {hash_key(work->seed, STREAM_VORONOI + (uint64_t)index),
                    pass->regions > 0 ? pass->regions : 1, pass->points};
    int64_t count = (int64_t)s.regions * s.regions;
    count = pass->points <= MOST_POINTS / count ? count * pass->points : -1;
    double *x = count > 0 ? memory_array(work->allocator, (size_t)count, 2 * sizeof *x) : NULL;
    if (x == NULL)
        return status_fail(error, RL_NO_MEMORY, "voronoi: no memory for the points");
    double *y = x + count;
    double side = voronoi_side(map);
    for (int i = 0; i < count; i++) {
        scatter_one(&s, i, &x[i], &y[i]);
        x[i] *= (double)(map->width - !map->wrap) / side;
        y[i] *= (double)(map->height - !map->wrap) / side;
    }
    rl_status status = voronoi_sort(self, map, x, y, (int)count, work, error);
    self->key = s.key;
    memory_free(work->allocator, x);
    return status;
}

double voronoi_peak(const voronoi_points *self, int number, double weight)
{
    return 1.0 - weight * hash_unit(hash_at(self->key, 1, number));
}

/* ---- buckets ----------------------------------------------------------------- */

/* Buckets along a side of this length, so that they are about square. */
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

/* Sorting by counting: start[b] runs from the end of bucket b down to its beginning. */
static void sort_points(voronoi_points *self, const double *x, const double *y)
{
    int buckets = self->columns * self->rows;
    for (int i = 0; i < self->count; i++)
        self->start[bucket_of(self, x[i], y[i])]++;
    for (int b = 0; b < buckets; b++)
        self->start[b + 1] += self->start[b];
    for (int i = self->count - 1; i >= 0; i--) {
        int32_t at = --self->start[bucket_of(self, x[i], y[i])];
        self->x[at] = x[i];
        self->y[at] = y[i];
        self->number[at] = i;
    }
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
    p.start = memory_zeroed(work->allocator, buckets + 1, sizeof *p.start);
    p.x = memory_array(work->allocator, (size_t)count, sizeof *p.x);
    p.y = memory_array(work->allocator, (size_t)count, sizeof *p.y);
    p.number = memory_array(work->allocator, (size_t)count, sizeof *p.number);
    *self = p;
    if (p.start == NULL || p.x == NULL || p.y == NULL || p.number == NULL) {
        voronoi_points_free(self, work->allocator);
        return status_fail(error, RL_NO_MEMORY, "voronoi: no memory for the points");
    }
    sort_points(self, x, y);
    return RL_OK;
}

void voronoi_points_free(voronoi_points *self, const rl_allocator *allocator)
{
    memory_free(allocator, self->start);
    memory_free(allocator, self->x);
    memory_free(allocator, self->y);
    memory_free(allocator, self->number);
    self->start = self->number = NULL;
    self->x = self->y = NULL;
}
