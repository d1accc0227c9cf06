/* post.c - publishes a picture, at most once.
 *
 * In: a slot with its files, a command.  Out: SLOT.posted.  SLOT.pending is on the disk before
 * the command runs.  A machine that dies meanwhile leaves it; the outcome is then unknown, and
 * only --retry posts again: two equal posts in public are worse than a missing one.
 *
 * The command has a process group of its own, so that what it started can be killed with it.
 * Its own end counts, not that of the pipe of its output: a process that it left behind may hold
 * the other end for ever.
 */
#include "cli/bot/bot.h"
#include "cli/common/output.h"
#include "cli/common/progress.h"
#include "cli/common/say.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define POST_SECONDS 120
#define TEXT_MAX ((size_t)64 << 10)
#define TICK_MS 64    /* the longest time until its end is noticed without output */
#define READS 64      /* of the pipe between two checks of the clock */
#define GRACE_MS 5000 /* from SIGTERM to SIGKILL */

/* What became of the command. */
struct outcome {
    char text[TEXT_MAX]; /* its output and errors, at least the last 32 KiB; no NUL at the end */
    size_t size;
    char failure[64]; /* "exit code 3"; "" for success */
};

#define POST_RULE "must be the path of a program that is run without arguments"

int bot_post_check(const bot *run)
{
    const char *command = run->own->post;
    struct stat status;
    if (command == NULL)
        return CODE_OK;
    if (stat(command, &status) != 0)
        return say_error(CODE_CONFIG, "--post %s: %s: " POST_RULE, SHOW(command), REASON(errno));
    if (!S_ISREG(status.st_mode) || access(command, X_OK) != 0)
        return say_error(CODE_CONFIG, "--post %s: " POST_RULE, SHOW(command));
    return CODE_OK;
}

/* ---- the claim ---------------------------------------------------------- */

static void sync_folder(const bot *run)
{
    int fd = open(run->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    (void)fsync(fd);
    (void)close(fd);
}

/* Creates SLOT.pending, which must not exist: so only one run gets it, even where locks do not
 * work.  Returns 0 or errno. */
static int claim(const bot *run, const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0)
        return errno;
    int reason = 0;
    if (fsync(fd) != 0 && errno != EINVAL && errno != ENOTSUP)
        reason = errno;
    if (close(fd) != 0 && errno != EINTR && reason == 0)
        reason = errno;
    if (reason != 0)
        (void)unlink(path);
    sync_folder(run);
    return reason;
}

/* ---- the command -------------------------------------------------------- */

/* Sets variables of this process, which the child inherits.  Returns 0 without memory. */
static int set_environment(const bot *run, const bot_entry *entry)
{
    char time[BOT_TIME_SIZE], slot[BOT_SLOT_SIZE + 1];
    const char *url = run->own->url;
    const struct {
        const char *name, *text, *slot, *ending; /* its value: these one after the other */
    } values[] = {{"RIDGELINE_NAME", run->name, "", ""},
                  {"RIDGELINE_SLOT", entry->slot, "", ""},
                  {"RIDGELINE_TIME", time, "", ""},
                  {"RIDGELINE_KEY", run->name, slot, ""},
                  {"RIDGELINE_ALT", entry->alt, "", ""},
                  {"RIDGELINE_TITLE", entry->title, "", ""},
                  {"RIDGELINE_URL", url != NULL ? url : "", "", ""},
                  {"RIDGELINE_PICTURE", run->root, slot, ".png"},
                  {"RIDGELINE_ALT_FILE", run->root, slot, ".alt.txt"},
                  {"RIDGELINE_JSON", run->root, slot, ".json"}};
    bot_time_text(time, entry->time);
    snprintf(slot, sizeof slot, "/%s", entry->slot);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        size_t size = strlen(values[i].text) + sizeof slot + strlen(values[i].ending) + 1;
        char *value = arena_array(run->memory, size, 1);
        if (value == NULL)
            return 0;
        snprintf(value, size, "%s%s%s", values[i].text, values[i].slot, values[i].ending);
        if (setenv(values[i].name, value, 1) != 0)
            return 0;
    }
    if (url == NULL)
        (void)unsetenv("RIDGELINE_URL");
    return 1;
}

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

/* Reads the output that is there; returns 0 when no more can come.  Of a long output the last
 * part is kept. */
static int read_output(struct outcome *output, int fd)
{
    char part[4096];
    for (int i = 0; i < READS; i++) {
        ssize_t size = read(fd, part, sizeof part);
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0)
            return size < 0 && errno == EAGAIN;
        if (output->size + (size_t)size > TEXT_MAX) {
            output->size -= TEXT_MAX / 2;
            memmove(output->text, output->text + TEXT_MAX / 2, output->size);
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
    return waitid(P_PID, (id_t)child, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           ended.si_pid == child;
}

/* Waits for the end of the child and of its output.  At `end_ms`, or when this process is to
 * stop, the program and what it started get SIGTERM and after GRACE_MS SIGKILL. */
static void wait_for(struct outcome *outcome, pid_t child, int fd, int64_t end_ms)
{
    int64_t kill_ms = INT64_MAX;
    int is_open = 1, is_late = 0, tick_ms = 1, status;
    for (; !has_ended(child); tick_ms = tick_ms < TICK_MS ? 2 * tick_ms : TICK_MS) {
        struct pollfd pipe_end = {is_open ? fd : -1, POLLIN, 0};
        (void)poll(&pipe_end, 1, tick_ms);
        if (is_open && (pipe_end.revents & (POLLIN | POLLHUP)) != 0)
            is_open = read_output(outcome, fd);
        int64_t now = progress_now_ms();
        if (!is_late && (now >= end_ms || stop_asked())) {
            is_late = 1;
            kill_ms = now + GRACE_MS;
            kill(-child, SIGTERM);
        } else if (now >= kill_ms)
            kill(-child, SIGKILL);
    }
    if (is_open)
        read_output(outcome, fd);
    if (is_late)
        kill(-child, SIGKILL);
    pid_t ended = waitpid(child, &status, 0); /* does not wait: it has ended */
    /* success counts also when the time was over */
    if (ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return;
    if (stop_asked())
        snprintf(outcome->failure, sizeof outcome->failure, "stopped with this run");
    else if (is_late)
        snprintf(outcome->failure, sizeof outcome->failure, "not done after %d s", POST_SECONDS);
    else if (ended == child && WIFSIGNALED(status))
        snprintf(outcome->failure, sizeof outcome->failure, "killed by signal %d",
                 WTERMSIG(status));
    else /* -1: another part of the process has waited for it */
        snprintf(outcome->failure, sizeof outcome->failure, "exit code %d",
                 ended == child ? WEXITSTATUS(status) : -1);
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

/* Runs a program without arguments, in this environment and folder, with nothing to read, for at
 * most POST_SECONDS.  Returns 0, or errno when it did not start. */
static int run_command(struct outcome *result, const char *program)
{
    int64_t end_ms = progress_now_ms() + POST_SECONDS * 1000;
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

/* ---- a post ------------------------------------------------------------- */

static int record_post(const bot *run, const bot_entry *entry, const char *pending,
                       const char *posted, const struct outcome *output)
{
    /* the last line that is not blank: the URL of a post, or the reason of a failure */
    const char *end = output->text + output->size, *begin;
    while (end > output->text && (unsigned char)end[-1] <= ' ')
        end--;
    for (begin = end; begin > output->text && begin[-1] != '\n'; begin--)
        ;
    const shown line = show_bytes(begin, (size_t)(end - begin));
    const char *colon = line.text[0] != '\0' ? ": " : "";
    rl_error error;
    if (output->failure[0] == '\0') {
        if (replace_file(posted, output->text, output->size, &error) != RL_OK) {
            say_status(&error);
            return say_error(CODE_IO, "%s: posted, but this cannot be recorded: %s", entry->slot,
                             colon[0] != '\0' ? line.text : "the command printed nothing");
        }
        (void)unlink(pending);
        sync_folder(run);
        if (!run->options->quiet)
            say_note("%s: posted%s%s", entry->slot, colon, line.text);
        return CODE_OK;
    }
    /* the output, for the user; the claim exists in any case */
    (void)replace_file(pending, output->text, output->size, &error);
    return say_error(CODE_IO, "%s: post status unknown: --post %s: %s%s%s", entry->slot,
                     SHOW(run->own->post), output->failure, colon, line.text);
}

int bot_post(const bot *run, const bot_entry *entry, int is_retry)
{
    static struct outcome output; /* too large for a small stack */
    char pending[BOT_PATH], posted[BOT_PATH];
    const char *command = run->own->post;
    struct stat status;
    bot_path(posted, run, entry->time, BOT_POSTED);
    bot_path(pending, run, entry->time, BOT_PENDING);
    if (lstat(posted, &status) == 0)
        return CODE_OK;
    if (errno != ENOENT)
        return say_error(CODE_IO, "%s: cannot be read: %s", SHOW(posted), REASON(errno));
    int reason = claim(run, pending), is_old = reason == EEXIST;
    if (is_old && !is_retry)
        return say_error(CODE_IO,
                         "%s: post status unknown: see %s; use --retry to post it again, or "
                         "remove that file",
                         entry->slot, SHOW(pending));
    if (reason != 0 && !is_old)
        return say_error(CODE_CANNOT_CREATE, "%s: cannot create: %s", SHOW(pending),
                         REASON(reason));
    reason = set_environment(run, entry) ? run_command(&output, command) : ENOMEM;
    if (reason == 0)
        return record_post(run, entry, pending, posted, &output);
    if (!is_old) /* the command did not run: release the claim */
        (void)unlink(pending);
    if (reason == ENOMEM)
        return say_error(CODE_NO_MEMORY, "--post: out of memory");
    return say_error(CODE_IO, "--post %s: cannot be run: %s", SHOW(command), REASON(reason));
}
