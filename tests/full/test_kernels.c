/* test_kernels.c - all variants of all tables of kernels against plain C, bit by bit. */
#include "support/kernels.h"
#include "support/support.h"

#include <stdlib.h>

static const kernels_case *const tables[] = {kernels_bytes, kernels_rows, kernels_whole,
                                             kernels_pictures};

TEST_LOOP(kernels_are_bit_equal, sizeof tables / sizeof *tables)
{
    uint8_t *const out[2] = {malloc(KERNELS_OUT), malloc(KERNELS_OUT)};
    ck_assert(out[0] != NULL && out[1] != NULL);
    for (const kernels_case *c = tables[_i]; c->name != NULL; c++) {
        int round, differs = kernels_differ(c, SUPPORT_PART(4 * c->rounds), out, &round);
        EXPECT_MSG(differs == CPU_PLAIN, "%s: kernels %d differ from plain C in round %d", c->name,
                   differs, round);
    }
    free(out[0]);
    free(out[1]);
}
