/* kernels.h - the variants of each table of kernels compared with plain C: suite kernels compares
 * their bytes, `make bench-kernels` also times them.
 *
 * A case runs one kernel, or a piece of work whose kernels an option chooses.  It makes its
 * own input from the number of the round: first many short rounds whose results must be the
 * same bytes for all variants, then a long one that is timed.  To add a case: write its run
 * function and a line in the table of its file.
 */
#ifndef TESTS_SUPPORT_KERNELS_H
#define TESTS_SUPPORT_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"
#include "ridgeline.h"

/* The round that is timed; others count from 0. */
#define KERNELS_LONG (-1)

/* Bytes that a run may write. */
#define KERNELS_OUT ((size_t)1 << 24)

typedef struct kernels_case {
    const char *name, *unit;
    int rounds; /* of comparing */
    /* Runs a variant, writes all that it made to `out` and returns the bytes of it.  Adds to
     * *samples how many units it made. */
    size_t (*run)(cpu_kernels kernels, int round, uint8_t *out, double *samples);
} kernels_case;

/* Ended by a case without a name. */
extern const kernels_case kernels_bytes[], kernels_rows[], kernels_whole[], kernels_pictures[];

/* kernels_bits: a number from round and index. */
uint32_t kernels_bits(int round, uint32_t index);

/* kernels_differ returns the first variant that differs from plain C in one of so many rounds, and
 * the round; or CPU_PLAIN.  `out` has KERNELS_OUT bytes for each of two variants. */
int kernels_differ(const kernels_case *c, int rounds, uint8_t *const out[2], int *round);

/* kernels_must ends the program unless a call succeeded. */
void kernels_must(rl_status status, const rl_error *error);

/* kernels_option returns the value of an option that chooses a variant. */
int kernels_option(cpu_kernels kernels);

#endif
