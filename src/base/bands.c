/* bands.c - divides the rows of a picture into bands, which are jobs of a thread pool. */
#include "base/bands.h"

#include "base/memory.h"
#include "base/pool.h"
#include "base/status.h"

/* Largest size of a band in bytes, so that it fits into the second-level cache, and in rows. */
#define BAND_BYTES ((size_t)576 * 1024)
#define BAND_ROWS 64

/* The height of a band is a multiple of this, if possible.  Groups of this many rows share results,
 * which would be computed twice if a band ended within a group. */
#define BAND_STEP 16

/* Of at least BANDS_MANY full bands the last BANDS_DIVIDED are divided into bands of BAND_STEP
 * rows, so that threads end at about the same time. */
#define BANDS_DIVIDED 2
#define BANDS_MANY 16

/* Number of neighbouring bands that a thread paints one after another.  What neighbouring rows
 * share, such as strips of a mirror, it would make anew for each band that does not follow its last
 * one. */
#define BANDS_TOGETHER 2

typedef struct bands {
    const bands_work *work;
    unsigned char *memory; /* one band for each slot */
    size_t band_bytes;
    int rows; /* number of rows of a full band */
    int full; /* number of full bands, before those that are lower */
} bands;

int bands_height(size_t row_bytes)
{
    size_t rows = BAND_BYTES / row_bytes;
    if (rows > BAND_STEP)
        rows -= rows % BAND_STEP;
    return rows < 1 ? 1 : rows > BAND_ROWS ? BAND_ROWS : (int)rows;
}

static int full_bands(int rows, int height)
{
    int full = rows / height;
    return height > BAND_STEP && full >= BANDS_MANY ? full - BANDS_DIVIDED : full;
}

int bands_rows(int rows, size_t row_bytes, int y)
{
    int height = bands_height(row_bytes), full = full_bands(rows, height);
    int is_divided = full < rows / height;
    int most = is_divided && y >= full * height ? BAND_STEP : height;
    return rows - y < most ? rows - y : most;
}

static int first_of(const bands *b, int band)
{
    return band < b->full ? band * b->rows : b->full * b->rows + (band - b->full) * BAND_STEP;
}

static int count_of(const bands *b, int band)
{
    return bands_rows(b->work->rows, b->work->row_bytes, first_of(b, band));
}

static unsigned char *slot_of(const bands *b, int slot)
{
    return b->memory + (size_t)slot * b->band_bytes;
}

static void make_band(void *user, int band, int slot, int worker)
{
    bands *b = user;
    b->work->make(b->work->user, first_of(b, band), count_of(b, band), slot_of(b, slot), worker);
}

static rl_status take_band(void *user, int band, int slot, rl_error *error)
{
    bands *b = user;
    const bands_work *work = b->work;
    int count = count_of(b, band);
    rl_status status = work->take(work->user, slot_of(b, slot), count, error);
    if (status != RL_OK || work->progress == NULL)
        return status;
    int done = first_of(b, band) + count;
    if (work->progress(work->progress_user, done, work->rows) != 0)
        return status_fail(error, RL_CANCELLED, "%s: cancelled after %d of %d rows", work->name,
                           done, work->rows);
    return RL_OK;
}

int bands_threads(int rows, size_t row_bytes, int threads)
{
    int height = bands_height(row_bytes);
    int count = (rows + height - 1) / height;
    return threads < count ? threads : count;
}

rl_status bands_run(const bands_work *work, const rl_allocator *allocator, rl_error *error)
{
    bands b = {.work = work, .rows = bands_height(work->row_bytes)};
    int threads = bands_threads(work->rows, work->row_bytes, work->threads);
    b.full = full_bands(work->rows, b.rows);
    int begin = b.full * b.rows; /* first row of the lower bands */
    int lower = begin < work->rows ? bands_rows(work->rows, work->row_bytes, begin) : 1;
    int slots = threads == 1 ? 1 : 2 * (threads + 1); /* with fewer, threads wait for each other */
    pool_work pool = {.jobs = b.full + (work->rows - begin + lower - 1) / lower,
                      .threads = threads,
                      .slots = slots,
                      .together = BANDS_TOGETHER,
                      .run = make_band,
                      .take = take_band,
                      .user = &b};
    b.band_bytes = work->band_bytes > 0 ? work->band_bytes : (size_t)b.rows * work->row_bytes;
    b.memory = memory_array(allocator, (size_t)pool.slots, b.band_bytes);
    TRY(status_memory(b.memory != NULL, work->name, error));
    rl_status status = pool_run(&pool, allocator, error);
    memory_free(allocator, b.memory);
    return status;
}
