/* inside.c - bench-inside: picks a job, keeps the clocks. */
#include "inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct named_job {
    const char *name;
    inside_job *run;
} named_job;

static const named_job jobs[] = {
    {"png", inside_png},       {"heights", inside_heights}, {"seeds", inside_seeds},
    {"square", inside_square}, {"erosion", inside_erosion}, {"voronoi", inside_voronoi},
    {"noise", inside_noise},   {"octave", inside_octave},   {"relief", inside_relief},
    {"paint", inside_paint},
};

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double inside_cpu(void)
{
    return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

double inside_wall(void)
{
    return seconds(CLOCK_MONOTONIC);
}

void inside_say(const char *key, double ours, double reference)
{
    printf("%s %.9g %.9g\n", key, ours, reference);
    (void)fflush(stdout);
}

void inside_check(int is_so, const char *what)
{
    if (is_so)
        return;
    (void)fprintf(stderr, "bench-inside: %s\n", what);
    exit(EXIT_FAILURE);
}

void inside_ok(rl_status status, const rl_error *error)
{
    inside_check(status == RL_OK, error->text);
}

void *inside_memory(size_t size)
{
    void *memory = malloc(size);
    inside_check(memory != NULL, "out of memory");
    memset(memory, 1, size);
    return memory;
}

int main(int argc, char **argv)
{
    int pairs = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 1;
    for (size_t i = 0; argc > 1 && i < sizeof jobs / sizeof jobs[0]; i++)
        if (strcmp(argv[1], jobs[i].name) == 0) {
            jobs[i].run(pairs > 0 ? pairs : 1);
            return EXIT_SUCCESS;
        }
    (void)fputs("usage: bench-inside JOB [PAIRS]\n", stderr);
    return 64;
}
