/* replay.c - one harness over every file of its corpus folders, without libFuzzer.
 *
 *     replay-scene FOLDER...
 *
 * A child runs the files in turn and says on a pipe which one comes next.  When it dies,
 * the file is told and another child goes on with the next, so one run names every bad
 * file.  A file may take 10 s.  A folder without 30 files is a failure: a test that finds
 * nothing to do has not passed.
 */
#include "fuzz/fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define FILE_SECONDS 10
#define FILES_LEAST 30

typedef struct list {
    char **paths;
    size_t count, room;
} list;

static _Noreturn void stop(const char *what)
{
    perror(what);
    exit(1);
}

static void list_add(list *to, const char *folder, const char *name)
{
    if (to->count == to->room) {
        to->room = to->room * 2 + 64;
        to->paths = realloc(to->paths, to->room * sizeof *to->paths);
        if (to->paths == NULL)
            stop("replay");
    }
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path == NULL)
        stop("replay");
    snprintf(path, size, "%s/%s", folder, name);
    to->paths[to->count++] = path;
}

static size_t list_folder(list *to, const char *folder)
{
    size_t before = to->count;
    DIR *open = opendir(folder);
    if (open == NULL)
        stop(folder);
    for (struct dirent *entry; (entry = readdir(open)) != NULL;)
        if (entry->d_name[0] != '.')
            list_add(to, folder, entry->d_name);
    closedir(open);
    return to->count - before;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The bytes of a file in a block of exactly their number, so that a sanitizer sees any
 * byte read past it. */
static uint8_t *read_all(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0)
        stop(path);
    long length = ftell(file);
    rewind(file);
    uint8_t *bytes = length >= 0 ? malloc(length > 0 ? (size_t)length : 1) : NULL;
    if (bytes == NULL || fread(bytes, 1, (size_t)length, file) != (size_t)length)
        stop(path);
    fclose(file);
    *size = (size_t)length;
    return bytes;
}

/* The child: runs the files from `first` on, and says the number of each before. */
static _Noreturn void run_files(const list *files, size_t first, int said)
{
    for (size_t i = first; i < files->count; i++) {
        size_t size;
        uint8_t *bytes = read_all(files->paths[i], &size);
        if (write(said, &i, sizeof i) != (ssize_t)sizeof i)
            stop("replay");
        alarm(FILE_SECONDS);
        LLVMFuzzerTestOneInput(bytes, size);
        free(bytes);
    }
    alarm(0);
    exit(0); /* here a sanitizer looks for leaks */
}

/* Returns the file that a child died at, or the number of files when all went well. */
static size_t run_child(const list *files, size_t first, int *how)
{
    int ends[2];
    size_t last = first, next;
    fflush(stdout);
    if (pipe(ends) != 0)
        stop("pipe");
    pid_t child = fork();
    if (child < 0)
        stop("fork");
    if (child == 0) {
        close(ends[0]);
        run_files(files, first, ends[1]);
    }
    close(ends[1]);
    for (ssize_t got; (got = read(ends[0], &next, sizeof next)) != 0;)
        if (got == (ssize_t)sizeof next)
            last = next;
        else if (errno != EINTR)
            stop("replay");
    close(ends[0]);
    while (waitpid(child, how, 0) < 0)
        if (errno != EINTR)
            stop("waitpid");
    return WIFEXITED(*how) && WEXITSTATUS(*how) == 0 ? files->count : last;
}

static void tell(const char *path, int how)
{
    if (WIFSIGNALED(how) && WTERMSIG(how) == SIGALRM)
        printf("not ok %s: takes more than %d s\n", path, FILE_SECONDS);
    else if (WIFSIGNALED(how))
        printf("not ok %s: signal %d\n", path, WTERMSIG(how));
    else
        printf("not ok %s: exit %d\n", path, WEXITSTATUS(how));
}

int main(int argc, char **argv)
{
    list files = {NULL, 0, 0};
    size_t failed = 0;
    if (argc < 2) {
        fprintf(stderr, "%s: needs a folder of inputs\n", argv[0]);
        return 64;
    }
    for (int i = 1; i < argc; i++)
        if (list_folder(&files, argv[i]) < FILES_LEAST) {
            printf("not ok %s: holds fewer than %d files\n", argv[i], FILES_LEAST);
            failed++;
        }
    if (files.count > 0)
        qsort(files.paths, files.count, sizeof *files.paths, by_name);
    for (size_t at = 0; at < files.count; at++) {
        int how = 0;
        at = run_child(&files, at, &how);
        if (at == files.count)
            break;
        tell(files.paths[at], how);
        failed++;
    }
    const char *name = strrchr(argv[0], '/');
    printf("%s: %zu inputs, %zu failed\n", name != NULL ? name + 1 : argv[0], files.count, failed);
    for (size_t i = 0; i < files.count; i++)
        free(files.paths[i]);
    free(files.paths);
    return failed > 0;
}
