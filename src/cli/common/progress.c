/* progress.c - one `\r` line while work takes long, and how work is stopped.
 *
 * In: rows done of rows in all.  Out: a bar on standard error, only when that
 * is a terminal, erased at the end; and the stop flag set by signal handlers.
 * A signal must never end the process while a temporary file exists or a child must be ended.
 */
#include "cli/common/progress.h"
#include "base/pool.h"
#include "base/status.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BAR_CELLS 40
#define FIRST_MS 1000
#define EVERY_MS 100

/* ---- signals ------------------------------------------------------------ */

static volatile sig_atomic_t stop_signal;
static volatile sig_atomic_t is_held;   /* a temporary file may exist */
static volatile sig_atomic_t has_child; /* a child runs that must be ended */
static volatile sig_atomic_t is_drawn;  /* a bar is on the terminal */

void stop_hold(void)
{
    is_held = 1;
}

void stop_hold_child(int is_running)
{
    has_child = is_running;
}

int stop_take(int signal_number)
{
    stop_signal = signal_number;
    return !is_held && !has_child;
}

int stop_asked(void)
{
    return stop_signal;
}

/* The bar's line, as progress_end leaves it. */
static const char blank[] =
    "\r                                                                               \r";

void progress_wipe(void)
{
    if (is_drawn)
        (void)!write(2, blank, sizeof blank - 1);
}

/* ---- the bar ------------------------------------------------------------ */

int64_t progress_now_ms(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0;
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void progress_start(progress *bar, int quiet)
{
    *bar = (progress){.visible = !quiet && isatty(2), .index = 1, .count = 1};
    bar->next_ms = progress_now_ms() + FIRST_MS;
}

static void draw(progress *bar, int64_t done, int64_t total)
{
    char cells[BAR_CELLS + 1], left[48] = "";
    size_t full = (size_t)(done * BAR_CELLS / total);
    memset(cells, '.', BAR_CELLS);
    memset(cells, '#', full);
    cells[BAR_CELLS] = '\0';
    if (bar->begun_ms != 0 && done > 0) {
        int64_t seconds =
            ((progress_now_ms() - bar->begun_ms) * (total - done) / done + 999) / 1000;
        snprintf(left, sizeof left, "  %" PRId64 ":%02d left", seconds / 60, (int)(seconds % 60));
    }
    if (bar->count > 1)
        snprintf(left, sizeof left, " of %" PRIu64 "/%" PRIu64, bar->index, bar->count);
    fprintf(stderr, "\r[%s] %3d%%%s", cells, (int)(done * 100 / total), left);
    fflush(stderr);
    is_drawn = bar->drawn = 1;
}

int progress_step(void *user, int rows_done, int rows_total)
{
    progress *bar = user;
    if (bar->visible && rows_total > 0 && progress_now_ms() >= bar->next_ms) {
        draw(bar, rows_done, rows_total);
        bar->next_ms = progress_now_ms() + EVERY_MS;
    }
    return stop_asked() != 0;
}

int progress_pass(void *user, const char *pass, double share)
{
    (void)pass;
    return progress_step(user, (int)(share * 1000.0), 1000);
}

void progress_end(progress *bar)
{
    if (!bar->drawn) /* no bar was drawn */
        return;
    fputs(blank, stderr);
    is_drawn = bar->drawn = 0;
}

/* ---- pictures drawn on several threads, taken in their order --------------- */

#define SLOTS_PER_THREAD 2

typedef struct frames {
    const frames_work *work;
    progress *bar;
    rl_error *errors; /* one error for each slot */
    uint8_t *pixels;  /* pixels of all slots */
} frames;

static void draw_frame(void *user, int frame, int index, int worker)
{
    const frames *job = user;
    const frames_work *work = job->work;
    rl_error *error = &job->errors[index];
    (void)worker;
    *error = (rl_error){RL_OK, ""};
    error->status = work->draw(work->user, frame, job->pixels + (size_t)index * work->bytes, error);
}

static rl_status take_frame(void *user, int frame, int index, rl_error *error)
{
    const frames *job = user;
    const frames_work *work = job->work;
    *error = job->errors[index];
    if (error->status == RL_OK && work->take != NULL)
        error->status =
            work->take(work->user, frame, job->pixels + (size_t)index * work->bytes, error);
    if (error->status == RL_OK && progress_step(job->bar, frame + 1, work->frames) != 0)
        *error = (rl_error){RL_CANCELLED, "stopped"};
    return error->status;
}

rl_status frames_run(const frames_work *work, progress *bar, rl_error *error)
{
    int count = SLOTS_PER_THREAD * work->threads;
    count = count < work->frames ? count : work->frames;
    frames job = {work, bar, calloc((size_t)count + 1, sizeof *job.errors),
                  calloc((size_t)count + 1, work->bytes + 1)};
    (void)status_no_memory("frames", error);
    bar->begun_ms = progress_now_ms();
    if (job.errors != NULL && job.pixels != NULL) {
        const pool_work pool = {.jobs = work->frames,
                                .threads = work->threads,
                                .slots = count > 0 ? count : 1,
                                .run = draw_frame,
                                .take = take_frame,
                                .user = &job};
        pool_run(&pool, NULL, error);
    }
    progress_end(bar);
    free(job.errors);
    free(job.pixels);
    return error->status;
}
