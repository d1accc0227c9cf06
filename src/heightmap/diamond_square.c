/* diamond_square.c - the whole map: strips of rows, each made on its own.
 *
 * In: size, rules, seed.  Out: the heights, raw.  A strip needs nothing of another one,
 * since diamond_rows can begin at any row; so neither threads nor the size of a strip
 * show.  A strip makes again what it needs of the coarser levels: about three rows.
 */
#include "base/memory.h"
#include "base/pool.h"
#include "base/status.h"
#include "heightmap/heightmap.h"

#define STRIP 128

int diamond_square_order(int width, int height, int wrap)
{
    int side = width > height ? width : height, order = wrap ? 2 : 1;
    while ((1 << order) + !wrap < side)
        order++;
    return order;
}

typedef struct filling {
    heightmap *map;
    const heightmap_work *work;
    diamond_rows **rows; /* one for each thread */
    int strips;
} filling;

static void strip_run(void *user, int job, int slot, int worker)
{
    const filling *self = user;
    const heightmap *map = self->map;
    diamond_rows *rows = self->rows[worker];
    (void)slot;
    int from = job * STRIP;
    int to = from + STRIP < map->height ? from + STRIP : map->height;
    diamond_rows_seek(rows, from);
    for (int y = from; y < to; y++)
        diamond_rows_next(rows, map->h + (size_t)y * (size_t)map->width);
}

static rl_status strip_take(void *user, int job, int slot, rl_error *error)
{
    const filling *self = user;
    (void)slot;
    return heightmap_step(self->work, "diamond-square", (job + 1.0) / self->strips, error);
}

static rl_status strips_run(filling *self, int threads, uint64_t stream, rl_error *error)
{
    const heightmap *map = self->map;
    rl_status status = RL_OK;
    for (int i = 0; i < threads && status == RL_OK; i++)
        status =
            diamond_rows_new(&self->rows[i], map->width, map->height, stream, self->work, error);
    if (status == RL_OK) {
        pool_work work = {.jobs = self->strips,
                          .threads = threads,
                          .slots = 2 * threads,
                          .run = strip_run,
                          .take = strip_take,
                          .user = self};
        status = pool_run(&work, self->work->allocator, error);
    }
    for (int i = 0; i < threads; i++)
        diamond_rows_free(self->rows[i]);
    return status;
}

rl_status diamond_square_fill(heightmap *map, uint64_t stream, const heightmap_work *work,
                              rl_error *error)
{
    filling self = {.map = map, .work = work, .strips = (map->height + STRIP - 1) / STRIP};
    int threads = work->threads < self.strips ? work->threads : self.strips;
    self.rows = memory_zeroed(work->allocator, (size_t)threads, sizeof(diamond_rows *));
    if (self.rows == NULL)
        return status_fail(error, RL_NO_MEMORY, "map: out of memory");
    rl_status status = strips_run(&self, threads, stream, error);
    memory_free(work->allocator, self.rows);
    return status;
}
