/* kernels.c - what the cases of kernels share. */
#include "support/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

uint32_t kernels_bits(int round, uint32_t index)
{
    return (uint32_t)(hash_at(hash_key((uint64_t)round + 2, 5), 0, index) >> 32);
}

int kernels_differ(const kernels_case *c, int rounds, uint8_t *const out[2], int *round)
{
    int best = (int)cpu_choose(RL_KERNELS_BEST);
    for (*round = 0; *round < rounds; ++*round) {
        double samples = 0.0;
        size_t size = c->run(CPU_PLAIN, *round, out[0], &samples);
        for (int k = CPU_PLAIN + 1; k <= best; k++)
            if (c->run((cpu_kernels)k, *round, out[1], &samples) != size ||
                memcmp(out[0], out[1], size) != 0)
                return k;
    }
    return CPU_PLAIN;
}

void kernels_must(rl_status status, const rl_error *error)
{
    if (status == RL_OK)
        return;
    (void)fprintf(stderr, "kernels: %s\n", error->text);
    exit(EXIT_FAILURE);
}

int kernels_option(cpu_kernels kernels)
{
    return RL_KERNELS_PLAIN + (int)kernels;
}
