/* heightmap.c - what all work on maps shares: bands of rows on several threads,
 * progress, and the plain arithmetic of whole maps. */
#include "terrain/heightmap.h"

#include "base/memory.h"
#include "base/pool.h"
#include "base/status.h"

/* Second maps of one seed have streams of their own, by the number of their pass. */
#define STREAM_SECOND 7100

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
    (void)worker;
    int from = (int)((int64_t)b->rows * job / b->bands);
    int to = (int)((int64_t)b->rows * (job + 1) / b->bands);
    b->band(b->user, from, to);
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
        band(user, 0, rows);
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

void normalise_map(heightmap *map, double low, double high)
{
    size_t count = (size_t)map->width * (size_t)map->height;
    float least = map->h[0], most = map->h[0];
    for (size_t i = 1; i < count; i++) {
        least = map->h[i] < least ? map->h[i] : least;
        most = map->h[i] > most ? map->h[i] : most;
    }
    double span = (double)most - (double)least;
    for (size_t i = 0; i < count; i++) {
        double share = span > 0.0 ? ((double)map->h[i] - (double)least) / span : 0.0;
        map->h[i] = (float)(low * (1.0 - share) + high * share); /* both ends exactly */
    }
}

rl_status normalise_pass(heightmap *map, const rl_pass *pass, int index, const heightmap_work *work,
                         rl_error *error)
{
    (void)index;
    normalise_map(map, pass->low, pass->high);
    return heightmap_step(work, "normalise", 1.0, error);
}

void combine_maps(heightmap *map, const float *other, const rl_pass *pass)
{
    size_t count = (size_t)map->width * (size_t)map->height;
    float mix = (float)pass->mix;
    for (size_t i = 0; i < count; i++) {
        float a = map->h[i], b = other[i];
        map->h[i] = pass->op == RL_COMBINE_MIN   ? (a < b ? a : b)
                    : pass->op == RL_COMBINE_MAX ? (a > b ? a : b)
                    : pass->op == RL_COMBINE_MIX ? mix * a + (1.0F - mix) * b
                                                 : a * b;
    }
}

rl_status combine_pass(heightmap *map, const rl_pass *pass, int index, const heightmap_work *work,
                       rl_error *error)
{
    heightmap other = *map;
    if (pass->with == RL_COMBINE_INPUT) {
        if (work->input == NULL)
            return status_fail(error, RL_BAD_ARGUMENT,
                               "pass.%d.with = input: must have heights that were read", index + 1);
        combine_maps(map, work->input, pass);
        return RL_OK;
    }
    other.h =
        memory_array(work->allocator, (size_t)map->width * (size_t)map->height, sizeof(float));
    if (other.h == NULL)
        return status_fail(error, RL_NO_MEMORY, "combine: out of memory");
    rl_status status = diamond_square_fill(&other, STREAM_SECOND + (uint64_t)index, work, error);
    if (status == RL_OK && work->rules->smooth)
        status = smooth_map(&other, work, error);
    if (status == RL_OK) {
        normalise_map(&other, 0.0, 1.0);
        combine_maps(map, other.h, pass);
    }
    memory_free(work->allocator, other.h);
    return status == RL_OK ? heightmap_step(work, "combine", 1.0, error) : status;
}
