/* child.c - other programs: found along PATH, run as argument lists, never by a shell.
 *
 * In: a command in words.  Out: its output and how it ended.  A program has a process group
 * of its own, so that the processes that it started can be killed with it.  The wait is over when
 * the program has ended, not when its output has: a background process may keep that open.
 */
#include "cli/common/child.h"
#include "cli/common/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define TICK_MS 64    /* longest delay until the end of a silent child is noticed */
#define READS 64      /* reads of the pipe between two checks of the clock */
#define GRACE_MS 5000 /* time from SIGTERM to SIGKILL */
/* Time from SIGTERM to SIGKILL of a fed program; its file is then discarded, so it has nothing to
 * finish. */
#define FED_GRACE_MS 500

/* ---- finding ------------------------------------------------------------ */

static int is_program(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

int child_find(char path[CHILD_PATH], const char *name)
{
    const char *list = getenv("PATH");
    if (strchr(name, '/') != NULL)
        return snprintf(path, CHILD_PATH, "%s", name) < CHILD_PATH && is_program(path);
    for (size_t size; list != NULL && *list != '\0'; list += size + (list[size] == ':')) {
        size = strcspn(list, ":");
        int written = snprintf(path, CHILD_PATH, "%.*s/%s", (int)(size % CHILD_PATH), list, name);
        if (list[0] == '/' && size < CHILD_PATH && written < CHILD_PATH && is_program(path))
            return 1;
    }
    return 0;
}

/* ---- running ------------------------------------------------------------ */

/* Descriptors of a program's standard streams; input -1 = /dev/null. */
typedef struct streams {
    int input, output, error;
    int is_apart; /* 1: has a session of its own, as it outlives this process */
} streams;

/* Replaces the forked child by the program, with default signals, in a process group of its own.
 * On failure writes errno to `report`, a pipe that a started program has closed.  Never returns. */
static void become(const char *const *words, const streams *use, int report)
{
    static const int changed[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};
    sigset_t none;
    int input = use->input >= 0 ? use->input : open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (use->is_apart)
        setsid();
    else
        setpgid(0, 0);
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++)
        signal(changed[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (input >= 0 && dup2(input, 0) == 0 && dup2(use->output, 1) == 1 && dup2(use->error, 2) == 2)
        execv(words[0], (char *const *)(size_t)words); /* the cast is safe: execv changes no word */
    int reason = errno;
    (void)!write(report, &reason, sizeof reason);
    _exit(127);
}

/* Appends the available bytes; only the last part of a text above `most` bytes is kept.  Returns 0
 * at the end of the stream, else 1. */
static int read_text(char *text, size_t *used, size_t most, int fd)
{
    char part[4096];
    for (int i = 0; i < READS; i++) {
        ssize_t size = read(fd, part, sizeof part);
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0)
            return size < 0 && errno == EAGAIN;
        child_keep(text, used, most, part, (size_t)size);
    }
    return 1;
}

/* Reads what both pipes hold; the descriptor of a closed one becomes -1, which poll ignores. */
static void read_both(child_outcome *outcome, struct pollfd ends[2])
{
    if (ends[0].fd >= 0 && !read_text(outcome->text, &outcome->size, CHILD_TEXT_MAX, ends[0].fd))
        ends[0].fd = -1;
    if (ends[1].fd >= 0 &&
        !read_text(outcome->errors, &outcome->error_size, CHILD_ERRORS_MAX, ends[1].fd))
        ends[1].fd = -1;
}

/* Returns 1 if the child has ended.  It stays a zombie, so that no other process group can get its
 * number, to which signals are still sent. */
static int has_ended(pid_t child)
{
    siginfo_t ended = {.si_pid = 0};
    return waitid(P_PID, (id_t)child, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           ended.si_pid == child;
}

/* Waits for the end of the child and reads its output and errors.  After `seconds`, or when this
 * process is to stop, its process group gets SIGTERM and, GRACE_MS or FED_GRACE_MS later,
 * SIGKILL. */
static void wait_for(child_outcome *outcome, pid_t child, int output, int error, int seconds,
                     int is_fed)
{
    int64_t end_ms = progress_now_ms() + seconds * INT64_C(1000);
    int64_t kill_ms = INT64_MAX;
    int is_late = 0, tick_ms = 1, status;
    struct pollfd ends[2] = {{output, POLLIN, 0}, {error, POLLIN, 0}};
    for (; !has_ended(child); tick_ms = tick_ms < TICK_MS ? 2 * tick_ms : TICK_MS) {
        if (poll(ends, 2, tick_ms) > 0)
            read_both(outcome, ends);
        int64_t now = progress_now_ms();
        if (!is_late && (now >= end_ms || stop_asked())) {
            is_late = 1;
            kill_ms = now + (is_fed ? FED_GRACE_MS : GRACE_MS);
            kill(-child, SIGTERM);
            kill(-child, SIGCONT); /* a stopped process takes no SIGTERM */
        } else if (now >= kill_ms)
            kill(-child, SIGKILL);
    }
    read_both(outcome, ends);
    if (is_late || is_fed)
        kill(-child, SIGKILL);
    pid_t ended = waitpid(child, &status, 0); /* does not wait: it has ended */
    if (ended == child && WIFEXITED(status))  /* else -1: ended by a signal */
        outcome->exit_code = WEXITSTATUS(status);
    if (outcome->exit_code == 0 && is_late && is_fed)
        outcome->exit_code = -1; /* after SIGTERM the program cut its file short */
    child_ended(outcome, is_late, seconds,
                ended == child && WIFSIGNALED(status) ? WTERMSIG(status) : 0);
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

/* Starts a program and waits until it runs or fails: *reason is 0 or errno.  Returns its process
 * id, which the caller must wait for even after a failure, or -1. */
static pid_t start_surely(const char *const *words, const streams *use, int *reason)
{
    int report[2] = {-1, -1};
    pid_t child = -1;
    *reason = open_pipe(report);
    if (*reason == 0) {
        signal(SIGCHLD, SIG_DFL); /* where it is ignored, children cannot be waited for */
        child = fork();
        if (child == 0)
            become(words, use, report[1]);
        *reason = child < 0 ? errno : 0;
    }
    close(report[1]);
    struct pollfd end = {report[0], POLLIN, 0};
    if (*reason == 0 && poll(&end, 1, GRACE_MS) > 0 &&
        read(report[0], reason, sizeof *reason) != (ssize_t)sizeof *reason)
        *reason = 0;
    close(report[0]);
    return child;
}

int child_run(child_outcome *outcome, const char *const *words, int seconds)
{
    int output[2] = {-1, -1}, errors[2] = {-1, -1}, reason = open_pipe(output);
    pid_t child = -1;
    memset(outcome, 0, sizeof *outcome);
    outcome->exit_code = -1;
    if (reason == 0)
        reason = open_pipe(errors);
    if (reason == 0)
        child = start_surely(words, &(streams){-1, output[1], errors[1], 0}, &reason);
    close(output[1]); /* closing -1 does nothing */
    close(errors[1]);
    if (child > 0) {
        setpgid(child, child);
        wait_for(outcome, child, output[0], errors[0], seconds, 0);
    }
    close(output[0]);
    close(errors[0]);
    return reason;
}

int child_feed(child_fed *fed, const char *const *words, int result)
{
    int input[2] = {-1, -1}, output[2] = {-1, -1}, reason = open_pipe(input);
    if (reason == 0)
        reason = open_pipe(output);
    *fed = (child_fed){0, -1, -1};
    stop_hold_child(1);
    if (reason == 0) {
        (void)fcntl(input[0], F_SETFL, 0); /* blocking: the program waits for input */
        (void)fcntl(input[1], F_SETFL, O_NONBLOCK);
        /* Its standard error is read when it has ended: what does not fit into the pipe is lost,
         * else the program and this process would wait for each other for ever. */
        (void)fcntl(output[1], F_SETFL, O_NONBLOCK);
        pid_t child = start_surely(words, &(streams){input[0], result, output[1], 0}, &reason);
        if (reason != 0 && child > 0)
            (void)waitpid(child, NULL, 0);
        fed->process = reason == 0 ? (int)child : 0;
    }
    close(input[0]);
    close(output[1]);
    if (reason != 0) {
        close(input[1]);
        close(output[0]);
        stop_hold_child(0);
        return reason;
    }
    setpgid(fed->process, fed->process);
    fed->input = input[1];
    fed->output = output[0];
    return 0;
}

int child_fed_write(const child_fed *fed, const void *bytes, size_t size, int patience_ms)
{
    const char *next = bytes;
    int waited_ms = 0; /* sum of ticks: time in which the machine is suspended does not count */
    while (size > 0) {
        if (stop_asked())
            return EINTR;
        ssize_t written = write(fed->input, next, size);
        if (written > 0) {
            next += written;
            size -= (size_t)written;
            waited_ms = 0;
            continue;
        }
        if (written < 0 && errno != EAGAIN && errno != EINTR)
            return errno;
        /* The pipe does not show this if a background process keeps its other end open. */
        if (has_ended(fed->process))
            return EPIPE;
        if (waited_ms >= patience_ms)
            return ETIMEDOUT;
        struct pollfd end = {fed->input, POLLOUT, 0};
        waited_ms += poll(&end, 1, TICK_MS) == 0 ? TICK_MS : 0;
    }
    return 0;
}

void child_fed_end(child_fed *fed, child_outcome *outcome, int seconds)
{
    memset(outcome, 0, sizeof *outcome);
    outcome->exit_code = -1;
    close(fed->input);
    wait_for(outcome, fed->process, -1, fed->output, seconds, 1);
    close(fed->output);
    *fed = (child_fed){0, -1, -1};
    stop_hold_child(0);
}

int child_leave(const char *const *words)
{
    int reason, null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    (void)start_surely(words, &(streams){-1, null, null, 1}, &reason);
    close(null);
    return reason;
}

void child_stop(int process)
{
    (void)kill((pid_t)process, SIGTERM);
}

int child_is_running(int process)
{
    return kill((pid_t)process, 0) == 0 || errno == EPERM;
}
