/* survey.h - what a match is, and at which distances a band has enough of them. */
#ifndef RL_ENCODE_DEFLATE_SURVEY_H
#define RL_ENCODE_DEFLATE_SURVEY_H

#include "encode/deflate/deflate.h"

/* The shortest match: see match_starts. */
enum { MATCH_LEAST = 12 };

/* In a window of 64 places the last starts cannot be seen. */
enum { WINDOW_STARTS = 64 - MATCH_LEAST + 1 };

/* The places of a bitmap of equal bytes at which MATCH_LEAST of them begin. */
static inline uint64_t match_starts(uint64_t window)
{
    uint64_t two = window & window >> 1, four = two & two >> 2;
    return four & four >> 4 & four >> 8;
}

/* How many bits are set. */
static inline uint32_t ones_count(uint64_t v)
{
    const uint64_t all = ~(uint64_t)0;
    v -= v >> 1 & all / 3;
    v = (v & all / 5) + (v >> 2 & all / 5);
    v = (v + (v >> 4)) & all / 17;
    return (uint32_t)(v * (all / 255) >> 56);
}

/* survey_distances keeps of some distances those that pay, or all where there is too
 * little to look at; returns how many. */
int survey_distances(int chosen[DEFLATE_DISTANCES], const strip_kernels *kernels,
                     const uint8_t *bytes, size_t size, const int distance[DEFLATE_DISTANCES]);

/* ---- runs of ones in a bitmap ------------------------------------------------- */

/* Entries that runs_find may write behind those that it counts. */
enum { RUNS_SPARE = 4 };

/* runs_find writes the first place of each run of MATCH_LEAST ones or more and
 * the place behind it, and returns how many places that are.  A word of zeros must follow
 * the words. */
uint32_t runs_find(uint32_t *places, const uint64_t *bitmap, size_t words);

#endif
