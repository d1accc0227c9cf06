/* pool.c - does numbered jobs on several threads, and takes their results in order.
 *
 * In: a pool_work.  Out: every job is done once and taken in the order of job numbers, until `take`
 * fails.  Job j uses slot j mod slots and may start when job j - slots was taken, so at most
 * `slots` results exist.  A thread that has no job left claims the next ones: fewer as fewer are
 * left, so that all threads end at about the same time (guided self-scheduling).
 *
 * The calling thread is worker 0: it takes the next result if that is ready, else does a job
 * itself, and sleeps only if neither is possible.  So it does all jobs alone if no thread can be
 * started.  No thread spins; the threads of a pool sleep between runs, and a run ends only when all
 * of them have finished its jobs.
 */
#define _GNU_SOURCE 1 /* affinity */
#include "base/pool.h"

#include "base/memory.h"
#include "base/status.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

/* Stack of a thread, bytes.  Rows and tiles are not on it, but frames are several times larger in
 * builds with a thread sanitizer.  Pages that are never touched cost nothing. */
#define WORKER_STACK ((size_t)1024 * 1024)

typedef struct worker {
    thread_pool *pool;
    int number; /* from 1; the caller's thread is 0 */
    pthread_t thread;
} worker;

/* The jobs that a thread has claimed and not yet started. */
typedef struct claim {
    int next, end;
} claim;

struct thread_pool {
    const rl_allocator *allocator;
    rl_allocator own_allocator;
    worker *workers;
    int started;           /* number of workers whose thread runs */
    pthread_mutex_t lock;  /* guards all fields below */
    pthread_cond_t room;   /* signals that a job may start, or that threads must end */
    pthread_cond_t result; /* signals that the next result is ready, or that no worker is busy */
    int is_over;           /* 1: the threads must end */
    const pool_work *work; /* NULL between two runs */
    claim *claims;         /* [work->threads] */
    int next;              /* number of the first job that no thread has claimed */
    int taken;             /* number of results taken so far */
    int busy;              /* number of workers with a job, without the caller */
    unsigned char *done;   /* for each slot, 1 if its result is ready and not yet taken */
};

/* ---- jobs (all with the lock held) -------------------------------------- */

static int job_may_start(const thread_pool *self, int number)
{
    const pool_work *work = self->work;
    if (work == NULL || number >= work->threads)
        return 0;
    const claim *own = &self->claims[number];
    int job = own->next < own->end ? own->next : self->next;
    return job < work->jobs && job - self->taken < work->slots;
}

/* Does the next job of worker `number`; the lock is released during the job. */
static void job_run(thread_pool *self, int number)
{
    const pool_work *work = self->work;
    claim *own = &self->claims[number];
    if (own->next == own->end) {
        int share = (work->jobs - self->next) / (2 * work->threads);
        share = share < work->together ? share : work->together;
        own->next = self->next;
        self->next += share > 1 ? share : 1;
        own->end = self->next;
    }
    int job = own->next++;
    int slot = job % work->slots;
    pthread_mutex_unlock(&self->lock);
    work->run(work->user, job, slot, number);
    pthread_mutex_lock(&self->lock);
    self->done[slot] = 1;
    if (job == self->taken)
        pthread_cond_signal(&self->result);
}

/* Takes the next result; the lock is released meanwhile. */
static rl_status job_take(thread_pool *self, rl_error *error)
{
    const pool_work *work = self->work;
    int job = self->taken;
    int slot = job % work->slots;
    pthread_mutex_unlock(&self->lock);
    rl_status status = work->take(work->user, job, slot, error);
    pthread_mutex_lock(&self->lock);
    self->done[slot] = 0;
    self->taken++;
    /* One slot became free.  Waking one thread suffices if each may start the same next job.  If
     * some take no part in the run, or have claimed other jobs, all are woken. */
    if (self->started < work->threads && work->together <= 1)
        pthread_cond_signal(&self->room);
    else
        pthread_cond_broadcast(&self->room);
    return status;
}

/* ---- threads ------------------------------------------------------------ */

static void *worker_main(void *argument)
{
    worker *thread = argument;
    thread_pool *self = thread->pool;
    pthread_mutex_lock(&self->lock);
    while (!self->is_over) {
        if (!job_may_start(self, thread->number)) {
            pthread_cond_wait(&self->room, &self->lock);
            continue;
        }
        self->busy++;
        job_run(self, thread->number);
        if (--self->busy == 0)
            pthread_cond_signal(&self->result);
    }
    pthread_mutex_unlock(&self->lock);
    return NULL;
}

/* Starts workers 1..count, and counts those that could be started.  They inherit a mask that blocks
 * all signals, so that signals are delivered to the program's own threads. */
static void workers_start(thread_pool *self, int count)
{
    struct {
        sigset_t all, before;
    } signals;
    pthread_attr_t attributes;
    if (count < 1 || pthread_attr_init(&attributes) != 0)
        return;
    long least = sysconf(_SC_THREAD_STACK_MIN);
    (void)pthread_attr_setstacksize(
        &attributes, least > 0 && (size_t)least > WORKER_STACK ? (size_t)least : WORKER_STACK);
    (void)sigfillset(&signals.all);
    (void)pthread_sigmask(SIG_SETMASK, &signals.all, &signals.before);
    while (self->started < count) {
        worker *thread = &self->workers[self->started];
        thread->pool = self;
        thread->number = self->started + 1;
        if (pthread_create(&thread->thread, &attributes, worker_main, thread) != 0)
            break;
        self->started++;
    }
    (void)pthread_sigmask(SIG_SETMASK, &signals.before, NULL);
    (void)pthread_attr_destroy(&attributes);
}

/* ---- a pool --------------------------------------------------------------- */

/* Makes the lock and the conditions; returns 0 on failure, which never happens on Linux. */
static int locks_new(thread_pool *self)
{
    if (pthread_mutex_init(&self->lock, NULL) != 0)
        return 0;
    if (pthread_cond_init(&self->room, NULL) == 0) {
        if (pthread_cond_init(&self->result, NULL) == 0)
            return 1;
        (void)pthread_cond_destroy(&self->room);
    }
    (void)pthread_mutex_destroy(&self->lock);
    return 0;
}

rl_status pool_new(thread_pool **out, int threads, const rl_allocator *allocator, rl_error *error)
{
    int count = threads > 1 ? threads - 1 : 0;
    *out = NULL;
    thread_pool *self = memory_zeroed(allocator, 1, sizeof *self);
    TRY(status_memory(self != NULL, "threads", error));
    if (allocator != NULL) {
        self->own_allocator = *allocator;
        self->allocator = &self->own_allocator;
    }
    self->workers = memory_array(allocator, (size_t)count, sizeof *self->workers);
    if (self->workers == NULL || !locks_new(self)) {
        memory_free(allocator, self->workers);
        memory_free(allocator, self);
        return status_no_memory("threads", error);
    }
    workers_start(self, count);
    *out = self;
    return status_clear(error);
}

void pool_free(thread_pool *self)
{
    if (self == NULL)
        return;
    pthread_mutex_lock(&self->lock);
    self->is_over = 1;
    pthread_cond_broadcast(&self->room);
    pthread_mutex_unlock(&self->lock);
    for (int i = 0; i < self->started; i++)
        (void)pthread_join(self->workers[i].thread, NULL);
    (void)pthread_cond_destroy(&self->result);
    (void)pthread_cond_destroy(&self->room);
    (void)pthread_mutex_destroy(&self->lock);
    rl_allocator allocator = self->own_allocator;
    const rl_allocator *own = self->allocator != NULL ? &allocator : NULL;
    memory_free(own, self->workers);
    memory_free(own, self);
}

/* ---- a run ------------------------------------------------------------------ */

#ifdef __linux__
/* Wakes the workers on other processors than the caller's, and then allows them all processors
 * again. Otherwise they wake on the processor of the caller, which is busy, and Linux lets both
 * share it for 4 to 30 ms while another processor is idle: longer than most runs. */
static void workers_wake(thread_pool *self)
{
    cpu_set_t all, others;
    int here = sched_getcpu();
    int moves = self->started > 0 && here >= 0 && here < CPU_SETSIZE &&
                sched_getaffinity(0, sizeof all, &all) == 0;
    if (moves) {
        others = all;
        CPU_CLR((size_t)here, &others);
        moves = CPU_COUNT(&others) > 0;
    }
    for (int i = 0; moves && i < self->started; i++)
        (void)pthread_setaffinity_np(self->workers[i].thread, sizeof others, &others);
    pthread_cond_broadcast(&self->room);
    for (int i = 0; moves && i < self->started; i++)
        (void)pthread_setaffinity_np(self->workers[i].thread, sizeof all, &all);
}
#else
static void workers_wake(thread_pool *self)
{
    pthread_cond_broadcast(&self->room);
}
#endif

static rl_status caller_main(thread_pool *self, const pool_work *work, rl_error *error)
{
    rl_status status = RL_OK;
    pthread_mutex_lock(&self->lock);
    self->work = work;
    self->next = self->taken = 0;
    pthread_mutex_unlock(&self->lock);
    if (work->jobs > 1 && work->threads > 1)
        workers_wake(self);
    pthread_mutex_lock(&self->lock);
    while (status == RL_OK && self->taken < work->jobs) {
        if (self->done[self->taken % work->slots])
            status = job_take(self, error);
        else if (job_may_start(self, 0))
            job_run(self, 0);
        else
            pthread_cond_wait(&self->result, &self->lock);
    }
    self->work = NULL;
    while (self->busy > 0)
        pthread_cond_wait(&self->result, &self->lock);
    pthread_mutex_unlock(&self->lock);
    return status;
}

static rl_status work_check(const pool_work *work, rl_error *error)
{
    if (work->jobs >= 0 && work->threads >= 1 && work->slots >= 1)
        return status_clear(error);
    return status_fail(error, RL_INTERNAL,
                       "pool: %d jobs, %d threads, %d slots: must be at least 0, 1 and 1",
                       work->jobs, work->threads, work->slots);
}

rl_status pool_do(thread_pool *self, const pool_work *work, const rl_allocator *allocator,
                  rl_error *error)
{
    TRY(work_check(work, error));
    self->done = memory_zeroed(allocator, (size_t)work->slots, 1);
    self->claims = memory_zeroed(allocator, (size_t)work->threads, sizeof *self->claims);
    rl_status status = status_memory(self->done != NULL && self->claims != NULL, "threads", error);
    if (status == RL_OK)
        status = caller_main(self, work, error);
    memory_free(allocator, self->claims);
    memory_free(allocator, self->done);
    return status;
}

rl_status pool_run(const pool_work *work, const rl_allocator *allocator, rl_error *error)
{
    thread_pool *self;
    TRY(work_check(work, error));
    /* More threads than jobs would only sleep. */
    int threads = work->threads < work->jobs ? work->threads : work->jobs;
    TRY(pool_new(&self, threads, allocator, error));
    rl_status status = pool_do(self, work, allocator, error);
    pool_free(self);
    return status;
}
