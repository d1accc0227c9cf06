/* child.c - runs another program to its end and collects its output.
 *
 * In: a path.  Out: its output and how it ended.  The program has a process group of its own,
 * so that what it started can be killed with it.  Its own end counts, not that of the pipe: a
 * process that it left behind may hold the other end for ever.
 */
#include "cli/bot/bot.h"
#include "cli/common/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TICK_MS 64    /* the longest time until its end is noticed without output */
#define READS 64      /* of the pipe between two checks of the clock */
#define GRACE_MS 5000 /* from SIGTERM to SIGKILL */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- in the child ------------------------------------------------------- */

/* Runs the program with the default signals, in a process group of its own; writes errno into
 * `report`, which a started program closes, when it cannot. */
static void become(const char *program, int output, int report)
{
    static const int changed[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};
    char *const arguments[] = {(char *)(size_t)program, NULL};
    sigset_t none;
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    setpgid(0, 0);
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++)
        signal(changed[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (null >= 0 && dup2(null, 0) == 0 && dup2(output, 1) == 1 && dup2(output, 2) == 2)
        execv(program, arguments);
    int reason = errno;
    (void)!write(report, &reason, sizeof reason);
    _exit(127);
}

/* ---- in the parent ------------------------------------------------------ */

/* Reads the output that is there; returns 0 when no more can come.  Of a long output the last
 * part is kept. */
static int read_output(child_output *output, int fd)
{
    char part[4096];
    for (int i = 0; i < READS; i++) {
        ssize_t size = read(fd, part, sizeof part);
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0)
            return size < 0 && errno == EAGAIN;
        if (output->size + (size_t)size > CHILD_TEXT) {
            output->size -= CHILD_TEXT / 2;
            memmove(output->text, output->text + CHILD_TEXT / 2, output->size);
        }
        memcpy(output->text + output->size, part, (size_t)size);
        output->size += (size_t)size;
    }
    return 1;
}

/* Leaves the child a zombie, so that no other process gets the number of its group. */
static int has_ended(pid_t child)
{
    siginfo_t ended = {.si_pid = 0};
    int result;
    do
        result = waitid(P_PID, (id_t)child, &ended, WEXITED | WNOHANG | WNOWAIT);
    while (result != 0 && errno == EINTR);
    return result != 0 || ended.si_pid == child;
}

static void wait_for(child_output *output, pid_t child, int fd, int64_t end_ms)
{
    int64_t kill_ms = INT64_MAX;
    int is_open = 1, tick_ms = 1, status;
    for (; !has_ended(child); tick_ms = tick_ms < TICK_MS ? 2 * tick_ms : TICK_MS) {
        struct pollfd pipe_end = {is_open ? fd : -1, POLLIN, 0};
        (void)poll(&pipe_end, 1, tick_ms);
        if (is_open && (pipe_end.revents & (POLLIN | POLLHUP)) != 0)
            is_open = read_output(output, fd);
        int64_t now = now_ms();
        if (kill_ms == INT64_MAX && (now >= end_ms || stop_asked())) {
            output->is_late = 1;
            kill_ms = now + GRACE_MS;
            kill(-child, SIGTERM);
        } else if (now >= kill_ms)
            kill(-child, SIGKILL);
    }
    if (is_open)
        read_output(output, fd);
    if (output->is_late)
        kill(-child, SIGKILL);
    pid_t ended;
    do
        ended = waitpid(child, &status, 0);
    while (ended < 0 && errno == EINTR);
    if (ended == child && WIFEXITED(status))
        output->code = WEXITSTATUS(status);
    else if (ended == child)
        output->signal = WTERMSIG(status);
    else
        output->code = -1; /* unknown: another part of the process has waited for it */
}

/* Opens a pipe that no other program inherits and whose reading end never blocks.  Returns 0 or
 * errno. */
static int open_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        return errno;
    for (int i = 0; i < 2; i++)
        (void)fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return 0;
}

int child_run(child_output *result, const char *program, int seconds)
{
    int64_t end_ms = now_ms() + (int64_t)seconds * 1000;
    int ends[4] = {-1, -1, -1, -1}; /* closing -1 does nothing */
    int *output = ends, *report = ends + 2, reason = open_pipe(output);
    pid_t child = -1;
    memset(result, 0, sizeof *result);
    if (reason == 0)
        reason = open_pipe(report);
    if (reason == 0) {
        signal(SIGCHLD, SIG_DFL); /* where it is ignored, children cannot be waited for */
        child = fork();
        reason = child < 0 ? errno : 0;
    }
    if (child == 0)
        become(program, output[1], report[1]);
    close(output[1]);
    close(report[1]);
    if (child > 0) {
        setpgid(child, child);
        wait_for(result, child, output[0], end_ms);
        if (read(report[0], &reason, sizeof reason) != (ssize_t)sizeof reason)
            reason = 0;
    }
    close(output[0]);
    close(report[0]);
    return reason;
}
