/* pool.h - numbered jobs on several threads, results taken in order.
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
    int threads; /* 1 = all on the calling thread */
    int slots;   /* results in flight, >= threads */
    /* Does job `job` into slot `slot`; `worker` is 0..threads-1. */
    void (*run)(void *user, int job, int slot, int worker);
    /* Takes the result of job `job`; called in order by the caller's thread. */
    rl_status (*take)(void *user, int job, int slot, rl_error *error);
    void *user;
} pool_work;

/* pool_run does all jobs.  When a thread cannot be started the others do its
 * share; a failure of `take` stops everything and is returned.  No signal is
 * delivered to a worker. */
rl_status pool_run(const pool_work *work, const rl_allocator *allocator, rl_error *error);

#endif
