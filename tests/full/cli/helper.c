/* helper.c - what a POSIX shell cannot do for the tests of the program.
 *
 *     helper noargs PROGRAM                  runs it with argc 0
 *     helper nothreads PROGRAM ARG...        runs it where no thread can be made
 *     helper kill WHEN SIGNAL PROGRAM ARG...   sends SIGNAL
 *     helper crop FILE X Y WIDTH HEIGHT      that part of an 8 bit PPM, as one, to its output
 *     helper difference FILE FILE            prints the mean difference of their bytes, x 1000
 *     helper frames COUNT                    prints a hash of each PPM of a stream and closes it
 *     helper tty FILE WHEN SIGNAL PROGRAM ARG...
 *                     the same on a terminal of its own, whose output goes to
 *                     FILE; SIGNAL 0 sends nothing
 *
 * WHEN is a number of milliseconds, file:PATTERN for a file that appears, or shows:TEXT for
 * what appears on the terminal: a machine may be slow.  (Neither is waited for longer than
 * a minute.)  With nap: before it, the program sleeps from its first 50 ms on for a second,
 * so what it shows after a second of work costs little work, and WHEN counts from then on.
 * The exit code is the program's, or 128 + its signal.
 */
#define _DEFAULT_SOURCE /* RLIMIT_NPROC */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <glob.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Shells start background jobs with SIGINT ignored, nohup does so with SIGHUP. */
static void run(char **argv)
{
    signal(SIGINT, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    execv(argv[0], argv);
    _exit(127);
}

static int code_of(int status)
{
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

#define PATIENCE_MS 60000

/* What a terminal showed so far, whose end may be the beginning of what is waited for. */
static char shown[65536];
static size_t shown_size;

static void show(const char *bytes, size_t size)
{
    if (shown_size + size >= sizeof shown)
        shown_size = 0;
    memcpy(shown + shown_size, bytes, size);
    shown_size += size;
    shown[shown_size] = '\0';
}

static int is_time(const char *when, long begun)
{
    long ms = now_ms() - begun;
    if (ms >= PATIENCE_MS)
        return 1;
    if (strncmp(when, "file:", 5) == 0) {
        glob_t found;
        int is_there = glob(when + 5, GLOB_NOSORT, NULL, &found) == 0;
        globfree(&found);
        return is_there;
    }
    if (strncmp(when, "shows:", 6) == 0)
        return strstr(shown, when + 6) != NULL;
    return ms >= atol(when);
}

/* Copies what the terminal shows until it is closed; -1 as fd only waits. */
static int watch(pid_t child, int fd, FILE *copy, const char *when, int signal_number)
{
    int status;
    if (strncmp(when, "nap:", 4) == 0) {
        poll(NULL, 0, 50);
        kill(child, SIGSTOP);
        poll(NULL, 0, 1000);
        kill(child, SIGCONT);
        when += 4;
    }
    long begun = now_ms();
    for (;;) {
        char bytes[4096];
        struct pollfd ready = {fd, POLLIN, 0};
        if (poll(&ready, 1, 5) > 0) {
            ssize_t size = read(fd, bytes, sizeof bytes);
            if (size > 0) {
                fwrite(bytes, 1, (size_t)size, copy);
                show(bytes, (size_t)size);
                /* What a terminal answers when it is asked for its attributes. */
                const char *answer = getenv("TTY_ANSWER");
                if (answer != NULL && strstr(shown, "\033[c") != NULL &&
                    write(fd, answer, strlen(answer)) > 0)
                    shown_size = 0, shown[0] = '\0';
            }
        } else if (waitpid(child, &status, WNOHANG) == child) {
            return code_of(status);
        }
        if (signal_number != 0 && is_time(when, begun)) {
            kill(child, signal_number);
            signal_number = 0;
        }
        if ((ready.revents & POLLHUP) && !(ready.revents & POLLIN)) {
            waitpid(child, &status, 0);
            return code_of(status);
        }
    }
}

static int run_on_terminal(const char *file, const char *when, int signal_number, char **argv)
{
    FILE *copy = fopen(file, "wb");
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (copy == NULL || master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
        return 126;
    const char *name = ptsname(master);
    int slave = open(name, O_RDWR | O_NOCTTY);
    pid_t child = fork();
    if (child == 0) {
        for (int fd = 0; fd < 3; fd++)
            dup2(slave, fd);
        close(slave);
        close(master);
        run(argv);
    }
    close(slave);
    int code = watch(child, master, copy, when, signal_number);
    fclose(copy);
    return code;
}

/* A copy of a program, open for reading, that every user may run: in a private home folder
 * another user cannot reach the program itself. */
static int open_copy(const char *path)
{
    char name[] = "./copy.XXXXXX", bytes[65536];
    size_t size;
    FILE *source = fopen(path, "rb");
    int target = mkstemp(name);
    if (source == NULL || target < 0)
        return -1;
    while ((size = fread(bytes, 1, sizeof bytes, source)) > 0)
        if (write(target, bytes, size) != (ssize_t)size)
            return -1;
    fclose(source);
    if (fchmod(target, 0755) != 0 || close(target) != 0)
        return -1;
    int copy = open(name, O_RDONLY);
    unlink(name);
    return copy;
}

/* The limit counts all processes of a user and none of root's: as an own user, in a child,
 * it is reached at once.  Where that cannot be had the limit of the user has to do. */
static int run_without_threads(char **argv)
{
    struct rlimit none = {1, 1};
    int copy = geteuid() == 0 ? open_copy(argv[0]) : -1;
    if (geteuid() == 0 && (setgid(65533) != 0 || setuid(65533) != 0))
        return 126;
    if (setrlimit(RLIMIT_NPROC, &none) != 0)
        return 126;
    if (copy >= 0)
        fexecve(copy, argv, environ);
    run(argv);
    return 127;
}

static int crop(const char *path, long x, long y, long width, long height)
{
    long file_width, file_height;
    FILE *file = fopen(path, "rb");
    if (file == NULL || fscanf(file, "P6 %ld %ld 255", &file_width, &file_height) != 2 ||
        fgetc(file) != '\n' || x < 0 || y < 0 || x + width > file_width || y + height > file_height)
        return 126;
    long first = ftell(file);
    char *row = malloc((size_t)width * 3 + 1);
    printf("P6\n%ld %ld\n255\n", width, height);
    for (long i = y; row != NULL && i < y + height; i++)
        if (fseek(file, first + 3 * (i * file_width + x), SEEK_SET) != 0 ||
            fread(row, 3, (size_t)width, file) != (size_t)width ||
            fwrite(row, 3, (size_t)width, stdout) != (size_t)width)
            return 126;
    free(row);
    fclose(file);
    return row != NULL && fflush(stdout) == 0 ? 0 : 126;
}

/* Files of one length. */
static int difference(const char *one, const char *other)
{
    FILE *files[2] = {fopen(one, "rb"), fopen(other, "rb")};
    long bytes = 0, sum = 0;
    if (files[0] == NULL || files[1] == NULL)
        return 126;
    for (int a, b; (a = getc(files[0])) != EOF && (b = getc(files[1])) != EOF; bytes++)
        sum += labs((long)a - b);
    if (bytes == 0 || getc(files[0]) != EOF || getc(files[1]) != EOF)
        return 126;
    printf("%ld\n", 1000 * sum / bytes);
    return 0;
}

/* Numbers of 32 bits, by FNV-1a.  The program notices a closed stream at its next frame. */
static int frames(long count)
{
    for (long i = 0; i < count; i++) {
        long width, height;
        unsigned hash = 2166136261U;
        if (scanf("P6 %ld %ld 255", &width, &height) != 2)
            return 126;
        for (long left = 1 + 3 * width * height; left > 0; left--)
            hash = (hash ^ (unsigned)getchar()) * 16777619U;
        printf("%08x\n", hash);
    }
    return 0;
}

int main(int argc, char **argv)
{
    char *none[] = {NULL};
    if (argc == 3 && strcmp(argv[1], "noargs") == 0)
        return execv(argv[2], none) == -1 ? 127 : 0;
    if (argc > 2 && strcmp(argv[1], "nothreads") == 0)
        return run_without_threads(argv + 2);
    if (argc == 7 && strcmp(argv[1], "crop") == 0)
        return crop(argv[2], atol(argv[3]), atol(argv[4]), atol(argv[5]), atol(argv[6]));
    if (argc == 4 && strcmp(argv[1], "difference") == 0)
        return difference(argv[2], argv[3]);
    if (argc == 3 && strcmp(argv[1], "frames") == 0)
        return frames(atol(argv[2]));
    if (argc > 5 && strcmp(argv[1], "tty") == 0)
        return run_on_terminal(argv[2], argv[3], atoi(argv[4]), argv + 5);
    if (argc < 5 || strcmp(argv[1], "kill") != 0)
        return 126;
    pid_t child = fork();
    if (child == 0)
        run(argv + 4);
    return watch(child, -1, NULL, argv[2], atoi(argv[3]));
}
