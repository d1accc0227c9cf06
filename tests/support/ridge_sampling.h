/* ridge_sampling.h - profiles by the tests of ridge.c, and what holds for all of them. */
#ifndef TESTS_SUPPORT_RIDGE_SAMPLING_H
#define TESTS_SUPPORT_RIDGE_SAMPLING_H

#include <string.h>

#include "ridge/ridge.h"
#include "support/support.h"

static inline void sample(const rl_ridge *ridge, uint64_t seed, const ridge_grid *grid,
                          size_t count, double *heights)
{
    OK(ridge_sample(ridge, seed, 3, grid, count, heights, NULL, &error));
}

/* A height asked for alone is the one among many, bit by bit: of `ridges` ridges. */
static inline void check_single_samples(rl_ridge random_ridge(chance *), int ridges)
{
    enum { MANY = 600 };
    chance c = chance_from(1);
    double all[MANY], one;
    for (int i = 0; i < ridges; i++) {
        rl_ridge ridge = random_ridge(&c);
        double step = chance_real(&c, 0.0005, 0.01);
        ridge_grid grid = {chance_integer(&c, -3000, 3000),
                           step,
                           chance_real(&c, -1.0, 1.0),
                           4.0 * step,
                           0.0,
                           NULL,
                           CPU_PLAIN,
                           0};
        size_t count = (size_t)chance_integer(&c, 1, MANY);
        sample(&ridge, (uint64_t)i, &grid, count, all);
        for (int n = 0; n < 20; n++) {
            int64_t j = chance_integer(&c, 0, (int64_t)count - 1);
            ridge_grid single = grid;
            single.first += j;
            sample(&ridge, (uint64_t)i, &single, 1, &one);
            EXPECT_MSG(memcmp(&one, &all[j], sizeof one) == 0, "ridge %d sample %d: %a and %a", i,
                       (int)j, one, all[j]);
        }
    }
}

#endif
