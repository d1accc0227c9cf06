/* test_pool.c - every job once, taken in order, whatever the threads do. */
#include "base/pool.h"
#include "base/status.h"
#include "support/support.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_JOBS = 2000, MAX_WORKERS = 256 };

typedef struct record {
    pthread_mutex_t lock;
    int runs[MAX_JOBS];
    int result[MAX_JOBS];  /* by slot: the job whose result is there, or -1 */
    int busy[MAX_WORKERS]; /* a worker number must never be in use twice */
    int used[MAX_WORKERS];
    int in_flight, most_in_flight;
    int taken;        /* jobs taken so far */
    int fail_at;      /* take() fails at this job, -1 = never */
    int uneven;       /* jobs take different times */
    int signals_open; /* jobs that saw a signal unblocked */
    pthread_t caller;
    int wrong; /* broken rules */
} record;

static void record_clear(record *self)
{
    memset(self, 0, sizeof *self);
    (void)pthread_mutex_init(&self->lock, NULL);
    for (int i = 0; i < MAX_JOBS; i++)
        self->result[i] = -1;
    self->fail_at = -1;
    self->caller = pthread_self();
}

static void run(void *user, int job, int slot, int worker)
{
    record *self = user;
    sigset_t mask;
    (void)pthread_sigmask(SIG_SETMASK, NULL, &mask);
    pthread_mutex_lock(&self->lock);
    self->wrong += self->result[slot] != -1;
    self->wrong += self->busy[worker]++ != 0;
    self->used[worker] = 1;
    self->wrong += (worker == 0) != (pthread_equal(self->caller, pthread_self()) != 0);
    self->runs[job]++;
    self->signals_open += worker != 0 && !sigismember(&mask, SIGINT);
    if (++self->in_flight > self->most_in_flight)
        self->most_in_flight = self->in_flight;
    pthread_mutex_unlock(&self->lock);
    if (self->uneven && job % 7 == 0)
        nanosleep(&(struct timespec){0, 300000}, NULL);
    pthread_mutex_lock(&self->lock);
    self->busy[worker]--;
    self->result[slot] = job;
    pthread_mutex_unlock(&self->lock);
}

static rl_status take(void *user, int job, int slot, rl_error *why)
{
    record *self = user;
    pthread_mutex_lock(&self->lock);
    self->wrong += job != self->taken || self->result[slot] != job;
    self->wrong += !pthread_equal(self->caller, pthread_self());
    self->result[slot] = -1;
    self->in_flight--;
    self->taken++;
    pthread_mutex_unlock(&self->lock);
    if (job == self->fail_at)
        return status_fail(why, RL_CANCELLED, "job %d", job);
    return RL_OK;
}

/* By a pool that is there, or by one of its own. */
static void check_all_by(thread_pool *pool, int jobs, int threads, int slots, int uneven,
                         int together)
{
    static record self;
    record_clear(&self);
    self.uneven = uneven;
    pool_work work = {jobs, threads, slots, run, take, &self, together};
    rl_status status =
        pool != NULL ? pool_do(pool, &work, NULL, &error) : pool_run(&work, NULL, &error);
    ck_assert_int_eq(status, RL_OK);
    ck_assert_int_eq(error.status, RL_OK);
    ck_assert_int_eq(self.taken, jobs);
    ck_assert_int_eq(self.wrong, 0);
    ck_assert_int_eq(self.signals_open, 0);
    ck_assert_int_le(self.most_in_flight, slots);
    for (int i = 0; i < jobs; i++)
        ck_assert_int_eq(self.runs[i], 1);
    for (int i = threads; i < MAX_WORKERS; i++)
        ck_assert_int_eq(self.used[i], 0);
}

static void check_all(int jobs, int threads, int slots, int uneven)
{
    for (int together = 0; together <= 4; together += 2)
        check_all_by(NULL, jobs, threads, slots, uneven, together);
}

TEST(pool_takes_all_jobs_in_order)
{
    for (int threads = 1; threads <= 8; threads++) {
        check_all(500, threads, threads, 0);
        check_all(500, threads, 2 * threads + 1, 0);
        check_all(200, threads, threads, 1);
        check_all(200, threads, 2 * threads, 1);
    }
    check_all(MAX_JOBS, 4, MAX_JOBS, 0);
}

TEST(pool_with_more_threads_than_jobs_takes_each_job_once)
{
    check_all(0, 4, 4, 0);
    check_all(1, 8, 8, 0);
    check_all(3, 8, 16, 1);
    check_all(50, 256, 256, 1);
    check_all(100, 8, 1, 0);
    check_all(100, 8, 3, 1);
}

TEST(pool_stops_when_a_job_is_not_taken)
{
    static record self;
    for (int threads = 1; threads <= 8; threads++) {
        for (int fail_at = 0; fail_at < 40; fail_at += 13) {
            record_clear(&self);
            self.fail_at = fail_at;
            self.uneven = 1;
            pool_work work = {MAX_JOBS, threads, 2 * threads, run, take, &self, 0};
            ck_assert_int_eq(pool_run(&work, NULL, &error), RL_CANCELLED);
            ck_assert_int_eq(error.status, RL_CANCELLED);
            ck_assert_int_eq(self.taken, fail_at + 1);
            ck_assert_int_eq(self.wrong, 0);
            int started = 0;
            for (int i = 0; i < MAX_JOBS; i++)
                started += self.runs[i];
            /* Those in flight, and not one more than the slots hold. */
            ck_assert_int_le(started, fail_at + 2 * threads);
        }
    }
}

/* Threads beyond the number that a run asks for take no part in it. */
TEST(pool_runs_do_not_affect_each_other)
{
    static record self;
    for (int threads = 1; threads <= 5; threads += 2) {
        thread_pool *pool;
        OK(pool_new(&pool, threads, NULL, &error));
        for (int i = 0; i < 200; i++) {
            int wanted = 1 + i % 7;
            check_all_by(pool, i % 50, wanted < threads ? wanted : threads, 1 + i % 11, i % 10 == 0,
                         i % 4);
            if (i % 5 != 0)
                continue;
            record_clear(&self);
            self.fail_at = i % 20;
            pool_work work = {100, threads, 2 * threads, run, take, &self, 0};
            ck_assert_int_eq(pool_do(pool, &work, NULL, &error), RL_CANCELLED);
            ck_assert_int_eq(self.wrong, 0);
        }
        pool_free(pool);
    }
    pool_free(NULL);
}

/* This holds for runs that were stopped, too. */
TEST(pool_threads_have_ended_work_when_a_run_returns)
{
    static record self;
    thread_pool *pool;
    ck_assert_int_eq(pool_new(&pool, 4, NULL, NULL), RL_OK);
    for (int i = 0; i < 50; i++) {
        record_clear(&self);
        self.fail_at = 0;
        self.uneven = 1;
        pool_work work = {100, 4, 8, run, take, &self, 0};
        ck_assert_int_eq(pool_do(pool, &work, NULL, NULL), RL_CANCELLED);
        int busy = 0;
        pthread_mutex_lock(&self.lock);
        for (int worker = 0; worker < MAX_WORKERS; worker++)
            busy += self.busy[worker];
        pthread_mutex_unlock(&self.lock);
        ck_assert_int_eq(busy, 0);
    }
    pool_free(pool);
}

/* Jobs that wait until four have begun: only as many threads can do them. */
typedef struct meeting {
    pthread_mutex_t lock;
    pthread_cond_t both;
    int here;
    int missed;
} meeting;

static void meet(void *user, int job, int slot, int worker)
{
    (void)job;
    (void)slot;
    (void)worker;
    meeting *self = user;
    struct timespec end;
    (void)clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 10;
    pthread_mutex_lock(&self->lock);
    self->here++;
    pthread_cond_broadcast(&self->both);
    int code = 0;
    while (self->here < 4 && code == 0)
        code = pthread_cond_timedwait(&self->both, &self->lock, &end);
    self->missed += code != 0;
    pthread_mutex_unlock(&self->lock);
}

static rl_status take_nothing(void *user, int job, int slot, rl_error *why)
{
    (void)user;
    (void)job;
    (void)slot;
    (void)why;
    return RL_OK;
}

typedef struct turns {
    int worker[100];
} turns;

static void note_worker(void *user, int job, int slot, int worker)
{
    turns *self = user;
    (void)slot;
    nanosleep(&(struct timespec){0, 100000}, NULL);
    self->worker[job] = worker;
}

/* Of 100 jobs two threads claim four at a time until 16 are left, and fewer then. */
TEST(pool_threads_do_jobs_together)
{
    turns self;
    pool_work work = {100, 2, 8, note_worker, take_nothing, &self, 4};
    ck_assert_int_eq(pool_run(&work, NULL, NULL), RL_OK);
    for (int job = 0; job < 84; job++)
        ck_assert_int_eq(self.worker[job], self.worker[job / 4 * 4]);
}

TEST(pool_threads_work_in_parallel)
{
    meeting self = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
    pool_work work = {4, 4, 4, meet, take_nothing, &self, 0};
    ck_assert_int_eq(pool_run(&work, NULL, NULL), RL_OK);
    ck_assert_int_eq(self.missed, 0);
}

/* The first result is held back until the other worker sleeps for want of a slot;
 * later two jobs wait for each other, so it must have been woken. */
static void meet_late(void *user, int job, int slot, int worker)
{
    if (job >= 20)
        meet(user, job, slot, worker);
}

static rl_status take_slowly(void *user, int job, int slot, rl_error *why)
{
    if (job == 0)
        nanosleep(&(struct timespec){0, 50000000}, NULL);
    return take_nothing(user, job, slot, why);
}

TEST(pool_wakes_sleeping_threads)
{
    meeting self = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 2, 0};
    pool_work work = {22, 2, 4, meet_late, take_slowly, &self, 0};
    ck_assert_int_eq(pool_run(&work, NULL, NULL), RL_OK);
    ck_assert_int_eq(self.missed, 0);
}

TEST(pool_run_keeps_the_signal_mask_of_the_caller)
{
    sigset_t before, after;
    (void)sigemptyset(&before);
    (void)sigaddset(&before, SIGUSR1);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    check_all(20, 4, 4, 0);
    (void)pthread_sigmask(SIG_SETMASK, NULL, &after);
    for (int i = 1; i < 32; i++)
        ck_assert_int_eq(sigismember(&after, i) == 1, i == SIGUSR1);
}

TEST(pool_without_threads_or_slots_is_refused)
{
    pool_work work = {1, 0, 1, run, take, NULL, 0};
    ck_assert_int_eq(pool_run(&work, NULL, NULL), RL_INTERNAL);
    work = (pool_work){1, 1, 0, run, take, NULL, 0};
    ck_assert_int_eq(pool_run(&work, NULL, NULL), RL_INTERNAL);
}

TEST(pool_allocation_failing_at_any_call_is_no_memory)
{
    static record self;
    for (int n = 0; n <= 4; n++) {
        record_clear(&self);
        counted_memory memory;
        counted_memory_init(&memory, n + 1);
        pool_work work = {10, 3, 3, run, take, &self, 0};
        rl_status status = pool_run(&work, &memory.allocator, &error);
        ck_assert_int_eq(status, n < 4 ? RL_NO_MEMORY : RL_OK);
        ck_assert_int_eq(self.taken, n < 4 ? 0 : 10);
        ck_assert_int_eq(memory.live, 0);
    }
}

/* Without a byte of new address space no thread can be started.  Sanitizers need address space of
 * their own, so with them the test is an ordinary run. */
static int no_more_memory(void)
{
    struct rlimit limit = {1, 1};
    return SUPPORT_IS_SANITIZED || setrlimit(RLIMIT_AS, &limit) == 0;
}

static void *arena_alloc(void *user, size_t size)
{
    char **arena = user;
    char *block = *arena;
    *arena += (size + 63) / 64 * 64;
    return block;
}

static void arena_free(void *user, void *memory)
{
    (void)user;
    (void)memory;
}

TEST(pool_that_cannot_start_threads_works_alone)
{
    static record self;
    static _Alignas(64) char bytes[65536];
    pid_t child = fork();
    if (child == 0) {
        record_clear(&self);
        char *arena = bytes;
        rl_allocator allocator = {arena_alloc, arena_free, &arena};
        pool_work work = {100, 4, 8, run, take, &self, 0};
        if (!no_more_memory())
            _exit(2);
        rl_status status = pool_run(&work, &allocator, NULL);
        int alone = SUPPORT_IS_SANITIZED || self.used[1] + self.used[2] + self.used[3] == 0;
        _exit(status == RL_OK && self.taken == 100 && self.wrong == 0 && alone ? 0 : 1);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
}
