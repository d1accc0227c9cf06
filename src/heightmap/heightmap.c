/* heightmap.c - what all work on maps shares: bands of rows on several threads,
 * progress, and the plain arithmetic of whole maps. */
#include "heightmap/heightmap.h"

#include "base/memory.h"
#include "base/pool.h"
#include "base/status.h"
#include "heightmap/heightmap_kernels.h"

/* Enough bands that threads end together, few enough that a band is worth a call. */
#define BANDS_A_THREAD 4

rl_status heightmap_step(const heightmap_work *work, const char *what, double done, rl_error *error)
{
    if (work->progress == NULL || work->progress(work->user, what, done) == 0)
        return RL_OK;
    return status_fail(error, RL_CANCELLED, "%s: cancelled", what);
}

typedef struct row_bands {
    heightmap_band *band;
    void *user;
    int rows, bands;
} row_bands;

static void run_band(void *user, int job, int slot, int worker)
{
    row_bands *b = user;
    (void)slot;
    int from = (int)((int64_t)b->rows * job / b->bands);
    int to = (int)((int64_t)b->rows * (job + 1) / b->bands);
    b->band(b->user, from, to, worker);
}

static rl_status take_nothing(void *user, int job, int slot, rl_error *error)
{
    (void)user;
    (void)job;
    (void)slot;
    (void)error;
    return RL_OK;
}

rl_status heightmap_rows(const heightmap_work *work, int rows, heightmap_band *band, void *user,
                         rl_error *error)
{
    row_bands b = {.band = band, .user = user, .rows = rows};
    if (work->threads <= 1 || rows < 2) {
        band(user, 0, rows, 0);
        return RL_OK;
    }
    int64_t bands = (int64_t)work->threads * BANDS_A_THREAD;
    b.bands = bands < rows ? (int)bands : rows;
    pool_work pool = {.jobs = b.bands,
                      .threads = work->threads < b.bands ? work->threads : b.bands,
                      .slots = b.bands,
                      .run = run_band,
                      .take = take_nothing,
                      .user = &b};
    return pool_run(&pool, work->allocator, error);
}

/* ---- whole maps ------------------------------------------------------------- */

const heightmap_kernels *heightmap_kernels_of(int kernels)
{
    static const heightmap_kernels *const variants[CPU_KERNELS] = {
        &heightmap_plain, &heightmap_vector, &heightmap_avx2};
    return variants[cpu_choose(kernels)];
}

typedef struct arithmetic {
    const heightmap_kernels *kernels;
    const heightmap *map;
    float *range; /* least and most of each row */
    const float *other;
    const rl_pass *pass;
    heightmap_stretch stretch;
} arithmetic;

static float *row_at(const arithmetic *self, int y)
{
    return self->map->h + (size_t)y * (size_t)self->map->width;
}

static void range_band(void *user, int from, int to, int worker)
{
    (void)worker;
    const arithmetic *self = user;
    for (int y = from; y < to; y++) {
        float *range = self->range + 2 * (size_t)y;
        range[0] = range[1] = row_at(self, y)[0];
        self->kernels->range(row_at(self, y), self->map->width, &range[0], &range[1]);
    }
}

static void stretch_band(void *user, int from, int to, int worker)
{
    (void)worker;
    const arithmetic *self = user;
    ptrdiff_t count = (ptrdiff_t)(to - from) * self->map->width;
    self->kernels->stretch(&self->stretch, row_at(self, from), count);
}

static void combine_band(void *user, int from, int to, int worker)
{
    (void)worker;
    const arithmetic *self = user;
    size_t start = (size_t)from * (size_t)self->map->width;
    ptrdiff_t count = (ptrdiff_t)(to - from) * self->map->width;
    self->kernels->combine[self->pass->op](row_at(self, from), self->other + start, count,
                                           (float)self->pass->mix);
}

rl_status heightmap_range(const heightmap *map, float *least, float *most,
                          const heightmap_work *work, rl_error *error)
{
    arithmetic a = {.kernels = heightmap_kernels_of(work->kernels), .map = map};
    *least = *most = map->h[0];
    a.range = memory_array(work->allocator, 2 * (size_t)map->height, sizeof *a.range);
    if (a.range == NULL)
        return status_fail(error, RL_NO_MEMORY, "map: out of memory");
    rl_status status = heightmap_rows(work, map->height, range_band, &a, error);
    for (int i = 0; i < 2 * map->height && status == RL_OK; i++) {
        *least = a.range[i] < *least ? a.range[i] : *least;
        *most = a.range[i] > *most ? a.range[i] : *most;
    }
    memory_free(work->allocator, a.range);
    return status;
}

rl_status heightmap_normalise(heightmap *map, double low, double high, const heightmap_work *work,
                              rl_error *error)
{
    float least, most;
    rl_status status = heightmap_range(map, &least, &most, work, error);
    if (status != RL_OK)
        return status;
    arithmetic a = {.kernels = heightmap_kernels_of(work->kernels), .map = map};
    heightmap_stretch stretch = {(double)least, (double)most - (double)least, low, high};
    a.stretch = stretch;
    return heightmap_rows(work, map->height, stretch_band, &a, error);
}

void normalise_map(heightmap *map, double low, double high)
{
    const heightmap_kernels *kernels = heightmap_kernels_of(RL_KERNELS_BEST);
    ptrdiff_t count = (ptrdiff_t)map->width * map->height;
    float least = map->h[0], most = map->h[0];
    kernels->range(map->h, count, &least, &most);
    heightmap_stretch stretch = {(double)least, (double)most - (double)least, low, high};
    kernels->stretch(&stretch, map->h, count);
}

rl_status normalise_pass(heightmap *map, const rl_pass *pass, int index, const heightmap_work *work,
                         rl_error *error)
{
    (void)index;
    rl_status status = heightmap_normalise(map, pass->low, pass->high, work, error);
    return status == RL_OK ? heightmap_step(work, "normalise", 1.0, error) : status;
}

rl_status combine_maps(heightmap *map, const float *other, const rl_pass *pass,
                       const heightmap_work *work, rl_error *error)
{
    arithmetic a = {
        .kernels = heightmap_kernels_of(work->kernels), .map = map, .other = other, .pass = pass};
    return heightmap_rows(work, map->height, combine_band, &a, error);
}

rl_status combine_pass(heightmap *map, const rl_pass *pass, int index, const heightmap_work *work,
                       rl_error *error)
{
    heightmap other = *map;
    if (pass->with == RL_COMBINE_INPUT) {
        if (work->input == NULL)
            return status_fail(error, RL_BAD_ARGUMENT,
                               "pass.%d.with = input: must have heights that were read", index + 1);
        return combine_maps(map, work->input, pass, work, error);
    }
    other.h =
        memory_array(work->allocator, (size_t)map->width * (size_t)map->height, sizeof(float));
    if (other.h == NULL)
        return status_fail(error, RL_NO_MEMORY, "combine: out of memory");
    rl_status status = diamond_square_fill(&other, STREAM_SECOND + (uint64_t)index, work, error);
    if (status == RL_OK && work->rules->smooth)
        status = smooth_map(&other, work, error);
    if (status == RL_OK)
        status = heightmap_normalise(&other, 0.0, 1.0, work, error);
    if (status == RL_OK)
        status = combine_maps(map, other.h, pass, work, error);
    memory_free(work->allocator, other.h);
    return status == RL_OK ? heightmap_step(work, "combine", 1.0, error) : status;
}
