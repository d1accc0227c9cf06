/* maps_land.h - what passes make of plain land: slopes, and rivers in their valleys. */
#ifndef TESTS_BENCH_MAPS_LAND_H
#define TESTS_BENCH_MAPS_LAND_H

/* land_print prints a row for each list of passes, means of seeds 1..seeds. */
void land_print(int seeds);

#endif
