/* frames.c - pictures drawn on several threads and taken in their order.
 *
 * In: a function that draws a picture, another that takes it.  Out: all pictures taken, or
 * the first failure.  The pool of base/ does the work; pictures wait in its slots.
 */
#include "cli/common/frames.h"
#include "base/pool.h"

#include <stdlib.h>

#define SLOTS_PER_THREAD 2

typedef struct slot {
    uint8_t *pixels;
    rl_error error;
} slot;

typedef struct frames {
    const frames_work *work;
    progress *bar;
    slot *slots;
} frames;

static void draw(void *user, int frame, int index, int worker)
{
    const frames *job = user;
    slot *dst = &job->slots[index];
    (void)worker;
    dst->error = (rl_error){RL_OK, ""};
    dst->error.status = job->work->draw(job->work->user, frame, dst->pixels, &dst->error);
}

static rl_status take(void *user, int frame, int index, rl_error *error)
{
    const frames *job = user;
    const frames_work *work = job->work;
    const slot *src = &job->slots[index];
    *error = src->error;
    if (error->status == RL_OK && work->take != NULL)
        error->status = work->take(work->user, frame, src->pixels, error);
    if (error->status == RL_OK && progress_step(job->bar, frame + 1, work->frames) != 0)
        *error = (rl_error){RL_CANCELLED, "stopped"};
    return error->status;
}

rl_status frames_run(const frames_work *work, progress *bar, rl_error *error)
{
    int count = SLOTS_PER_THREAD * work->threads;
    count = count < work->frames ? count : work->frames;
    frames job = {work, bar, calloc((size_t)count + 1, sizeof *job.slots)};
    int is_ready = job.slots != NULL;
    for (int i = 0; i < count && is_ready && work->bytes > 0; i++)
        is_ready = (job.slots[i].pixels = malloc(work->bytes)) != NULL;
    *error = (rl_error){RL_NO_MEMORY, "out of memory"};
    progress_time(bar);
    if (is_ready) {
        const pool_work pool = {.jobs = work->frames,
                                .threads = work->threads,
                                .slots = count > 0 ? count : 1,
                                .run = draw,
                                .take = take,
                                .user = &job};
        pool_run(&pool, NULL, error);
    }
    progress_end(bar);
    for (int i = 0; i < count && job.slots != NULL; i++)
        free(job.slots[i].pixels);
    free(job.slots);
    return error->status;
}
