/* test_plate_kernels.c - lines of a plate between samples, at every step. */
#include <math.h>
#include <string.h>

#include "map/plate_kernels.h"
#include "support/support.h"

enum { SAMPLES = PLATE_NODES + 16, TIMES = 20 };

/* Samples and weights are random, spread over as many pixels as a part has. */
TEST(plate_kernels_spread_lines_bit_equal)
{
    static float nodes[SAMPLES], weights[4 * 16], line[CPU_KERNELS][PLATE_SPREAD];
    chance c = chance_from(1);
    for (int n = 0; n < TIMES; n++) {
        for (int step = 1; step <= 16; step *= 2) {
            for (int i = 0; i < SAMPLES; i++)
                nodes[i] = (float)chance_real(&c, -1.0, 1.0);
            for (int i = 0; i < 4 * step; i++)
                weights[i] = (float)chance_real(&c, -1.0, 1.0);
            for (int k = 0; k < kernels_count(); k++)
                plate_kernels_of[k]->spread(weights, step, nodes + 8, line[k], PLATE_PART);
            for (int x = 0; x < PLATE_PART; x++) {
                const float *at = nodes + 7 + x / step, *w = weights + (ptrdiff_t)4 * (x % step);
                double wanted = 0.0;
                for (int i = 0; i < 4; i++)
                    wanted += (double)w[i] * (double)at[i];
                EXPECT_MSG(fabs((double)line[CPU_PLAIN][x] - wanted) < 1e-5,
                           "step %d pixel %d: %g, not %g", step, x, (double)line[CPU_PLAIN][x],
                           wanted);
                for (int k = 1; k < kernels_count(); k++)
                    EXPECT_MSG(memcmp(&line[k][x], &line[0][x], sizeof **line) == 0,
                               "step %d pixel %d variant %d", step, x, k);
            }
        }
    }
}
