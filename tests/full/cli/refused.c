/* refused.c - runs the program on a bad input and holds it to what every refusal owes.
 *
 *     refused CODE PLACE PROGRAM ARG...
 *
 * Holds when the program ends with CODE within 10 s and 256 MiB; when its standard error
 * is one line `ridgeline: ...: ...` that contains PLACE (or, of a PLACE with a '*' in it,
 * what stands before it and later what stands behind it) and nothing a terminal would obey;
 * when it prints no data and leaves the working folder as it was.  Else prints what is
 * wrong, and the exit code is 1.
 */
#define _DEFAULT_SOURCE /* wait4 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_SECONDS 10
#define MOST_KIB (256L * 1024)
#define TEXT_SIZE 8192

typedef struct stream {
    int fd; /* the end that is read */
    size_t size;
    char text[TEXT_SIZE + 1];
} stream;

static int wrongs;

static void wrong(const char *what, const char *detail)
{
    printf("%s%s%.400s", wrongs++ > 0 ? "; " : "", what, detail);
}

/* ---- the folder ------------------------------------------------------------ */

static uint64_t mix(uint64_t h, uint64_t value)
{
    return (h ^ value) * UINT64_C(0x9e3779b97f4a7c15) + (h >> 29);
}

/* A sum over the entries, whose order is the system's: names, kinds, sizes, times. */
static uint64_t folder_sum(void)
{
    uint64_t sum = 0;
    struct dirent *entry;
    DIR *folder = opendir(".");
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        struct stat s;
        uint64_t h = 7;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
            lstat(entry->d_name, &s) != 0)
            continue;
        for (const char *c = entry->d_name; *c != '\0'; c++)
            h = mix(h, (unsigned char)*c);
        h = mix(mix(h, s.st_mode), (uint64_t)s.st_ino);
        h = mix(mix(h, (uint64_t)s.st_size), (uint64_t)s.st_mtim.tv_nsec);
        sum += mix(h, (uint64_t)s.st_mtim.tv_sec);
    }
    if (folder != NULL)
        closedir(folder);
    return sum;
}

/* ---- text ------------------------------------------------------------------ */

/* The character at `s`, or -1 when its bytes are no UTF-8; `*length` its bytes. */
static long character(const unsigned char *s, size_t size, size_t *length)
{
    static const long least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t bytes = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    if (bytes == 0 || bytes > size || s[0] > 0xf4)
        return -1;
    long c = bytes == 1 ? s[0] : s[0] & (0xff >> (bytes + 1));
    for (size_t i = 1; i < bytes; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return -1;
        c = c << 6 | (s[i] & 0x3f);
    }
    *length = bytes;
    return c < least[bytes] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff) ? -1 : c;
}

/* Controls, marks and overrides of the direction, line and paragraph separators. */
static int is_obeyed(long c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || (c >= 0x200b && c <= 0x200f) ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

static void check_plain(const stream *err)
{
    const unsigned char *s = (const unsigned char *)err->text;
    for (size_t at = 0, length = 1; at < err->size; at += length) {
        char where[80];
        long c = character(s + at, err->size - at, &length);
        if (c == '\n' || !is_obeyed(c))
            continue;
        snprintf(where, sizeof where, "byte %zu of the message: %ld", at, c);
        wrong("a terminal would obey ", where);
        return;
    }
}

static int contains(const char *text, const char *place)
{
    char first[256];
    const char *star = strchr(place, '*');
    if (star == NULL)
        return strstr(text, place) != NULL;
    snprintf(first, sizeof first, "%.*s", (int)(star - place), place);
    text = strstr(text, first);
    return text != NULL && strstr(text + strlen(first), star + 1) != NULL;
}

static void check_line(const stream *err, const char *place)
{
    static const char prefix[] = "ridgeline: ";
    size_t lines = 0;
    for (size_t i = 0; i < err->size; i++)
        lines += err->text[i] == '\n';
    if (lines != 1 || err->size == 0 || err->text[err->size - 1] != '\n')
        wrong("not one line", "");
    if (strncmp(err->text, prefix, sizeof prefix - 1) != 0)
        wrong("does not begin with ", prefix);
    else if (strstr(err->text + sizeof prefix - 1, ": ") == NULL)
        wrong("no place: value: rule", "");
    if (!contains(err->text, place))
        wrong("nothing of ", place);
    check_plain(err);
}

/* ---- the run ---------------------------------------------------------------- */

static void start(char **argv, const int out[2], const int err[2])
{
    int null = open("/dev/null", O_RDONLY);
    if (null < 0 || dup2(null, 0) < 0 || dup2(out[1], 1) < 0 || dup2(err[1], 2) < 0)
        _exit(127);
    close(null);
    for (int i = 0; i < 2; i++) {
        close(out[i]);
        close(err[i]);
    }
    execv(argv[0], argv);
    _exit(127);
}

/* What does not fit is read on and forgotten. */
static int take(stream *from)
{
    char rest[TEXT_SIZE];
    ssize_t got = read(from->fd, rest, sizeof rest);
    if (got <= 0)
        return 0;
    size_t room = TEXT_SIZE - from->size;
    size_t kept = (size_t)got < room ? (size_t)got : room;
    memcpy(from->text + from->size, rest, kept);
    from->size += kept;
    return 1;
}

static void read_both(stream *out, stream *err, pid_t child)
{
    time_t end = time(NULL) + MOST_SECONDS;
    int open_out = 1, open_err = 1;
    while (open_out || open_err) {
        struct pollfd ready[2] = {{open_out ? out->fd : -1, POLLIN, 0},
                                  {open_err ? err->fd : -1, POLLIN, 0}};
        if (time(NULL) >= end) {
            wrong("still at work after 10 s", "");
            kill(child, SIGKILL);
            return;
        }
        if (poll(ready, 2, 500) <= 0)
            continue;
        if (ready[0].revents != 0)
            open_out = take(out);
        if (ready[1].revents != 0)
            open_err = take(err);
    }
}

static void check_end(pid_t child, int code)
{
    int status;
    char text[60];
    struct rusage used;
    memset(&used, 0, sizeof used);
    while (wait4(child, &status, 0, &used) < 0 && errno == EINTR)
        continue;
    int ended = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    if (ended != code) {
        snprintf(text, sizeof text, "%d, wanted %d", ended, code);
        wrong("exit ", text);
    }
    if (used.ru_maxrss > MOST_KIB) {
        snprintf(text, sizeof text, "%ld KiB", used.ru_maxrss);
        wrong("memory: ", text);
    }
}

int main(int argc, char **argv)
{
    static stream out, err;
    int out_pipe[2], err_pipe[2];
    if (argc < 4 || pipe(out_pipe) != 0 || pipe(err_pipe) != 0)
        return 126;
    uint64_t before = folder_sum();
    pid_t child = fork();
    if (child == 0)
        start(argv + 3, out_pipe, err_pipe);
    close(out_pipe[1]);
    close(err_pipe[1]);
    out.fd = out_pipe[0];
    err.fd = err_pipe[0];
    read_both(&out, &err, child);
    check_end(child, atoi(argv[1]));
    check_line(&err, argv[2]);
    if (out.size > 0)
        wrong("data on standard output", "");
    if (folder_sum() != before)
        wrong("the folder has changed", "");
    if (wrongs > 0)
        printf(": %.500s", err.text);
    return wrongs > 0;
}
