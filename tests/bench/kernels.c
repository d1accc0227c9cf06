/* kernels.c - compares the variants of all kernels, then times them.
 *
 * A difference of one bit fails; a time never does.  Times are the least of several turns
 * in which all variants run one after the other.
 */
#include "support/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ridgeline.h"

enum { TURNS = 9 };
#define TURN_SECONDS 0.004

static const kernels_case *const tables[] = {kernels_bytes, kernels_rows, kernels_whole,
                                             kernels_pictures};
enum { TABLES = sizeof tables / sizeof tables[0] };

static uint8_t *out[2]; /* plain's and the other's */
static cpu_kernels best;

/* ---- time ----------------------------------------------------------------------------- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Nanoseconds a sample. */
static double turn_time(const kernels_case *c, cpu_kernels kernels)
{
    double samples = 0.0;
    double begin = now();
    do
        c->run(kernels, KERNELS_LONG, out[0], &samples);
    while (now() - begin < TURN_SECONDS);
    return 1e9 * (now() - begin) / samples;
}

static void case_time(const kernels_case *c, double least[CPU_KERNELS])
{
    for (int k = CPU_PLAIN; k <= (int)best; k++)
        least[k] = 1e30;
    for (int turn = 0; turn < TURNS; turn++)
        for (int k = CPU_PLAIN; k <= (int)best; k++) {
            double time = turn_time(c, (cpu_kernels)k);
            least[k] = time < least[k] ? time : least[k];
        }
}

/* ---- all ------------------------------------------------------------------------------- */

static int case_run(const kernels_case *c)
{
    static const char *const names[CPU_KERNELS] = {"plain", "vector", "avx2", "avx512"};
    double time[CPU_KERNELS];
    int round, differs = kernels_differ(c, c->rounds, out, &round);
    if (differs != CPU_PLAIN) {
        printf("%-36s NOT EQUAL: %s differs from plain C in round %d\n", c->name, names[differs],
               round);
        return 1;
    }
    case_time(c, time);
    printf("%-36s %9.3f", c->name, time[CPU_PLAIN]);
    for (int k = CPU_PLAIN + 1; k <= (int)best; k++)
        printf(" %9.3f %6.2fx", time[k], time[CPU_PLAIN] / time[k]);
    printf("  ns/%s, %d rounds equal\n", c->unit, c->rounds);
    (void)fflush(stdout);
    return 0;
}

int main(int argc, char **argv)
{
    int failed = 0;
    best = cpu_choose(RL_KERNELS_BEST);
    for (int i = 0; i < 2; i++)
        if ((out[i] = malloc(KERNELS_OUT)) == NULL)
            return EXIT_FAILURE;
    printf("%-36s %9s %9s %7s %9s %7s %9s\n", "kernel", "plain", "vector", "", "avx2", "",
           "avx512");
    for (int t = 0; t < TABLES; t++)
        for (const kernels_case *c = tables[t]; c->name != NULL; c++)
            if (argc < 2 || strstr(c->name, argv[1]) != NULL)
                failed += case_run(c);
    free(out[0]);
    free(out[1]);
    if (failed > 0)
        printf("%d kernels have variants that differ\n", failed);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
