/* process.c - signals, terminal and path of this process by the calls of POSIX (progress.h,
 * base/os.h); windows/program.c does the same on Windows. */
#ifdef __linux__
#define _DEFAULT_SOURCE 1 /* madvise */
#endif

#include "base/os.h"
#include "cli/common/progress.h"

#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#endif

/* ---- signals ------------------------------------------------------------ */

#define PATIENCE_SECONDS 1

static void on_stop(int signal_number)
{
    if (stop_take(signal_number))
        alarm(PATIENCE_SECONDS);
}

/* Ends the process if nothing needs to be cleaned up: a blocked system call is restarted after
 * on_stop, so the program may never come to check stop_asked. */
static void on_patience_end(int signal_number)
{
    /* Without another signal, SIGALRM was sent by another process: it stops this one, too. */
    if (!stop_take(stop_asked() != 0 ? stop_asked() : signal_number))
        return;
    progress_wipe();
    stop_die(stop_asked());
}

void stop_install(void)
{
    static const int stops[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    action.sa_handler = on_patience_end;
    sigaction(SIGALRM, &action, NULL);
    action.sa_handler = on_stop;
    /* SA_RESETHAND: a second signal ends the process at once, even in a blocked call. */
    action.sa_flags = (int)(SA_RESTART | SA_RESETHAND);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
        /* A signal that nohup or a shell has set to be ignored stays ignored. */
        if (sigaction(stops[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(stops[i], &action, NULL);
    /* Failed writes come back as errors, after which files are removed. */
    signal(SIGPIPE, SIG_IGN);
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN);
#endif
}

void stop_die(int signal_number)
{
    signal_number = signal_number != 0 ? signal_number : SIGPIPE;
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* ---- the terminal --------------------------------------------------------- */

/* In the background it does not ask: the kernel would stop the process. */
int os_terminal_ask(const char *question, char *answer, size_t size, char end, int milliseconds)
{
    struct termios before, raw;
    pid_t group = tcgetpgrp(STDIN_FILENO);
    size_t used = 0;
    if (!isatty(STDIN_FILENO) || (group != -1 && group != getpgrp()) ||
        tcgetattr(STDIN_FILENO, &before) != 0)
        return 0;
    raw = before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    if (tcsetattr(STDIN_FILENO, TCSANOW, &raw) != 0)
        return 0;
    int64_t end_ms = progress_now_ms() + milliseconds, left = milliseconds;
    ssize_t more = write(STDOUT_FILENO, question, strlen(question));
    for (; more > 0 && left > 0 && used + 1 < size && memchr(answer, end, used) == NULL;
         left = end_ms - progress_now_ms()) {
        more = os_wait(STDIN_FILENO, 0, (int)left)
                   ? read(STDIN_FILENO, answer + used, size - 1 - used)
                   : 0;
        used += more > 0 ? (size_t)more : 0;
    }
    answer[used] = '\0';
    (void)tcsetattr(STDIN_FILENO, TCSANOW, &before);
    return used > 0;
}

os_window os_terminal_window(void)
{
    struct winsize window = {0};
    (void)ioctl(STDOUT_FILENO, TIOCGWINSZ, &window);
    return (os_window){window.ws_col, window.ws_row, window.ws_xpixel, window.ws_ypixel};
}

int os_program_path(char *path, size_t size)
{
    ssize_t used = readlink("/proc/self/exe", path, size - 1);
    path[used > 0 ? used : 0] = '\0';
    return used > 0;
}

/* ---- memory ------------------------------------------------------------- */

#ifdef __GLIBC__

/* Bytes reserved at the start of the heap: more than a picture of 3840x2160 takes.  A larger one
 * has small pages beyond it, as huge pages would add a tenth to its memory. */
#define HEAP_BYTES ((size_t)40 << 20)
#define HEAP_LARGEST (32 << 20)        /* larger blocks are mapped singly; glibc's greatest limit */
#define HUGE_PAGE ((uintptr_t)2 << 20) /* size of a huge page of most systems */

void os_reserve_heap(void)
{
    (void)mallopt(M_TRIM_THRESHOLD, INT_MAX);
    (void)mallopt(M_ARENA_MAX, 1); /* all threads share what is reserved, and one lock */
    (void)mallopt(M_MMAP_MAX, 0);
    char *heap = malloc(HEAP_BYTES);
    (void)mallopt(M_MMAP_MAX, INT_MAX);
    (void)mallopt(M_MMAP_THRESHOLD, HEAP_LARGEST);
    size_t before = (HUGE_PAGE - (uintptr_t)heap % HUGE_PAGE) % HUGE_PAGE;
    if (heap != NULL)
        (void)madvise(heap + before, (HEAP_BYTES - before) & ~(size_t)(HUGE_PAGE - 1),
                      MADV_HUGEPAGE);
    free(heap);
}

#else

void os_reserve_heap(void)
{
}

#endif
