/* refused.c - runs the program on bad inputs and holds it to what every refusal owes.
 *
 *     refused CODE PLACE PROGRAM NAME ARG... [, NAME ARG...]...
 *     refused cut FILE STEP COPY PLACE PROGRAM NAME ARG... [, NAME ARG...]...
 *     refused line FILE PATTERN
 *     refused plain FILE
 *
 * The first form runs the program once for each list of arguments and prints `ok NAME`, or
 * `not ok NAME` and what is wrong.  A list whose NAME is empty is left out.  A run is as it
 * must be when the program ends with CODE within 10 s and 256 MiB; when its standard error is
 * one line `ridgeline: ...: ...` that contains PLACE (or, of a PLACE with a '*' in it, what
 * stands before it and later what stands behind it) and nothing a terminal would obey; when
 * it prints no data and leaves the working folder as it was.
 *
 * `cut` does so with CODE 65 for each STEP-th length of FILE, from 0 up to all but the last
 * byte; what is cut has the name COPY.  It prints what is wrong and nothing else.
 * `line` tells whether FILE is such a line that holds PATTERN, a basic regular expression;
 * `plain` whether it holds nothing a terminal would obey.  Both print what is wrong.
 * The exit code is 1 where anything is wrong.
 */
#define _DEFAULT_SOURCE /* wait4 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <regex.h>
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
#define TEXT_SIZE (256 * 1024)

typedef struct stream {
    int fd; /* the end that is read */
    size_t size;
    char text[TEXT_SIZE + 1];
} stream;

static stream out, err;
static int wrongs;          /* of this run */
static char intro[400 + 1]; /* stands before the first of them */

/* At most 400 bytes; what a terminal would obey is left out. */
static void print(const char *text)
{
    for (int i = 0; i < 400 && text[i] != '\0'; i++)
        if (text[i] == '\n' || (text[i] >= ' ' && text[i] <= '~'))
            putchar(text[i]);
}

static void wrong(const char *what, const char *detail)
{
    print(wrongs++ > 0 ? "; " : intro);
    print(what);
    print(detail);
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

static void check_plain(const stream *text)
{
    const unsigned char *s = (const unsigned char *)text->text;
    for (size_t at = 0, length = 1; at < text->size; at += length) {
        char where[80];
        long c = character(s + at, text->size - at, &length);
        if (c == '\n' || !is_obeyed(c))
            continue;
        snprintf(where, sizeof where, "byte %zu of the text: %ld", at, c);
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

/* One line `ridgeline: ...`. */
static void check_line(void)
{
    static const char prefix[] = "ridgeline: ";
    const char *end = memchr(err.text, '\n', err.size);
    if (end == NULL || end != err.text + err.size - 1)
        wrong("not one line", "");
    if (strncmp(err.text, prefix, sizeof prefix - 1) != 0)
        wrong("does not begin with ", prefix);
    check_plain(&err);
}

static void check_refusal(const char *place)
{
    check_line();
    if (strstr(err.text + strcspn(err.text, " "), ": ") == NULL)
        wrong("no place: value: rule", "");
    if (!contains(err.text, place))
        wrong("nothing of ", place);
}

/* A file whose pattern is NULL is no error line and only has to be plain. */
static int check_file(const char *path, const char *pattern)
{
    regex_t compiled;
    FILE *file = fopen(path, "rb");
    err.size = file != NULL ? fread(err.text, 1, TEXT_SIZE, file) : 0;
    if (file == NULL || err.size == TEXT_SIZE)
        wrong("cannot be read whole: ", path);
    if (file != NULL)
        fclose(file);
    if (pattern == NULL) {
        check_plain(&err);
        return wrongs > 0;
    }
    check_line();
    err.text[strcspn(err.text, "\n")] = '\0';
    if (regcomp(&compiled, pattern, REG_NOSUB) != 0 ||
        regexec(&compiled, err.text, 0, NULL, 0) != 0)
        wrong("no ", pattern);
    return wrongs > 0;
}

/* ---- the run ---------------------------------------------------------------- */

static void start(char **argv, const int out_pipe[2], const int err_pipe[2])
{
    int null = open("/dev/null", O_RDONLY);
    if (null < 0 || dup2(null, 0) < 0 || dup2(out_pipe[1], 1) < 0 || dup2(err_pipe[1], 2) < 0)
        _exit(127);
    close(null);
    for (int i = 0; i < 2; i++) {
        close(out_pipe[i]);
        close(err_pipe[i]);
    }
    execv(argv[0], argv);
    _exit(127);
}

/* What does not fit is read on and forgotten. */
static int take(stream *from)
{
    char rest[8192];
    ssize_t got = read(from->fd, rest, sizeof rest);
    if (got <= 0)
        return 0;
    size_t room = TEXT_SIZE - from->size;
    size_t kept = (size_t)got < room ? (size_t)got : room;
    memcpy(from->text + from->size, rest, kept);
    from->size += kept;
    return 1;
}

static void read_both(pid_t child)
{
    time_t end = time(NULL) + MOST_SECONDS;
    int open_out = 1, open_err = 1;
    while (open_out || open_err) {
        struct pollfd ready[2] = {{open_out ? out.fd : -1, POLLIN, 0},
                                  {open_err ? err.fd : -1, POLLIN, 0}};
        if (time(NULL) >= end) {
            wrong("still at work after 10 s", "");
            kill(child, SIGKILL);
            return;
        }
        if (poll(ready, 2, 500) <= 0)
            continue;
        if (ready[0].revents != 0)
            open_out = take(&out);
        if (ready[1].revents != 0)
            open_err = take(&err);
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

/* Runs `argv` and adds up what is wrong. */
static void run(int code, const char *place, char **argv)
{
    int out_pipe[2], err_pipe[2];
    uint64_t before = folder_sum();
    if (pipe(out_pipe) != 0 || pipe(err_pipe) != 0)
        exit(126);
    pid_t child = fork();
    if (child == 0)
        start(argv, out_pipe, err_pipe);
    close(out_pipe[1]);
    close(err_pipe[1]);
    out.fd = out_pipe[0], out.size = 0;
    err.fd = err_pipe[0], err.size = 0;
    read_both(child);
    err.text[err.size] = '\0';
    close(out.fd);
    close(err.fd);
    check_end(child, code);
    check_refusal(place);
    if (out.size > 0)
        wrong("data on standard output", "");
    if (folder_sum() != before)
        wrong("the folder has changed", "");
    if (wrongs > 0) {
        print(": ");
        print(err.text);
        for (print("   "); *argv != NULL; argv++) {
            print(" ");
            print(*argv);
        }
        print("\n");
    }
}

/* `argv` begins with the name of the run, in whose place the program comes. */
static void run_list(int code, const char *place, char *program, char **argv, long cut)
{
    char *name = argv[0];
    if (cut < 0)
        snprintf(intro, sizeof intro, "not ok %.200s\n    ", name);
    else
        snprintf(intro, sizeof intro, "%.200s, %ld bytes: ", name, cut);
    argv[0] = program;
    wrongs = 0;
    run(code, place, argv);
    argv[0] = name;
    if (cut < 0 && wrongs == 0)
        printf("ok %s\n", name);
}

/* Returns how much is wrong.  `cut` is the length of the file that was cut, or -1. */
static int run_lists(int code, const char *place, char *program, char **lists, long cut)
{
    int faults = 0;
    while (*lists != NULL) {
        char **end = lists;
        while (*end != NULL && strcmp(*end, ",") != 0)
            end++;
        char *comma = *end;
        *end = NULL;
        if (**lists != '\0') {
            run_list(code, place, program, lists, cut);
            faults += wrongs;
        }
        *end = comma;
        lists = comma != NULL ? end + 1 : end;
    }
    return faults;
}

static int run_cuts(char **argv)
{
    static char bytes[TEXT_SIZE];
    const char *copy = argv[2];
    long step = atol(argv[1]);
    int faults = 0;
    FILE *file = fopen(argv[0], "rb");
    long size = file != NULL ? (long)fread(bytes, 1, sizeof bytes, file) : 0;
    if (size == 0 || size == TEXT_SIZE || step <= 0)
        return 126;
    fclose(file);
    for (long cut = 0; cut < size; cut += step) {
        file = fopen(copy, "wb");
        if (file == NULL || fwrite(bytes, 1, (size_t)cut, file) != (size_t)cut || fclose(file) != 0)
            return 126;
        faults += run_lists(65, argv[3], argv[4], argv + 5, cut);
    }
    return faults > 0;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "line") == 0)
        return check_file(argv[2], argv[3]);
    if (argc == 3 && strcmp(argv[1], "plain") == 0)
        return check_file(argv[2], NULL);
    if (argc > 7 && strcmp(argv[1], "cut") == 0)
        return run_cuts(argv + 2);
    return argc > 4 ? run_lists(atoi(argv[1]), argv[2], argv[3], argv + 4, -1) > 0 : 126;
}
