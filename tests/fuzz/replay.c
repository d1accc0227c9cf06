/* replay.c - one harness over the inputs of its packed corpora, without libFuzzer.
 *
 *     replay-scene PACK...
 *
 * A child runs the inputs in turn and writes the number of each to a pipe before it
 * starts.  When the child dies, the input is reported and another child goes on with the
 * next, so one run names every bad input.  An input may take 10 s.  A pack with fewer
 * than 30 inputs is a failure, so that an empty corpus cannot pass.
 */
#include "fuzz/fuzz.h"
#include "fuzz/pack.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define INPUT_SECONDS 10
#define INPUTS_LEAST 30

static _Noreturn void stop(const char *call)
{
    perror(call);
    exit(1);
}

/* The child: runs the inputs from `first` on and reports the number of each.  Each input
 * is in a block of exactly its size, so that a sanitizer sees any byte read past it. */
static _Noreturn void run_inputs(const pack *corpus, size_t first, int report)
{
    for (size_t i = first; i < corpus->count; i++) {
        size_t size = corpus->inputs[i].size;
        uint8_t *bytes = pack_allocate(size);
        memcpy(bytes, corpus->inputs[i].bytes, size);
        if (write(report, &i, sizeof i) != (ssize_t)sizeof i)
            stop("replay");
        alarm(INPUT_SECONDS);
        LLVMFuzzerTestOneInput(bytes, size);
        free(bytes);
    }
    alarm(0);
    exit(0); /* here a sanitizer looks for leaks */
}

/* Returns the input that a child died at, or the number of inputs when all passed. */
static size_t run_child(const pack *corpus, size_t first, int *how)
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
        run_inputs(corpus, first, ends[1]);
    }
    close(ends[1]);
    for (ssize_t size; (size = read(ends[0], &next, sizeof next)) != 0;)
        if (size == (ssize_t)sizeof next)
            last = next;
        else if (errno != EINTR)
            stop("replay");
    close(ends[0]);
    while (waitpid(child, how, 0) < 0)
        if (errno != EINTR)
            stop("waitpid");
    return WIFEXITED(*how) && WEXITSTATUS(*how) == 0 ? corpus->count : last;
}

static void report_failure(const char *path, const char *name, int how)
{
    if (WIFSIGNALED(how) && WTERMSIG(how) == SIGALRM)
        printf("not ok %s: %s: takes more than %d s\n", path, name, INPUT_SECONDS);
    else if (WIFSIGNALED(how))
        printf("not ok %s: %s: signal %d\n", path, name, WTERMSIG(how));
    else
        printf("not ok %s: %s: exit %d\n", path, name, WEXITSTATUS(how));
}

int main(int argc, char **argv)
{
    size_t count = 0, failed = 0;
    if (argc < 2) {
        fprintf(stderr, "%s: needs a pack of inputs\n", argv[0]);
        return 64;
    }
    for (int a = 1; a < argc; a++) {
        pack corpus = pack_read(argv[a]);
        count += corpus.count;
        if (corpus.count < INPUTS_LEAST) {
            printf("not ok %s: fewer than %d inputs\n", argv[a], INPUTS_LEAST);
            failed++;
        }
        for (size_t i = 0; i < corpus.count; i++) {
            int how = 0;
            i = run_child(&corpus, i, &how);
            if (i == corpus.count)
                break;
            report_failure(argv[a], corpus.inputs[i].name, how);
            failed++;
        }
        pack_free(&corpus);
    }
    const char *name = strrchr(argv[0], '/');
    printf("%s: %zu inputs, %zu failed\n", name != NULL ? name + 1 : argv[0], count, failed);
    return failed > 0;
}
