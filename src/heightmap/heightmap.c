/* heightmap.c - functions for all work on maps: bands of rows on several threads, progress,
 * arithmetic of whole maps, and measures of a finished map.
 */
#include "heightmap/heightmap.h"

#include "base/exact.h"
#include "base/memory.h"
#include "base/pool.h"
#include "base/status.h"

/* ---- rows on several threads ---------------------------------------------------- */

rl_status heightmap_step(const heightmap_work *work, const char *what, double done, rl_error *error)
{
    double all = work->before + done * (1.0 - work->before - work->after);
    if (work->progress == NULL || work->progress(work->user, what, all) == 0)
        return RL_OK;
    return status_fail(error, RL_CANCELLED, "%s: cancelled", what);
}

int heightmap_workers(const heightmap_work *work, int strips)
{
    int threads = work->threads < strips ? work->threads : strips;
    return threads > 1 ? threads : 1;
}

typedef struct row_strips {
    const heightmap_work *work;
    const char *what;
    int rows, high;
    heightmap_band *band;
    void *user;
} row_strips;

static int strip_end(const row_strips *self, int strip)
{
    int end = (strip + 1) * self->high;
    return end < self->rows ? end : self->rows;
}

static void strip_run(void *user, int strip, int slot, int worker)
{
    const row_strips *self = user;
    (void)slot;
    self->band(self->user, strip * self->high, strip_end(self, strip), worker);
}

static rl_status strip_done(void *user, int strip, int slot, rl_error *error)
{
    const row_strips *self = user;
    double done = (double)strip_end(self, strip) / (double)self->rows;
    (void)slot;
    return self->what != NULL ? heightmap_step(self->work, self->what, done, error) : RL_OK;
}

rl_status heightmap_strips(const heightmap_work *work, const char *what, int rows, int high,
                           heightmap_band *band, void *user, rl_error *error)
{
    row_strips self = {work, what, rows, high, band, user};
    int strips = (rows + high - 1) / high, threads = heightmap_workers(work, strips);
    pool_work pool = {.jobs = strips,
                      .threads = threads,
                      .slots = 2 * threads,
                      .run = strip_run,
                      .take = strip_done,
                      .user = &self};
    return pool_run(&pool, work->allocator, error);
}

rl_status heightmap_rows(const heightmap_work *work, int rows, heightmap_band *band, void *user,
                         rl_error *error)
{
    /* Four bands per thread: threads end at about the same time, and few calls are made. */
    int bands = work->threads > 1 ? 4 * work->threads : 1;
    return heightmap_strips(work, NULL, rows, rows / bands + 1, band, user, error);
}

/* ---- arithmetic --------------------------------------------------------------- */

typedef struct arithmetic {
    const heightmap_kernels *kernels;
    const heightmap *map;
    float (*range)[2]; /* [workers] least and greatest height of the rows of each */
    const float *second;
    int op; /* heightmap_op */
    float mix;
    heightmap_stretch stretch;
} arithmetic;

static void range_band(void *user, int first, int end, int worker)
{
    const arithmetic *self = user;
    size_t width = (size_t)self->map->width;
    float *range = self->range[worker];
    self->kernels->range(self->map->h + (size_t)first * width, (ptrdiff_t)width * (end - first),
                         &range[0], &range[1]);
}

static void stretch_band(void *user, int first, int end, int worker)
{
    (void)worker;
    const arithmetic *self = user;
    size_t width = (size_t)self->map->width;
    self->kernels->stretch(&self->stretch, self->map->h + (size_t)first * width,
                           (ptrdiff_t)width * (end - first));
}

static void combine_band(void *user, int first, int end, int worker)
{
    (void)worker;
    const arithmetic *self = user;
    size_t width = (size_t)self->map->width, start = (size_t)first * width;
    self->kernels->combine[self->op](self->map->h + start, self->second + start,
                                     (ptrdiff_t)width * (end - first), self->mix);
}

rl_status heightmap_range(const heightmap *map, float *least, float *most,
                          const heightmap_work *work, rl_error *error)
{
    int workers = heightmap_workers(work, map->height);
    arithmetic a = {.kernels = heightmap_kernels_of[cpu_choose(work->kernels)], .map = map};
    *least = *most = map->h[0];
    a.range = memory_array(work->allocator, (size_t)workers, sizeof *a.range);
    TRY(status_memory(a.range != NULL, "map", error));
    for (int i = 0; i < workers; i++)
        a.range[i][0] = a.range[i][1] = map->h[0];
    rl_status status = heightmap_rows(work, map->height, range_band, &a, error);
    for (int i = 0; i < workers && status == RL_OK; i++) {
        *least = a.range[i][0] < *least ? a.range[i][0] : *least;
        *most = a.range[i][1] > *most ? a.range[i][1] : *most;
    }
    memory_free(work->allocator, a.range);
    return status;
}

rl_status heightmap_normalise(heightmap *map, double low, double high, const heightmap_work *work,
                              rl_error *error)
{
    float least, most;
    TRY(heightmap_range(map, &least, &most, work, error));
    arithmetic a = {.kernels = heightmap_kernels_of[cpu_choose(work->kernels)],
                    .map = map,
                    .stretch = {(double)least, (double)most - (double)least, low, high}};
    return heightmap_rows(work, map->height, stretch_band, &a, error);
}

const char *const heightmap_ops[] = {"mix", "min", "max", "multiply", NULL};

rl_status heightmap_combine(heightmap *map, const float *second, int op, double mix,
                            const heightmap_work *work, rl_error *error)
{
    arithmetic a = {.kernels = heightmap_kernels_of[cpu_choose(work->kernels)],
                    .map = map,
                    .second = second,
                    .op = op,
                    .mix = (float)mix};
    return heightmap_rows(work, map->height, combine_band, &a, error);
}

/* ---- measures --------------------------------------------------------------------- */

/* Returns the largest difference of a sample to its four neighbours. */
static inline double slope_at(const heightmap *map, int x, int y)
{
    int width = map->width, height = map->height;
    const float *row = map->h + (size_t)y * (size_t)width;
    int left = x > 0 ? x - 1 : map->wrap ? width - 1 : x;
    int right = x < width - 1 ? x + 1 : map->wrap ? 0 : x;
    int above = y > 0 ? y - 1 : map->wrap ? height - 1 : y;
    int below = y < height - 1 ? y + 1 : map->wrap ? 0 : y;
    double here = (double)row[x];
    double up = (double)map->h[(size_t)above * (size_t)width + (size_t)x];
    double down = (double)map->h[(size_t)below * (size_t)width + (size_t)x];
    return exact_max(
        exact_max(exact_abs(here - (double)row[left]), exact_abs(here - (double)row[right])),
        exact_max(exact_abs(here - up), exact_abs(here - down)));
}

void heightmap_measure(const heightmap *map, rl_map_statistics *statistics)
{
    rl_map_statistics s = {.min = (double)map->h[0], .max = (double)map->h[0]};
    double cells = (double)map->width * (double)map->height, steepest = 0.0, squares = 0.0;
    const float *h = map->h;
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++, h++) {
            double height = (double)*h, slope = slope_at(map, x, y);
            s.min = exact_min(s.min, height);
            s.max = exact_max(s.max, height);
            s.mean += height;
            s.slope_mean += slope;
            steepest = exact_max(steepest, slope);
        }
    s.mean /= cells;
    s.slope_mean /= cells;
    s.slope_bin = steepest / (double)RL_SLOPE_BINS;
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++) {
            double slope = slope_at(map, x, y);
            squares += (slope - s.slope_mean) * (slope - s.slope_mean);
            int bin = s.slope_bin > 0.0 ? (int)exact_min(slope / s.slope_bin, RL_SLOPE_BINS) : 0;
            s.slopes[bin < RL_SLOPE_BINS ? bin
                                         : RL_SLOPE_BINS - 1]++; /* the steepest is in the last */
        }
    s.slope_deviation = exact_sqrt(squares / cells);
    s.erosion_score = s.slope_mean > 0.0 ? s.slope_deviation / s.slope_mean : 0.0;
    *statistics = s;
}
