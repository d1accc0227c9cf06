/* child.c - another program, run to its end, with what it said.
 *
 * In: a path.  Out: its output and how it ended.  It has a process group of its own, so that
 * what it started can be killed with it.  Only its own end counts, not that of the pipe:
 * something it left behind may hold the other end for ever.
 */
#include "cli/bot/child.h"
#include "cli/common/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TEXT_MAX ((size_t)64 << 10)
#define TICK_MS 64    /* how soon at least its end is seen when it says nothing */
#define READS 64      /* before the clock is looked at again */
#define GRACE_MS 5000 /* from SIGTERM to SIGKILL */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- in the child ------------------------------------------------------- */

static void default_signals(void)
{
    static const int changed[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};
    sigset_t none;
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++)
        signal(changed[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Writes errno into `report` when there is no program; a program closes it. */
static void become(const char *program, int output, int report)
{
    char *const arguments[] = {(char *)(size_t)program, NULL};
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    setpgid(0, 0);
    default_signals();
    if (null >= 0 && dup2(null, 0) == 0 && dup2(output, 1) == 1 && dup2(output, 2) == 2)
        execv(program, arguments);
    int reason = errno;
    (void)!write(report, &reason, sizeof reason);
    _exit(127);
}

/* ---- in the parent ------------------------------------------------------ */

/* Takes what has been said by now; 0 when nothing more can come. */
static int take_output(child_output *told, int fd)
{
    char part[4096];
    for (int i = 0; i < READS; i++) {
        ssize_t got = read(fd, part, sizeof part);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 && errno == EAGAIN;
        if (told->size + (size_t)got > TEXT_MAX) { /* what it says last counts most */
            told->size -= TEXT_MAX / 2;
            memmove(told->text, told->text + TEXT_MAX / 2, told->size);
        }
        memcpy(told->text + told->size, part, (size_t)got);
        told->size += (size_t)got;
    }
    return 1;
}

/* Looks, and leaves the child as it is: its number stays that of its group. */
static int has_ended(pid_t child)
{
    siginfo_t ended = {.si_pid = 0};
    int result;
    do
        result = waitid(P_PID, (id_t)child, &ended, WEXITED | WNOHANG | WNOWAIT);
    while (result != 0 && errno == EINTR);
    return result != 0 || ended.si_pid == child;
}

static void collect(child_output *told, pid_t child)
{
    int status;
    pid_t ended;
    do
        ended = waitpid(child, &status, 0);
    while (ended < 0 && errno == EINTR);
    if (ended == child && WIFEXITED(status))
        told->code = WEXITSTATUS(status);
    else if (ended == child)
        told->signal = WTERMSIG(status);
    else
        told->code = -1; /* somebody else has taken it: not known */
}

static void wait_for(child_output *told, pid_t child, int fd, int64_t end_ms)
{
    int64_t kill_ms = INT64_MAX;
    int is_open = 1, tick_ms = 1;
    for (; !has_ended(child); tick_ms = tick_ms < TICK_MS ? 2 * tick_ms : TICK_MS) {
        struct pollfd from = {is_open ? fd : -1, POLLIN, 0};
        (void)poll(&from, 1, tick_ms);
        if (is_open && (from.revents & (POLLIN | POLLHUP)) != 0)
            is_open = take_output(told, fd);
        int64_t now = now_ms();
        if (kill_ms == INT64_MAX && (now >= end_ms || stop_asked())) {
            told->is_late = 1;
            kill_ms = now + GRACE_MS;
            kill(-child, SIGTERM);
        } else if (now >= kill_ms)
            kill(-child, SIGKILL);
    }
    if (is_open)
        take_output(told, fd);
    if (told->is_late)
        kill(-child, SIGKILL);
    collect(told, child);
}

static int pipe_open(int ends[2])
{
    if (pipe(ends) != 0)
        return errno;
    for (int i = 0; i < 2; i++)
        (void)fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    return 0;
}

static void pipe_close(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

/* Returns 0 or errno. */
static int start(pid_t *child, const char *program, const int output[2], const int report[2])
{
    signal(SIGCHLD, SIG_DFL); /* ignored, ended children could not be waited for */
    *child = fork();
    if (*child == 0)
        become(program, output[1], report[1]);
    if (*child < 0)
        return errno;
    setpgid(*child, *child);
    return 0;
}

/* Why there was no program to run, or 0. */
static int reason_in(int report)
{
    int reason = 0;
    return read(report, &reason, sizeof reason) == (ssize_t)sizeof reason ? reason : 0;
}

/* Both pipes are open; this end of them never waits. */
static int run_between(child_output *told, const char *program, int seconds, const int output[2],
                       const int report[2])
{
    pid_t child;
    int64_t end_ms = now_ms() + (int64_t)seconds * 1000;
    (void)fcntl(output[0], F_SETFL, O_NONBLOCK);
    (void)fcntl(report[0], F_SETFL, O_NONBLOCK);
    int reason = start(&child, program, output, report);
    close(output[1]);
    close(report[1]);
    if (reason == 0) {
        wait_for(told, child, output[0], end_ms);
        reason = reason_in(report[0]);
    }
    close(output[0]);
    close(report[0]);
    return reason;
}

int child_run(child_output *told, const char *program, int seconds)
{
    int output[2], report[2];
    *told = (child_output){.text = malloc(TEXT_MAX)};
    int reason = told->text == NULL ? ENOMEM : pipe_open(output);
    if (reason == 0) {
        reason = pipe_open(report);
        if (reason == 0)
            reason = run_between(told, program, seconds, output, report);
        else
            pipe_close(output);
    }
    if (reason != 0)
        child_output_free(told);
    return reason;
}

void child_output_free(child_output *told)
{
    free(told->text);
    *told = (child_output){0};
}
