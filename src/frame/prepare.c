/* prepare.c - calls a function for each of many indices on several threads while a frame is
 * prepared, and handles cancellation. */
#include "frame/prepare.h"

#include "base/memory.h"
#include "base/pool.h"
#include "base/status.h"

int prepare_is_stopped(const preparation *work)
{
    return work != NULL && work->progress != NULL &&
           work->progress(work->user, 0, work->frame->rows) != 0;
}

rl_status prepare_check_stop(const preparation *work, rl_error *error)
{
    if (!prepare_is_stopped(work))
        return RL_OK;
    return status_fail(error, RL_CANCELLED, "frame: cancelled while it was prepared");
}

/* One call of prepare_each.  Job j makes index count - 1 - j: the nearest layers, which take
 * longest, begin first, so that the threads finish at about the same time. */
typedef struct each {
    preparation *work;
    int count;
    prepare_one *make;
    rl_status *status; /* [count] */
    rl_error *error;   /* [count] */
    int (*progress)(void *user, int rows_done, int rows_total);
} each;

static void run_one(void *user, int job, int slot, int worker)
{
    each *all = user;
    int index = all->count - 1 - job;
    (void)slot;
    (void)worker;
    all->status[index] = all->make(all->work, index, &all->error[index]);
}

static rl_status take_one(void *user, int job, int slot, rl_error *error)
{
    each *all = user;
    int index = all->count - 1 - job;
    (void)slot;
    if (all->status[index] != RL_OK)
        return status_fail(error, all->status[index], "%s", all->error[index].text);
    if (all->progress != NULL && all->progress(all->work->user, 0, all->work->frame->rows) != 0)
        return status_fail(error, RL_CANCELLED, "frame: cancelled while it was prepared");
    return RL_OK;
}

rl_status prepare_each(preparation *work, int count, prepare_one *make, rl_error *error)
{
    const rl_allocator *allocator = work->frame->allocator;
    each all = {.work = work, .count = count, .make = make, .progress = work->progress};
    pool_work jobs = {.jobs = count,
                      .threads =
                          work->frame->columns <= PREPARE_WIDEST && work->threads > 1 ? work->threads : 1,
                      .slots = count,
                      .run = run_one,
                      .take = take_one,
                      .user = &all};
    all.error = memory_zeroed(allocator, (size_t)count, sizeof *all.error + sizeof *all.status);
    TRY(status_memory(all.error != NULL, "frame", error));
    all.status = (rl_status *)(all.error + count);
    if (jobs.threads > 1) /* only the caller's thread may call it, in take_one */
        work->progress = NULL;
    rl_status status = pool_do(work->pool, &jobs, allocator, error);
    work->progress = all.progress;
    memory_free(allocator, all.error);
    return status;
}
