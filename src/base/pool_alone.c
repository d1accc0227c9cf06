/* pool_alone.c - the pool for systems without threads, in place of pool.c: the caller does each job
 * and takes its result at once.
 */
#include "base/pool.h"

#include "base/memory.h"
#include "base/status.h"

struct thread_pool {
    const rl_allocator *allocator; /* &own, or NULL */
    rl_allocator own;
};

rl_status pool_new(thread_pool **out, int threads, const rl_allocator *allocator, rl_error *error)
{
    (void)threads;
    thread_pool *self = *out = memory_zeroed(allocator, 1, sizeof *self);
    TRY(status_memory(self != NULL, "threads", error));
    if (allocator != NULL) {
        self->own = *allocator;
        self->allocator = &self->own;
    }
    return status_clear(error);
}

void pool_free(thread_pool *self)
{
    if (self == NULL)
        return;
    rl_allocator own = self->own;
    memory_free(self->allocator != NULL ? &own : NULL, self);
}

rl_status pool_do(thread_pool *self, const pool_work *work, const rl_allocator *allocator,
                  rl_error *error)
{
    (void)self;
    return pool_run(work, allocator, error);
}

rl_status pool_run(const pool_work *work, const rl_allocator *allocator, rl_error *error)
{
    (void)allocator;
    for (int job = 0; job < work->jobs; job++) {
        work->run(work->user, job, 0, 0);
        TRY(work->take(work->user, job, 0, error));
    }
    return status_clear(error);
}
