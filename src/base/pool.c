/* pool.c - numbered jobs on several threads, results taken in order.
 *
 * In: a pool_work.  Out: every job done once and taken in the order of its
 * number, or the first failure of `take`.  Job j works in slot j mod slots and
 * may start when job j - slots was taken, so at most `slots` results exist.
 *
 * The calling thread is worker 0: it takes what is ready, else does a job
 * itself, and sleeps only when neither is possible.  So it finishes alone if no
 * thread can be started.  Nothing spins; all state lives in pool_run's frame
 * and two blocks.
 */
#include "base/pool.h"

#include "base/memory.h"
#include "base/status.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

/* Painting keeps rows in the slots and passes their tiles in memory of their own; what is
 * left on the stack grows several times in builds that watch threads.  What is not touched
 * costs nothing. */
#define WORKER_STACK ((size_t)1024 * 1024)

typedef struct pool {
    const pool_work *work;
    pthread_mutex_t lock;  /* guards all below */
    pthread_cond_t room;   /* a job may start, or all is over */
    pthread_cond_t result; /* the job that is to be taken next is done */
    int next;              /* the job to start next */
    int taken;             /* jobs taken so far */
    int stopped;           /* no job may start any more */
    unsigned char *done;   /* per slot: its job is done, not yet taken */
} pool;

typedef struct worker {
    pool *pool;
    int number;
    pthread_t thread;
} worker;

/* ---- jobs (all with the lock held) -------------------------------------- */

static int job_may_start(const pool *self)
{
    return !self->stopped && self->next < self->work->jobs &&
           self->next - self->taken < self->work->slots;
}

/* Does the next job; the lock is open meanwhile. */
static void job_run(pool *self, int number)
{
    const pool_work *work = self->work;
    int job = self->next++;
    int slot = job % work->slots;
    pthread_mutex_unlock(&self->lock);
    work->run(work->user, job, slot, number);
    pthread_mutex_lock(&self->lock);
    self->done[slot] = 1;
    if (job == self->taken)
        pthread_cond_signal(&self->result);
}

/* Takes the result that is next in order; the lock is open meanwhile. */
static rl_status job_take(pool *self, rl_error *error)
{
    const pool_work *work = self->work;
    int job = self->taken;
    int slot = job % work->slots;
    pthread_mutex_unlock(&self->lock);
    rl_status status = work->take(work->user, job, slot, error);
    pthread_mutex_lock(&self->lock);
    self->done[slot] = 0;
    self->taken++;
    pthread_cond_signal(&self->room); /* one slot became free: one thread can use it */
    return status;
}

/* ---- threads ------------------------------------------------------------ */

static void *worker_main(void *argument)
{
    worker *self = argument;
    pool *jobs = self->pool;
    pthread_mutex_lock(&jobs->lock);
    while (!jobs->stopped && jobs->next < jobs->work->jobs) {
        if (job_may_start(jobs))
            job_run(jobs, self->number);
        else
            pthread_cond_wait(&jobs->room, &jobs->lock);
    }
    pthread_mutex_unlock(&jobs->lock);
    return NULL;
}

static rl_status caller_main(pool *self, rl_error *error)
{
    rl_status status = RL_OK;
    pthread_mutex_lock(&self->lock);
    while (status == RL_OK && self->taken < self->work->jobs) {
        if (self->done[self->taken % self->work->slots])
            status = job_take(self, error);
        else if (job_may_start(self))
            job_run(self, 0);
        else
            pthread_cond_wait(&self->result, &self->lock);
    }
    self->stopped = 1;
    pthread_cond_broadcast(&self->room);
    pthread_mutex_unlock(&self->lock);
    return status;
}

static size_t worker_stack(void)
{
    long least = sysconf(_SC_THREAD_STACK_MIN);
    return least > 0 && (size_t)least > WORKER_STACK ? (size_t)least : WORKER_STACK;
}

/* Starts workers 1..count and returns how many there are.  A thread inherits the
 * signal mask: with all signals blocked they go to the program's own threads. */
static int workers_start(pool *self, worker *workers, int count)
{
    sigset_t all, before;
    pthread_attr_t attributes;
    if (count < 1 || pthread_attr_init(&attributes) != 0)
        return 0;
    (void)pthread_attr_setstacksize(&attributes, worker_stack());
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    int started = 0;
    while (started < count) {
        worker *it = &workers[started];
        it->pool = self;
        it->number = started + 1;
        if (pthread_create(&it->thread, &attributes, worker_main, it) != 0)
            break;
        started++;
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    (void)pthread_attr_destroy(&attributes);
    return started;
}

static rl_status pool_work_through(pool *self, worker *workers, int count, rl_error *error)
{
    int started = workers_start(self, workers, count);
    rl_status status = caller_main(self, error);
    for (int i = 0; i < started; i++)
        (void)pthread_join(workers[i].thread, NULL);
    return status;
}

/* ---- the call ----------------------------------------------------------- */

/* Linux never refuses these, other systems may. */
static rl_status pool_with_locks(pool *self, worker *workers, int count, rl_error *error)
{
    rl_status status = status_fail(error, RL_NO_MEMORY, "threads: no lock to be had");
    if (pthread_mutex_init(&self->lock, NULL) != 0)
        return status;
    if (pthread_cond_init(&self->room, NULL) == 0) {
        if (pthread_cond_init(&self->result, NULL) == 0) {
            (void)status_clear(error);
            status = pool_work_through(self, workers, count, error);
            (void)pthread_cond_destroy(&self->result);
        }
        (void)pthread_cond_destroy(&self->room);
    }
    (void)pthread_mutex_destroy(&self->lock);
    return status;
}

rl_status pool_run(const pool_work *work, const rl_allocator *allocator, rl_error *error)
{
    if (work->jobs < 0 || work->threads < 1 || work->slots < 1)
        return status_fail(error, RL_INTERNAL,
                           "pool: %d jobs, %d threads, %d slots: must be at "
                           "least 0, 1 and 1",
                           work->jobs, work->threads, work->slots);
    /* The calling thread is one; more threads than jobs would only sleep. */
    int count = (work->threads < work->jobs ? work->threads : work->jobs) - 1;
    count = count > 0 ? count : 0;
    pool self = {.work = work, .done = memory_zeroed(allocator, (size_t)work->slots, 1)};
    worker *workers = memory_array(allocator, (size_t)count, sizeof *workers);
    rl_status status = RL_NO_MEMORY;
    if (self.done != NULL && workers != NULL)
        status = pool_with_locks(&self, workers, count, error);
    else
        (void)status_fail(error, status, "threads: out of memory");
    memory_free(allocator, workers);
    memory_free(allocator, self.done);
    return status;
}
