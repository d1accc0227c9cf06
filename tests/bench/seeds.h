/* seeds.h - the wallpapers that are measured.
 *
 * Bare seeds 1-16 have no desert, no dunes, no moon, no stars and no aurora.  The further
 * ones are the first seeds with what is lacking, so that each feature that a bare seed can
 * have occurs in three pictures or more: mesas with strata 17, 24, 36; dunes 20, 27, 53;
 * aurora with stars 37, 44, 75; moon with stars 46, 93, 120.  No bare seed has birds or a
 * striped sun.  `bench-inside seeds` counts.
 */
#ifndef TESTS_BENCH_SEEDS_H
#define TESTS_BENCH_SEEDS_H

enum { SEEDS_BARE = 16, SEEDS_MORE = 12 };

static const int seeds_all[SEEDS_BARE + SEEDS_MORE] = {
    1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14,
    15, 16, 17, 24, 36, 20, 27, 53, 37, 44, 75, 46, 93, 120,
};

#endif
