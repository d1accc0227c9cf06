/* each.c - one command under many faults, and what each of them leaves behind.
 *
 *     each [-c CODES] [-s SIGNAL] [-l] [-n] [-x] [-t SECONDS] DIR COMMAND ARG... <PREFIXES
 *
 * DIR/old holds what is there before.  The command is run in a copy of it, DIR/now: first as
 * it is, which says what must come out, then once for each line of standard input, behind the
 * words of that line ("strace -e ...", "env ...").  After each run every file must be the old
 * or the new one, whole, and nothing else may be there; success means all that is new, with
 * nothing more on the two streams than without a fault; failure one of CODES and one line.
 *
 *     -c 71,74  codes a run may fail with      -s 9  signal a run may die of
 *     -l        a temporary file may be left   -n    then the command must succeed and sweep
 *     -x        a run that fails has left what was there before
 *     -m N      lines on standard error, at most; 1 if not told
 *     -w        words may get lost: what writes them has the fault, too
 *
 * Prints each fault that was not borne, then `N runs, N wrong`.  Fails when there was one, or
 * no run at all.
 */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FILES 256
#define WORDS 64
#define PATH 1024
#define SHOWN 25 /* faults that are told one by one */

typedef struct piece {
    char path[PATH];
    char *bytes;
    size_t size;
    int is_folder;
} piece;

typedef struct tree {
    piece piece[FILES];
    int count;
} tree;

static struct {
    int codes[8], code_count, signal, litter, next, strict, lines, mute;
    long seconds;
    char *folder, **command;
} how = {.seconds = 30, .lines = 1};

static tree old, new, now;
static piece new_out, new_err, now_out, now_err;
static char label[4096];
static long runs, wrong;
static int is_wrong;

static void die(const char *what)
{
    fprintf(stderr, "each: %s: %s\n", what, strerror(errno));
    exit(2);
}

static void complain(const char *format, ...)
{
    va_list list;
    if (!is_wrong && ++wrong <= SHOWN) {
        va_start(list, format);
        printf("%s: ", label);
        vprintf(format, list);
        puts("");
        va_end(list);
    }
    is_wrong = 1;
}

/* ---- trees of files ------------------------------------------------------- */

static void read_piece(piece *to, const char *path)
{
    struct stat status;
    int fd = open(path, O_RDONLY);
    if (fd < 0 || fstat(fd, &status) != 0)
        die(path);
    free(to->bytes);
    to->size = (size_t)status.st_size;
    to->bytes = malloc(to->size + 1);
    if (to->bytes == NULL || read(fd, to->bytes, to->size) != (ssize_t)to->size)
        die(path);
    to->bytes[to->size] = '\0';
    close(fd);
}

static void read_folder(tree *to, const char *root, const char *inside)
{
    char path[2 * PATH];
    snprintf(path, sizeof path, "%s/%s", root, inside);
    DIR *list = opendir(path);
    if (list == NULL)
        die(path);
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
        struct stat status;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (to->count == FILES)
            exit(2);
        piece *it = &to->piece[to->count++];
        snprintf(it->path, PATH, "%s%s%s", inside, inside[0] != '\0' ? "/" : "", entry->d_name);
        snprintf(path, sizeof path, "%s/%s", root, it->path);
        if (lstat(path, &status) != 0)
            die(path);
        it->is_folder = S_ISDIR(status.st_mode);
        if (it->is_folder)
            read_folder(to, root, it->path);
        else if (S_ISREG(status.st_mode))
            read_piece(it, path);
    }
    closedir(list);
}

static void tree_read(tree *to, const char *name)
{
    char root[PATH];
    snprintf(root, sizeof root, "%s/%s", how.folder, name);
    for (int i = 0; i < FILES; i++)
        to->piece[i].size = 0;
    to->count = 0;
    read_folder(to, root, "");
}

static void remove_inside(const char *path)
{
    char inner[2 * PATH];
    DIR *list = opendir(path);
    for (struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (unlink(inner) != 0) {
            remove_inside(inner);
            rmdir(inner);
        }
    }
    if (list != NULL)
        closedir(list);
}

/* Makes DIR/now a copy of what was there before; folders come before what is in them. */
static void set_back(void)
{
    char root[PATH], path[2 * PATH];
    snprintf(root, sizeof root, "%s/now", how.folder);
    mkdir(root, 0777);
    remove_inside(root);
    for (int i = 0; i < old.count; i++) {
        const piece *it = &old.piece[i];
        snprintf(path, sizeof path, "%s/%s", root, it->path);
        if (it->is_folder) {
            mkdir(path, 0777);
            continue;
        }
        int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (fd < 0 || write(fd, it->bytes, it->size) != (ssize_t)it->size || close(fd) != 0)
            die(path);
    }
}

static const piece *find(const tree *in, const char *path)
{
    for (int i = 0; i < in->count; i++)
        if (strcmp(in->piece[i].path, path) == 0)
            return &in->piece[i];
    return NULL;
}

static int same(const piece *a, const piece *b)
{
    return a != NULL && b != NULL && a->is_folder == b->is_folder && a->size == b->size &&
           (a->size == 0 || memcmp(a->bytes, b->bytes, a->size) == 0);
}

static int same_trees(const tree *a, const tree *b)
{
    int equal = a->count == b->count;
    for (int i = 0; i < a->count && equal; i++)
        equal = same(&a->piece[i], find(b, a->piece[i].path));
    return equal;
}

/* ---- a run ---------------------------------------------------------------- */

static void into(const char *name, int fd)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/%s", how.folder, name);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || dup2(file, fd) != fd)
        _exit(125);
    close(file);
}

/* Runs the command behind `prefix`; returns its status, -1 when it had to be killed. */
static int run(char **prefix, int words)
{
    char *line[2 * WORDS];
    sigset_t ended, none;
    int status = 0, size = 0;
    for (int i = 0; i < words; i++)
        line[size++] = prefix[i];
    for (char **word = how.command; *word != NULL && size < 2 * WORDS - 1; word++)
        line[size++] = *word;
    line[size] = NULL;
    sigemptyset(&none);
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    pid_t child = fork();
    if (child == 0) {
        setpgid(0, 0);
        sigprocmask(SIG_SETMASK, &none, NULL);
        signal(SIGINT, SIG_DFL);
        into("stdout", 1);
        into("stderr", 2);
        char path[PATH];
        snprintf(path, sizeof path, "%s/now", how.folder);
        if (chdir(path) == 0)
            execvp(line[0], line);
        _exit(126);
    }
    struct timespec patience = {how.seconds, 0};
    while (waitpid(child, &status, WNOHANG) == 0)
        if (sigtimedwait(&ended, NULL, &patience) < 0 && errno == EAGAIN) {
            kill(-child, SIGKILL);
            waitpid(child, &status, 0);
            status = -1;
            break;
        }
    /* What strace has left to itself by a kill goes on for a moment. */
    while (kill(-child, 0) == 0)
        kill(-child, SIGKILL);
    return status;
}

static void look(void)
{
    char path[PATH];
    tree_read(&now, "now");
    snprintf(path, sizeof path, "%s/stdout", how.folder);
    read_piece(&now_out, path);
    snprintf(path, sizeof path, "%s/stderr", how.folder);
    read_piece(&now_err, path);
}

/* ---- judging -------------------------------------------------------------- */

static int is_temporary(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    return strncmp(name, ".ridgeline-", 11) == 0 && strlen(name) == 31;
}

static void judge_files(void)
{
    for (int i = 0; i < now.count; i++) {
        const piece *it = &now.piece[i];
        const piece *before = find(&old, it->path), *after = find(&new, it->path);
        if (before == NULL && after == NULL) {
            if (!how.litter || !is_temporary(it->path))
                complain("litter: %s", it->path);
        } else if (!same(it, before) && !same(it, after))
            complain("torn: %s, %zu bytes", it->path, it->size);
    }
    for (int i = 0; i < old.count; i++)
        if (find(&now, old.piece[i].path) == NULL && find(&new, old.piece[i].path) != NULL)
            complain("gone: %s", old.piece[i].path);
}

static int is_expected(int code)
{
    for (int i = 0; i < how.code_count; i++)
        if (how.codes[i] == code)
            return 1;
    return 0;
}

static void judge_words(void)
{
    int lines = 0;
    for (size_t i = 0; i < now_err.size; i++) {
        unsigned char c = (unsigned char)now_err.bytes[i];
        lines += c == '\n';
        if (c != '\n' && (c < 32 || c > 126))
            complain("byte %d on standard error", c);
    }
    if (lines == 0 && how.mute)
        return;
    if (lines < 1 || lines > how.lines || strncmp(now_err.bytes, "ridgeline: ", 11) != 0)
        complain("%d lines on standard error: %.200s", lines, now_err.bytes);
}

static void judge_end(int status)
{
    int code = status >= 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    int number = status >= 0 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (status < 0)
        complain("still running after %ld s", how.seconds);
    else if (number != 0) {
        if (number != how.signal)
            complain("killed by signal %d", number);
        else if (now_err.size > 0)
            complain("says on a signal: %.200s", now_err.bytes);
    } else if (code == 0) {
        if (!same_trees(&now, &new))
            complain("success, but not all files are new");
        if (!same(&now_out, &new_out))
            complain("success, but another standard output");
        if (!same(&now_err, &new_err))
            complain("success, but says: %.200s", now_err.bytes);
    } else if (!is_expected(code))
        complain("exit %d: %.200s", code, now_err.bytes);
    else
        judge_words();
    if (code != 0 && how.strict && number == 0 && !same_trees(&now, &old))
        complain("exit %d, but the files have changed", code);
    if (code != 0 &&
        (now_out.size > new_out.size ||
         (now_out.size > 0 && memcmp(now_out.bytes, new_out.bytes, now_out.size) != 0)))
        complain("other bytes on standard output");
}

static void judge_next(void)
{
    if (run(NULL, 0) != 0) {
        complain("then the next run fails");
        return;
    }
    look();
    if (!same_trees(&now, &new))
        complain("then the next run does not make all whole and clean");
}

/* ---- all of it ------------------------------------------------------------ */

static void learn(void)
{
    tree_read(&old, "old");
    set_back();
    int status = run(NULL, 0);
    look();
    if (status != 0) {
        printf("without a fault: status %d: %s\n", status, now_err.bytes);
        exit(1);
    }
    new = now;
    new_out = now_out;
    new_err = now_err;
    memset(&now, 0, sizeof now);
    memset(&now_out, 0, sizeof now_out);
    memset(&now_err, 0, sizeof now_err);
}

static void torture(char *line)
{
    char *words[WORDS];
    int count = 0;
    line[strcspn(line, "\n")] = '\0';
    snprintf(label, sizeof label, "%.3000s", line);
    for (char *word = strtok(line, " "); word != NULL && count < WORDS; word = strtok(NULL, " "))
        words[count++] = word;
    if (count == 0)
        return;
    is_wrong = 0;
    set_back();
    int status = run(words, count);
    look();
    judge_files();
    judge_end(status);
    if (how.next)
        judge_next();
    runs++;
}

static void read_codes(char *text)
{
    for (char *code = strtok(text, ","); code != NULL && how.code_count < 8;
         code = strtok(NULL, ","))
        how.codes[how.code_count++] = atoi(code);
}

int main(int argc, char **argv)
{
    char line[4096];
    sigset_t ended;
    int option;
    while ((option = getopt(argc, argv, "+c:s:lnxwt:m:")) != -1)
        switch (option) {
        case 'c':
            read_codes(optarg);
            break;
        case 's':
            how.signal = atoi(optarg);
            break;
        case 'l':
            how.litter = 1;
            break;
        case 'n':
            how.next = 1;
            break;
        case 'x':
            how.strict = 1;
            break;
        case 'w':
            how.mute = 1;
            break;
        case 't':
            how.seconds = atol(optarg);
            break;
        case 'm':
            how.lines = atoi(optarg);
            break;
        default:
            return 64;
        }
    if (argc - optind < 2)
        return 64;
    how.folder = argv[optind];
    how.command = argv + optind + 1;
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ended, NULL);
    learn();
    while (fgets(line, sizeof line, stdin) != NULL)
        torture(line);
    printf("%ld runs, %ld wrong\n", runs, wrong);
    return wrong > 0 || runs == 0;
}
