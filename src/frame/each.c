/* each.c - ridges that are made side by side.
 *
 * In: what is done for one ridge, which must touch nothing that another's does.  Out: all
 * done, or the failure of the first in order, whatever the number of threads.
 */
#include "base/memory.h"
#include "base/pool.h"
#include "base/status.h"
#include "frame/frame.h"

/* Wider parts take long enough to be asked whether to stop, which only the caller's
 * thread may do: they are made by it alone. */
#define WIDEST 16384

typedef struct each_ridge {
    rl_frame *frame;
    frame_ridge_maker *make;
    rl_status status[RL_MAX_RIDGES];
    rl_error *error; /* [ridges] */
    int (*progress)(void *user, int rows_done, int rows_total);
} each_ridge;

static void make_one(void *user, int job, int slot, int worker)
{
    each_ridge *each = user;
    (void)slot;
    (void)worker;
    each->status[job] = each->make(each->frame, job, &each->error[job]);
}

static rl_status take_one(void *user, int job, int slot, rl_error *error)
{
    each_ridge *each = user;
    rl_frame *frame = each->frame;
    (void)slot;
    if (each->status[job] != RL_OK)
        return status_fail(error, each->status[job], "%s", each->error[job].text);
    if (each->progress != NULL && each->progress(frame->user, 0, frame->rows) != 0)
        return status_fail(error, RL_CANCELLED, "frame: cancelled while it was prepared");
    return RL_OK;
}

rl_status frame_each_ridge(rl_frame *frame, frame_ridge_maker *make, rl_error *error)
{
    int ridges = frame->scene.ridge_count;
    int is_narrow = frame->columns <= WIDEST;
    each_ridge each = {.frame = frame, .make = make, .progress = frame->progress};
    pool_work work = {.jobs = ridges,
                      .threads = is_narrow && frame->threads > 1 ? frame->threads : 1,
                      .slots = ridges,
                      .run = make_one,
                      .take = take_one,
                      .user = &each};
    each.error = memory_zeroed(frame->allocator, (size_t)ridges, sizeof *each.error);
    if (each.error == NULL)
        return status_fail(error, RL_NO_MEMORY, "ridges: out of memory");
    if (work.threads > 1) /* on the others it may not be called */
        frame->progress = NULL;
    rl_status status = pool_do(frame->pool, &work, frame->allocator, error);
    frame->progress = each.progress;
    memory_free(frame->allocator, each.error);
    return status;
}
