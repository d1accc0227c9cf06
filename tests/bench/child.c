/* child.c - runs a process and asks the system what it took.
 *
 * CPU is user and system time of the process and its threads, from its start to its end,
 * as wait4 tells it: what the dynamic loader and page faults take counts too.
 */
#define _DEFAULT_SOURCE /* wait4 */
#include "bench.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

_Noreturn void child_fault(const char *what, const char *name)
{
    (void)fprintf(stderr, "bench: %s: %s\n", name, what);
    exit(EXIT_FAILURE);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* Starts it with its output going to `out`, -1 = nowhere. */
static pid_t start(const char *const *argv, int out)
{
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0)
        child_fault("cannot be started", argv[0]);
    if (out < 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    else
        posix_spawn_file_actions_adddup2(&actions, out, 1);
    pid_t pid;
    char *const *arguments = (char *const *)(uintptr_t)argv;
    if (posix_spawnp(&pid, argv[0], &actions, NULL, arguments, environ) != 0)
        child_fault("cannot be started", argv[0]);
    posix_spawn_file_actions_destroy(&actions);
    return pid;
}

static void finish(pid_t pid, const char *name, struct rusage *use)
{
    int status;
    if (wait4(pid, &status, 0, use) != pid)
        child_fault("is lost", name);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        child_fault("failed", name);
}

child_use child_run(const char *const *argv)
{
    struct rusage use;
    double begin = now();
    finish(start(argv, -1), argv[0], &use);
    child_use c = {.wall_s = now() - begin,
                   .cpu_s = seconds(use.ru_utime) + seconds(use.ru_stime),
                   .rss_mib = (double)use.ru_maxrss / 1024.0};
    return c;
}

static void take_line(char *line)
{
    char key[40];
    double ours;
    double reference;
    line[strcspn(line, "\n")] = '\0';
    if (line[0] == '#')
        figures_note(line + 2);
    else if (sscanf(line, "%39s %lf %lf", key, &ours, &reference) == 3)
        figures_add(key, ours, reference);
    else
        child_fault("is no figure", line);
}

void child_figures(const char *const *argv)
{
    int ends[2];
    char line[1000];
    struct rusage use;
    if (pipe(ends) != 0 || fcntl(ends[0], F_SETFD, FD_CLOEXEC) != 0)
        child_fault("no pipe", argv[0]);
    pid_t pid = start(argv, ends[1]);
    close(ends[1]);
    FILE *from = fdopen(ends[0], "r");
    while (from != NULL && fgets(line, sizeof line, from) != NULL)
        take_line(line);
    if (from != NULL)
        (void)fclose(from);
    finish(pid, argv[0], &use);
}
