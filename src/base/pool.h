/* pool.h - does numbered jobs on several threads, and takes their results in order.
 *
 * A pool is a set of threads that wait for jobs.  It is kept for many short runs, since starting
 * threads takes longer than such a run.
 *
 * In: a number of jobs, a function that does a job and leaves its result in a slot, a function that
 * takes results strictly in job order on the calling thread.  Out: the first failure, or RL_OK. The
 * result does not depend on which thread does a job: jobs share only immutable input.
 */
#ifndef RL_BASE_POOL_H
#define RL_BASE_POOL_H

#include "ridgeline.h"

typedef struct pool_work {
    int jobs;    /* number of jobs */
    int threads; /* number of threads, with the calling one; at most those of the pool */
    int slots;   /* largest number of results that are not yet taken; at least `threads` */
    /* Does job `job` and leaves its result in slot `slot`, as worker 0..threads-1. */
    void (*run)(void *user, int job, int slot, int worker);
    /* Takes the result of job `job` from its slot; called in order on the caller's thread. */
    rl_status (*take)(void *user, int job, int slot, rl_error *error);
    void *user;
    /* Largest number of consecutive jobs that a thread claims at a time; 0 is 1.  It is above 1
     * where a job is cheaper for the thread that did the job before. */
    int together;
} pool_work;

typedef struct thread_pool thread_pool;

/* pool_new makes a pool of `threads` threads: the calling one and new ones, or as many as the
 * system allows.  Signals are not delivered to the new ones.  Errors: RL_NO_MEMORY. */
rl_status pool_new(thread_pool **out, int threads, const rl_allocator *allocator, rl_error *error);
void pool_free(thread_pool *self);

/* pool_do does all jobs of a run; a pool does one run at a time.  `allocator` is used for the run's
 * memory.  If `take` fails, no further jobs start, and its error is returned. */
rl_status pool_do(thread_pool *self, const pool_work *work, const rl_allocator *allocator,
                  rl_error *error);

/* pool_run does the same with a new pool, which it frees. */
rl_status pool_run(const pool_work *work, const rl_allocator *allocator, rl_error *error);

#endif
