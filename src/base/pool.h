/* pool.h - numbered jobs on several threads, results taken in order.
 *
 * A pool is threads that wait for jobs; making it again for each of many short runs costs
 * more than the runs, since a new thread is late where its process is young.
 *
 * In: a job count, a function that does job i into slot s, a function that
 * takes finished slots strictly in job order on the calling thread.  Out: the
 * first failure, or RL_OK.  Which thread does a job never shows: jobs share
 * nothing but their immutable input.
 */
#ifndef RL_BASE_POOL_H
#define RL_BASE_POOL_H

#include "ridgeline.h"

typedef struct pool_work {
    int jobs;    /* 0..jobs-1 are done */
    int threads; /* 1 = all on the calling thread; at most those of the pool */
    int slots;   /* results in flight, >= threads */
    /* Does job `job` into slot `slot`; `worker` is 0..threads-1. */
    void (*run)(void *user, int job, int slot, int worker);
    /* Takes the result of job `job`; called in order by the caller's thread. */
    rl_status (*take)(void *user, int job, int slot, rl_error *error);
    void *user;
} pool_work;

typedef struct thread_pool thread_pool;

/* pool_new starts threads - 1 threads, or as many as the system gives: the calling thread is
 * the first.  No signal is delivered to them.  Errors: RL_NO_MEMORY. */
rl_status pool_new(thread_pool **out, int threads, const rl_allocator *allocator, rl_error *error);
void pool_free(thread_pool *self);

/* pool_do does all jobs, one run at a time; `allocator` serves the run.  A failure of `take`
 * stops everything and is returned. */
rl_status pool_do(thread_pool *self, const pool_work *work, const rl_allocator *allocator,
                  rl_error *error);

/* pool_run does so with a pool of its own. */
rl_status pool_run(const pool_work *work, const rl_allocator *allocator, rl_error *error);

#endif
